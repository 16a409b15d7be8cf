//! The command line, as an operator meets it: what it prints, what it refuses, and with which exit code.

mod completions;
mod database_password;
mod dev;
mod doctor;
mod init;
mod metrics;
mod migrations;
mod operators;
pub mod production;
mod rate_limits;
mod serve;
mod settings;
mod several;
mod stopping;
mod trigger;
mod users;
mod without_email;

use serde_json::Value;

use crate::support::{Ended, Process, eventually, florin, run};

/// Checks that a command refused, with this exit code and all of these words, and printed no result.
#[track_caller]
fn assert_refused(ended: &Ended, code: i32, words: &[&str]) {
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(code), ""), "{ended:?}");
    for word in words {
        assert!(ended.stderr.contains(word), "no {word:?} in {}", ended.stderr);
    }
}

/// The names of the fields of a JSON object.
fn fields(value: &Value) -> Vec<&str> {
    let mut fields: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    fields.sort_unstable();
    fields
}

/// Waits until a server answers at this address, or says why it never will.
fn await_ready(process: &mut Process, origin: &str) {
    let anyone = crate::support::Client::new(origin, None);
    eventually("the server is ready", || {
        assert!(process.is_running(), "the server ended: {}", process.log());
        anyone.try_send("GET", "/readyz", &[], None).ok().filter(|reply| reply.status == 200)
    });
}

#[test]
fn help_and_version_are_results_and_nonsense_is_wrong_usage() {
    for arguments in
        [&["--help"][..], &["help", "key"], &["dev", "--help"], &["--version"], &["key", "--help"]]
    {
        let ended = run(&mut florin(arguments));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(ended.stdout.contains("florin"), "{arguments:?}: {ended:?}");
    }
    for arguments in [
        &[][..],
        &["fly"],
        &["key"],
        &["key", "create"],
        &["--nonsense"],
        &["dev", "--nonsense"],
        &["user", "create"],
    ] {
        let ended = run(&mut florin(arguments));
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments:?}: {ended:?}");
        assert!(ended.stderr.contains("Usage: florin"), "{arguments:?}: {ended:?}");
    }
}
