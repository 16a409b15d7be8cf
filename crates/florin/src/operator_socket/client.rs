//! The operator's side: sends the command as it was typed, and prints what the server sends back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use super::{MOST_REQUEST_BYTES, Request, Response};
use crate::flags::Given;
use crate::output;
use crate::settings::{Reader, Sources, flag, operator_socket};
use crate::stop::Stop;

/// Settings that name a server by its files.
const FILES: [&str; 5] = ["data", "database_url", "secrets_file", "secrets", "chain_file"];

/// The socket that the settings name, if they do. A flag that names a server by its files contradicts it.
pub fn socket_path(given: Given) -> Result<Option<PathBuf>, Stop> {
    let named = given
        .iter()
        .find(|(name, value)| FILES.contains(name) && value.is_some())
        .map(|(name, _)| flag(name));
    let sources = Sources::gather(given)?;
    let mut reader = Reader::new(&sources);
    let socket = operator_socket(&mut reader);
    reader.finish("the command")?;
    match (socket, sources.find("operator_socket"), named) {
        (Some(_), Some(found), Some(named)) => Err(Stop::Usage(format!(
            "{named} and {} name two servers. Leave one out, or add --operator-socket off",
            found.source
        ))),
        (socket, _, _) => Ok(socket),
    }
}

/// For a command that servers don't run: explains that to operators who have only the socket.
pub fn refuse_unserved(given: Given) -> Result<(), Stop> {
    let sources = Sources::gather(given)?;
    let mut reader = Reader::new(&sources);
    let socket = operator_socket(&mut reader);
    reader.finish("the command")?;
    let has_files = FILES.iter().any(|name| sources.has(name));
    if socket.is_some() && !has_files { Err(unserved()) } else { Ok(()) }
}

pub fn unserved() -> Stop {
    Stop::Refused(
        "a server doesn't run this command for its operators. People sign up and create API keys at /dashboard; an \
         administrator runs it with --database-url and --secrets-file"
            .to_owned(),
    )
}

/// Lets the server run the command of this process.
pub async fn send(socket: &Path) -> Result<ExitCode, Stop> {
    let shown = socket.display();
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let request = Request { version: env!("CARGO_PKG_VERSION").to_owned(), arguments };
    let request = serde_json::to_vec(&request).expect("text is JSON");
    if request.len() as u64 >= MOST_REQUEST_BYTES {
        return Err(Stop::Usage("the command is too long".to_owned()));
    }
    let stream = UnixStream::connect(socket).await.map_err(|error| {
        Stop::Refused(format!(
            "no server can be reached at {shown}: {error}. Check that the server runs with this operator_socket and \
             that you are in the socket's group. An administrator adds --operator-socket off to work on the database"
        ))
    })?;
    let response = exchange(stream, &request).await.map_err(|error| {
        Stop::Refused(format!(
            "the server at {shown} did not answer ({error}). It may have run the command: look before you repeat it"
        ))
    })?;
    output::repeat(&response.output);
    Ok(ExitCode::from(response.exit_code))
}

async fn exchange(mut stream: UnixStream, request: &[u8]) -> std::io::Result<Response> {
    stream.write_all(request).await?;
    stream.shutdown().await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    if text.is_empty() {
        return Err(std::io::Error::other("it closed the connection"));
    }
    Ok(serde_json::from_str(&text)?)
}
