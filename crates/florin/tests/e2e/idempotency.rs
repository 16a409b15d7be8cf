//! `Idempotency-Key`: whatever happens between a client and us, one key does one thing and is always told the same.
//! Nothing here may depend on how answers are stored.

mod keys;
mod races;
mod replays;

use serde_json::{Value, json};

use crate::support::{Client, Reply, Server};

const REPLAYED: &str = "Idempotent-Replayed";

/// Nothing else in an account, so that counting is proof.
fn bank_accounts(client: &Client) -> Vec<Value> {
    let page = client.get("/bank_accounts").json();
    assert_eq!(page["next_cursor"], Value::Null, "the tests make less than a page");
    page["data"].as_array().expect("a list").clone()
}

fn spei(name: &str) -> Value {
    json!({
        "name": name, "currency": "MXN", "payment_rail": "mxn_spei",
        "mxn_spei": { "beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359719" }
    })
}

/// It was done by this very request.
#[track_caller]
fn assert_fresh(reply: &Reply) {
    assert_eq!((reply.status, reply.header(REPLAYED)), (200, None), "{reply:?}");
}

/// It was done before, and these are the bytes of then.
#[track_caller]
fn assert_replay(reply: &Reply, first: &Reply) {
    assert_eq!((reply.status, reply.header(REPLAYED)), (200, Some("true")), "{reply:?}");
    assert_eq!(reply.body, first.body);
    assert_eq!(reply.header("content-type"), first.header("content-type"));
}

/// The key belongs to something else, which is named; this request did nothing.
#[track_caller]
fn assert_reused(reply: &Reply, first_id: &str) {
    reply.assert_problem(422, "idempotency_key_reused");
    assert_eq!(reply.header(REPLAYED), None, "{reply:?}");
    assert_eq!(reply.locations(), ["header.Idempotency-Key"]);
    let detail = reply.json()["detail"].as_str().expect("a detail").to_owned();
    assert!(detail.contains(first_id), "{detail} does not name {first_id}");
}

/// The sandbox of the same account in every process there can be: two on PostgreSQL, one on SQLite.
fn with_every_process(server: &Server, test: impl FnOnce(&[Client])) {
    let first = server.sandbox();
    if server.database().url().is_none() {
        return test(&[first]);
    }
    let second = server.second_process();
    let beside = Client::new(second.test_api(), Some(format!("Bearer {}", server.info("test_key"))));
    test(&[first, beside]);
}
