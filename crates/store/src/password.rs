//! Where the password for PostgreSQL comes from. It is read again for each connection, because it may change, or be
//! valid for minutes only. It never appears in a message.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::error::Error;

/// Longer than any token, which may hold a whole identity.
const MOST_BYTES: u64 = 64 * 1024;
const PAUSE: Duration = Duration::from_millis(5);

#[derive(Clone, PartialEq, Eq)]
pub enum PasswordSource {
    /// The URL has it, or there is none.
    Url,
    /// The first line of a file.
    File(PathBuf),
    Command(PasswordCommand),
}

/// A program that prints the password.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordCommand {
    program: String,
    arguments: Vec<String>,
    /// Variables with secrets of this process, which are not for it.
    hidden_variables: Vec<String>,
}

impl PasswordCommand {
    /// Words with blanks between them: no shell reads it.
    pub fn parse(text: &str, hidden_variables: Vec<String>) -> Option<PasswordCommand> {
        let mut words = text.split_whitespace().map(str::to_owned);
        Some(PasswordCommand { program: words.next()?, arguments: words.collect(), hidden_variables })
    }

    fn spawn(&self) -> std::io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        for variable in &self.hidden_variables {
            command.env_remove(variable);
        }
        command.spawn()
    }
}

impl PasswordSource {
    /// The password, unless the URL has it. The caller limits the time: a command that is no longer waited for is
    /// killed.
    pub async fn read(&self) -> Result<Option<Vec<u8>>, Error> {
        match self {
            PasswordSource::Url => Ok(None),
            PasswordSource::File(path) => read_file(path).map(Some),
            PasswordSource::Command(command) => run(command).await.map(Some),
        }
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let cannot = |why: &str| Error::Unavailable(format!("the password file {}: {why}", path.display()));
    let file = std::fs::File::open(path).map_err(|error| cannot(&error.to_string()))?;
    let mut text = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut text).map_err(|error| cannot(&error.to_string()))?;
    first_line(text).ok_or_else(|| cannot("it is empty"))
}

async fn run(command: &PasswordCommand) -> Result<Vec<u8>, Error> {
    let cannot = |why: String| Error::Unavailable(format!("the password command {} {why}", command.program));
    let mut running = Running(command.spawn().map_err(|error| cannot(format!("can't be run: {error}")))?);
    let output = running.0.stdout.take().expect("it is piped");
    let reading = tokio::task::spawn_blocking(move || {
        let mut text = Vec::new();
        output.take(MOST_BYTES).read_to_end(&mut text).map(|_| text)
    });
    let read = reading.await.map_err(|_| cannot("was aborted".to_owned()))?;
    let text = read.map_err(|error| cannot(format!("failed: {error}")))?;
    // It has closed its output, so it ends at once, or never.
    let status = loop {
        match running.0.try_wait().map_err(|error| cannot(format!("failed: {error}")))? {
            Some(status) => break status,
            None => tokio::time::sleep(PAUSE).await,
        }
    };
    if !status.success() {
        return Err(cannot(format!("failed ({status}); run it as Florin's user to see why")));
    }
    first_line(text).ok_or_else(|| cannot("printed nothing".to_owned()))
}

/// Killed when its result is no longer waited for.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended is only waited for.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn first_line(text: Vec<u8>) -> Option<Vec<u8>> {
    let line = text.split(|byte| *byte == b'\n').next()?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    (!line.is_empty()).then(|| line.to_vec())
}
