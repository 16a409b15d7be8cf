//! Bytes that no HTTP client would send. A connection on which two readers could disagree about where a
//! request ends is closed after one answer: nothing hidden inside a request is ever taken for another.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::support::{Engine, Reply, Server};

testkit::on_one_engine!(
    two_requests_on_one_connection_get_two_answers,
    a_request_inside_a_request_is_never_answered,
    bytes_that_are_no_http_get_one_refusal,
    a_bare_line_feed_never_hides_a_request,
    methods_of_proxies_do_nothing_and_repeat_nothing,
);

/// One connection: its head is sent, its answers are read until the server closes it.
pub struct Conversation {
    stream: TcpStream,
}

impl Conversation {
    pub fn start(server: &Server, head: &[u8]) -> Conversation {
        let address = server.origin().trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        // The server may close before it has read everything; what it answered is what counts.
        let _ = stream.write_all(head);
        Conversation { stream }
    }

    /// With the full-scope test key. `more` are header lines.
    pub fn authorized(server: &Server, method: &str, path: &str, more: &str) -> Conversation {
        Conversation::start(server, head(server, method, path, more).as_bytes())
    }

    /// Reads one answer, whether the connection is closed or not.
    pub fn first(mut self) -> Reply {
        let mut received = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let text = String::from_utf8_lossy(&received);
            if let Some((reply, _)) = reply(&text) {
                return reply;
            }
            match self.stream.read(&mut buffer) {
                Ok(count @ 1..) => received.extend_from_slice(&buffer[..count]),
                end => panic!("no answer: {end:?} after {text:?}"),
            }
        }
    }

    /// Sends the rest, and reads every answer.
    pub fn end(self, rest: &[u8]) -> Vec<Reply> {
        self.stream(rest, 1)
    }

    /// Sends the same bytes many times, or until the server has had enough.
    pub fn stream(mut self, part: &[u8], times: usize) -> Vec<Reply> {
        let mut sending = self.stream.try_clone().expect("a second handle");
        let part = part.to_vec();
        let sender = std::thread::spawn(move || {
            for _ in 0..times {
                if sending.write_all(&part).is_err() {
                    break;
                }
            }
        });
        let mut received = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => received.extend_from_slice(&buffer[..count]),
                // A reset is a close, too; only silence is not.
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
                Err(error) => panic!("the connection stays open: {error}"),
            }
        }
        sender.join().expect("the sender ends");
        replies(&String::from_utf8_lossy(&received))
    }
}

/// Everything the server answers to these bytes until it closes the connection.
pub fn answers(server: &Server, bytes: &[u8]) -> Vec<Reply> {
    Conversation::start(server, bytes).end(b"")
}

fn head(server: &Server, method: &str, path: &str, more: &str) -> String {
    let key = server.info("test_key");
    format!("{method} /sandbox/v1{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n{more}\r\n")
}

fn replies(received: &str) -> Vec<Reply> {
    let mut rest = received;
    let mut found = Vec::new();
    while let Some((reply, after)) = reply(rest) {
        found.push(reply);
        rest = after;
    }
    assert_eq!(rest, "", "an answer is incomplete");
    found
}

/// The first answer if it is complete, and what follows it.
fn reply(received: &str) -> Option<(Reply, &str)> {
    let (head, after) = received.split_once("\r\n\r\n")?;
    let (line, lines) = head.split_once("\r\n").unwrap_or((head, ""));
    let status = line.strip_prefix("HTTP/1.1 ").and_then(|line| line.get(..3)?.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no HTTP: {received:?}"));
    let named = lines.split("\r\n").filter_map(|line| line.split_once(": "));
    let headers = named.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    let head = Reply::new(status, headers, Vec::new());
    let length = head.header("content-length").map_or(0, |length| length.parse().expect("a length"));
    let (body, rest) = after.split_at_checked(length)?;
    Some((Reply::new(head.status, head.headers, body.as_bytes().to_owned()), rest))
}

fn two_requests_on_one_connection_get_two_answers(engine: Engine) {
    let server = Server::start(engine);
    let first = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let second = "GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let replies = answers(&server, format!("{first}{second}").as_bytes());
    assert_eq!(replies.iter().map(|reply| reply.status).collect::<Vec<_>>(), [200, 404]);
}

/// A whole request that would leave a trace, to be hidden inside another.
fn hidden(server: &Server) -> String {
    let body = r#"{"email":"hidden@example.com"}"#;
    let more = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    format!("{}{body}", head(server, "POST", "/recipients", &more))
}

fn assert_nothing_came_through(server: &Server) {
    let found = server.sandbox().get("/recipients?email=hidden@example.com").json();
    assert_eq!(found["data"], serde_json::json!([]));
}

fn a_request_inside_a_request_is_never_answered(engine: Engine) {
    let server = Server::start(engine);
    let hidden = hidden(&server);
    let all = hidden.len() + 5;
    let chunk = format!("{:x}\r\n{hidden}\r\n0\r\n\r\n", hidden.len());
    let after_nothing = format!("0\r\n\r\n{hidden}");
    let ways = [
        (format!("Content-Length: {all}\r\nTransfer-Encoding: chunked\r\n"), &after_nothing),
        (format!("Transfer-Encoding: chunked\r\nContent-Length: {all}\r\n"), &after_nothing),
        ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n".to_owned(), &chunk),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n".to_owned(), &chunk),
        (format!("Content-Length: 0\r\nContent-Length: {}\r\n", hidden.len()), &hidden),
        (format!("Content-Length: {}\r\nContent-Length: 0\r\n", hidden.len()), &hidden),
        (format!("Content-Length: 0, {}\r\n", hidden.len()), &hidden),
        ("Content-Length: +0\r\n".to_owned(), &hidden),
        ("Content-Length: -1\r\n".to_owned(), &hidden),
        ("Content-Length: 0x0\r\n".to_owned(), &hidden),
        ("Content-Length: 0 0\r\n".to_owned(), &hidden),
        ("Content-Length:\r\n".to_owned(), &hidden),
        ("Content-Length: \u{661}\r\n".to_owned(), &hidden),
        ("Content-Length: 99999999999999999999\r\n".to_owned(), &hidden),
        ("Content-Length : 0\r\n".to_owned(), &hidden),
        ("Transfer-Encoding: xchunked\r\n".to_owned(), &after_nothing),
        ("Transfer-Encoding: identity\r\n".to_owned(), &after_nothing),
        ("Transfer-Encoding: gzip\r\n".to_owned(), &after_nothing),
        ("Transfer-Encoding: chunked, identity\r\n".to_owned(), &after_nothing),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n".to_owned(), &after_nothing),
        ("Transfer-Encoding: \u{b}chunked\r\n".to_owned(), &after_nothing),
        ("Transfer-Encoding : chunked\r\n".to_owned(), &after_nothing),
        ("Transfer-Encoding:\r\n chunked\r\n".to_owned(), &after_nothing),
        ("X-Other: a\rContent-Length: 0\r\n".to_owned(), &hidden),
        ("X-Other: a\r\n b\r\nContent-Length: 0\r\n".to_owned(), &hidden),
        ("X-Other: a\0b\r\nContent-Length: 0\r\n".to_owned(), &hidden),
        ("X-Ot\0her: a\r\nContent-Length: 0\r\n".to_owned(), &hidden),
        ("X Other: a\r\nContent-Length: 0\r\n".to_owned(), &hidden),
        ("X-Other\r\nContent-Length: 0\r\n".to_owned(), &hidden),
        (": a\r\nContent-Length: 0\r\n".to_owned(), &hidden),
    ];
    for (more, rest) in ways {
        let more = format!("Content-Type: application/json\r\n{more}");
        let replies = Conversation::authorized(&server, "POST", "/recipients", &more).end(rest.as_bytes());
        let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
        assert!(matches!(statuses[..], [400]), "{more:?}: {replies:?}");
    }
    assert_nothing_came_through(&server);
}

fn bytes_that_are_no_http_get_one_refusal(engine: Engine) {
    let server = Server::start(engine);
    let hidden = hidden(&server);
    let post = |body: &str| {
        let more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
        format!("{}{body}{hidden}", head(&server, "POST", "/recipients", more)).into_bytes()
    };
    let line = |line: &str| format!("{line}\r\nHost: x\r\n\r\n{hidden}").into_bytes();
    let nonsense: Vec<Vec<u8>> = vec![
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(),
        b"\0\0\0\0\r\n\r\n".to_vec(),
        line("GET /healthz"),
        line("GET"),
        line("GET /healthz HTTP/1.2"),
        line("GET /healthz HTTP/9.9"),
        line("GET /healthz http/1.1"),
        line("GET  /healthz HTTP/1.1"),
        line("GET /heal\0thz HTTP/1.1"),
        line("GET /heal thz HTTP/1.1"),
        line("G\u{1}T /healthz HTTP/1.1"),
        line("GET /bank_accounts/\u{e4} HTTP/1.1\0"),
        post("zz\r\n{}\r\n0\r\n\r\n"),
        post("-2\r\n{}\r\n0\r\n\r\n"),
        post("0x2\r\n{}\r\n0\r\n\r\n"),
        post("2\n{}\r\n0\r\n\r\n"),
        post("2\r\n{}0\r\n\r\n"),
        post("2;a\n=b\r\n{}\r\n0\r\n\r\n"),
        post("10000000000000002\r\n{}\r\n0\r\n\r\n"),
        post("\r\n"),
    ];
    for bytes in nonsense {
        let replies = answers(&server, &bytes);
        let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
        assert!(matches!(statuses[..], [400]), "{:?}: {replies:?}", String::from_utf8_lossy(&bytes));
    }
    // Another protocol's greeting gets no answer at all.
    let preface = format!("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{hidden}");
    assert!(answers(&server, preface.as_bytes()).iter().all(|reply| reply.status >= 400));
    assert_nothing_came_through(&server);
}

/// RFC 9112 lets a server take a bare line feed for the end of a line. Then it must do so everywhere.
fn a_bare_line_feed_never_hides_a_request(engine: Engine) {
    let server = Server::start(engine);
    let hidden = hidden(&server);
    let head = |more: &str| head(&server, "POST", "/recipients", more);
    let json = "Content-Type: application/json\r\nConnection: close\r\n";
    let length = format!("{json}Content-Length: {}\r\n", hidden.len());
    let requests = [
        head(&length).replace("\r\n", "\n") + &hidden,
        head(&format!("{length}X-Other: a\nTransfer-Encoding: chunked\r\n")) + "0\r\n\r\n" + &hidden,
        head(&format!("X-Other: a\nContent-Length: {}\r\n{json}", hidden.len())) + &hidden,
    ];
    for request in requests {
        let replies = answers(&server, request.as_bytes());
        let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
        assert!(matches!(statuses[..], [400]), "{request:?}: {replies:?}");
    }
    assert_nothing_came_through(&server);
}

fn methods_of_proxies_do_nothing_and_repeat_nothing(engine: Engine) {
    let server = Server::start(engine);
    let close = "Connection: close\r\n";
    for (method, target, status) in [
        ("TRACE", "/sandbox/v1/balance", 405),
        ("TRACE", "*", 404),
        ("OPTIONS", "*", 404),
        ("OPTIONS", "/sandbox/v1/balance", 405),
        ("CONNECT", "example.com:443", 404),
        ("GET", "http://example.com/nothing", 404),
        ("GET", "http://example.com/sandbox/v1/nothing", 404),
    ] {
        let key = server.info("test_key");
        let request =
            format!("{method} {target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n{close}\r\n");
        let replies = answers(&server, request.as_bytes());
        let [reply] = &replies[..] else { panic!("{replies:?}") };
        reply.assert_problem(status, if status == 404 { "not_found" } else { "method_not_allowed" });
        assert!(!format!("{reply:?}").contains(key), "{reply:?}");
    }
    // A method that is asked for in a header stays a wish.
    let more = "X-HTTP-Method-Override: GET\r\nX-HTTP-Method: GET\r\nX-Method-Override: GET\r\n";
    let more = format!("{more}{close}Content-Length: 0\r\n");
    let replies = Conversation::authorized(&server, "DELETE", "/balance", &more).end(b"");
    replies[0].assert_problem(405, "method_not_allowed");
}
