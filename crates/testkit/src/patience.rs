//! Waiting for what another process does. Never for a fixed time: until it is done, or the test has failed.

use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// As long as anything may take on a slow and busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Asks again until there is an answer, for as long as [`PATIENCE`].
#[track_caller]
pub fn eventually<T>(what: &str, ask: impl FnMut() -> Option<T>) -> T {
    within(PATIENCE, what, ask)
}

/// Asks again until there is an answer, and fails after this time.
#[track_caller]
pub fn within<T>(most: Duration, what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = now() + most;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(now() < deadline, "{what}: not within {most:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits for a process to end.
#[track_caller]
pub fn ended(what: &str, child: &mut Child) -> ExitStatus {
    eventually(&format!("{what} ends"), || child.try_wait().expect("a child can be asked"))
}

/// Runs a command to its end.
#[track_caller]
pub fn output(command: &mut Command) -> Output {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let arguments: Vec<_> = command.get_args().collect();
    outcome(&format!("{arguments:?}"), child)
}

/// What a process has printed when it ends; one that does not is killed.
#[track_caller]
pub fn outcome(what: &str, child: Child) -> Output {
    let process = child.id().to_string();
    let (sender, outcome) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(outcome) = outcome.recv_timeout(PATIENCE) else {
        let _ = Command::new("kill").args(["-KILL", &process]).status();
        panic!("{what} ends: not within {PATIENCE:?}");
    };
    outcome.expect("what it printed")
}

#[allow(clippy::disallowed_methods, reason = "other processes keep real time")]
pub fn now() -> Instant {
    Instant::now()
}
