//! What is refused, and that it leaves nothing behind.

use serde_json::{Value, json};

use crate::support::{
    Client, DAY, Engine, Server, TARIFF, accepted, advance, balance_micros, cancel_external_transfer,
    deposit, external_transfers_seen, happens, register, say, withdraw,
};

testkit::on_sqlite_daily!(
    a_deposit_needs_a_bank_account_of_ones_own_that_is_not_archived,
    a_deposit_may_be_worth_so_much_and_no_more,
    only_a_deposit_that_is_awaited_can_be_cancelled,
    what_is_no_deposit_is_not_found,
    live_deposits_need_a_tariff_and_nothing_of_them_can_be_simulated,
);

testkit::on_one_engine!(
    a_deposit_that_is_not_well_said_is_refused_with_every_place,
    a_notice_that_is_not_well_said_is_refused,
);

#[track_caller]
fn assert_refused(client: &Client, body: &Value, slug: &str, places: &[&str]) {
    let status = if slug == "invalid_request" { 400 } else { 422 };
    let before = external_transfers_seen(client);
    let reply = client.post("/deposits", body);
    reply.assert_problem(status, slug);
    assert_eq!(reply.locations(), places, "{body}: {reply:?}");
    assert_eq!(external_transfers_seen(client), before, "{body}");
}

fn a_deposit_needs_a_bank_account_of_ones_own_that_is_not_archived(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let (theirs, live) = (register(&other, "brl_pix"), register(&server.live(), "brl_pix"));
    let unknown = "ba_01kdvq3y5cf2ab6ngnm3hcrkve";
    let wallet = "ew_01kdvq3y5cf2ab6ngnm3hcrkve";
    for id in [&theirs, &live, unknown, wallet, "rubbish", "ba_", &theirs.to_uppercase()] {
        let body = json!({ "bank_account_id": id, "amount": "10.00" });
        let reply = sandbox.post("/deposits", &body);
        reply.assert_problem(422, "unknown_bank_account");
        assert_eq!(reply.locations(), ["body.bank_account_id"], "{id}");
        assert!(!reply.body.contains(id), "{reply:?}");
    }
    let archived = register(&sandbox, "brl_pix");
    accepted(&sandbox.send("POST", &format!("/bank_accounts/{archived}/archive"), &[], None));
    let body = json!({ "bank_account_id": archived, "amount": "10.00" });
    assert_refused(&sandbox, &body, "bank_account_archived", &["body.bank_account_id"]);
    assert_eq!(sandbox.get("/deposits").json()["data"], json!([]));
}

fn a_deposit_that_is_not_well_said_is_refused_with_every_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "brl_pix");
    let wrong = [
        json!("0"),
        json!("0.00"),
        json!("-1"),
        json!("+1"),
        json!("1.001"),
        json!("0.000001"),
        json!("1e3"),
        json!("1,5"),
        json!(" 1"),
        json!(".5"),
        json!("1."),
        json!("01"),
        json!("1000000000000"),
        json!(""),
        json!(5),
        json!(5.5),
        json!(null),
        json!(true),
        json!(["1"]),
    ];
    for amount in wrong {
        let body = json!({ "bank_account_id": from, "amount": amount });
        assert_refused(&sandbox, &body, "invalid_request", &["body.amount"]);
    }
    for (body, places) in [
        (json!({}), &["body.bank_account_id", "body.amount"][..]),
        (json!({ "bank_account_id": from }), &["body.amount"]),
        (json!({ "bank_account_id": 1, "amount": "1" }), &["body.bank_account_id"]),
        (json!({ "bank_account_id": "", "amount": "1" }), &["body.bank_account_id"]),
        (json!({ "bank_account_id": from, "amount": "1", "quote_id": 1 }), &["body.quote_id"]),
        (
            json!({ "bank_account_id": from, "amount": "1", "external_wallet_id": "x" }),
            &["body.external_wallet_id"],
        ),
        (json!({ "bank_account_id": from, "amount": "1", "currency": "BRL" }), &["body.currency"]),
    ] {
        assert_refused(&sandbox, &body, "invalid_request", places);
    }
}

fn a_deposit_may_be_worth_so_much_and_no_more(engine: Engine) {
    let server = Server::start_with(engine, &["--max-per-transfer", "100"]);
    let sandbox = server.sandbox();
    let (dollars, reais) = (register(&sandbox, "usd_ach"), register(&sandbox, "brl_pix"));
    for (from, amount) in [(&dollars, "100.01"), (&reais, "543.01"), (&dollars, "999999999999.99")] {
        let body = json!({ "bank_account_id": from, "amount": amount });
        assert_refused(&sandbox, &body, "limit_exceeded", &["body.amount"]);
    }
    deposit(&sandbox, &dollars, "100.00");
    let made = deposit(&sandbox, &reais, "543.00");
    // What has come has come, but no more than the limit is credited of it.
    let before = balance_micros(&sandbox);
    accepted(&say(&sandbox, &made, &json!({ "event": "received", "amount": "5430.00" })));
    advance(&sandbox, 1);
    assert_eq!(balance_micros(&sandbox), before + 99_650_000, "100.00 less the fees");
    server.assert_books();
}

fn only_a_deposit_that_is_awaited_can_be_cancelled(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    let [cancelled, failed, expired, completed] = [(); 4].map(|()| deposit(&sandbox, &from, "10.00"));
    accepted(&cancel_external_transfer(&sandbox, &cancelled));
    happens(&sandbox, &failed, "failed");
    happens(&sandbox, &completed, "received");
    // Processing, or completed by now.
    cancel_external_transfer(&sandbox, &completed).assert_problem(409, "invalid_state");
    advance(&sandbox, 7 * DAY);
    let before = external_transfers_seen(&sandbox);
    for made in [cancelled, failed, expired, completed] {
        let reply = cancel_external_transfer(&sandbox, &made);
        reply.assert_problem(409, "invalid_state");
        assert!(reply.json()["errors"].is_null(), "{reply:?}");
    }
    assert_eq!(external_transfers_seen(&sandbox), before);
}

fn what_is_no_deposit_is_not_found(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    let withdrawal = withdraw(&sandbox, &from, "10.00");
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let ours = deposit(&sandbox, &from, "10.00");
    let received = json!({ "event": "received" });
    for (client, id) in [
        (&sandbox, withdrawal["id"].as_str().expect("an id")),
        (&sandbox, "txn_01kdvq3y5cf2ab6ngnm3hcrkve"),
        (&sandbox, "rubbish"),
        (&other, ours["id"].as_str().expect("an id")),
    ] {
        client.get(&format!("/deposits/{id}")).assert_problem(404, "not_found");
        client.send("POST", &format!("/deposits/{id}/cancel"), &[], None).assert_problem(404, "not_found");
        client.post(&format!("/simulate/deposits/{id}"), &received).assert_problem(404, "not_found");
    }
}

fn a_notice_that_is_not_well_said_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let made = deposit(&sandbox, &register(&sandbox, "brl_pix"), "10.00");
    let before = external_transfers_seen(&sandbox);
    for (notice, places) in [
        (json!({}), &["body.event"][..]),
        (json!({ "event": "completed" }), &["body.event"]),
        (json!({ "event": "returned" }), &["body.event"]),
        (json!({ "event": "received", "amount": "1.001" }), &["body.amount"]),
        (json!({ "event": "received", "amount": "0" }), &["body.amount"]),
        (json!({ "event": "received", "bank_reference": "" }), &["body.bank_reference"]),
        (json!({ "event": "received", "bank_reference": "x".repeat(65) }), &["body.bank_reference"]),
        (json!({ "event": "received", "currency": "BRL" }), &["body.currency"]),
    ] {
        let reply = say(&sandbox, &made, &notice);
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), places, "{notice}");
    }
    assert_eq!(external_transfers_seen(&sandbox), before);
}

fn live_deposits_need_a_tariff_and_nothing_of_them_can_be_simulated(engine: Engine) {
    let closed = Server::start(engine);
    let live = closed.live();
    let body = json!({ "bank_account_id": register(&live, "mxn_spei"), "amount": "10.00" });
    let reply = live.post("/deposits", &body);
    reply.assert_problem(503, "unavailable");
    assert_eq!(reply.header("retry-after"), Some("60"));
    drop(closed);

    let server = Server::start_with(engine, &["--tariff-file", TARIFF]);
    let live = server.live();
    let made = deposit(&live, &register(&live, "mxn_spei"), "187.20");
    assert_eq!((&made["status"], &made["amount"]), (&json!("awaiting_transfer"), &json!("9.975")));
    assert_eq!(made["transfer_instructions"]["beneficiary_name"], "Florin Tests");
    for client in [&live, &live.anonymous(), &live.with_key(server.info("test_key"))] {
        say(client, &made, &json!({ "event": "received" })).assert_problem(404, "not_found");
    }
    // The sandbox does not know it.
    say(&server.sandbox(), &made, &json!({ "event": "received" })).assert_problem(404, "not_found");
    // These cents mean nothing here.
    let magic = deposit(&live, &register(&live, "brl_pix"), "100.51");
    accepted(&cancel_external_transfer(&live, &magic));
    assert_eq!(accepted(&cancel_external_transfer(&live, &made))["status"], "cancelled");
    server.assert_books();
}
