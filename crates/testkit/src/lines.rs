//! What a process prints. A thread reads it, so that no test waits for ever for a line that does not come.

use std::io::{BufRead, BufReader};
use std::process::ChildStdout;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use crate::patience::PATIENCE;

pub struct Lines(Receiver<String>);

impl Lines {
    pub fn of(stdout: ChildStdout) -> Lines {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = String::new();
            while stdout.read_line(&mut line).expect("the program prints UTF-8") > 0 {
                // The test may not want it; it is read all the same, as a terminal would.
                let _ = sender.send(std::mem::take(&mut line));
            }
        });
        Lines(lines)
    }

    /// The next one, with the end of the line; nothing when the process has closed its output.
    #[track_caller]
    pub fn next(&self) -> Option<String> {
        match self.0.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("it printed nothing for {PATIENCE:?}, and did not end"),
        }
    }

    /// All that are left, of a process that ends.
    #[track_caller]
    pub fn rest(&self) -> String {
        std::iter::from_fn(|| self.next()).collect()
    }
}
