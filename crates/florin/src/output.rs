//! Everything the program prints, but for its log. Results go to stdout, complaints to stderr.
//!
//! A reader that has gone away (`florin … | head`) is no reason to fail, so errors of printing are dropped.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use crate::stop::Stop;

/// A result for people.
pub fn text(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// A result for programs: one line.
pub fn json(value: &serde_json::Value) {
    text(&value.to_string());
}

/// Something on the side, that is no result.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Help, the version, or what is wrong with the command line.
pub fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Why the command did not do what it was asked to.
pub fn stop(stop: &Stop, as_json: bool) -> ExitCode {
    let message = stop.message();
    let _ = if as_json {
        writeln!(std::io::stderr().lock(), "{}", json!({ "error": message }))
    } else {
        writeln!(std::io::stderr().lock(), "florin: {message}")
    };
    ExitCode::from(stop.exit_code())
}
