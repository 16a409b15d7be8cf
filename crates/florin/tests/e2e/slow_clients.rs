//! Clients that are slow, rude or gone: none of them may hold anything for long, take
//! anything from others, or be able to undo or double what they asked for.

mod addresses;
mod connections;
mod gone;
mod memory;
mod timeouts;
mod unread;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::support::Server;

/// Longer than any limit of the server's. Reaching it means that the server forgot the connection.
const PATIENCE: Duration = Duration::from_secs(90);

fn connect(origin: &str) -> TcpStream {
    let address = origin.strip_prefix("http://").expect("plain HTTP");
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// Connects and sends this much.
fn send(origin: &str, text: &str) -> TcpStream {
    let mut stream = connect(origin);
    stream.write_all(text.as_bytes()).expect("the server reads");
    stream
}

/// The head of a request with the full-scope test key; a body may follow.
fn head(server: &Server, request: &str, more: &str) -> String {
    format!(
        "{request} HTTP/1.1\r\nHost: florin\r\nAuthorization: Bearer {}\r\n{more}\r\n",
        server.info("test_key")
    )
}

/// A whole POST of this body.
fn post(server: &Server, path: &str, more: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = format!("Content-Type: application/json\r\nContent-Length: {}\r\n{more}", body.len());
    head(server, &format!("POST /sandbox/v1{path}"), &length) + &body
}

/// Everything the server says until it closes the connection, which it must.
#[track_caller]
fn until_closed(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("the server did not close: {error}"),
        }
    }
    String::from_utf8(answer).expect("UTF-8")
}

/// One answer of known length from a connection that may stay open: its status, its headers, its body.
#[track_caller]
fn one_answer(stream: &mut TcpStream) -> (u16, String, String) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("an answer");
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("UTF-8").to_ascii_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length = length.map_or(0, |length| length.parse().expect("a length"));
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("the whole body");
    (status, head, String::from_utf8(body).expect("UTF-8"))
}
