//! Everything the program prints, but for its log. Results go to stdout, complaints to stderr.
//!
//! A reader that has gone away (`florin … | head`) is no reason to fail, so errors of printing are dropped.

use std::cell::RefCell;
use std::io::Write;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::command_error::CommandError;

/// What a command printed, to be sent to the operator who ran it.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct CommandOutput {
    pub stdout: String,
    pub stderr: String,
}

tokio::task_local! {
    static OUTPUT: RefCell<CommandOutput>;
}

/// Does some work, and keeps what it prints instead of printing it.
pub async fn captured<T>(work: impl Future<Output = T>) -> (T, CommandOutput) {
    let capturing = async {
        let done = work.await;
        (done, OUTPUT.with(RefCell::take))
    };
    OUTPUT.scope(RefCell::default(), capturing).await
}

/// Whether a person watches the terminal while a command works.
pub fn is_watched() -> bool {
    use std::io::IsTerminal;
    OUTPUT.try_with(|_| ()).is_err() && std::io::stderr().is_terminal()
}

/// A result for people.
pub fn text(text: &str) {
    let kept = OUTPUT.try_with(|output| {
        let stdout = &mut output.borrow_mut().stdout;
        stdout.push_str(text);
        stdout.push('\n');
    });
    if kept.is_err() {
        let _ = writeln!(std::io::stdout().lock(), "{text}");
    }
}

/// Clears the screen for a newer result, if the output is a terminal.
pub fn clear_screen() {
    use std::io::IsTerminal;
    let mut stdout = std::io::stdout().lock();
    if stdout.is_terminal() {
        let _ = write!(stdout, "\x1b[2J\x1b[H").and_then(|()| stdout.flush());
    }
}

/// A result for programs: one line.
pub fn json(value: &serde_json::Value) {
    text(&value.to_string());
}

/// Something on the side, that is no result.
pub fn note(text: &str) {
    let kept = OUTPUT.try_with(|output| {
        let stderr = &mut output.borrow_mut().stderr;
        stderr.push_str(text);
        stderr.push('\n');
    });
    if kept.is_err() {
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }
}

/// What a command printed elsewhere.
pub fn repeat(output: &CommandOutput) {
    let _ = std::io::stdout().lock().write_all(output.stdout.as_bytes());
    let _ = std::io::stderr().lock().write_all(output.stderr.as_bytes());
}

/// Help, the version, or what is wrong with the command line.
pub fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if error.use_stderr() {
        note(text.trim_end())
    } else {
        self::text(text.trim_end())
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Why the command did not do what it was asked to.
pub fn stop(stop: &CommandError, as_json: bool) -> ExitCode {
    let message = stop.message();
    note(&if as_json { json!({ "error": message }).to_string() } else { format!("florin: {message}") });
    ExitCode::from(stop.exit_code())
}
