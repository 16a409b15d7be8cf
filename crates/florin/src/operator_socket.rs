//! The operator socket: a server runs commands for its operators, who then need neither its database nor its secrets.
//! The kernel says who is connected, and the file's permissions decide who can be.

mod admission;
mod client;
mod connection_limits;
mod user_ids;

pub use client::{refuse_unserved, send, socket_path};

use std::io::{ErrorKind, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use app::App;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use rules::machine_user::MachineUser;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::command_error::CommandError;
use crate::flags::GeneralFlags;
use crate::machine_user::Machine;
use crate::operator_commands::{self, Backend, OperatorCommand};
use crate::output::{self, CommandOutput};
use crate::signals::Signals;
use admission::{Admission, ConnectedOperator};

const MAX_REQUEST_BYTES: u64 = 65_536;
/// Clients send a request as soon as they are connected.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
const PAUSE_AFTER_ERROR: Duration = Duration::from_millis(100);
/// Commands of one user start no faster than this in each place, because payouts wait for the same writer.
const PAUSE_AFTER_COMMAND: Duration = Duration::from_millis(100);
/// For the server's own user and group. A setgid folder decides which group that is.
const MODE: u32 = 0o660;

/// What an operator typed, including the name of the program.
#[derive(Serialize, Deserialize)]
struct Request {
    version: String,
    arguments: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Response {
    output: CommandOutput,
    exit_code: u8,
}

pub struct OperatorSocket {
    listener: UnixListener,
    path: PathBuf,
    /// Device and inode of the socket file.
    file: (u64, u64),
    machine: Machine,
}

impl OperatorSocket {
    /// Replaces a socket that a crashed server left, and never one that a server listens on.
    pub async fn bind(path: &Path) -> Result<OperatorSocket, CommandError> {
        let refused = |error: std::io::Error| {
            let shown = path.display();
            CommandError::Refused(format!(
                "can't listen for operators at {shown}: {error}. Choose another path with --operator-socket"
            ))
        };
        let machine = Machine::read().map_err(|error| {
            CommandError::Refused(format!(
                "can't identify operators: {error}. Let the server read /proc, or omit --operator-socket"
            ))
        })?;
        if std::fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket()) {
            remove_if_stale(path).await?;
        }
        let listener = UnixListener::bind(path).map_err(refused)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(MODE)).map_err(refused)?;
        let file = std::fs::symlink_metadata(path).map_err(refused)?;
        if machine.is_in_namespace {
            tracing::warn!("this server runs in a user namespace, so all operators count as one person");
        }
        Ok(OperatorSocket { listener, path: path.to_owned(), file: (file.dev(), file.ino()), machine })
    }

    /// Serves until the first signal, then finishes the commands that have begun.
    pub async fn run(self, app: Arc<App>, signals: Signals) {
        let admission = Admission::new(self.machine);
        let office = Arc::new(SocketContext { app, admission, heavy: Semaphore::new(1) });
        let mut running = JoinSet::new();
        let stop = signals.first();
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                Some(_) = running.join_next() => {}
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => match office.admission.admit(&stream) {
                        Ok(visitor) => _ = running.spawn(serve(stream, visitor, office.clone())),
                        Err(words) => refuse(stream, &words).await,
                    },
                    Err(error) => {
                        tracing::warn!(%error, "connection at the operator socket not accepted");
                        tokio::time::sleep(PAUSE_AFTER_ERROR).await;
                    }
                }
            }
        }
        drop(self);
        let drained = async { while running.join_next().await.is_some() {} };
        if tokio::time::timeout(DRAIN_TIMEOUT, drained).await.is_err() {
            tracing::warn!("stopping while operator commands still run");
        }
    }
}

impl Drop for OperatorSocket {
    fn drop(&mut self) {
        let is_ours =
            std::fs::symlink_metadata(&self.path).is_ok_and(|file| (file.dev(), file.ino()) == self.file);
        if is_ours {
            // The next server replaces a socket that stays.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

async fn remove_if_stale(path: &Path) -> Result<(), CommandError> {
    let shown = path.display();
    let probe = tokio::time::timeout(PROBE_TIMEOUT, UnixStream::connect(path)).await;
    let problem = match probe {
        Ok(Err(error)) if error.kind() == ErrorKind::ConnectionRefused => match std::fs::remove_file(path) {
            Ok(()) => return Ok(()),
            Err(error) => {
                format!("can't replace the socket {shown} of a stopped server: {error}")
            }
        },
        Ok(Err(error)) => format!("{shown} already exists: {error}"),
        Ok(Ok(_)) | Err(_) => format!("another server listens for operators at {shown}"),
    };
    Err(CommandError::Refused(format!("{problem}. Choose another path with --operator-socket")))
}

/// What all connections share.
struct SocketContext {
    app: Arc<App>,
    admission: Admission,
    /// One command at a time proves the books or works on the chain.
    heavy: Semaphore,
}

async fn serve(stream: UnixStream, visitor: ConnectedOperator, office: Arc<SocketContext>) {
    let operator = visitor.operator;
    let place = match office.admission.place(visitor).await {
        Ok(place) => place,
        Err(words) => return refuse(stream, &words).await,
    };
    let turn = place.turn().await;
    if let Err(error) = answer(stream, operator, office.clone()).await {
        tracing::warn!(%error, %operator, "operator request failed");
    }
    tokio::time::sleep(PAUSE_AFTER_COMMAND).await;
    drop(turn);
}

/// Closes the connection at once, so that refused users can't use up open files. What they sent is not read, and the
/// answer is written only as far as that needs no waiting.
async fn refuse(stream: UnixStream, words: &str) {
    let stop = CommandError::Refused(words.to_owned());
    let (exit_code, output) = output::captured(async { output::stop(&stop, false) }).await;
    let response = serde_json::to_vec(&Response { output, exit_code: number(exit_code) });
    if let (Ok(mut stream), Ok(response)) = (stream.into_std(), response) {
        // The operator may be gone.
        let _ = stream.write(&response);
    }
}

async fn answer(
    mut stream: UnixStream,
    operator: MachineUser,
    office: Arc<SocketContext>,
) -> std::io::Result<()> {
    let mut text = String::new();
    let mut limited = (&mut stream).take(MAX_REQUEST_BYTES);
    tokio::time::timeout(REQUEST_TIMEOUT, limited.read_to_string(&mut text)).await??;
    let request: Request = serde_json::from_str(&text)?;
    // The futures of commands are not `Send`, so each command has a thread. It ends even if the operator disconnects.
    let runtime = Handle::current();
    let running = tokio::task::spawn_blocking(move || runtime.block_on(run(&request, operator, &office)));
    let response = running.await.map_err(std::io::Error::other)?;
    respond(stream, &response).await
}

async fn respond(mut stream: UnixStream, response: &Response) -> std::io::Result<()> {
    let sending = async {
        stream.write_all(&serde_json::to_vec(response)?).await?;
        stream.shutdown().await
    };
    tokio::time::timeout(RESPONSE_TIMEOUT, sending).await?
}

async fn run(request: &Request, operator: MachineUser, office: &SocketContext) -> Response {
    let (exit_code, output) = output::captured(async {
        if request.version != env!("CARGO_PKG_VERSION") {
            let (own, other) = (env!("CARGO_PKG_VERSION"), &request.version);
            let words =
                format!("the server is florin {own}, and you run florin {other}. Use the server's version");
            return output::stop(&CommandError::Refused(words), false);
        }
        match parse(&request.arguments) {
            Ok((name, SentCommand::Operator(command))) if command.is_served() => {
                let exit_code = operate(*command, operator, office).await;
                tracing::info!(%operator, command = name, exit_code = number(exit_code), "operator command");
                exit_code
            }
            Ok((_, SentCommand::Operator(command))) => {
                output::stop(&command.unserved(), command.wants_json())
            }
            Ok((_, SentCommand::Other(_))) => output::stop(&operator_commands::unserved(""), false),
            Err(error) => output::usage(&error),
        }
    })
    .await;
    Response { output, exit_code: number(exit_code) }
}

/// The part of the command line that operators can send.
#[derive(Parser)]
#[command(name = "florin")]
struct OperatorCli {
    #[command(flatten)]
    general: GeneralFlags,
    #[command(subcommand)]
    command: SentCommand,
}

#[derive(Subcommand)]
enum SentCommand {
    #[command(flatten)]
    Operator(Box<OperatorCommand>),
    /// Commands that a server runs for no operator.
    #[command(external_subcommand)]
    Other(#[expect(dead_code, reason = "clap puts the words there")] Vec<String>),
}

/// The command, and its name without any argument.
fn parse(arguments: &[String]) -> Result<(String, SentCommand), clap::Error> {
    let matches = OperatorCli::command().try_get_matches_from(arguments)?;
    let mut names = Vec::new();
    let mut inner = matches.subcommand();
    while let Some((name, matches)) = inner {
        names.push(name.to_owned());
        inner = matches.subcommand();
    }
    Ok((names.join(" "), OperatorCli::from_arg_matches(&matches)?.command))
}

async fn operate(command: OperatorCommand, operator: MachineUser, office: &SocketContext) -> ExitCode {
    let as_json = command.wants_json();
    // In the order in which they came; each user has only a few.
    let _permit = match command.is_heavy() {
        true => Some(office.heavy.acquire().await.expect("the semaphore stays open")),
        false => None,
    };
    let backend = Backend::Server { app: office.app.clone(), operator };
    let outcome = operator_commands::operate(command, &backend).await;
    outcome.unwrap_or_else(|stop| output::stop(&stop, as_json))
}

/// `ExitCode` has no way to read its number.
fn number(exit_code: ExitCode) -> u8 {
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == exit_code).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::OperatorCli;

    #[test]
    fn the_command_line_of_operators_is_consistent() {
        OperatorCli::command().debug_assert();
    }
}
