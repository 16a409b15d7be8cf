//! How many connections, or behind a proxy requests, one client may have open. The edge does not know the database,
//! so one engine is enough.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use socket2::{Domain, Socket, Type};

use super::{PATIENCE, one_answer, send, until_closed};
use crate::support::{Engine, Server, eventually, raw_reply};

const GET: &str = "GET /healthz HTTP/1.1\r\nHost: florin\r\n\r\n";

/// A connection from another address of this machine.
fn connect_from(client: Ipv4Addr, origin: &str) -> TcpStream {
    let address: SocketAddr =
        origin.strip_prefix("http://").and_then(|text| text.parse().ok()).expect("an address");
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.bind(&SocketAddr::from((client, 0)).into()).expect("an address of this machine");
    socket.connect(&address.into()).expect("the server listens");
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

#[test]
fn one_address_cannot_use_up_the_connections_of_all() {
    // A tenth of them would be three; at least 16 are allowed.
    let server = Server::start_with(Engine::Sqlite, &["--max-connections", "30"]);
    let mut inside: Vec<TcpStream> = (0..16).map(|_| send(server.origin(), GET)).collect();
    for stream in &mut inside {
        assert_eq!(one_answer(stream).0, 200);
    }
    for _ in 0..20 {
        let mut refused = connect_from(Ipv4Addr::LOCALHOST, server.origin());
        let answer = until_closed(&mut refused);
        assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("\"rate_limited\""), "{answer:?}");
    }
    let mut other = connect_from(Ipv4Addr::new(127, 0, 0, 2), server.origin());
    other.write_all(GET.as_bytes()).expect("open");
    assert_eq!(one_answer(&mut other).0, 200, "another address is not concerned");
    inside.pop();
    eventually("a connection that closes makes room", || {
        let mut stream = connect_from(Ipv4Addr::LOCALHOST, server.origin());
        stream.write_all(GET.as_bytes()).ok()?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).ok()?;
        (answer == *b"HTTP/1.1 200").then_some(())
    });
}

/// Behind a proxy all connections are the proxy's, so requests are counted, by the address that the proxy added.
#[test]
fn behind_a_proxy_requests_are_counted_by_the_address_the_proxy_says() {
    let limits = ["--behind-proxy", "true", "--max-connections-per-address", "2"];
    let server = Server::start_with(Engine::Sqlite, &limits);
    let get = |forwarded: &str| {
        let request =
            format!("GET /healthz HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n{forwarded}\r\n");
        raw_reply(server.origin(), request.as_bytes())
    };
    // Requests that are under way until the rest of their form is here.
    let begin = |from: &str| {
        let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n";
        let cookie = format!("Cookie: __Host-florin={}\r\n", "a".repeat(32));
        let head = format!(
            "POST /dashboard/sign-in HTTP/1.1\r\nHost: florin\r\n{cookie}{form}X-Forwarded-For: {from}\r\n\r\n"
        );
        send(server.origin(), &head)
    };
    let mut begun = [begin("203.0.113.9"), begin("198.51.100.1, ::ffff:203.0.113.9")];
    let refused = eventually("both are under way", || {
        Some(get("X-Forwarded-For: 203.0.113.9\r\n")).filter(|reply| reply.status != 200)
    });
    refused.assert_problem(429, "rate_limited");
    assert_eq!(refused.header("retry-after"), Some("1"));
    for same in ["203.0.113.9:4711", "::ffff:203.0.113.9", "203.0.113.1, 203.0.113.9", "\u{ff}, 203.0.113.9"]
    {
        assert_eq!(get(&format!("X-Forwarded-For: {same}\r\n")).status, 429, "{same}");
    }
    for other in ["203.0.113.1", "203.0.113.9, 203.0.113.1", "2001:db8::1", "unknown", "203.0.113.9,"] {
        assert_eq!(get(&format!("X-Forwarded-For: {other}\r\n")).status, 200, "{other}");
    }
    assert_eq!(get("").status, 200, "the proxy's own requests are not counted");
    begun[0].write_all(b"a=b").expect("open");
    assert_eq!(one_answer(&mut begun[0]).0, 403);
    eventually("a request that has ended makes room", || {
        (get("X-Forwarded-For: 203.0.113.9\r\n").status == 200).then_some(())
    });
}

/// The proxy itself may have more connections than one client.
#[test]
fn the_connections_of_a_proxy_are_not_counted() {
    let limits = ["--behind-proxy", "true", "--max-connections-per-address", "2"];
    let server = Server::start_with(Engine::Sqlite, &limits);
    let mut open: Vec<TcpStream> = (0..20).map(|_| send(server.origin(), GET)).collect();
    for stream in &mut open {
        assert_eq!(one_answer(stream).0, 200);
    }
}
