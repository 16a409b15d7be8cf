//! Commands that run a program under test.

use std::path::Path;
use std::process::{Command, Stdio};

/// The program, with no `FLORIN_` setting from the environment of the test.
pub fn without_settings(program: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program.as_ref());
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("FLORIN_")) {
        command.env_remove(name);
    }
    command
}
