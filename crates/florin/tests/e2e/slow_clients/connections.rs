//! Many connections, connections in a hurry, and connections of old clients.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::{connect, head, one_answer, post, send, until_closed};
use crate::support::{Engine, Server, bank_account, eventually};

testkit::on_sqlite_daily!(connections_that_come_and_go_leave_nothing_behind);

testkit::on_one_engine!(
    a_good_client_is_served_while_five_hundred_slow_ones_hang_on,
    a_burst_of_clients_finds_the_door_open_while_the_server_is_busy,
    beyond_the_limit_a_connection_waits_until_another_leaves,
    pipelined_requests_are_answered_in_their_order,
    clients_that_close_after_one_answer_get_it,
    a_client_that_asks_before_sending_its_body_is_told_to_go_on,
);

const SLOW: usize = 500;
const HASTY: usize = 1_500;

fn a_good_client_is_served_while_five_hundred_slow_ones_hang_on(engine: Engine) {
    let server = Server::start(engine);
    let length = "Content-Type: application/json\r\nContent-Length: 1000\r\n";
    let no_body = head(&server, "POST /sandbox/v1/bank_accounts", length);
    let beginnings = ["", "GET / HT", "GET /healthz HTTP/1.1\r\nHost: ", no_body.as_str()];
    let mut slow: Vec<TcpStream> =
        (0..SLOW).map(|number| send(server.origin(), beginnings[number % beginnings.len()])).collect();

    let sandbox = server.sandbox();
    for number in 0..20 {
        let made = sandbox.post("/bank_accounts", &bank_account("mxn_spei"));
        let read = sandbox.get(&format!("/bank_accounts/{}", made.id()));
        assert_eq!(read.body, made.body, "request {number}");
    }
    // It was not served because the slow ones had been thrown out: the youngest of them still waits.
    let youngest = slow.last_mut().expect("there are 500");
    youngest.set_nonblocking(true).expect("a socket");
    let heard = youngest.read(&mut [0]);
    assert!(heard.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock), "{heard:?}");
}

fn connections_that_come_and_go_leave_nothing_behind(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let balance = sandbox.get("/balance");
    assert_eq!(balance.status, 200);
    let before = open_files(&server);
    let whole = head(&server, "GET /sandbox/v1/balance", "");
    let rude = ["", "G", "GET /healthz HTTP/1.1\r\n", "\r\n\r\n\0\0", "\u{16}\u{3}\u{1}", whole.as_str()];
    for number in 0..HASTY {
        drop(send(server.origin(), rude[number % rude.len()]));
    }
    assert_eq!(sandbox.get("/balance").body, balance.body);
    // PostgreSQL has a few sessions of its own, opened when they are first needed.
    eventually("the closed connections are let go", || (open_files(&server) <= before + 10).then_some(()));
}

fn a_burst_of_clients_finds_the_door_open_while_the_server_is_busy(engine: Engine) {
    let server = Server::start(engine);
    let address = server.origin().trim_start_matches("http://").parse().expect("an address");
    // Too busy to accept a connection.
    server.signal("STOP");
    // A full queue would make the kernel wait for a second before it tries again.
    let patience = Duration::from_millis(900);
    let come = || {
        let mut stream = TcpStream::connect_timeout(&address, patience)?;
        stream.set_read_timeout(Some(super::PATIENCE))?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: florin\r\n\r\n")?;
        Ok(stream)
    };
    let burst: std::io::Result<Vec<TcpStream>> = (0..SLOW).map(|_| come()).collect();
    server.signal("CONT");
    for mut stream in burst.expect("all of them are let in") {
        assert_eq!(one_answer(&mut stream).0, 200);
    }
}

fn open_files(server: &Server) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", server.pid())).expect("the process runs").count()
}

fn beyond_the_limit_a_connection_waits_until_another_leaves(engine: Engine) {
    let server = Server::start_with(engine, &["--max-connections", "3"]);
    let get = "GET /healthz HTTP/1.1\r\nHost: florin\r\n\r\n";
    let mut inside: Vec<TcpStream> = (0..3).map(|_| send(server.origin(), get)).collect();
    for stream in &mut inside {
        assert_eq!(one_answer(stream).0, 200);
    }
    let mut outside = send(server.origin(), get);
    outside.set_read_timeout(Some(Duration::from_millis(300))).expect("a timeout");
    let heard = outside.read(&mut [0]);
    assert!(heard.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock), "{heard:?}");
    outside.set_read_timeout(Some(super::PATIENCE)).expect("a timeout");
    inside.pop();
    assert_eq!(one_answer(&mut outside).0, 200);
}

fn pipelined_requests_are_answered_in_their_order(engine: Engine) {
    let server = Server::start(engine);
    let mut requests = String::new();
    for number in 0..10 {
        // A write takes longer than the read behind it, and must still be answered first.
        let recipient = json!({ "email": format!("pipe{number}@example.com") });
        requests += &post(&server, "/recipients", "", &recipient);
        requests += &head(&server, "GET /sandbox/v1/balance", "");
        requests += &head(&server, &format!("GET /sandbox/v1/nothing/{number}"), "");
    }
    let mut stream = send(server.origin(), &requests);
    for number in 0..10 {
        let (status, _, body) = one_answer(&mut stream);
        let recipient: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!((status, &recipient["email"]), (200, &json!(format!("pipe{number}@example.com"))));
        let (status, _, body) = one_answer(&mut stream);
        assert!(status == 200 && body.contains("\"USDC\""), "{number}: {body}");
        let (status, _, body) = one_answer(&mut stream);
        assert!(status == 404 && body.contains("not_found"), "{number}: {body}");
    }
    // The connection is as good as new.
    stream
        .write_all(head(&server, "GET /sandbox/v1/balance", "Connection: close\r\n").as_bytes())
        .expect("open");
    assert!(until_closed(&mut stream).starts_with("HTTP/1.1 200 "));
}

fn clients_that_close_after_one_answer_get_it(engine: Engine) {
    let server = Server::start(engine);
    let key = format!("Authorization: Bearer {}", server.info("test_key"));
    let close =
        format!("GET /sandbox/v1/balance HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n{key}\r\n\r\n");
    let old = format!("GET /sandbox/v1/balance HTTP/1.0\r\n{key}\r\n\r\n");
    let refused = "GET /nothing HTTP/1.0\r\n\r\n".to_owned();
    for (request, status) in [(close, 200), (old.clone(), 200), (refused, 404)] {
        let mut stream = send(server.origin(), &request);
        let (answered, head, body) = one_answer(&mut stream);
        assert_eq!(answered, status, "{request}");
        assert!(serde_json::from_str::<Value>(&body).is_ok(), "{body}");
        assert!(!head.contains("connection: keep-alive"), "{head}");
        assert_eq!(until_closed(&mut stream), "");
    }
    // An old client may also ask to stay.
    let stay = old.replace("HTTP/1.0\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n");
    let mut stream = connect(server.origin());
    for _ in 0..3 {
        stream.write_all(stay.as_bytes()).expect("still open");
        let (status, head, _) = one_answer(&mut stream);
        assert!(status == 200 && head.contains("connection: keep-alive"), "{head}");
    }
}

fn a_client_that_asks_before_sending_its_body_is_told_to_go_on(engine: Engine) {
    let server = Server::start(engine);
    let request = post(&server, "/bank_accounts", "Expect: 100-continue\r\n", &bank_account("mxn_spei"));
    let (head, body) = request.split_once("\r\n\r\n").expect("a head and a body");
    let mut stream = send(server.origin(), &format!("{head}\r\n\r\n"));
    assert_eq!(one_answer(&mut stream).0, 100);
    stream.write_all(body.as_bytes()).expect("the server reads");
    assert_eq!(one_answer(&mut stream).0, 200);
    // One that will be refused anyway need not send it.
    let stranger = head.replace("Bearer ", "Bearer x");
    let mut stream = send(server.origin(), &format!("{stranger}\r\n\r\n"));
    assert_eq!(one_answer(&mut stream).0, 401);
}
