//! Bodies that are wrong: every fault of every item in one answer, each at its place.

use serde_json::{Value, json};

use super::everything;
use crate::support::{Engine, Server};

testkit::on_one_engine!(
    every_fault_of_a_body_is_reported_at_its_place,
    all_faults_of_all_items_come_in_one_answer,
    json_that_says_one_thing_twice_is_refused,
);

fn ada(more: Value) -> Value {
    let mut item = json!({ "email": "ada@example.com", "amount": "1" });
    let fields = more.as_object().expect("fields").clone();
    item.as_object_mut().expect("fields").extend(fields);
    item
}

/// A body, and every place that is wrong in it.
fn table() -> Vec<(Value, Vec<&'static str>)> {
    let one = |item: Value| json!({ "items": [item] });
    let many = |count: usize| json!({ "items": vec![ada(json!({})); count] });
    let with = |field: &str, value: Value| json!({ "items": [ada(json!({ (field): value }))] });
    let long = "x".repeat(256);
    vec![
        (json!({}), vec!["body.items"]),
        (json!({ "items": null }), vec!["body.items"]),
        (json!({ "items": "ada@example.com" }), vec!["body.items"]),
        (json!({ "items": 5 }), vec!["body.items"]),
        (json!({ "items": ada(json!({})) }), vec!["body.items"]),
        (many(0), vec!["body.items"]),
        (many(101), vec!["body.items"]),
        (many(3_000), vec!["body.items"]),
        (json!([ada(json!({}))]), vec!["body"]),
        (json!("items"), vec!["body"]),
        (json!(null), vec!["body"]),
        (
            json!({ "items": [ada(json!({}))], "item": [], "currency": "USDC" }),
            vec!["body.item", "body.currency"],
        ),
        (json!({ "items": [ada(json!({}))], "reference": "" }), vec!["body.reference"]),
        (json!({ "items": [ada(json!({}))], "reference": long }), vec!["body.reference"]),
        (json!({ "items": [ada(json!({}))], "reference": "a\u{0}b" }), vec!["body.reference"]),
        (json!({ "items": [ada(json!({}))], "reference": "\u{202e}b" }), vec!["body.reference"]),
        (json!({ "items": [ada(json!({}))], "reference": 7 }), vec!["body.reference"]),
        (json!({ "items": [ada(json!({}))], "reference": null }), vec!["body.reference"]),
        (
            json!({ "items": [null, 5, "x", [], true] }),
            vec!["body.items[0]", "body.items[1]", "body.items[2]", "body.items[3]", "body.items[4]"],
        ),
        (one(json!({})), vec!["body.items[0].amount", "body.items[0]"]),
        (one(json!({ "amount": "1" })), vec!["body.items[0]"]),
        (one(json!({ "email": "ada@example.com" })), vec!["body.items[0].amount"]),
        (with("recipient_id", json!("rcp_01kdvq3y5cf2ab6ngnm3hcrkve")), vec!["body.items[0]"]),
        (with("recipient_id", json!(null)), vec!["body.items[0].recipient_id", "body.items[0]"]),
        (with("email", json!(null)), vec!["body.items[0].email"]),
        (with("email", json!("")), vec!["body.items[0].email"]),
        (with("email", json!("ada")), vec!["body.items[0].email"]),
        (with("email", json!("ada@example")), vec!["body.items[0].email"]),
        (with("email", json!("ada@exam ple.com")), vec!["body.items[0].email"]),
        (with("email", json!("a\u{131}da@example.com")), vec!["body.items[0].email"]),
        (with("email", json!("ada@example.com\r\nBcc: eve@example.com")), vec!["body.items[0].email"]),
        (with("email", json!(["ada@example.com"])), vec!["body.items[0].email"]),
        (with("amount", json!(10)), vec!["body.items[0].amount"]),
        (with("reference", json!("")), vec!["body.items[0].reference"]),
        (with("reference", json!("x\ny")), vec!["body.items[0].reference"]),
        (with("amout", json!("10")), vec!["body.items[0].amout"]),
        (with("currency", json!("USDC")), vec!["body.items[0].currency"]),
        (with("id", json!("txn_01kdvq3y5cf2ab6ngnm3hcrkve")), vec!["body.items[0].id"]),
        (one(json!({ "amount": "1", "recipient_id": 7 })), vec!["body.items[0].recipient_id"]),
        (one(json!({ "amount": "1", "recipient_id": "" })), vec!["body.items[0].recipient_id"]),
        (one(json!({ "amount": "1", "recipient_id": { "id": "x" } })), vec!["body.items[0].recipient_id"]),
    ]
}

fn every_fault_of_a_body_is_reported_at_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    for path in ["/payouts", "/payouts/validate"] {
        for (body, places) in table() {
            let reply = sandbox.post(path, &body);
            reply.assert_problem(400, "invalid_request");
            let shown = body.to_string();
            assert_eq!(reply.locations(), places, "{path} {}", &shown[..shown.len().min(300)]);
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn all_faults_of_all_items_come_in_one_answer(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    let items = json!([
        ada(json!({})),
        { "amount": "0", "email": "nobody", "note": "x" },
        ada(json!({ "recipient_id": "rcp_x", "amount": "1.0000001" })),
        "ada@example.com",
        { "reference": 5 },
        ada(json!({})),
        { "amount": 7, "recipient_id": "rcp_x", "reference": "" },
    ]);
    let reply = sandbox.post("/payouts", &json!({ "items": items, "reference": "", "when": "now" }));
    reply.assert_problem(400, "invalid_request");
    let mut places = reply.locations();
    places.sort();
    let expected = [
        "body.items[1].amount",
        "body.items[1].email",
        "body.items[1].note",
        "body.items[2]",
        "body.items[2].amount",
        "body.items[3]",
        "body.items[4]",
        "body.items[4].amount",
        "body.items[4].reference",
        "body.items[6].amount",
        "body.items[6].reference",
        "body.reference",
        "body.when",
    ];
    assert_eq!(places, expected);
    let detail = reply.json()["detail"].clone();
    assert_eq!(detail, "The request has 13 problems; see errors.");
    assert_eq!(everything(&sandbox), before);
}

fn json_that_says_one_thing_twice_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    for body in [
        r#"{"items":[{"email":"ada@example.com","amount":"1","amount":"1000"}]}"#,
        r#"{"items":[{"email":"ada@example.com","amount":"1","\u0061mount":"1"}]}"#,
        r#"{"items":[{"email":"ada@example.com","email":"eve@example.com","amount":"1"}]}"#,
        r#"{"items":[{"email":"ada@example.com","amount":"1"}],"items":[]}"#,
        r#"{"items":[{"email":"ada@example.com","amount":"1"},]}"#,
        r#"{"items":[{"email":"ada@example.com","amount":1e}]}"#,
    ] {
        for path in ["/payouts", "/payouts/validate"] {
            sandbox.send("POST", path, &[], Some(body)).assert_problem(400, "malformed_request");
        }
    }
    assert_eq!(everything(&sandbox), before);
}
