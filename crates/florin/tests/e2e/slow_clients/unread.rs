//! Clients that ask and do not read. What the server has written for them must not hold a connection for longer
//! than the write timeout. The edge does not know the database, so one engine is enough.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use socket2::{Domain, Socket, Type};

use super::{PATIENCE, head, one_answer};
use crate::support::pages::{demo, says};
use crate::support::{Engine, Server, accepted, eventually, fund, item, payout};

/// Answers to this many requests for the largest public page fill every buffer between server and client several times.
const MANY: usize = 40;
const GET: &str = "GET /docs/payouts HTTP/1.1\r\nHost: florin\r\n\r\n";
/// Seconds, as a flag.
const WRITE_TIMEOUT: [&str; 2] = ["--write-timeout-seconds", "1"];

/// A client with a small receive buffer, so that the server notices after few bytes that it does not read.
fn connect(origin: &str) -> TcpStream {
    let address: SocketAddr =
        origin.strip_prefix("http://").and_then(|text| text.parse().ok()).expect("an address");
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None).expect("a socket");
    socket.set_recv_buffer_size(8 << 10).expect("a small buffer");
    socket.connect(&address.into()).expect("the server listens");
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

pub fn ask_and_do_not_read(origin: &str, requests: &str) -> TcpStream {
    let mut stream = connect(origin);
    stream.write_all(requests.as_bytes()).expect("the server reads");
    stream
}

/// Being slow is what such a client is for.
fn dawdle() {
    thread::sleep(Duration::from_millis(20));
}

/// The server has cut the connection, which the client learns although it does not read.
fn is_cut(stream: &TcpStream) -> bool {
    stream.take_error().expect("a socket").is_some_and(|error| error.kind() == ErrorKind::ConnectionReset)
}

#[test]
fn clients_that_never_read_give_their_connections_back() {
    let limits = ["--max-connections", "20", "--max-connections-per-address", "20"];
    let server = Server::start_with(Engine::Sqlite, &[limits.as_slice(), &WRITE_TIMEOUT].concat());
    let unread: Vec<TcpStream> =
        (0..20).map(|_| ask_and_do_not_read(server.origin(), &GET.repeat(MANY))).collect();
    // It waits until one of them is cut.
    assert_eq!(server.anyone().get("/healthz").status, 200);
    for stream in &unread {
        eventually("a client that does not read is cut", || is_cut(stream).then_some(()));
    }
}

#[test]
fn a_client_that_reads_a_byte_now_and_then_is_cut() {
    let server = Server::start_with(Engine::Sqlite, &WRITE_TIMEOUT);
    let mut stream = ask_and_do_not_read(server.origin(), &GET.repeat(MANY));
    eventually("it is cut", || {
        let read = stream.read(&mut [0]);
        let is_over = !matches!(read, Ok(1));
        dawdle();
        (is_over || is_cut(&stream)).then_some(())
    });
}

/// It needs many times the write timeout, but always makes progress.
#[test]
fn a_slow_client_that_goes_on_reading_gets_everything() {
    let server = Server::start_with(Engine::Sqlite, &WRITE_TIMEOUT);
    let page = server.anyone().get("/docs/payouts").body.len();
    // At a hundred times the least pace, this takes three times the timeout.
    let count = (3 * 100 * (16 << 10)) / page + 1;
    let mut stream = ask_and_do_not_read(server.origin(), &GET.repeat(count));
    let mut left = count * page;
    let mut buffer = vec![0; 32 << 10];
    while left > 0 {
        let read = stream.read(&mut buffer).expect("the server goes on");
        assert_ne!(read, 0, "the server closed with {left} bytes left");
        left = left.saturating_sub(read);
        dawdle();
    }
    assert!(!is_cut(&stream));
}

#[test]
fn an_event_stream_may_be_idle_but_must_be_read() {
    let server = Server::start_with(Engine::Sqlite, &WRITE_TIMEOUT);
    let sandbox = server.sandbox();
    fund(&sandbox, "1000");
    let mut idle = ask_and_do_not_read(server.origin(), &head(&server, "GET /listen", ""));
    let unread = ask_and_do_not_read(server.origin(), &head(&server, "GET /listen", ""));
    // Several times the timeout without an event: it hears that the server is there, once a second.
    let mut heard = String::new();
    while heard.matches(":\n\n").count() < 4 {
        let mut byte = [0];
        idle.read_exact(&mut byte).expect("the server keeps the stream open");
        heard.push(char::from(byte[0]));
    }
    assert!(!is_cut(&unread), "a stream without events is not cut, read or not");
    // Enough events to fill every buffer of the other.
    thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            while idle.read(&mut buffer).is_ok_and(|count| count > 0) {}
        });
        let mut number = 0;
        eventually("the unread stream is cut", || {
            let people = (0..100).map(|person| item(&format!("n{number}p{person}@example.com"), "0.01"));
            accepted(&sandbox.post("/payouts", &payout(people)));
            number += 1;
            is_cut(&unread).then_some(())
        });
        drop(server);
        reading.join().expect("the other was served until the server ended");
    });
}

#[test]
fn the_operators_address_recovers_from_clients_that_do_not_read() {
    let (server, operator) = Server::start_watched(Engine::Sqlite, &WRITE_TIMEOUT);
    assert_eq!(server.sandbox().get("/balance").status, 200);
    let host = operator.base().trim_start_matches("http://");
    let get = format!("GET /metrics HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(400);
    let unread: Vec<TcpStream> = (0..16).map(|_| ask_and_do_not_read(operator.base(), &get)).collect();
    for stream in &unread {
        eventually("a client that does not read is cut", || is_cut(stream).then_some(()));
    }
    eventually("the operator is answered", || {
        operator.try_send("GET", "/healthz", &[], None).ok().filter(|reply| reply.status == 200)
    });
}

/// A connection that is alive keeps its place until it is closed, however often it asks.
#[test]
fn a_client_that_reads_is_never_cut_for_what_it_did_before() {
    let server = Server::start_with(Engine::Sqlite, &WRITE_TIMEOUT);
    let mut stream = connect(server.origin());
    for _ in 0..50 {
        stream.write_all(GET.as_bytes()).expect("open");
        dawdle();
        assert_eq!(one_answer(&mut stream).0, 200);
    }
}

/// An export is sent as it is read, so a client that does not read keeps it running.
#[test]
fn an_account_has_two_exports_at_a_time() {
    let server = Server::start(Engine::Sqlite);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let body = payout((0..100).map(|number| item(&format!("p{number}@example.com"), "0.01")));
    for _ in 0..100 {
        accepted(&sandbox.post("/payouts", &body));
    }
    let path = "/dashboard/test/transactions/export";
    let get = format!("GET {path} HTTP/1.1\r\nHost: florin\r\nCookie: {}\r\n\r\n", browser.cookie_line());
    let start = |_| {
        let mut stream = ask_and_do_not_read(server.origin(), &get);
        stream.read_exact(&mut [0]).expect("it has begun");
        stream
    };
    let unread: Vec<TcpStream> = (0..2).map(start).collect();
    let refused = browser.get(path);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("10")));
    says(&refused, "Two exports of this account are still running");
    let list = browser.get("/dashboard/test/statements");
    let month = list.body.split("class=\"row-link\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
    let month = month.expect("a month");
    assert_eq!(browser.get(month).status, 200, "a page is no export");
    for file in ["pdf", "csv", "ofx"] {
        assert_eq!(browser.get(&format!("{month}/{file}")).status, 429, "{file}");
    }
    drop(unread);
    eventually("they are given back", || (browser.get(path).status == 200).then_some(()));
}
