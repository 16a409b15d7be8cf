//! The operator socket: a server runs commands for its operators, who then need neither its database nor its secrets.
//! The kernel says who is connected, and the file's permissions decide who can be.

mod client;
mod peer;

pub use client::{named, refuse_unserved, send};

use std::io::ErrorKind;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use app::App;
use clap::Parser;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use crate::cli::{Cli, Command};
use crate::commands::{self, Backend};
use crate::output::{self, Printed};
use crate::stop::Stop;

const MOST_CONNECTIONS: usize = 16;
const LONGEST_REQUEST: u64 = 65_536;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const PAUSE_AFTER_ERROR: Duration = Duration::from_millis(100);
/// For the server's own user and group. A setgid folder decides which group that is.
const MODE: u32 = 0o660;

/// What an operator typed, the program's own name included.
#[derive(Serialize, Deserialize)]
struct Request {
    arguments: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Response {
    printed: Printed,
    exit_code: u8,
}

pub struct OperatorSocket {
    listener: UnixListener,
    path: PathBuf,
}

impl OperatorSocket {
    /// A socket that a server left behind is replaced, and one that is in use is not.
    pub fn bind(path: &Path) -> Result<OperatorSocket, Stop> {
        let shown = path.display();
        let refused = |error: std::io::Error| {
            Stop::Refused(format!(
                "cannot listen for operators at {shown}: {error}. Choose another path with --operator-socket"
            ))
        };
        if std::fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket()) {
            match std::os::unix::net::UnixStream::connect(path) {
                Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                    std::fs::remove_file(path).map_err(refused)?;
                }
                Ok(_) | Err(_) => {
                    return Err(Stop::Refused(format!(
                        "{shown} belongs to another server. Choose another path with --operator-socket"
                    )));
                }
            }
        }
        let listener = UnixListener::bind(path).map_err(refused)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(MODE)).map_err(refused)?;
        Ok(OperatorSocket { listener, path: path.to_owned() })
    }

    /// Until it is dropped.
    pub async fn run(self, app: Arc<App>) {
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let place = room.clone().acquire_owned().await.expect("the semaphore stays open");
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let app = app.clone();
                    tokio::spawn(async move {
                        if let Err(error) = answer(stream, app).await {
                            tracing::warn!(%error, "an operator was not answered");
                        }
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "the operator socket cannot accept a connection");
                    tokio::time::sleep(PAUSE_AFTER_ERROR).await;
                }
            }
        }
    }
}

impl Drop for OperatorSocket {
    fn drop(&mut self) {
        // The next server replaces one that is left.
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn answer(mut stream: UnixStream, app: Arc<App>) -> std::io::Result<()> {
    let operator = peer::machine_user(&stream)?;
    let mut text = String::new();
    let mut limited = (&mut stream).take(LONGEST_REQUEST);
    tokio::time::timeout(REQUEST_TIMEOUT, limited.read_to_string(&mut text)).await??;
    let request: Request = serde_json::from_str(&text)?;
    let backend = Backend::Server { app, operator };
    // What a command does is not for one thread after another, so it gets one of its own. It ends even if the operator
    // goes away.
    let runtime = Handle::current();
    let running = tokio::task::spawn_blocking(move || runtime.block_on(run(&request.arguments, &backend)));
    let response = running.await.map_err(std::io::Error::other)?;
    let sending = async {
        stream.write_all(&serde_json::to_vec(&response)?).await?;
        stream.shutdown().await
    };
    tokio::time::timeout(REQUEST_TIMEOUT, sending).await?
}

async fn run(arguments: &[String], backend: &Backend) -> Response {
    let (exit_code, printed) = output::captured(async {
        match Cli::try_parse_from(arguments).map(|cli| cli.command) {
            Ok(Command::Operator(command)) if command.is_served() => {
                let as_json = command.wants_json();
                let outcome = commands::operate(command, backend).await;
                outcome.unwrap_or_else(|stop| output::stop(&stop, as_json))
            }
            Ok(command) => {
                let words = "a server doesn't run this command for its operators";
                output::stop(&Stop::Usage(words.to_owned()), command.wants_json())
            }
            Err(error) => output::usage(&error),
        }
    })
    .await;
    Response { printed, exit_code: number(exit_code) }
}

/// A process can't look into the exit code that it makes.
fn number(exit_code: ExitCode) -> u8 {
    (0..=2).find(|number| ExitCode::from(*number) == exit_code).unwrap_or(1)
}
