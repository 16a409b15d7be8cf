//! `Idempotency-Key` where money crosses: a request that is repeated has one effect, however late it is repeated.

use serde_json::{Value, json};

use crate::support::{
    Client, DAY, Engine, Reply, Server, accepted, advance, balance, external_transfers_seen, happens,
    register, text,
};

testkit::on_both_engines!(
    keys_of_deposits_and_withdrawals_never_expire_and_those_of_quotes_do,
    an_operator_can_insist_on_a_key_for_withdrawals,
    the_same_key_for_another_withdrawal_is_refused_and_names_the_first,
    a_refused_withdrawal_leaves_its_key_unused,
);

const REPLAYED: &str = "Idempotent-Replayed";

fn body(client: &Client, amount: &str) -> Value {
    json!({ "bank_account_id": register(client, "usd_ach"), "amount": amount })
}

#[track_caller]
fn assert_replayed(reply: &Reply, first: &Reply) {
    assert_eq!((reply.status, reply.header(REPLAYED)), (200, Some("true")), "{reply:?}");
    assert_eq!(reply.body, first.body);
}

fn keys_of_deposits_and_withdrawals_never_expire_and_those_of_quotes_do(engine: Engine) {
    let mut server = Server::start(engine);
    let sandbox = server.sandbox();
    let body = body(&sandbox, "10.00");
    let quote =
        json!({ "direction": "withdrawal", "currency": "USD", "amount": "10.00", "amount_side": "source" });
    let ask = |server: &Server| {
        let sandbox = server.sandbox();
        [("/deposits", &body), ("/withdrawals", &body), ("/quotes", &quote)]
            .map(|(path, body)| sandbox.post_once(path, "k", body))
    };
    let first = ask(&server);
    let cancel = |server: &Server, path: &str, made: &Reply| {
        let path = format!("{path}/{}/cancel", made.id());
        server.sandbox().send("POST", &path, &[("Idempotency-Key", "k")], None)
    };
    let stopped = cancel(&server, "/deposits", &first[0]);
    happens(&sandbox, &first[1].json(), "completed");
    advance(&sandbox, 400 * DAY);
    // As if 30 days had gone by since.
    let expire = "update stored_responses set expires_at = 1 where expires_at is not null";
    server.execute_unguarded("stored_responses_keep", "stored_responses", expire);
    server.kill();
    server.restart();
    let again = ask(&server);
    assert_replayed(&again[0], &first[0]);
    assert_replayed(&again[1], &first[1]);
    assert_replayed(&cancel(&server, "/deposits", &first[0]), &stopped);
    assert_eq!((again[2].status, again[2].header(REPLAYED)), (200, None), "the key was free again");
    assert_ne!(again[2].id(), first[2].id());
    assert_eq!(balance(&server.sandbox()), "9990.00");
    server.assert_books();
}

fn an_operator_can_insist_on_a_key_for_withdrawals(engine: Engine) {
    let server = Server::start_with(engine, &["--require-idempotency-key", "true"]);
    let sandbox = server.sandbox();
    let body = body(&sandbox, "10.00");
    let before = external_transfers_seen(&sandbox);
    for wrong in [&body, &json!({})] {
        let reply = sandbox.post("/withdrawals", wrong);
        reply.assert_problem(400, "idempotency_key_required");
        assert_eq!(reply.locations(), ["header.Idempotency-Key"]);
    }
    assert_eq!(external_transfers_seen(&sandbox), before);
    accepted(&sandbox.post_once("/withdrawals", "mine", &body));
    // Nothing else sends money by being repeated.
    let announced = accepted(&sandbox.post("/deposits", &body));
    happens(&sandbox, &announced, "received");
}

fn the_same_key_for_another_withdrawal_is_refused_and_names_the_first(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let first_body = body(&sandbox, "10.00");
    let first = sandbox.post_once("/withdrawals", "one", &first_body);
    let (mut amount, mut to) = (first_body.clone(), first_body.clone());
    amount["amount"] = json!("10.000");
    to["bank_account_id"] = body(&sandbox, "10.00")["bank_account_id"].clone();
    let before = external_transfers_seen(&sandbox);
    for other in [amount, to, json!({ "external_wallet_id": "ew_x", "amount": "10.00" })] {
        let reply = sandbox.post_once("/withdrawals", "one", &other);
        reply.assert_problem(422, "idempotency_key_reused");
        assert!(text(&reply.json(), "detail").contains(&first.id()), "{reply:?}");
    }
    assert_eq!(external_transfers_seen(&sandbox), before);
    assert_replayed(&sandbox.post_once("/withdrawals", "one", &first_body), &first);
}

fn a_refused_withdrawal_leaves_its_key_unused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let body = body(&sandbox, "10000.01");
    for _ in 0..2 {
        let reply = sandbox.post_once("/withdrawals", "later", &body);
        reply.assert_problem(422, "insufficient_funds");
        assert_eq!(reply.header(REPLAYED), None);
    }
    crate::support::fund(&sandbox, "0.01");
    let first = sandbox.post_once("/withdrawals", "later", &body);
    assert_eq!((first.status, first.header(REPLAYED)), (200, None), "{first:?}");
    assert_replayed(&sandbox.post_once("/withdrawals", "later", &body), &first);
    assert_eq!(balance(&sandbox), "0.00");
}
