//! `florin init`: puts everything that a server needs on this machine, once. It changes nothing that exists.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::command_error::CommandError;
use crate::installation::{self, Installed, Layout, USER};
use crate::output;
use crate::settings::{public_origin, public_url_in};

/// Folders that the system user can't enter, or that are emptied.
const NOT_FOR_PROGRAMS: [&str; 3] = ["/root", "/home", "/tmp"];

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    florin init --public-url https://pay.example.com                # as root: /etc/florin, /var/lib/florin\n  \
    florin init --dir ~/florin --public-url http://localhost:8080   # as any user: everything in one folder")]
pub struct InitFlags {
    /// Public URL of the server, such as https://pay.example.com
    #[arg(long, value_name = "URL")]
    public_url: String,
    /// Put everything into this folder, for the user who runs the command [default for root: system folders]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(flags: InitFlags) -> Result<ExitCode, CommandError> {
    let public_url = public_origin(&flags.public_url)
        .map_err(|problem| CommandError::Usage(format!("--public-url: {problem}")))?;
    let program = std::env::current_exe()
        .map_err(|error| CommandError::Refused(format!("can't find this program: {error}")))?;
    for text in [flags.dir.as_deref().map_or(Some(""), Path::to_str), program.to_str(), Some(&public_url)] {
        check_plain(text)?;
    }
    let (layout, is_new_user) = layout(flags.dir.as_deref(), &program)?;
    // The working directory is part of it.
    check_plain(layout.config_folder.to_str())?;
    let items = installation::items(&layout, &public_url, &program);
    let installed = installation::install(&layout, &items).map_err(CommandError::Refused)?;
    let kept_url =
        public_url_in(&layout.config()).filter(|kept| public_origin(kept) != Ok(public_url.clone()));
    let next = next_steps(&layout);
    if flags.json {
        let paths = |is_new: bool| -> Vec<Value> {
            let chosen = installed.iter().filter(|item| item.is_new == is_new);
            chosen.map(|item| item.path.display().to_string().into()).collect()
        };
        output::json(&json!({
            "created": paths(true),
            "existing": paths(false),
            "public_url": kept_url.as_ref().unwrap_or(&public_url),
            "next": next,
        }));
    } else {
        show_paths(&installed, is_new_user);
        if let Some(kept) = &kept_url {
            show_kept_url(&layout.config(), kept, &public_url);
        }
        show_next(&layout, &next);
    }
    Ok(ExitCode::SUCCESS)
}

/// Root installs for the system, everyone else into a folder of their own.
fn layout(folder: Option<&Path>, program: &Path) -> Result<(Layout, bool), CommandError> {
    if let Some(folder) = folder {
        let absolute = std::path::absolute(folder)
            .map_err(|error| CommandError::Usage(format!("--dir: {}: {error}", folder.display())))?;
        return Ok((Layout::within(&absolute), false));
    }
    if !rustix::process::geteuid().is_root() {
        return Err(CommandError::Usage(
            "run it as root to install Florin for the system, or choose a folder of your own: florin init --dir DIR"
                .to_owned(),
        ));
    }
    if NOT_FOR_PROGRAMS.iter().any(|folder| program.starts_with(folder)) {
        let shown = program.display();
        return Err(CommandError::Refused(format!(
            "the user {USER} can't run {shown}. First run: install -m 755 {shown} /usr/local/bin/florin"
        )));
    }
    let (owner, is_new) = installation::find_or_create().map_err(CommandError::Refused)?;
    Ok((Layout::of_system(owner), is_new))
}

/// It is put into files that each have their own way to quote, so it must need no quotes.
fn check_plain(text: Option<&str>) -> Result<(), CommandError> {
    let is_plain = |character: char| character.is_alphanumeric() || "/._-+@:[]".contains(character);
    match text {
        Some(text) if text.chars().all(is_plain) => Ok(()),
        Some(text) => Err(CommandError::Refused(format!(
            "{text}: use a path or URL of letters, digits and / . _ - + @ :"
        ))),
        None => Err(CommandError::Refused("use a path in UTF-8".to_owned())),
    }
}

/// What to paste next.
fn next_steps(layout: &Layout) -> Vec<String> {
    let config = layout.config();
    let (user, start) = match layout.owner {
        Some(_) => (format!("runuser -u {USER} -- "), "systemctl enable --now florin".to_owned()),
        None => (String::new(), format!("florin serve --config {}", config.display())),
    };
    let mut steps = vec![format!("{user}florin migrate"), format!("{user}florin doctor"), start];
    // Commands find the system's config by themselves.
    if layout.owner.is_none() {
        steps.insert(0, format!("export FLORIN_CONFIG={}", config.display()));
    }
    steps
}

fn show_paths(installed: &[Installed], is_new_user: bool) {
    if is_new_user {
        output::text(&format!("Created the user {USER}."));
    }
    for item in installed {
        let path = item.path.display();
        output::text(&if item.is_new {
            format!("Created {path}")
        } else {
            format!("Already exists: {path}")
        });
    }
}

/// What exists is never changed, so the URL that was typed has no effect.
fn show_kept_url(config: &Path, kept: &str, typed: &str) {
    let config = config.display();
    output::text(&format!(
        "\nThe public URL was not changed: {config} still has {kept}. To use {typed}, change public_url in {config} \
         and the host in your proxy's settings, then restart the server."
    ));
}

fn show_next(layout: &Layout, next: &[String]) {
    output::text(&format!(
        "\nKeep a copy of {} in a different place from the backups: without it, the data can't be read.\nNext:",
        layout.config_folder.join("secrets").display()
    ));
    for line in next {
        output::text(&format!("  {line}"));
    }
}

#[cfg(test)]
mod tests {
    use super::check_plain;

    #[test]
    fn a_path_or_url_that_would_need_quotes_is_refused() {
        for plain in ["/etc/florin", "/home/ana/florin-1.0_x", "/srv/zahlungen/für", "https://[::1]:8080"] {
            assert!(check_plain(Some(plain)).is_ok(), "{plain}");
        }
        for odd in
            ["/a b", "/a\"b", "/a%i", "/a$HOME", "/a\nUser=root", "/a;b", "/a\\b", "/a#b", "http://a;b"]
        {
            assert!(check_plain(Some(odd)).is_err(), "{odd}");
        }
        assert!(check_plain(None).is_err());
    }
}
