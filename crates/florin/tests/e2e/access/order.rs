//! The order of the checks: first who, then what they may do, and only then anything about the request
//! itself. A caller who may not do a thing learns nothing about it.

use super::world::World;
use super::{Route, seen};
use crate::support::{Engine, Reply, raw_reply};

testkit::on_sqlite_daily!(
    without_the_scope_neither_the_id_nor_the_body_is_looked_at,
    with_both_each_fault_is_noticed,
);

testkit::on_one_engine!(without_a_credential_nothing_else_is_looked_at);

/// What can be wrong with a request, beside who sends it.
struct Fault {
    what: &'static str,
    path: String,
    headers: &'static str,
    body: String,
    /// What `Content-Length` says beyond the truth: bytes that are never sent.
    missing: usize,
    /// What it gets for a caller that may make the request.
    deserved: u16,
}

const JSON: &str = "Content-Type: application/json\r\n";
/// With this, a server that wants the body says so.
const WAITING: &str = "Content-Type: application/json\r\nExpect: 100-continue\r\n";

/// The good request, to be spoilt.
fn fault(world: &World, route: &Route, what: &'static str, deserved: u16) -> Fault {
    let (path, body) = (route.path(world.id(route)), route.body.clone().unwrap_or_default());
    Fault { what, path, headers: JSON, body, missing: 0, deserved }
}

/// Every fault that this route can be asked with.
fn faults(world: &World, route: &Route) -> Vec<Fault> {
    let fault = |what, deserved| fault(world, route, what, deserved);
    let path = format!("{}?coffee=black", route.path(world.id(route)));
    let mut all = vec![
        Fault { path, ..fault("an unknown parameter", 400) },
        Fault { missing: 2 << 20, headers: WAITING, ..fault("a huge body", 413) },
    ];
    if let Some(thing) = route.sample.thing {
        let theirs = world.theirs.side(route.mode).id_of(thing);
        for (what, id) in
            [("an unknown id", thing.unknown_id()), ("another's id", theirs), ("no id", "rubbish")]
        {
            all.push(Fault { path: route.path(id), ..fault(what, 404) });
        }
    }
    if route.sample.method == "POST" {
        let headers = "Content-Type: application/json\r\nIdempotency-Key: \r\n";
        all.push(Fault { headers, ..fault("an empty idempotency key", 400) });
    }
    if route.body.is_some() {
        for (what, body) in
            [("broken JSON", "{\""), ("an unknown property", "{\"coffee\":true}"), ("a list", "[]")]
        {
            all.push(Fault { body: body.to_owned(), ..fault(what, 400) });
        }
        all.push(Fault { headers: "Content-Type: text/plain\r\n", ..fault("another media type", 415) });
    }
    all
}

fn send(world: &World, route: &Route, key: &str, fault: &Fault) -> Reply {
    let Fault { path, headers, body, .. } = fault;
    let (method, length) = (route.sample.method, body.len() + fault.missing);
    let authorization =
        if key.is_empty() { String::new() } else { format!("Authorization: Bearer {key}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n{authorization}{headers}\
         Content-Length: {length}\r\n\r\n{body}"
    );
    raw_reply(world.server.origin(), request.as_bytes())
}

/// Checks that with this key every fault gets the very answer that the good request gets.
fn check_nothing_is_looked_at(world: &World, route: &Route, key: &str, status: u16) {
    let plain = seen(&send(world, route, key, &fault(world, route, "nothing", 200)));
    assert_eq!(plain.0, status, "{route}: {plain:?}");
    for fault in faults(world, route) {
        assert_eq!(seen(&send(world, route, key, &fault)), plain, "{route} with {}", fault.what);
    }
}

fn without_a_credential_nothing_else_is_looked_at(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for route in world.routes() {
        check_nothing_is_looked_at(&world, &route, "", 401);
    }
    assert_eq!(world.state(), before);
}

fn without_the_scope_neither_the_id_nor_the_body_is_looked_at(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    let narrow = world.narrow_keys();
    for route in world.routes() {
        check_nothing_is_looked_at(&world, &route, narrow.not_for(&route), 403);
    }
    assert_eq!(world.state(), before);
}

/// Otherwise the two tests above would prove nothing.
fn with_both_each_fault_is_noticed(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for route in world.routes() {
        let key = &world.ours.side(route.mode).key;
        for fault in faults(&world, &route) {
            let reply = send(&world, &route, key, &fault);
            assert_eq!(reply.status, fault.deserved, "{route} with {}: {reply:?}", fault.what);
        }
    }
    assert_eq!(world.state(), before);
}
