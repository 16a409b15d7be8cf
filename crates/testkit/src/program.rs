//! Commands that run a program under test.

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs one test of this program in a process of its own, with what `prepare` gives the process, and expects it to
/// pass.
pub fn run_test_alone(test: &str, prepare: impl FnOnce(&mut Command)) {
    let mut child = Command::new(std::env::current_exe().expect("this program"));
    prepare(child.args(["--exact", test]));
    let output = child.output().expect("a child");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

/// The program, with no `FLORIN_` setting from the environment of the test.
pub fn without_settings(program: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program.as_ref());
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("FLORIN_")) {
        command.env_remove(name);
    }
    command
}
