//! The operator's side: sends the command as typed, and prints the server's response.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use super::{MAX_REQUEST_BYTES, Request, Response};
use crate::command_error::CommandError;
use crate::flags::FlagValues;
use crate::operator_commands::OperatorCommand;
use crate::output;
use crate::settings::{Reader, Sources, flag, operator_socket};

/// Settings that name a server by its files.
const FILES: [&str; 5] = ["data", "database_url", "secrets_file", "secrets", "chain_file"];

/// The socket that the settings name, if they do. A flag that names a server by its files contradicts it.
pub fn socket_path(given: FlagValues) -> Result<Option<PathBuf>, CommandError> {
    let named = given
        .iter()
        .find(|(name, value)| FILES.contains(name) && value.is_some())
        .map(|(name, _)| flag(name));
    let sources = Sources::gather_for_operator(given)?;
    let mut reader = Reader::new(&sources);
    let socket = operator_socket(&mut reader);
    reader.finish("the command")?;
    match (socket, sources.find("operator_socket"), named) {
        (Some(_), Some(found), Some(named)) => Err(CommandError::Usage(format!(
            "{named} and {} select two servers. Omit one of them, or add --operator-socket off",
            found.source
        ))),
        (socket, _, _) => Ok(socket),
    }
}

/// For a command that servers don't run: explains that to operators who have only the socket.
pub fn refuse_unserved(command: &OperatorCommand, given: FlagValues) -> Result<(), CommandError> {
    let sources = Sources::gather_for_operator(given)?;
    let mut reader = Reader::new(&sources);
    let socket = operator_socket(&mut reader);
    reader.finish("the command")?;
    let has_files = FILES.iter().any(|name| sources.has(name));
    if socket.is_some() && !has_files { Err(command.unserved()) } else { Ok(()) }
}

/// Lets the server run the command of this process.
pub async fn send(socket: &Path) -> Result<ExitCode, CommandError> {
    let shown = socket.display();
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let request = Request { version: env!("CARGO_PKG_VERSION").to_owned(), arguments };
    let request = serde_json::to_vec(&request).expect("text is JSON");
    if request.len() as u64 >= MAX_REQUEST_BYTES {
        return Err(CommandError::Usage("the command is too long".to_owned()));
    }
    let stream = UnixStream::connect(socket).await.map_err(|error| {
        CommandError::Refused(format!(
            "can't reach a server at {shown}: {error}. Check that the server runs with this operator_socket, and \
             that you are in the socket's group. An administrator can add --operator-socket off to work on the \
             database"
        ))
    })?;
    let response = exchange(stream, &request).await.map_err(|error| {
        CommandError::Refused(format!(
            "the server at {shown} did not respond ({error}). It may have run the command: check before you \
             repeat it"
        ))
    })?;
    output::repeat(&response.output);
    Ok(ExitCode::from(response.exit_code))
}

async fn exchange(mut stream: UnixStream, request: &[u8]) -> std::io::Result<Response> {
    let sending = async {
        stream.write_all(request).await?;
        stream.shutdown().await
    };
    let sent = sending.await;
    // A server that refuses a connection answers without reading the request. Its answer counts, although sending
    // then fails, or the connection is reset behind the answer.
    let mut answer = Vec::new();
    let received = stream.read_to_end(&mut answer).await;
    if answer.is_empty() {
        sent?;
        received?;
        return Err(std::io::Error::other("it closed the connection"));
    }
    Ok(serde_json::from_slice(&answer)?)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use tokio::net::UnixStream;

    use super::exchange;

    const ANSWER: &[u8] = br#"{"output":{"stdout":"","stderr":"refused"},"exit_code":1}"#;

    #[tokio::test]
    async fn the_answer_of_a_server_that_reads_nothing_is_read() {
        for reads in [0, 1] {
            let (client, server) = UnixStream::pair().expect("a connection");
            let mut server = server.into_std().expect("a connection");
            server.set_nonblocking(false).expect("it waits");
            let serving = std::thread::spawn(move || {
                // With a part unread, closing resets the connection.
                server.read_exact(&mut vec![0; reads]).expect("a request");
                server.write_all(ANSWER).expect("an answer");
            });
            let response = exchange(client, b"a request").await.expect("an answer");
            assert_eq!((response.exit_code, response.output.stderr.as_str()), (1, "refused"), "{reads}");
            serving.join().expect("it answered");
        }
    }

    #[tokio::test]
    async fn a_closed_connection_is_no_answer() {
        let (client, server) = UnixStream::pair().expect("a connection");
        drop(server);
        assert!(exchange(client, b"a request").await.is_err());
    }
}
