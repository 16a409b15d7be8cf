//! What `florin init` puts on a machine: folders, secrets, a config file, a systemd unit and examples for a proxy. What
//! exists is never changed, and a file is there as a whole or not at all.

mod system_user;
mod texts;

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use app::dice::Dice;
use app::secrets::Secrets;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use zeroize::Zeroizing;

pub use system_user::{Owner, USER, find_or_create};
use texts::{Proxy, Service};

/// Where everything is. A system has its own folders; a user keeps all in one.
pub struct Layout {
    pub config_folder: PathBuf,
    pub data: PathBuf,
    pub backups: PathBuf,
    pub unit: PathBuf,
    /// `None` if everything belongs to the user who runs the command.
    pub owner: Option<Owner>,
}

impl Layout {
    pub fn of_system(owner: Owner) -> Layout {
        Layout {
            config_folder: "/etc/florin".into(),
            data: "/var/lib/florin".into(),
            backups: "/var/backups/florin".into(),
            unit: "/etc/systemd/system/florin.service".into(),
            owner: Some(owner),
        }
    }

    pub fn within(folder: &Path) -> Layout {
        Layout {
            config_folder: folder.to_owned(),
            data: folder.join("data"),
            backups: folder.join("backups"),
            unit: folder.join("florin.service"),
            owner: None,
        }
    }

    pub fn config(&self) -> PathBuf {
        self.config_folder.join("florin.toml")
    }

    fn secrets(&self) -> PathBuf {
        self.config_folder.join("secrets")
    }

    fn database(&self) -> PathBuf {
        self.data.join("florin.db")
    }
}

/// Who may use a file or folder besides root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// The server alone.
    Server,
    /// The server reads it, and can't change it.
    ReadByServer,
    /// Everyone reads it.
    Public,
}

enum Content {
    Folder,
    Secrets,
    Text(String),
}

pub struct Item {
    path: PathBuf,
    access: Access,
    content: Content,
}

/// What `install` found or did, in the order of the items.
pub struct Installed {
    pub path: PathBuf,
    pub is_new: bool,
}

/// Everything that belongs to an installation, folders before what is in them.
pub fn items(layout: &Layout, public_url: &str, program: &Path) -> Vec<Item> {
    let folder = |path: &Path, access| Item { path: path.to_owned(), access, content: Content::Folder };
    let text = |path: PathBuf, access, text| Item { path, access, content: Content::Text(text) };
    let config = texts::config(&texts::ConfigValues {
        database: &layout.database(),
        secrets: &layout.secrets(),
        backups: &layout.backups,
        public_url,
    });
    let service = Service { program, config: &layout.config(), data: &layout.data };
    let unit = match &layout.owner {
        Some(_) => service.of_system(),
        None => service.of_user(),
    };
    let proxy = Proxy { public_url };
    vec![
        folder(&layout.config_folder, Access::ReadByServer),
        folder(&layout.data, Access::Server),
        folder(&layout.backups, Access::Server),
        Item { path: layout.secrets(), access: Access::Server, content: Content::Secrets },
        text(layout.config(), Access::ReadByServer, config),
        text(layout.unit.clone(), Access::Public, unit),
        text(layout.config_folder.join("Caddyfile.example"), Access::ReadByServer, proxy.caddy()),
        text(layout.config_folder.join("nginx.conf.example"), Access::ReadByServer, proxy.nginx()),
    ]
}

/// Creates what is missing: all of it, or nothing.
pub fn install(layout: &Layout, items: &[Item]) -> Result<Vec<Installed>, String> {
    if layout.database().exists() && !layout.secrets().exists() {
        return Err(format!(
            "{} exists, but the secrets that its data is encrypted with are missing: {}. Restore that file",
            layout.database().display(),
            layout.secrets().display()
        ));
    }
    for item in items {
        check_kind(item)?;
    }
    let mut installed = Vec::new();
    for item in items {
        match create(item, layout.owner.as_ref()) {
            Ok(is_new) => installed.push(Installed { path: item.path.clone(), is_new }),
            Err(error) => {
                let kept = take_back(&installed);
                return Err(format!("can't create {}: {error}. {kept}", item.path.display()));
            }
        }
    }
    Ok(installed)
}

/// Removes everything that a failed run created, and returns a sentence about what is left. A folder that another
/// program has put files into stays.
fn take_back(installed: &[Installed]) -> String {
    let remove = |path: &Path| if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
    let created = installed.iter().rev().filter(|item| item.is_new);
    let left: Vec<String> = created
        .filter(|item| remove(&item.path).is_err())
        .map(|item| item.path.display().to_string())
        .collect();
    if left.is_empty() {
        "Nothing was changed".to_owned()
    } else {
        format!("Left behind: {}", left.join(", "))
    }
}

/// A file in the place of a folder, or the other way round, is another program's.
fn check_kind(item: &Item) -> Result<(), String> {
    let shown = item.path.display();
    let is_folder = matches!(item.content, Content::Folder);
    match fs::metadata(&item.path) {
        Ok(metadata) if metadata.is_dir() != is_folder => {
            Err(format!("{shown} is not a {}", if is_folder { "folder" } else { "file" }))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("can't read {shown}: {error}")),
    }
}

/// Says whether it was missing.
fn create(item: &Item, owner: Option<&Owner>) -> std::io::Result<bool> {
    if item.path.exists() {
        return Ok(false);
    }
    match &item.content {
        Content::Folder => create_folder(item, owner),
        Content::Text(text) => create_file(item, owner, text),
        Content::Secrets => create_file(item, owner, &Zeroizing::new(Secrets::generate(&Dice::system()))),
    }
}

fn create_folder(item: &Item, owner: Option<&Owner>) -> std::io::Result<bool> {
    if let Some(parent) = item.path.parent() {
        DirBuilder::new().recursive(true).mode(0o755).create(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(&item.path) {
        Ok(()) => give(&item.path, item, owner).map(|()| true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// The file gets its name when it is complete, and never the name of another.
fn create_file(item: &Item, owner: Option<&Owner>, text: &str) -> std::io::Result<bool> {
    let mut name = item.path.file_name().expect("files have names").to_owned();
    name.push(".unfinished");
    let unfinished = item.path.with_file_name(name);
    // Left by a run that was killed.
    let _ = fs::remove_file(&unfinished);
    let mut file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(&unfinished)?;
    file.write_all(text.as_bytes())?;
    give(&unfinished, item, owner)?;
    file.sync_all()?;
    match renameat_with(CWD, &unfinished, CWD, &item.path, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(true),
        Err(error) => {
            fs::remove_file(&unfinished)?;
            if error == rustix::io::Errno::EXIST { Ok(false) } else { Err(error.into()) }
        }
    }
}

fn give(path: &Path, item: &Item, owner: Option<&Owner>) -> std::io::Result<()> {
    let is_folder = matches!(item.content, Content::Folder);
    let (user, mode) = match (item.access, owner) {
        (Access::Public, _) => (None, 0o644),
        (Access::ReadByServer, Some(_)) => (Some(0), 0o640),
        (Access::Server, Some(owner)) => (Some(owner.uid), 0o600),
        (Access::ReadByServer | Access::Server, None) => (None, 0o600),
    };
    if let (Some(user), Some(owner)) = (user, owner) {
        chown(path, Some(user), Some(owner.gid))?;
    }
    // A folder that can be read can be entered.
    let enter = if is_folder { (mode & 0o444) >> 2 } else { 0 };
    fs::set_permissions(path, Permissions::from_mode(mode | enter))
}

#[cfg(test)]
mod tests {
    use super::{Installed, Layout, install, items};
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    fn run(folder: &Path) -> Result<Vec<Installed>, String> {
        let layout = Layout::within(&folder.join("florin"));
        install(&layout, &items(&layout, "https://pay.example.com", Path::new("/usr/local/bin/florin")))
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_missing_is_created_and_a_second_run_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let first = run(folder.path()).unwrap();
        assert!(first.len() == 8 && first.iter().all(|item| item.is_new));
        let texts = |installed: &[Installed]| -> Vec<_> {
            installed.iter().map(|item| fs::read(&item.path).unwrap_or_default()).collect()
        };
        let before = texts(&first);
        let second = run(folder.path()).unwrap();
        assert!(second.iter().all(|item| !item.is_new));
        assert_eq!(texts(&second), before);
        let within = folder.path().join("florin");
        for (name, expected) in [
            ("", 0o700),
            ("data", 0o700),
            ("backups", 0o700),
            ("secrets", 0o600),
            ("florin.toml", 0o600),
            ("florin.service", 0o644),
        ] {
            assert_eq!(mode(&within.join(name)), expected, "{name}");
        }
        let unfinished = fs::read_dir(&within).unwrap().count();
        assert_eq!(unfinished, 7, "nothing else is left");
    }

    #[test]
    fn what_the_operator_has_changed_stays() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path()).unwrap();
        let (config, unit) =
            (folder.path().join("florin/florin.toml"), folder.path().join("florin/florin.service"));
        fs::write(&config, "listen = \"127.0.0.1:1\"").unwrap();
        fs::remove_file(&unit).unwrap();
        let again = run(folder.path()).unwrap();
        let new: Vec<_> = again.iter().filter(|item| item.is_new).map(|item| item.path.clone()).collect();
        assert_eq!(new, [unit]);
        assert_eq!(fs::read_to_string(&config).unwrap(), "listen = \"127.0.0.1:1\"");
    }

    #[test]
    fn data_without_its_secrets_gets_no_new_ones() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path()).unwrap();
        fs::write(folder.path().join("florin/data/florin.db"), "rows").unwrap();
        fs::remove_file(folder.path().join("florin/secrets")).unwrap();
        let refusal = run(folder.path()).err().unwrap();
        assert!(refusal.contains("secrets") && refusal.contains("missing"), "{refusal}");
        assert!(!folder.path().join("florin/secrets").exists());
    }

    #[test]
    fn a_path_of_another_kind_is_refused_before_anything_is_created() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("florin/nginx.conf.example")).unwrap();
        let refusal = run(folder.path()).err().unwrap();
        assert!(refusal.ends_with("nginx.conf.example is not a file"), "{refusal}");
        assert!(!folder.path().join("florin/secrets").exists());
    }

    #[test]
    fn a_run_that_fails_leaves_nothing_behind_and_can_be_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let within = folder.path().join("florin");
        let missing = folder.path().join("systemd");
        let layout = Layout { unit: missing.join("florin.service"), ..Layout::within(&within) };
        let all = items(&layout, "https://pay.example.com", Path::new("/usr/local/bin/florin"));
        let refusal = install(&layout, &all).err().unwrap();
        assert!(refusal.contains("florin.service") && refusal.ends_with("Nothing was changed"), "{refusal}");
        assert!(!within.exists(), "no folder, no secrets");
        fs::create_dir(&missing).unwrap();
        assert!(install(&layout, &all).unwrap().iter().all(|item| item.is_new));
        // What was there before stays.
        fs::remove_file(within.join("florin.toml")).unwrap();
        fs::remove_file(missing.join("florin.service")).unwrap();
        fs::remove_dir(&missing).unwrap();
        install(&layout, &all).err().unwrap();
        assert!(within.join("secrets").exists() && !within.join("florin.toml").exists());
    }

    #[test]
    fn a_dangling_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("florin")).unwrap();
        let target = folder.path().join("elsewhere");
        symlink(&target, folder.path().join("florin/secrets")).unwrap();
        run(folder.path()).unwrap();
        assert!(!target.exists(), "no secrets beside the installation");
    }
}
