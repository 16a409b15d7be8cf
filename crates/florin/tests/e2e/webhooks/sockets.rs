//! `/listen` itself: who may, with what, and for how long.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::{all_is_sent, happened};
use crate::oauth::world::{World, new_person};
use crate::support::{Engine, Server, eventually, pay_and_settle};

/// A connection that stays open, and everything that came over it.
struct Ear {
    stream: TcpStream,
    text: String,
}

impl Ear {
    fn open(server: &Server, query: &str, key: &str) -> Ear {
        let address = server.origin().trim_start_matches("http://").to_owned();
        let mut stream = TcpStream::connect(&address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let head =
            format!("GET /listen{query} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("sent");
        Ear { stream, text: String::new() }
    }

    /// Reads until this was said; says whether it was before the end.
    fn hears(&mut self, words: &str) -> bool {
        let mut buffer = [0; 4096];
        while !self.text.contains(words) {
            match self.stream.read(&mut buffer) {
                Ok(count @ 1..) => self.text += &String::from_utf8_lossy(&buffer[..count]),
                Ok(0) | Err(_) => return false,
            }
        }
        true
    }
}

fn refused_clients_are_told_why(engine: Engine) {
    let world = World::start(engine);
    let (server, anyone) = (&world.server, world.server.anyone());
    anyone.get("/listen").assert_problem(401, "unauthorized");
    anyone.with_key("florin_test_nobody").get("/listen").assert_problem(401, "unauthorized");
    let live = server.new_key(server.info("email"), "live", "all");
    anyone.with_key(&live).get("/listen").assert_problem(401, "unauthorized");
    let token = world.app.connect(&world.alice, "payouts:read").access;
    anyone.with_key(&token).get("/listen").assert_problem(403, "forbidden");

    let key = anyone.with_key(server.info("test_key"));
    for (query, location) in [
        ("?account=1", "query.account"),
        ("?session=&events=payout.created&x", "query.x"),
        ("?events=payout.invented", "query.events"),
        ("?events=", "query.events"),
        ("?events=payout.created,,payout.failed", "query.events"),
        ("?session=%00", "query.session"),
    ] {
        let reply = key.get(&format!("/listen{query}"));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), [location], "{query}");
    }
    for session in ["1", "we_1", "acct_01kdvq3y5cf2ab6ng000000000"] {
        key.get(&format!("/listen?session={session}")).assert_problem(404, "not_found");
    }
    for method in ["POST", "PUT", "PATCH", "DELETE", "HEAD"] {
        let reply = key.send(method, "/listen", &[], None);
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET")), "{method}");
    }
    assert_eq!(server.database().rows_in(server.data(), "endpoints"), 0, "nothing was opened");
}

/// The address of a session is no key to it.
fn a_session_belongs_to_its_account_and_endpoints_are_no_sessions(engine: Engine) {
    let server = Server::start(engine);
    let mut own = Ear::open(&server, "", server.info("test_key"));
    assert!(own.hears("event: ready"), "{}", own.text);
    let place = super::add(&crate::support::pages::demo(&server), "http://127.0.0.1:9/", &[]);
    let rows = server.database().texts(server.data(), "select id from endpoints order by kind");
    assert_eq!(rows.len(), 2);
    let webhook = place.rsplit('/').next().expect("an id");
    let session = rows.iter().find(|id| *id != webhook).expect("the other one");

    new_person(&server, "eve@example.com");
    let eve = server.anyone().with_key(&server.new_key("eve@example.com", "test", "all"));
    eve.get(&format!("/listen?session={session}")).assert_problem(404, "not_found");
    eve.get(&format!("/listen?session={webhook}")).assert_problem(404, "not_found");
    let key = server.anyone().with_key(server.info("test_key"));
    key.get(&format!("/listen?session={webhook}")).assert_problem(404, "not_found");
    assert_eq!(
        crate::support::pages::demo(&server).get(&format!("/dashboard/test/webhooks/{session}")).status,
        404
    );
}

/// Another key of the same account goes on with a session, and hears no more than it could read.
fn a_session_gives_a_key_nothing_that_it_could_not_read(engine: Engine) {
    let server = Server::start(engine);
    let mut first = Ear::open(&server, "", server.info("test_key"));
    assert!(first.hears("event: ready"));
    let session = server.database().texts(server.data(), "select id from endpoints").remove(0);
    drop(first);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    let weak = server.new_key(server.info("email"), "test", "recipients:read");
    let mut second = Ear::open(&server, &format!("?session={session}"), &weak);
    assert!(second.hears("recipient.created"), "{}", second.text);
    pay_and_settle(&server.sandbox(), &[("bob@example.com", "1.00")]);
    let bob = happened(&server).into_values().rfind(|event| event["type"] == "recipient.created");
    let bob = bob.expect("bob is new")["id"].as_str().expect("an id").to_owned();
    assert!(second.hears(&bob), "{}", second.text);
    all_is_sent(&server);
    assert!(!second.text.contains("payout"), "{}", second.text);
}

fn a_server_that_stops_does_not_wait_for_listeners(engine: Engine) {
    let mut server = Server::start(engine);
    let mut ear = Ear::open(&server, "", server.info("test_key"));
    assert!(ear.hears("event: ready"));
    std::thread::scope(|scope| {
        let ending = scope.spawn(|| server.terminate());
        assert!(!ear.hears("what is never said"));
        assert!(ear.text.ends_with("0\r\n\r\n"), "the answer is ended in good order: {:?}", ear.text);
        assert_eq!(ending.join().expect("it ends"), Some(0));
    });
}

/// A listener that has gone is not remembered for long; a connected one stays.
fn a_listener_without_a_client_is_closed(engine: Engine) {
    let server = Server::start(engine);
    let mut gone = Ear::open(&server, "", server.info("test_key"));
    assert!(gone.hears("event: ready"));
    drop(gone);
    eventually("its connection is noticed to be gone", || {
        server.execute("update endpoints set lease_until = 1 where kind = 'listener'");
        let open = server.database().rows_in(server.data(), "endpoints where archived_at is null");
        (open == 0).then_some(())
    });
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    assert_eq!(server.database().rows_in(server.data(), "deliveries"), 0);
}

testkit::on_both_engines!(
    a_session_belongs_to_its_account_and_endpoints_are_no_sessions,
    a_session_gives_a_key_nothing_that_it_could_not_read,
    a_listener_without_a_client_is_closed,
    a_server_that_stops_does_not_wait_for_listeners,
);

testkit::on_one_engine!(refused_clients_are_told_why);
