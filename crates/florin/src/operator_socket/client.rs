//! The operator's side: sends the command as it was typed, and prints what the server sends back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use super::{Request, Response};
use crate::flags::Given;
use crate::output;
use crate::settings::{Reader, Sources, operator_socket};
use crate::stop::Stop;

/// The socket that the settings name, if they do.
pub fn named(given: Given) -> Result<Option<PathBuf>, Stop> {
    let sources = Sources::gather(given)?;
    let mut reader = Reader::new(&sources);
    let socket = operator_socket(&mut reader);
    reader.finish("florin")?;
    Ok(socket)
}

/// For a command that servers don't run: explains that to operators who have only the socket.
pub fn refuse_unserved(given: Given) -> Result<(), Stop> {
    let names_a_server = {
        let sources = Sources::gather(given.clone())?;
        ["data", "database_url", "secrets_file", "secrets"].iter().any(|name| sources.has(name))
    };
    match named(given)? {
        Some(_) if !names_a_server => Err(Stop::Refused(
            "a server doesn't run this command for its operators. People sign up and create API keys at /dashboard; \
             an administrator runs it with --database-url and --secrets-file"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Lets the server run the command of this process.
pub async fn send(socket: &Path) -> Result<ExitCode, Stop> {
    let shown = socket.display();
    let stream = UnixStream::connect(socket).await.map_err(|error| {
        Stop::Refused(format!(
            "no server can be reached at {shown}: {error}. Check that it runs with this operator_socket, and that you \
             are in the socket's group"
        ))
    })?;
    let response = exchange(stream).await.map_err(|error| {
        Stop::Refused(format!(
            "the server at {shown} did not answer ({error}). It may have run the command: look before you repeat it"
        ))
    })?;
    output::repeat(&response.printed);
    Ok(ExitCode::from(response.exit_code))
}

async fn exchange(mut stream: UnixStream) -> std::io::Result<Response> {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    stream.write_all(&serde_json::to_vec(&Request { arguments })?).await?;
    stream.shutdown().await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    Ok(serde_json::from_str(&text)?)
}
