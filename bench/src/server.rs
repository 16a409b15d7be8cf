//! Starts the measured servers as processes of their own and takes them down again.
//! It must never leave one behind: dropping a `Server` ends its process.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::sync::oneshot::{Receiver, channel};

use crate::call::{Call, Target};
use crate::load::ask;
use crate::process::{Memory, memory};
use crate::{constant, process};

const START_TIMEOUT: Duration = Duration::from_secs(60);
/// A run pays out more than a test account may create unless told.
const MAX_TEST_MONEY: &str = "1000000000";
/// What a server does right after its start is over by then.
const SETTLE: Duration = Duration::from_secs(1);

pub struct Server {
    pub target: Target,
    /// The users that can sign in, if any.
    pub demo: Option<Demo>,
    /// From the start of the process to its first answered request.
    pub first_answer: Duration,
    pub idle: Memory,
    process: Process,
}

/// The user that `florin dev` makes.
#[derive(Clone, Deserialize)]
pub struct Demo {
    pub email: String,
    pub password: String,
}

/// The line `florin dev --json` prints once it accepts requests; the bench needs these of it.
#[derive(Deserialize)]
struct Ready {
    sandbox_url: String,
    test_key: String,
    #[serde(flatten)]
    demo: Demo,
}

impl Server {
    /// The constant route, served by this same program in a second process.
    pub async fn start_constant(folder: &Path) -> Result<Server, String> {
        let program = std::env::current_exe().map_err(|p| format!("cannot find this program: {p}"))?;
        let mut command = Command::new(program);
        command.arg("constant-server");
        let started = Instant::now();
        let mut process = Process::spawn(command, folder, "constant")?;
        let target = Target::open(&process.first_line().await?)?;
        let probe = target.get(constant::PATH);
        Server::settled(process, target, None, probe, started).await
    }

    /// `florin dev` with its data in `folder`, on the database at `database_url` or on its own SQLite file.
    pub async fn start_florin(
        program: &Path,
        folder: &Path,
        database_url: Option<&str>,
    ) -> Result<Server, String> {
        let mut command = Command::new(program);
        command.args(["dev", "--listen", "127.0.0.1:0", "--json", "--max-test-money", MAX_TEST_MONEY]);
        command.arg("--data").arg(folder.join("data"));
        if let Some(url) = database_url {
            command.args(["--database-url", url]);
        }
        let started = Instant::now();
        let mut process = Process::spawn(command, folder, "florin")?;
        let line = process.first_line().await?;
        let ready: Ready = serde_json::from_str(&line)
            .map_err(|problem| format!("florin's first line is not what `dev --json` prints: {problem}"))?;
        let target = Target::with_key(&format!("{}/v1", ready.sandbox_url), &ready.test_key)?;
        let probe = target.get("/balance");
        Server::settled(process, target, Some(ready.demo), probe, started).await
    }

    /// Waits for the first answer and for the quiet after it.
    async fn settled(
        process: Process,
        target: Target,
        demo: Option<Demo>,
        probe: Call,
        started: Instant,
    ) -> Result<Server, String> {
        let (status, body) = ask(&target.authority, &probe).await?;
        if status != 200 {
            let body = String::from_utf8_lossy(&body);
            return Err(format!("the first request returned {status}: {body}\n{}", process.last_words()));
        }
        let first_answer = started.elapsed();
        tokio::time::sleep(SETTLE).await;
        let idle = memory(process.child.id())?;
        Ok(Server { target, demo, first_answer, idle, process })
    }

    pub fn memory(&self) -> Result<Memory, String> {
        memory(self.process.child.id())
    }

    pub fn processor_us(&self) -> Result<u64, String> {
        process::processor_us(self.process.child.id())
    }

    /// The end of what the server wrote to its log, to explain a failed run.
    pub fn last_words(&self) -> String {
        self.process.last_words()
    }
}

/// The `florin` to measure: the one named, or the one built beside this program.
pub fn find_florin(named: Option<&Path>) -> Result<PathBuf, String> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => std::env::current_exe()
            .map_err(|p| format!("cannot find this program: {p}"))?
            .with_file_name("florin"),
    };
    // Absolute, because the server starts in another folder.
    path.canonicalize().map_err(|problem| {
        let advice = "build it with `cargo build --release -p florin`, or choose a binary with --florin";
        format!("florin not found at {} ({problem}): {advice}", path.display())
    })
}

/// What is measured must not pick up the settings of the user who runs the bench.
pub fn without_settings(command: &mut Command) {
    for (variable, _) in std::env::vars_os() {
        if variable.to_string_lossy().starts_with("FLORIN_") {
            command.env_remove(variable);
        }
    }
}

struct Process {
    name: &'static str,
    child: Child,
    first_line: Receiver<String>,
    log: PathBuf,
}

impl Process {
    fn spawn(mut command: Command, folder: &Path, name: &'static str) -> Result<Process, String> {
        let log = folder.join("server.log");
        // Several may write to it, one after the other or side by side.
        let log_file = File::options().create(true).append(true).open(&log);
        let log_file = log_file.map_err(|p| format!("cannot write the log of {name}: {p}"))?;
        without_settings(&mut command);
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log_file);
        let mut child = command.spawn().map_err(|p| format!("cannot start {name}: {p}"))?;
        let output = child.stdout.take().expect("standard output was asked for as a pipe");
        let (send, first_line) = channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            if let Some(line) = lines.next() {
                // No thread waits for the line once the run was stopped.
                drop(send.send(line));
            }
            // Reads to the end, so that a talkative server never waits for a full pipe.
            lines.for_each(drop);
        });
        Ok(Process { name, child, first_line, log })
    }

    async fn first_line(&mut self) -> Result<String, String> {
        let line = tokio::time::timeout(START_TIMEOUT, &mut self.first_line).await;
        let what = match line {
            Ok(Ok(line)) => return Ok(line),
            Ok(Err(_)) => "ended during its start".to_owned(),
            Err(_) => format!("printed nothing for {} s after its start", START_TIMEOUT.as_secs()),
        };
        Err(format!("{} {what}\n{}", self.name, self.last_words()))
    }

    fn last_words(&self) -> String {
        let mut log = String::new();
        if File::open(&self.log).and_then(|mut file| file.read_to_string(&mut log)).is_err() {
            return format!("(the log of {} cannot be read)", self.name);
        }
        let lines: Vec<&str> = log.lines().collect();
        let last = &lines[lines.len().saturating_sub(12)..];
        if last.is_empty() { format!("({} logged nothing)", self.name) } else { last.join("\n") }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only when the process has already ended and been waited for.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
