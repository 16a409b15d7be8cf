//! `florin listen`: the events of a test account on a terminal, and forwarded to the machine that it runs on.

use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::Value;

use super::signatures::judge;
use super::{arrived, closed_port, happened};
use crate::command_line::production::Production;
use crate::oauth::world::World;
use crate::support::pages::demo;
use crate::support::{
    Client, Ended, Engine, Process, Receiver, Server, canary, emails_to, eventually, florin, pay_and_settle,
};

/// `florin listen` with this key at this server.
fn listen(origin: &str, key: &str, arguments: &[&str]) -> Process {
    let mut command = florin(&["listen", "--server", origin]);
    command.args(arguments).env("FLORIN_TEST_KEY", key);
    Process::start(command)
}

/// It ends by itself, because of this.
#[track_caller]
fn ends_with(process: Process, code: i32, words: &str) {
    let Ended { code: ended, stderr, .. } = process.ends();
    assert_eq!(ended, Some(code), "{stderr}");
    assert!(stderr.contains(words), "{words}: {stderr}");
}

/// The secret that it prints first.
#[track_caller]
fn secret_of(process: &mut Process) -> String {
    let line: Value = serde_json::from_str(&process.line()).expect("a line of JSON");
    let secret = line["secret"].as_str().expect("the secret").to_owned();
    canary(&secret);
    secret
}

fn every_test_event_is_printed_and_forwarded_with_a_good_signature(engine: Engine) {
    let server = Server::start(engine);
    let receiver = Receiver::start();
    let before = happened(&server);
    let mut process = listen(server.origin(), server.info("test_key"), &["--json", "--to", &receiver.url()]);
    let secret = secret_of(&mut process);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00"), ("bob@example.com", "2.00")]);
    let mut expected = happened(&server);
    expected.retain(|id, _| !before.contains_key(id));
    let received = arrived(&receiver, expected.len());
    for request in &received {
        judge(&secret, request).expect("signed with what was printed");
        assert_eq!(request.event(), expected[request.id()]);
        assert_eq!(process.line().trim_end(), request.body, "exactly as it is signed");
    }
    assert_eq!(received.len(), expected.len());

    // Another one hears what happens from then on, under the same secret.
    let mut other =
        listen(server.origin(), server.info("test_key"), &["--json", "--events", "payout.created"]);
    assert_eq!(secret_of(&mut other), secret);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    let only: Value = serde_json::from_str(&other.line()).expect("JSON");
    assert_eq!(only["type"], "payout.created");
    assert!(!expected.contains_key(only["id"].as_str().expect("an id")));
    // No user is told by email, and the dashboard does not list them.
    assert!(emails_to(server.origin(), server.info("email"), "webhook_off").is_empty());
    assert!(!demo(&server).get("/dashboard/test/webhooks").body.contains("/webhooks/we_"));
}

fn people_read_one_line_for_each(engine: Engine) {
    let server = Server::start(engine);
    let to = format!("http://{}/hooks", closed_port());
    let mut process =
        listen(server.origin(), server.info("test_key"), &["--to", &to, "--events", "payout.created"]);
    let mut greeting = String::new();
    while !greeting.contains("whsec_") {
        greeting += &process.line();
    }
    assert!(greeting.contains("Press Ctrl-C to stop") && greeting.contains(&to), "{greeting}");
    assert_eq!(process.line().trim(), "");
    let payout = pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    let line = process.line();
    for word in ["payout.created", payout["id"].as_str().expect("an id"), "→ The connection was refused."] {
        assert!(line.contains(word), "{word}: {line}");
    }
    let ended = process.end("INT");
    assert!(ended.code.is_none_or(|code| code == 130 || code == 0), "{ended:?}");
}

fn a_key_that_cannot_listen_is_refused_with_a_reason(engine: Engine) {
    let world = World::start(engine);
    let (server, origin) = (&world.server, world.server.origin().to_owned());
    let live = server.new_key(server.info("email"), "live", "all");
    let token = world.app.connect(&world.alice, "payouts:read recipients:read").access;
    for (key, words) in [("florin_test_nobody", "401"), (&live, "401"), (&token, "403"), ("a b", "401")] {
        ends_with(listen(&origin, key, &[]), 1, words);
    }
    let test_key = server.info("test_key");
    ends_with(listen(&origin, test_key, &["--events", "payout.invented"]), 2, "payout.invented");
    for to in ["ftp://localhost/x", "localhost:3000", "http://user:secret@localhost/"] {
        ends_with(listen(&origin, test_key, &["--to", to]), 2, "--to");
    }
    ends_with(listen("not an address", test_key, &[]), 2, "server");
    let mut without = florin(&["listen", "--server", &origin]);
    without.env_remove("FLORIN_TEST_KEY");
    ends_with(Process::start(without), 2, "FLORIN_TEST_KEY");
}

fn a_key_that_is_revoked_hears_no_more(engine: Engine) {
    let server = Server::start(engine);
    let (key, id) = server.new_key_and_id(server.info("email"), "test", "all");
    let mut process = listen(server.origin(), &key, &["--json"]);
    secret_of(&mut process);
    let revoked = server.florin(&["key", "revoke", &id]);
    assert!(revoked.status.success(), "{revoked:?}");
    ends_with(process, 1, "401");
}

/// A key hears what it could read, and no more.
fn a_key_hears_what_it_could_read(engine: Engine) {
    let server = Server::start(engine);
    let key = |scopes: &str| server.new_key(server.info("email"), "test", scopes);
    let mut recipients = listen(server.origin(), &key("recipients:read"), &["--json"]);
    let mut nothing = listen(server.origin(), &key("balance:read"), &["--json"]);
    let mut all = listen(server.origin(), server.info("test_key"), &["--json"]);
    for process in [&mut recipients, &mut nothing, &mut all] {
        secret_of(process);
    }
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    let heard: Vec<String> = (0..3).map(|_| all.line()).collect();
    assert!(heard.iter().any(|line| line.contains("payout_item.pending_claim")), "{heard:?}");
    assert!(recipients.line().contains("\"type\":\"recipient.created\""));
    super::all_is_sent(&server);
    assert_eq!(recipients.end("TERM").stdout, "", "nothing but that");
    assert_eq!(nothing.end("TERM").stdout, "");
}

/// What a terminal that comes back hears of it.
fn while_the_server_is_away_nothing_is_missed(engine: Engine) {
    let production = Production::prepare(engine);
    let first = production.start(&[]);
    production.new_user("dev@example.com");
    let key = production.new_key("dev@example.com", "test");
    let client = Client::new(&format!("{}/sandbox/v1", production.origin()), None).with_key(&key);
    let mut process = listen(&production.origin(), &key, &["--json", "--events", "payout.created"]);
    secret_of(&mut process);
    let mut known: Vec<Value> = Vec::new();
    let mut pay = |process: &mut Process| {
        let payout = pay_and_settle(&client, &[("ann@example.com", "1.00")]);
        let heard = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["data"]["id"].clone();
        // What was told last may be told again by a server that could not note it.
        let id = std::iter::repeat_with(|| heard(&process.line())).find(|id| !known.contains(id));
        assert_eq!(id.as_ref(), Some(&payout["id"]));
        known.extend(id);
    };
    pay(&mut process);
    // It ends at once, although a client listens.
    assert_eq!(first.end("TERM").code, Some(0));
    eventually("it notices", || process.log().contains("reconnecting in").then_some(()));
    let second = production.start(&[]);
    pay(&mut process);
    drop(second);
    // However long it was away.
    production.execute("update endpoints set lease_until = 1");
    let _third = production.start(&[]);
    pay(&mut process);
    assert!(process.is_running());
}

#[test]
fn a_server_that_is_not_there_is_waited_for() {
    let mut process = listen(&format!("http://{}", closed_port()), "florin_test_key", &[]);
    eventually("it says so", || process.log().contains("doesn't respond").then_some(()));
    eventually("and tries again", || (process.log().matches("reconnecting in").count() >= 2).then_some(()));
    assert!(process.is_running());
    let ended = process.end("INT");
    assert_ne!(ended.code, Some(1), "{ended:?}");
}

/// A server that says this to every client; its origin.
fn stranger(says: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(says.as_bytes());
        }
    });
    origin
}

#[test]
fn a_server_that_is_not_florin_is_named_and_not_asked_again() {
    for says in [
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>",
        "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
        "SSH-2.0-OpenSSH_10.0\r\n",
    ] {
        ends_with(listen(&stranger(says), "florin_test_key", &[]), 1, "doesn't look like a Florin server");
    }
}

testkit::on_both_engines!(while_the_server_is_away_nothing_is_missed);

testkit::on_sqlite_daily!(
    every_test_event_is_printed_and_forwarded_with_a_good_signature,
    people_read_one_line_for_each,
    a_key_that_cannot_listen_is_refused_with_a_reason,
    a_key_that_is_revoked_hears_no_more,
    a_key_hears_what_it_could_read,
);
