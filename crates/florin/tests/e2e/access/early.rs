//! A refusal that comes before the body was read: the client sees it, and goes on with the same connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::support::{Engine, Server};

testkit::on_one_engine!(
    a_connection_outlives_a_refusal_that_came_before_the_body,
    a_client_that_sends_too_much_without_listening_still_sees_the_refusal,
    no_client_can_send_forever,
);

fn connect(server: &Server) -> TcpStream {
    let stream =
        TcpStream::connect(server.origin().trim_start_matches("http://")).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    stream
}

/// The status of the next answer, which is read to its end.
fn status(stream: &mut BufReader<TcpStream>) -> u16 {
    let (mut status, mut length) = (None, 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("a line of an answer");
        let line = line.strip_suffix("\r\n").unwrap_or_else(|| panic!("the connection was closed"));
        match line.split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().expect("a length");
            }
            Some(_) => {}
            None if line.is_empty() => break,
            None => status = line.split(' ').nth(1).and_then(|code| code.parse().ok()),
        }
    }
    stream.read_exact(&mut vec![0; length]).expect("the whole body");
    status.expect("a status")
}

/// Heads of requests, how many bytes of body they announce, and what they get before that body is there.
fn refusals(server: &Server) -> Vec<(String, usize, u16)> {
    let narrow = server.new_key(server.info("email"), "test", "payouts:read");
    let key = |key: &str| format!("Authorization: Bearer {key}\r\n");
    let full = key(server.info("test_key"));
    [
        ("POST /sandbox/v1/recipients", String::new(), 40, 401),
        ("POST /sandbox/v1/recipients", key(&narrow), 40, 403),
        ("POST /sandbox/v1/recipients?x=1", full.clone(), 40, 400),
        ("POST /sandbox/v1/nothing", full.clone(), 40, 404),
        ("PUT /sandbox/v1/recipients", full.clone(), 40, 405),
        ("POST /sandbox/v1/recipients", String::new(), 2 << 20, 401),
        ("POST /sandbox/v1/recipients", full, 2 << 20, 413),
    ]
    .map(|(line, credential, length, status)| {
        let json = "Content-Type: application/json\r\n";
        let head =
            format!("{line} HTTP/1.1\r\nHost: x\r\n{json}Content-Length: {length}\r\n{credential}\r\n");
        (head, length, status)
    })
    .into()
}

fn a_connection_outlives_a_refusal_that_came_before_the_body(engine: Engine) {
    let server = Server::start(engine);
    for (head, length, refusal) in refusals(&server) {
        let mut stream = BufReader::new(connect(&server));
        stream.get_mut().write_all(head.as_bytes()).expect("the server reads");
        assert_eq!(status(&mut stream), refusal, "{head}");
        stream.get_mut().write_all(&vec![b' '; length]).expect("the server still reads");
        stream.get_mut().write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").expect("and goes on");
        assert_eq!(status(&mut stream), 200, "{head}");
    }
}

fn a_client_that_sends_too_much_without_listening_still_sees_the_refusal(engine: Engine) {
    let server = Server::start(engine);
    for (head, length, refusal) in refusals(&server) {
        let mut stream = connect(&server);
        stream.write_all(head.as_bytes()).expect("the server reads");
        stream.write_all(&vec![b' '; length]).expect("the server reads on");
        assert_eq!(status(&mut BufReader::new(stream)), refusal, "{head}");
    }
}

fn no_client_can_send_forever(engine: Engine) {
    let server = Server::start(engine);
    let head = "POST /sandbox/v1/recipients HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n";
    let mut stream = connect(&server);
    stream.write_all(head.as_bytes()).expect("the server reads");
    let part = vec![b' '; 1 << 20];
    let most = 1_000;
    let taken = (0..most).take_while(|_| stream.write_all(&part).is_ok()).count();
    assert!(taken < most, "the server took {taken} MiB of a body that it had refused");
}
