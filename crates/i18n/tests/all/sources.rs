//! The files that show texts to people: the shipped code and the templates of every crate.

use std::path::{Path, PathBuf};

pub struct Source {
    /// Relative to the root of the workspace.
    pub path: String,
    pub text: String,
}

pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).expect("crates/i18n is two levels down").to_owned()
}

/// The shipped Rust code: without tests, and without comments, which may name keys that are no more.
pub fn rust_files() -> Vec<Source> {
    let files = files(&["src"]).into_iter().filter(|file| file.path.ends_with(".rs"));
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
    let shipped = files.filter(|file| !is_test(&file.path)).map(|file| {
        let lines = file.text.lines().take_while(|line| *line != "#[cfg(test)]");
        let code = lines.map(|line| if line.trim_start().starts_with("//") { "" } else { line });
        Source { text: code.collect::<Vec<_>>().join("\n"), path: file.path }
    });
    shipped.collect()
}

pub fn templates() -> Vec<Source> {
    files(&["templates"])
}

/// The files below these folders of every crate.
fn files(folders: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("the crates") {
        let krate = entry.expect("a crate").path();
        for folder in folders.iter().map(|folder| krate.join(folder)).filter(|folder| folder.is_dir()) {
            collect(&folder, &mut found);
        }
    }
    assert!(found.len() > 50, "the files were not found");
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

fn collect(folder: &Path, into: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, into);
        } else {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let relative = path.strip_prefix(root()).expect("below the root");
            into.push(Source { path: relative.display().to_string(), text });
        }
    }
}
