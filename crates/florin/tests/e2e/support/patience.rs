//! Waiting for what another process does. Never for a fixed time: until it is done, or the test has failed.

use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

/// Asks again until there is an answer.
#[track_caller]
pub fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = now() + PATIENCE;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(now() < deadline, "{what}: not within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[allow(clippy::disallowed_methods, reason = "other processes keep real time")]
pub fn now() -> Instant {
    Instant::now()
}
