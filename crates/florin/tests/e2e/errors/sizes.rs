//! Bodies, headers and addresses that are too large: refused before they cost anything.

use super::sockets::{Conversation, answers};
use crate::support::{Engine, Server};
use serde_json::json;

testkit::on_one_engine!(
    a_body_that_is_announced_as_too_large_is_refused_before_it_is_sent,
    a_body_that_grows_too_large_is_refused_while_it_is_sent,
    a_body_of_exactly_one_mebibyte_is_read_and_one_byte_more_is_not,
    headers_and_addresses_beyond_reason_are_refused,
);

const MEBIBYTE: usize = 1 << 20;

fn a_body_that_is_announced_as_too_large_is_refused_before_it_is_sent(engine: Engine) {
    let server = Server::start(engine);
    let id = server.sandbox().post("/recipients", &json!({ "email": "ada@example.com" })).id();
    let account = server.sandbox().post("/bank_accounts", &crate::support::bank_account("brl_pix")).id();
    let requests = [
        ("POST", "/recipients".to_owned()),
        ("PATCH", format!("/recipients/{id}")),
        ("POST", "/bank_accounts".to_owned()),
        ("PATCH", format!("/bank_accounts/{account}")),
        ("POST", format!("/bank_accounts/{account}/archive")),
        ("GET", "/balance".to_owned()),
    ];
    for (method, path) in requests {
        for length in ["1048577", "1073741824", "9223372036854775807"] {
            // No byte of the body follows: the answer cannot have waited for one.
            let more = format!("Content-Length: {length}\r\n");
            let reply = Conversation::authorized(&server, method, &path, &more).first();
            reply.assert_problem(413, "payload_too_large");
        }
    }
    // Who is not known is told that first.
    let head = "POST /sandbox/v1/recipients HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n";
    Conversation::start(&server, head.as_bytes()).first().assert_problem(401, "unauthorized");
    assert_eq!(server.sandbox().get(&format!("/bank_accounts/{account}")).json()["status"], "active");
}

fn a_body_that_grows_too_large_is_refused_while_it_is_sent(engine: Engine) {
    let server = Server::start(engine);
    let before = peak_kibibytes(&server);
    let chunk = [b"10000\r\n", " ".repeat(0x10000).as_bytes(), b"\r\n"].concat();
    for path in ["/recipients", "/bank_accounts"] {
        let more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
        // A gibibyte, if it were accepted.
        let replies = Conversation::authorized(&server, "POST", path, more).stream(&chunk, 16_384);
        let [reply] = &replies[..] else { panic!("{replies:?}") };
        reply.assert_problem(413, "payload_too_large");
    }
    assert_eq!(server.sandbox().get("/balance").status, 200);
    let grown = peak_kibibytes(&server) - before;
    assert!(grown < 64 << 10, "it took {grown} KiB more memory");
}

/// The most memory that the server ever had at once.
fn peak_kibibytes(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a high-water mark");
    line.trim().strip_suffix(" kB").and_then(|size| size.parse().ok()).expect("a size")
}

fn a_body_of_exactly_one_mebibyte_is_read_and_one_byte_more_is_not(engine: Engine) {
    let server = Server::start(engine);
    for (length, accepted) in [(MEBIBYTE - 1, true), (MEBIBYTE, true), (MEBIBYTE + 1, false)] {
        let json = json!({ "email": format!("n{length}@example.com") }).to_string();
        let body = format!("{json}{}", " ".repeat(length - json.len()));
        let at_once = format!("Content-Length: {length}\r\n");
        let in_chunks = format!("40000\r\n{}\r\n", &body[..0x40000]);
        let in_chunks = format!("{in_chunks}{:x}\r\n{}\r\n0\r\n\r\n", length - 0x40000, &body[0x40000..]);
        for (more, sent) in [(at_once.as_str(), &body), ("Transfer-Encoding: chunked\r\n", &in_chunks)] {
            let more = format!("Content-Type: application/json\r\nConnection: close\r\n{more}");
            let replies =
                Conversation::authorized(&server, "POST", "/recipients", &more).end(sent.as_bytes());
            let [reply] = &replies[..] else { panic!("{replies:?}") };
            match accepted {
                true => assert_eq!(reply.status, 200, "{length}: {reply:?}"),
                false => reply.assert_problem(413, "payload_too_large"),
            }
        }
        let found = server.sandbox().get(&format!("/recipients?email=n{length}@example.com")).json();
        assert_eq!(found["data"].as_array().map(Vec::len), Some(usize::from(accepted)), "{length}");
    }
}

fn headers_and_addresses_beyond_reason_are_refused(engine: Engine) {
    let server = Server::start(engine);
    let many: String = (0..200).map(|number| format!("X-{number}: a\r\n")).collect();
    let long = format!("X-Long: {}\r\n", "a".repeat(300_000));
    for more in [many, long] {
        let request = format!("GET /healthz HTTP/1.1\r\nHost: x\r\n{more}\r\n");
        let replies = answers(&server, request.as_bytes());
        assert_eq!(replies.iter().map(|reply| reply.status).collect::<Vec<_>>(), [431]);
    }
    for length in [70_000, 300_000] {
        let request = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(length));
        let replies = answers(&server, request.as_bytes());
        assert!(matches!(&replies[..], [reply] if [414, 431].contains(&reply.status)), "{replies:?}");
    }
    // What is only long gets an ordinary answer.
    let long = "a".repeat(16_000);
    for (path, status, slug) in [
        (format!("/recipients/{long}"), 404, "not_found"),
        (format!("/{long}"), 404, "not_found"),
        (format!("/recipients?{long}=1"), 400, "invalid_request"),
        (format!("/recipients?cursor={long}"), 400, "invalid_request"),
    ] {
        server.sandbox().get(&path).assert_problem(status, slug);
    }
}
