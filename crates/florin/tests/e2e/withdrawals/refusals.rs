//! What is refused, and that it leaves nothing behind.

use rules::account::Mode;
use serde_json::{Value, json};

use crate::support::{
    Client, DAY, Engine, Server, TARIFF, accepted, advance, balance, cancel_external_transfer, deposit,
    external_transfers_seen, external_wallet, happens, look, register, say, text, withdraw,
    withdraw_to_wallet,
};

testkit::on_sqlite_daily!(
    a_withdrawal_needs_a_destination_of_ones_own_that_is_not_archived,
    a_withdrawal_is_covered_by_the_balance_and_larger_than_its_fees,
    a_withdrawal_may_be_so_much_and_no_more,
    a_new_wallet_waits_as_long_as_the_operator_says,
    only_a_withdrawal_that_is_queued_can_be_cancelled,
    what_is_no_withdrawal_is_not_found,
    live_withdrawals_need_a_tariff_and_nothing_of_them_can_be_simulated,
);

testkit::on_one_engine!(
    a_withdrawal_that_is_not_well_said_is_refused_with_every_place,
    a_notice_that_is_not_well_said_is_refused,
);

#[track_caller]
fn assert_refused(client: &Client, body: &Value, slug: &str, places: &[&str]) {
    let status = match slug {
        "invalid_request" => 400,
        "invalid_state" => 409,
        _ => 422,
    };
    let before = external_transfers_seen(client);
    let reply = client.post("/withdrawals", body);
    reply.assert_problem(status, slug);
    assert_eq!(reply.locations(), places, "{body}: {reply:?}");
    assert_eq!(external_transfers_seen(client), before, "{body}");
}

fn new_wallet(client: &Client, mode: Mode) -> String {
    client.post("/external_wallets", &external_wallet(mode)).id()
}

fn archive(client: &Client, path: &str) {
    accepted(&client.send("POST", &format!("{path}/archive"), &[], None));
}

fn a_withdrawal_needs_a_destination_of_ones_own_that_is_not_archived(engine: Engine) {
    let server = Server::start(engine);
    let (sandbox, live) = (server.sandbox(), server.live());
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let (account, wallet) = ("bank_account_id", "external_wallet_id");
    for (field, slug, ids) in [
        (account, "unknown_bank_account", [register(&other, "brl_pix"), register(&live, "brl_pix")]),
        (wallet, "unknown_external_wallet", [new_wallet(&other, Mode::Test), new_wallet(&live, Mode::Live)]),
    ] {
        let unknown = ["ba_01kdvq3y5cf2ab6ngnm3hcrkve", "ew_01kdvq3y5cf2ab6ngnm3hcrkve", "rubbish"];
        for id in ids.iter().map(String::as_str).chain(unknown) {
            let body = json!({ field: id, "amount": "10.00" });
            assert_refused(&sandbox, &body, slug, &[&format!("body.{field}")]);
        }
    }
    let (archived, gone) = (register(&sandbox, "brl_pix"), new_wallet(&sandbox, Mode::Test));
    archive(&sandbox, &format!("/bank_accounts/{archived}"));
    archive(&sandbox, &format!("/external_wallets/{gone}"));
    let body = json!({ account: archived, "amount": "10.00" });
    assert_refused(&sandbox, &body, "bank_account_archived", &["body.bank_account_id"]);
    let body = json!({ wallet: gone, "amount": "10.00" });
    assert_refused(&sandbox, &body, "external_wallet_archived", &["body.external_wallet_id"]);
}

fn a_withdrawal_that_is_not_well_said_is_refused_with_every_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (to, wallet) = (register(&sandbox, "brl_pix"), new_wallet(&sandbox, Mode::Test));
    let wrong = [
        json!("0"),
        json!("0.000000"),
        json!("-1"),
        json!("1.0000001"),
        json!("1e3"),
        json!("1,5"),
        json!(" 1"),
        json!(".5"),
        json!("01"),
        json!("1000000000000"),
        json!(5),
        json!(null),
    ];
    for amount in wrong {
        let body = json!({ "bank_account_id": to, "amount": amount });
        assert_refused(&sandbox, &body, "invalid_request", &["body.amount"]);
    }
    for (body, places) in [
        (json!({}), &["body.amount", "body"][..]),
        (json!({ "amount": "10.00" }), &["body"]),
        (json!({ "bank_account_id": to, "external_wallet_id": wallet, "amount": "10.00" }), &["body"]),
        (
            json!({ "bank_account_id": to, "external_wallet_id": "", "amount": "10.00" }),
            &["body.external_wallet_id", "body"],
        ),
        (json!({ "bank_account_id": to, "amount": "10.00", "memo": "x" }), &["body.memo"]),
        (
            json!({ "bank_account_id": to, "external_wallet_id": wallet, "amount": "x" }),
            &["body.amount", "body"],
        ),
    ] {
        assert_refused(&sandbox, &body, "invalid_request", places);
    }
}

fn a_withdrawal_is_covered_by_the_balance_and_larger_than_its_fees(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (to, wallet) = (register(&sandbox, "usd_ach"), new_wallet(&sandbox, Mode::Test));
    let body = |amount: &str| json!({ "bank_account_id": to, "amount": amount });
    let reply = sandbox.post("/withdrawals", &body("10000.000001"));
    reply.assert_problem(422, "insufficient_funds");
    assert_eq!(
        text(&reply.json(), "detail"),
        "Insufficient funds: 10000.000001 USDC needed, 10000.00 USDC available."
    );
    // 0.50 and a thousandth are the fee, and less than a cent cannot be paid.
    for small in ["0.000001", "0.50", "0.5005", "0.510509"] {
        assert_refused(&sandbox, &body(small), "limit_exceeded", &["body.amount"]);
    }
    let made = withdraw(&sandbox, &to, "0.510511");
    assert_eq!(text(&made, "counter_amount"), "0.01");
    let to_wallet = json!({ "external_wallet_id": wallet, "amount": "1.00" });
    assert_refused(&sandbox, &to_wallet, "limit_exceeded", &["body.amount"]);
    withdraw_to_wallet(&sandbox, &wallet, "1.000001");
    // All that is left, to the last micro-unit.
    let rest = balance(&sandbox);
    withdraw(&sandbox, &to, &rest);
    assert_eq!(balance(&sandbox), "0.00");
    assert_eq!(sandbox.post("/withdrawals", &body("1.00")).json()["title"], "insufficient_funds");
    server.assert_books();
}

fn a_withdrawal_may_be_so_much_and_no_more(engine: Engine) {
    let server = Server::start_with(engine, &["--max-per-transfer", "100"]);
    let sandbox = server.sandbox();
    let (to, wallet) = (register(&sandbox, "usd_ach"), new_wallet(&sandbox, Mode::Test));
    for body in [
        json!({ "bank_account_id": to, "amount": "100.000001" }),
        json!({ "external_wallet_id": wallet, "amount": "100.000001" }),
        json!({ "bank_account_id": to, "amount": "999999999999.999999" }),
    ] {
        assert_refused(&sandbox, &body, "limit_exceeded", &["body.amount"]);
    }
    withdraw(&sandbox, &to, "100");
    withdraw_to_wallet(&sandbox, &wallet, "100");
}

fn a_new_wallet_waits_as_long_as_the_operator_says(engine: Engine) {
    let server = Server::start_with(engine, &["--external-wallet-wait-seconds", "3600"]);
    let sandbox = server.sandbox();
    let wallet = new_wallet(&sandbox, Mode::Test);
    let body = json!({ "external_wallet_id": wallet, "amount": "10.00" });
    assert_refused(&sandbox, &body, "invalid_state", &["body.external_wallet_id"]);
    advance(&sandbox, 1_800);
    assert_refused(&sandbox, &body, "invalid_state", &["body.external_wallet_id"]);
    advance(&sandbox, 1_800);
    withdraw_to_wallet(&sandbox, &wallet, "10.00");
    // Bank accounts do not wait.
    withdraw(&sandbox, &register(&sandbox, "usd_ach"), "10.00");
}

fn only_a_withdrawal_that_is_queued_can_be_cancelled(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    let [cancelled, failed, returned, completed, sent] = [(); 5].map(|()| withdraw(&sandbox, &to, "10.00"));
    accepted(&cancel_external_transfer(&sandbox, &cancelled));
    advance(&sandbox, 30);
    for (made, event) in [(&failed, "failed"), (&returned, "returned"), (&completed, "completed")] {
        happens(&sandbox, made, event);
    }
    let before = external_transfers_seen(&sandbox);
    for made in [&cancelled, &failed, &returned, &completed, &sent] {
        let reply = cancel_external_transfer(&sandbox, made);
        reply.assert_problem(409, "invalid_state");
        let state = look(&sandbox, made);
        assert!(text(&reply.json(), "detail").contains(text(&state, "status")), "{reply:?}");
    }
    assert_eq!(external_transfers_seen(&sandbox), before);
}

fn what_is_no_withdrawal_is_not_found(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    let (announced, ours) = (deposit(&sandbox, &to, "10.00"), withdraw(&sandbox, &to, "10.00"));
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    for (client, id) in [
        (&sandbox, text(&announced, "id")),
        (&sandbox, "txn_01kdvq3y5cf2ab6ngnm3hcrkve"),
        (&sandbox, "rubbish"),
        (&other, text(&ours, "id")),
    ] {
        let path = format!("/withdrawals/{id}");
        client.get(&path).assert_problem(404, "not_found");
        client.send("POST", &format!("{path}/cancel"), &[], None).assert_problem(404, "not_found");
        let failed = json!({ "event": "failed" });
        client.post(&format!("/simulate{path}"), &failed).assert_problem(404, "not_found");
    }
}

fn a_notice_that_is_not_well_said_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let made = withdraw(&sandbox, &register(&sandbox, "usd_ach"), "10.00");
    for (notice, places) in [
        (json!({}), &["body.event"][..]),
        (json!({ "event": "received" }), &["body.event"]),
        (json!({ "event": "expired" }), &["body.event"]),
        (json!({ "event": "failed", "amount": "1.00" }), &["body.amount"]),
        (json!({ "event": "failed", "bank_reference": "x" }), &["body.bank_reference"]),
    ] {
        let reply = say(&sandbox, &made, &notice);
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), places, "{notice}");
    }
    assert_eq!(text(&look(&sandbox, &made), "status"), "queued");
}

fn live_withdrawals_need_a_tariff_and_nothing_of_them_can_be_simulated(engine: Engine) {
    let closed = Server::start(engine);
    closed.fund_live(closed.info("email"), 100_000_000);
    let live = closed.live();
    for body in [
        json!({ "bank_account_id": register(&live, "mxn_spei"), "amount": "10.00" }),
        json!({ "external_wallet_id": new_wallet(&live, Mode::Live), "amount": "10.00" }),
    ] {
        live.post("/withdrawals", &body).assert_problem(503, "unavailable");
    }
    drop(closed);

    let server = Server::start_with(engine, &["--tariff-file", TARIFF]);
    server.fund_live(server.info("email"), 100_000_000);
    let live = server.live();
    let to = register(&live, "mxn_spei");
    let made = withdraw(&live, &to, "10.51");
    assert_eq!((text(&made, "status"), balance(&live).as_str()), ("queued", "89.49"));
    for client in [&live, &live.anonymous(), &live.with_key(server.info("test_key"))] {
        say(client, &made, &json!({ "event": "completed" })).assert_problem(404, "not_found");
    }
    say(&server.sandbox(), &made, &json!({ "event": "completed" })).assert_problem(404, "not_found");
    // Neither does the sandbox's clock move it.
    advance(&server.sandbox(), 400 * DAY);
    assert_eq!(text(&look(&live, &made), "status"), "queued");
    assert_eq!(accepted(&cancel_external_transfer(&live, &made))["status"], "cancelled");
    assert_eq!(balance(&live), "100.00");
    server.assert_books();
}
