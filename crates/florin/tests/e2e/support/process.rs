//! Any `florin` process, for tests of the command line itself.

use std::fs::File;
use std::net::Ipv4Addr;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};

use serde_json::Value;
use tempfile::TempDir;
use testkit::lines::Lines;
use testkit::patience::{ended, output};
use testkit::program::without_settings;

use super::server::{log_folder, signal};

/// The program, with no setting from the environment of this test.
pub fn florin(arguments: &[&str]) -> Command {
    without_settings(env!("CARGO_BIN_EXE_florin"), arguments)
}

/// Runs it to its end.
#[track_caller]
pub fn run(command: &mut Command) -> Ended {
    output(command).into()
}

/// What a process left behind.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// The one line of JSON that a successful command printed.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{self:?}");
        assert_eq!(self.stdout.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the program prints UTF-8");
        Ended { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }
}

/// A process that runs until the test is over.
pub struct Process {
    child: Child,
    stdout: Lines,
    log: TempDir,
}

impl Process {
    pub fn start(mut command: Command) -> Process {
        let log = tempfile::tempdir().expect("a folder for the log");
        let stderr = File::create(log.path().join("stderr")).expect("a log file");
        let mut child = command.stdout(Stdio::piped()).stderr(stderr).spawn().expect("the binary starts");
        let stdout = Lines::of(child.stdout.take().expect("stdout is piped"));
        Process { child, stdout, log }
    }

    /// The next line it prints.
    #[track_caller]
    pub fn line(&mut self) -> String {
        let line = self.stdout.next().unwrap_or_default();
        assert!(line.ends_with('\n'), "it said no more than {line:?}: {}", self.log());
        line
    }

    /// Everything it has written to stderr until now.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log.path().join("stderr")).expect("the log is UTF-8")
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a child can be asked").is_none()
    }

    /// Sends a signal, such as `TERM`.
    pub fn signal(&self, name: &str) {
        signal(&self.child, name);
    }

    /// Sends a signal, and waits for what it does.
    #[track_caller]
    pub fn end(mut self, name: &str) -> Ended {
        self.signal(name);
        self.wait()
    }

    /// Waits for it to end by itself, as a server does that cannot start.
    #[track_caller]
    pub fn ends(mut self) -> Ended {
        self.wait()
    }

    #[track_caller]
    fn wait(&mut self) -> Ended {
        let code = ended("the process", &mut self.child).code();
        Ended { code, stdout: self.stdout.rest(), stderr: self.log() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(folder) = log_folder() {
            let name = format!("process-{}-{}.log", std::process::id(), self.child.id());
            std::fs::write(folder.join(name), self.log()).expect("the log is collected");
        }
    }
}

/// A loopback address that no other process uses, for servers that must be told their port: one that was free a
/// moment ago may be taken.
pub fn own_ip() -> Ipv4Addr {
    static NEXT: AtomicU8 = AtomicU8::new(1);
    let [_, _, high, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, NEXT.fetch_add(1, Ordering::Relaxed), high, low)
}
