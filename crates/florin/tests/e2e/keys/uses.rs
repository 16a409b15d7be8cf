//! When a key was last used is stored, and shown to the operator.

use serde_json::Value;

use super::{create, listed};
use crate::support::{Engine, Server, eventually};

testkit::on_both_engines!(a_use_just_before_the_stop_is_not_forgotten);

testkit::on_sqlite_daily!(when_a_key_was_last_used_is_stored_and_listed);

fn when_a_key_was_last_used_is_stored_and_listed(engine: Engine) {
    let server = Server::start(engine);
    let ((used, used_record), (_, idle_record)) = (create(&server, "balance:read"), create(&server, "all"));
    assert_eq!(used_record["last_used_at"], Value::Null);
    assert_eq!(listed(&server, &used_record["id"])["last_used_at"], Value::Null);
    let shown = |id: &Value| {
        let output = server.florin(&["key", "list", "--email", server.info("email")]);
        let text = String::from_utf8(output.stdout).expect("text");
        let line = text.lines().find(|line| line.contains(id.as_str().expect("an id")));
        line.expect("the key is listed").to_owned()
    };
    assert!(shown(&used_record["id"]).ends_with("never used"));

    let client = server.sandbox().with_key(&used);
    assert_eq!(client.get("/balance").status, 200);
    let first = eventually("the use is stored", || {
        listed(&server, &used_record["id"])["last_used_at"].as_str().map(str::to_owned)
    });
    assert!(first.as_str() >= used_record["created_at"].as_str().expect("a time"), "{first}");
    assert!(shown(&used_record["id"]).ends_with("used just now"));

    let later = eventually("a later use is stored", || {
        assert_eq!(client.get("/balance").status, 200);
        let at = listed(&server, &used_record["id"])["last_used_at"].as_str().map(str::to_owned);
        at.filter(|at| *at != first)
    });
    assert!(later > first, "{later} after {first}");
    assert_eq!(listed(&server, &idle_record["id"])["last_used_at"], Value::Null);
}

fn a_use_just_before_the_stop_is_not_forgotten(engine: Engine) {
    let mut server = Server::start(engine);
    let (key, record) = create(&server, "balance:read");
    assert_eq!(server.sandbox().with_key(&key).get("/balance").status, 200);
    assert_eq!(server.terminate(), Some(0));
    assert!(listed(&server, &record["id"])["last_used_at"].is_string());
}
