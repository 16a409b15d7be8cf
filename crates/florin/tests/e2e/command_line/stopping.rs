//! Stopping: what was begun is finished, what was acknowledged is there, and a second signal is obeyed at
//! once.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::support::{Client, Database, Dev, Engine, eventually};

testkit::on_both_engines!(a_signal_under_load_ends_well_and_every_acknowledged_write_is_there);

testkit::on_sqlite_daily!(a_request_that_was_begun_is_finished_before_the_end, a_second_signal_does_not_wait,);

const CLIENTS: usize = 8;
/// Acknowledged before the signal comes.
const WRITES: usize = 200;

/// Creates recipients until the server is gone, and returns the ids it acknowledged.
fn write_until_gone(client: &Client, number: usize, acknowledged: &AtomicUsize) -> Vec<String> {
    let mut ids = Vec::new();
    for count in 0.. {
        let body = json!({ "email": format!("load-{number}-{count}@example.com") }).to_string();
        match client.try_send("POST", "/recipients", &[], Some(&body)) {
            Ok(reply) => {
                ids.push(reply.id());
                acknowledged.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => break,
        }
    }
    ids
}

/// The ids of all recipients, page by page.
fn stored(client: &Client) -> BTreeSet<String> {
    let (mut ids, mut cursor) = (BTreeSet::new(), String::new());
    loop {
        let page = client.get(&format!("/recipients?{cursor}")).json();
        let data = page["data"].as_array().expect("a page").iter();
        ids.extend(data.map(|recipient| recipient["id"].as_str().expect("an id").to_owned()));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("cursor={next}"),
            None => return ids,
        }
    }
}

fn a_signal_under_load_ends_well_and_every_acknowledged_write_is_there(engine: Engine) {
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    let mut known = BTreeSet::new();
    for signal in ["TERM", "INT"] {
        let dev = Dev::start(Dev::command(data.path(), database.url()));
        assert_eq!(stored(&dev.sandbox()), known, "before {signal}");
        let acknowledged = AtomicUsize::new(0);
        let (client, offset) = (dev.sandbox(), known.len());
        let (ended, written) = thread::scope(|scope| {
            let write = |number: usize| {
                let (client, acknowledged) = (client.clone(), &acknowledged);
                scope.spawn(move || write_until_gone(&client, number + 100 * offset, acknowledged))
            };
            let writers: Vec<_> = (0..CLIENTS).map(write).collect();
            eventually("there is load", || (acknowledged.load(Ordering::Relaxed) >= WRITES).then_some(()));
            let ended = dev.process.end(signal);
            let written =
                writers.into_iter().flat_map(|writer| writer.join().expect("every answer is a success"));
            (ended, written.collect::<Vec<String>>())
        });
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{signal}");
        assert!(written.len() >= WRITES);

        let dev = Dev::start(Dev::command(data.path(), database.url()));
        known = stored(&dev.sandbox());
        let lost: Vec<&String> = written.iter().filter(|id| !known.contains(*id)).collect();
        assert_eq!(lost, [""; 0], "{} acknowledged writes are lost after {signal}", lost.len());
        assert_eq!(dev.process.end(signal).code, Some(0));
    }
}

/// A request whose head the server has read, and whose body it waits for.
fn begin(dev: &Dev, body: &str) -> TcpStream {
    let mut stream =
        TcpStream::connect(dev.origin().trim_start_matches("http://")).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let (key, length) = (dev.info("test_key"), body.len());
    let head = format!(
        "POST /sandbox/v1/recipients HTTP/1.1\r\nHost: florin\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).expect("the server asks for the body");
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream
}

/// Waits until the server takes no new connection: then it knows that it is to stop.
fn await_closed(dev: &Dev) {
    let address = dev.origin().trim_start_matches("http://");
    eventually("the server listens no more", || TcpStream::connect(address).is_err().then_some(()));
}

fn a_request_that_was_begun_is_finished_before_the_end(engine: Engine) {
    // One after the other: a server that only happens to live a moment longer does not get through them all.
    const BEGUN: usize = 20;
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    let dev = Dev::start(Dev::command(data.path(), database.url()));
    let body = |number: usize| format!(r#"{{"email":"late-{number:02}@example.com"}}"#);
    let begun: Vec<TcpStream> = (0..BEGUN).map(|number| begin(&dev, &body(number))).collect();
    dev.process.signal("TERM");
    await_closed(&dev);
    for (number, mut begun) in begun.into_iter().enumerate() {
        begun.write_all(body(number).as_bytes()).expect("the server still reads");
        let mut answer = String::new();
        begun.read_to_string(&mut answer).expect("the server answers, and closes");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{number}: {answer}");
        assert!(answer.contains(&format!("late-{number:02}@example.com")), "{number}: {answer}");
    }
    assert_eq!(dev.process.ends().code, Some(0));

    let dev = Dev::start(Dev::command(data.path(), database.url()));
    assert_eq!(stored(&dev.sandbox()).len(), BEGUN);
}

fn a_second_signal_does_not_wait(engine: Engine) {
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    let dev = Dev::start(Dev::command(data.path(), database.url()));
    let begun = begin(&dev, r#"{"email":"never@example.com"}"#);
    dev.process.signal("INT");
    await_closed(&dev);
    let ended = dev.process.end("INT");
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("the second signal"), "{}", ended.stderr);
    drop(begun);

    let dev = Dev::start(Dev::command(data.path(), database.url()));
    assert_eq!(stored(&dev.sandbox()).len(), 0, "half a request does nothing");
}
