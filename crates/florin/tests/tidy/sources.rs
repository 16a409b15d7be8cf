//! The files of the workspace.

use std::path::{Path, PathBuf};

pub struct Source {
    /// Relative to the root of the workspace.
    pub path: String,
    pub text: String,
}

impl Source {
    /// Code that ships, as opposed to tests and the bench.
    pub fn ships(&self) -> bool {
        let is_test = self.path.contains("/tests/") || self.path.starts_with("crates/testkit/");
        self.path.starts_with("crates/") && !is_test
    }

    /// The lines before the tests at the end of the file, with their numbers.
    pub fn shipped_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().take_while(|line| *line != "#[cfg(test)]");
        lines.enumerate().map(|(index, line)| (index + 1, line))
    }
}

pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).expect("crates/florin is two levels down").to_owned()
}

/// Every Rust file of the workspace.
pub fn rust_files() -> Vec<Source> {
    let mut files = Vec::new();
    for folder in ["crates", "bench"] {
        collect(&root().join(folder), &mut files);
    }
    assert!(files.len() > 50, "the files were not found");
    files
}

fn collect(folder: &Path, into: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, into);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let relative = path.strip_prefix(root()).expect("below the root");
            into.push(Source { path: relative.display().to_string(), text });
        }
    }
}

/// Fails with everything that was found, or passes.
#[track_caller]
pub fn assert_none(rule: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}
