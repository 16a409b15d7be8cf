//! `Idempotency-Key` where money is concerned: a request that is repeated pays once, however late and however often.

use serde_json::{Value, json};

use super::{cancel, everything, id, item_path};
use crate::support::{Client, Engine, Reply, Server, accepted, balance, items_of, settled};

testkit::on_both_engines!(
    a_payout_is_replayed_with_its_first_bytes_long_after_it_ended,
    keys_of_payouts_never_expire_and_others_do,
    the_same_key_for_another_payout_is_refused_and_names_the_first,
    a_refused_payout_leaves_its_key_unused,
    an_operator_can_insist_on_a_key_for_payouts,
    repeating_a_cancellation_a_claim_or_a_simulation_does_it_once,
);

fn ten(email: &str) -> Value {
    json!({ "items": [{ "email": email, "amount": "10" }] })
}

#[track_caller]
fn assert_replayed(reply: &Reply, first: &Reply) {
    assert_eq!((reply.status, reply.header("Idempotent-Replayed")), (200, Some("true")), "{reply:?}");
    assert_eq!(reply.body, first.body);
}

fn a_payout_is_replayed_with_its_first_bytes_long_after_it_ended(engine: Engine) {
    let mut server = Server::start(engine);
    let body = ten(server.info("email"));
    let first = server.sandbox().post_once("/payouts", "once", &body);
    let ended = settled(&server.sandbox(), &first.json());
    assert_eq!(ended["status"], "completed");
    assert_ne!(first.json(), ended);
    for _ in 0..3 {
        assert_replayed(&server.sandbox().post_once("/payouts", "once", &body), &first);
    }
    accepted(&server.sandbox().post("/simulate/clock", &json!({ "advance_seconds": 400 * 86_400 })));
    server.kill();
    server.restart();
    let spelled =
        format!(" {{ \"items\" : [ {{ \"amount\":\"10\", \"email\":\"{}\" }} ] }} ", server.info("email"));
    let sandbox = server.sandbox();
    let again = sandbox.send("POST", "/payouts", &[("Idempotency-Key", "once")], Some(&spelled));
    assert_replayed(&again, &first);
    assert_eq!(sandbox.get("/payouts").json()["data"], json!([ended]));
    assert_eq!(balance(&sandbox), "10000.00");
}

fn keys_of_payouts_never_expire_and_others_do(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let payout = sandbox.post_once("/payouts", "k", &ten("ada@example.com"));
    let waiting = settled(&sandbox, &payout.json());
    let path = format!("/payouts/{}/cancel", id(&waiting));
    let stop = || sandbox.send("POST", &path, &[("Idempotency-Key", "k")], None);
    let stopped = stop();
    assert_eq!(stopped.status, 200);
    let ada = json!({ "email": "ada@example.com" });
    let recipient = sandbox.post_once("/recipients", "k", &ada);
    assert_eq!(recipient.status, 200);
    // As if 30 days had gone by since.
    let expire = "update stored_responses set expires_at = 1 where expires_at is not null";
    server.execute_unguarded("stored_responses_keep", "stored_responses", expire);
    assert_replayed(&sandbox.post_once("/payouts", "k", &ten("ada@example.com")), &payout);
    assert_replayed(&stop(), &stopped);
    let other = json!({ "email": "grace@example.com" });
    let fresh = sandbox.post_once("/recipients", "k", &other);
    assert_eq!((fresh.status, fresh.header("Idempotent-Replayed")), (200, None), "the key was free again");
    assert_eq!(sandbox.get("/payouts").json()["data"].as_array().map(Vec::len), Some(1));
}

fn the_same_key_for_another_payout_is_refused_and_names_the_first(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let first = sandbox.post_once("/payouts", "one", &ten("ada@example.com"));
    settled(&sandbox, &first.json());
    let before = everything(&sandbox);
    let item = json!({ "email": "ada@example.com", "amount": "10" });
    for other in [
        json!({ "items": [item, item] }),
        json!({ "items": [{ "email": "ada@example.com", "amount": "10.0" }] }),
        json!({ "items": [{ "email": "ADA@example.com", "amount": "10" }] }),
        json!({ "items": [item], "reference": "x" }),
        json!({ "items": [{ "email": "ada@example.com", "amount": "10", "reference": "x" }] }),
        json!({ "items": [{ "email": "ada@example.com", "amount": "999999" }] }),
        json!({ "items": [{ "recipient_id": "rcp_x", "amount": "10" }] }),
    ] {
        let reply = sandbox.post_once("/payouts", "one", &other);
        reply.assert_problem(422, "idempotency_key_reused");
        assert_eq!(reply.locations(), ["header.Idempotency-Key"]);
        assert!(
            reply.json()["detail"].as_str().is_some_and(|detail| detail.contains(&first.id())),
            "{reply:?}"
        );
    }
    assert_eq!(everything(&sandbox), before);
}

fn a_refused_payout_leaves_its_key_unused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let large = json!({ "items": [{ "email": "ada@example.com", "amount": "10001" }] });
    for _ in 0..2 {
        let reply = sandbox.post_once("/payouts", "later", &large);
        reply.assert_problem(422, "insufficient_funds");
        assert_eq!(reply.header("Idempotent-Replayed"), None);
    }
    let unknown = json!({ "items": [{ "recipient_id": "rcp_x", "amount": "1" }] });
    sandbox.post_once("/payouts", "later", &unknown).assert_problem(422, "unknown_recipient");
    sandbox.post_once("/payouts", "later", &json!({})).assert_problem(400, "invalid_request");
    accepted(&sandbox.post("/simulate/inbound_transfers", &json!({ "amount": "1" })));
    let first = sandbox.post_once("/payouts", "later", &large);
    assert_eq!((first.status, first.header("Idempotent-Replayed")), (200, None), "{first:?}");
    assert_replayed(&sandbox.post_once("/payouts", "later", &large), &first);
    assert_eq!(balance(&sandbox), "0.00");
}

fn an_operator_can_insist_on_a_key_for_payouts(engine: Engine) {
    let server = Server::start_with(engine, &["--require-idempotency-key", "true"]);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    for body in [ten("ada@example.com"), json!({})] {
        let reply = sandbox.post("/payouts", &body);
        reply.assert_problem(400, "idempotency_key_required");
        assert_eq!(reply.locations(), ["header.Idempotency-Key"]);
    }
    assert_eq!(everything(&sandbox), before);
    // Nothing else sends money by being repeated.
    accepted(&sandbox.post("/payouts/validate", &ten("ada@example.com")));
    accepted(&sandbox.post("/recipients", &json!({ "email": "ada@example.com" })));
    accepted(&sandbox.post("/simulate/inbound_transfers", &json!({ "amount": "1" })));
    let made = accepted(&sandbox.post_once("/payouts", "mine", &ten("ada@example.com")));
    settled(&sandbox, &made);
    accepted(&cancel(&sandbox, &made));
    sandbox.with_key("florin_test_x").post("/payouts", &ten("a@b.co")).assert_problem(401, "unauthorized");
}

fn repeating_a_cancellation_a_claim_or_a_simulation_does_it_once(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let open = |sandbox: &Client| {
        let made = accepted(&sandbox.post("/payouts", &ten("ada@example.com")));
        settled(sandbox, &made);
        (made.clone(), items_of(sandbox, &made)[0].clone())
    };
    // The items first: a claim makes the next payout to this recipient end at once.
    let ((one, _), (_, two), (_, three)) = (open(&sandbox), open(&sandbox), open(&sandbox));
    let (stop, claimed) =
        (format!("/payouts/{}/cancel", id(&one)), format!("/simulate/payout_items/{}/claim", id(&three)));
    let requests = [
        (stop, None),
        (format!("{}/cancel", item_path(&two)), None),
        (claimed, None),
        ("/simulate/inbound_transfers".to_owned(), Some(json!({ "amount": "3" }).to_string())),
        ("/simulate/clock".to_owned(), Some(json!({ "advance_seconds": 1000 }).to_string())),
    ];
    for (path, body) in requests {
        let ask = || sandbox.send("POST", &path, &[("Idempotency-Key", "k")], body.as_deref());
        let first = ask();
        assert_eq!((first.status, first.header("Idempotent-Replayed")), (200, None), "{first:?}");
        let before = everything(&sandbox);
        for _ in 0..2 {
            assert_replayed(&ask(), &first);
        }
        assert_eq!(everything(&sandbox), before, "{path}");
    }
    assert_eq!(balance(&sandbox), "9993.00");
}
