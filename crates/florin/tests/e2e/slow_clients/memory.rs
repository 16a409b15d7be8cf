//! Clients that make the server hold large bodies and responses for them. The edge does not know the database, so one
//! engine is enough.

use std::io::Write;
use std::net::TcpStream;

use super::unread::ask_and_do_not_read;
use super::{connect, head};
use crate::support::pages::{demo, open};
use crate::support::{Browser, Engine, Server, accepted, eventually, fund, item, payout, with};

/// 144 KiB for one key or session.
const LITTLE_MEMORY: [&str; 2] = ["--request-memory-mib", "1"];
/// One fits, and two don't.
const LARGE: usize = 100 << 10;

/// Sends nearly all of a large body, and waits.
fn begin_a_large_body(server: &Server) -> TcpStream {
    let length = format!("Content-Type: application/json\r\nContent-Length: {LARGE}\r\n");
    let mut stream = connect(server.origin());
    let request = head(server, "POST /sandbox/v1/payouts", &length);
    stream.write_all(request.as_bytes()).expect("the server reads");
    stream.write_all(&[b' '; LARGE - 10]).expect("the server reads");
    stream
}

#[test]
fn large_bodies_that_are_never_complete_keep_only_their_key_from_sending_more() {
    let server = Server::start_with(Engine::Sqlite, &LITTLE_MEMORY);
    let sandbox = server.sandbox();
    fund(&sandbox, "10");
    let small = payout([item("ada@example.com", "0.01")]);
    let large = " ".repeat(LARGE) + &small.to_string();
    let send = || sandbox.send("POST", "/payouts", &[("content-type", "application/json")], Some(&large));
    assert_eq!(send().status, 200);
    // The first may still find the memory of the last request taken, and be refused.
    let mut unfinished = Vec::new();
    eventually("there is no room for another", || {
        unfinished.push(begin_a_large_body(&server));
        (send().status == 503).then_some(())
    });
    send().assert_problem(503, "unavailable");
    assert_eq!(send().header("retry-after"), Some("1"));
    accepted(&sandbox.post("/payouts", &small));
    assert_eq!(sandbox.get("/balance").status, 200);
    let browser = demo(&server);
    let page = "/dashboard/test/payouts/new";
    let long = "x".repeat(LARGE / 2);
    let wrong = browser.ask(page, &with(&browser.form(page, page), &[("to", &long)]));
    assert_eq!(wrong.status, 422, "the owner has the other half");
    drop(unfinished);
    eventually("the memory is free again", || (send().status == 200).then_some(()));
}

#[test]
fn a_large_response_is_its_callers_memory_until_it_was_read() {
    let limits = [LITTLE_MEMORY, ["--write-timeout-seconds", "2"]].concat();
    let server = Server::start_with(Engine::Sqlite, &limits);
    let sandbox = server.sandbox();
    fund(&sandbox, "10");
    let mut body = payout((0..100).map(|number| item(&format!("p{number}@example.com"), "0.01")));
    for item in body["items"].as_array_mut().expect("items") {
        item["reference"] = "x".repeat(200).into();
    }
    accepted(&sandbox.post("/payouts", &body));
    let list = || sandbox.get("/transactions");
    let size = list().body.len();
    assert!((36 << 10..48 << 10).contains(&size), "three fit and four don't: {size}");
    let request = head(&server, "GET /sandbox/v1/transactions", "").repeat(40);
    let unread: Vec<TcpStream> = (0..3).map(|_| ask_and_do_not_read(server.origin(), &request)).collect();
    eventually("there is no room for another", || (list().status == 503).then_some(()));
    assert_eq!(sandbox.get("/balance").status, 200);
    eventually("the client that does not read was cut", || (list().status == 200).then_some(()));
    drop(unread);
}

#[test]
fn what_was_typed_comes_back_cut_and_only_payouts_have_large_forms() {
    let server = Server::start(Engine::Sqlite);
    let browser = demo(&server);
    let quotes = |count: usize| "\"".repeat(count);
    let page = "/dashboard/test/connect/new";
    assert_eq!(open(&browser, page).status, 200);
    let wrong = browser.fill(page, page, &[("name", "x"), ("redirect_uris", &quotes(15_000))]);
    assert_eq!(wrong.status, 422);
    // A quotation mark takes five letters in HTML, and three in the form.
    assert!(wrong.body.len() < 5 * 12_000 + (16 << 10), "{}", wrong.body.len());
    let large = browser.fill(page, page, &[("name", "x"), ("redirect_uris", &quotes(30_000))]);
    assert_eq!(large.status, 413);
    let (new, add) = ("/dashboard/test/payouts/new", "/dashboard/test/payouts/new");
    let wrong = browser.ask(add, &with(&browser.form(new, add), &[("to", &quotes(300_000))]));
    assert_eq!(wrong.status, 422);
    assert!(wrong.body.len() < 64 << 10, "{}", wrong.body.len());
    let visitor = Browser::new(server.origin());
    let sign_in = "/dashboard/sign-in";
    let large = visitor.fill(sign_in, sign_in, &[("email", &quotes(10_000)), ("password", "x")]);
    assert_eq!(large.status, 413);
}
