//! How long the server waits for a client. These limits have no setting, so this takes as long as the longest: the
//! clients are slow all at once. The edge does not know the database, so one engine is enough.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use super::{connect, head, one_answer, post, send, until_closed};
use crate::support::{Engine, Server, bank_account};

/// A client that sends a byte a second is tried for as long.
const MAX_BYTES: usize = 90;

/// What a client sends or leaves out, and how it does so.
type Slow = (&'static str, fn(&Server));

#[test]
fn clients_that_keep_the_server_waiting_are_disconnected() {
    let server = Server::start(Engine::Sqlite);
    let clients: [Slow; 10] = [
        ("says nothing", says_nothing),
        ("stops in the middle of its headers", stops_in_headers),
        ("sends its headers byte by byte", drips_headers),
        ("is idle after an answer", is_idle_after_an_answer),
        ("sends the headers of its second request byte by byte", drips_headers_after_an_answer),
        ("stops before its body", stops_before_body),
        ("stops one byte before the end of its body", stops_at_the_last_byte),
        ("sends its body byte by byte", drips_body),
        ("sends its chunks byte by byte", drips_chunks),
        ("sends an unwanted body byte by byte", drips_unwanted_body),
    ];
    thread::scope(|scope| {
        let server = &server;
        let waiting = clients.map(|(what, client)| (what, scope.spawn(move || client(server))));
        for (what, client) in waiting {
            assert!(client.join().is_ok(), "the client that {what}");
        }
    });
    // None of those bodies was complete, so none of them did anything.
    assert_eq!(server.sandbox().get("/bank_accounts").json()["data"], serde_json::json!([]));
    assert_eq!(server.anyone().get("/healthz").status, 200);
}

fn says_nothing(server: &Server) {
    assert_eq!(until_closed(&mut connect(server.origin())), "");
}

fn stops_in_headers(server: &Server) {
    let mut stream = send(server.origin(), "GET /healthz HTTP/1.1\r\nHost: flo");
    assert_no_success(&until_closed(&mut stream));
}

fn drips_headers(server: &Server) {
    let stream = send(server.origin(), "GET /healthz HTTP/1.1\r\nHost: florin\r\nX-Slow: ");
    assert_no_success(&drip(stream, "x"));
}

fn is_idle_after_an_answer(server: &Server) {
    let mut stream = send(server.origin(), "GET /healthz HTTP/1.1\r\nHost: florin\r\n\r\n");
    assert_eq!(one_answer(&mut stream).0, 200);
    assert_eq!(until_closed(&mut stream), "");
}

fn drips_headers_after_an_answer(server: &Server) {
    let get = "GET /healthz HTTP/1.1\r\nHost: florin\r\n";
    let mut stream = send(server.origin(), &format!("{get}\r\n{get}X-Slow: "));
    assert_eq!(one_answer(&mut stream).0, 200);
    assert_no_success(&drip(stream, "x"));
}

fn stops_before_body(server: &Server) {
    let length = "Content-Type: application/json\r\nContent-Length: 100\r\n";
    let mut stream = send(server.origin(), &head(server, "POST /sandbox/v1/bank_accounts", length));
    assert_late(&until_closed(&mut stream));
}

fn stops_at_the_last_byte(server: &Server) {
    let request = post(server, "/bank_accounts", "", &bank_account("mxn_spei"));
    let mut stream = send(server.origin(), &request[..request.len() - 1]);
    assert_late(&until_closed(&mut stream));
}

fn drips_body(server: &Server) {
    let length = "Content-Type: application/json\r\nContent-Length: 100000\r\n";
    let stream = send(server.origin(), &head(server, "POST /sandbox/v1/bank_accounts", length));
    assert_late(&drip(stream, " "));
}

fn drips_chunks(server: &Server) {
    let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    let stream = send(server.origin(), &head(server, "POST /sandbox/v1/bank_accounts", chunked));
    assert_late(&drip(stream, "1\r\n \r\n"));
}

/// Who is refused for what stood in the headers learns it at once, and may not go on for ever.
fn drips_unwanted_body(server: &Server) {
    let head = "POST /nothing/here HTTP/1.1\r\nHost: florin\r\nContent-Length: 100000\r\n\r\n";
    let mut stream = send(server.origin(), head);
    assert_eq!(one_answer(&mut stream).0, 404);
    drip(stream, " ");
}

/// Sends the same bytes once a second until the server has closed the connection, and says what it answered.
fn drip(mut stream: TcpStream, bytes: &str) -> String {
    // Waiting a second for an answer is what makes it slow.
    stream.set_read_timeout(Some(Duration::from_secs(1))).expect("a timeout");
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    for _ in 0..MAX_BYTES {
        let sent = stream.write_all(bytes.as_bytes());
        match stream.read(&mut buffer) {
            Ok(0) => return String::from_utf8(answer).expect("UTF-8"),
            Ok(count) => answer.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock && sent.is_ok() => {}
            Err(_) => return String::from_utf8(answer).expect("UTF-8"),
        }
    }
    panic!(
        "the server still listens after {MAX_BYTES} bytes; it said {:?}",
        String::from_utf8_lossy(&answer)
    );
}

/// A head that never ended was never a request. The server may say so or just close.
fn assert_no_success(answer: &str) {
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
}

/// The server knows who it is and what was asked, so it says what went wrong before it closes.
fn assert_late(answer: &str) {
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer:?}");
    let answer = answer.to_ascii_lowercase();
    for part in ["content-type: application/problem+json", "connection: close", "\"malformed_request\""] {
        assert!(answer.contains(part), "no {part} in {answer}");
    }
}
