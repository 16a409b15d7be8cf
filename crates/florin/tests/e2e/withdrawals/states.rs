//! Every way that a withdrawal can go, and where its money is on the way.

use rules::account::Mode;
use serde_json::{Value, json};

use crate::support::{
    ADDRESS, Client, DAY, Engine, RAILS, Server, accepted, advance, balance, balance_micros,
    cancel_external_transfer, events_of, external_wallet, fees, happens, look, micros, register, text,
    withdraw, withdraw_to_wallet,
};

testkit::on_both_engines!(
    a_withdrawal_says_what_arrives_and_what_it_costs,
    a_withdrawal_to_a_wallet_goes_over_the_chain,
    every_path_of_the_table_is_walked,
    what_goes_out_and_the_fees_are_what_was_taken_on_every_rail,
    every_rail_takes_its_time,
    what_comes_back_comes_back_whole_even_months_later,
    an_archived_bank_account_or_wallet_gets_what_is_on_its_way,
    a_withdrawal_goes_on_after_the_server_was_killed,
);

fn a_withdrawal_says_what_arrives_and_what_it_costs(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "brl_pix");
    let made = withdraw(&sandbox, &to, "100.00");
    // 0.50, 0.1 % and 0.25 % are taken; 99.15 USDC at 5.43 are 538.3845 BRL, of which 538.38 can be paid.
    let expected = json!({
        "id": made["id"], "type": "withdrawal", "status": "queued", "amount": "100.00", "currency": "USDC",
        "created_at": made["created_at"], "bank_account_id": to, "counter_amount": "538.38",
        "counter_currency": "BRL", "exchange_rate": "5.43",
        "fee_breakdown": { "total": "0.850828", "currency": "USDC", "components": [
            { "type": "fixed", "amount": "0.50" }, { "type": "percentage", "amount": "0.10" },
            { "type": "spread", "amount": "0.25" }, { "type": "rounding", "amount": "0.000828" } ] },
    });
    assert_eq!(made, expected);
    let id = text(&made, "id");
    assert_eq!(accepted(&sandbox.get(&format!("/withdrawals/{id}"))), made);
    assert_eq!(accepted(&sandbox.get(&format!("/transactions/{id}"))), made);
    assert_eq!(sandbox.get("/withdrawals").json(), json!({ "data": [made], "next_cursor": null }));
    assert_eq!(balance(&sandbox), "9900.00", "it is set aside at once");
}

fn a_withdrawal_to_a_wallet_goes_over_the_chain(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let wallet = sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id();
    let made = withdraw_to_wallet(&sandbox, &wallet, "25.000001");
    let fee =
        json!({ "total": "1.00", "currency": "USDC", "components": [{ "type": "fixed", "amount": "1.00" }] });
    assert_eq!((&made["external_wallet_id"], &made["fee_breakdown"]), (&json!(wallet), &fee), "{made}");
    for absent in
        ["bank_account_id", "counter_amount", "counter_currency", "exchange_rate", "onchain_transactions"]
    {
        assert!(made.get(absent).is_none(), "{made}");
    }
    advance(&sandbox, 30);
    let sent = look(&sandbox, &made);
    let hash = text(&sent["onchain_transactions"][0], "hash").to_owned();
    assert!(hash.len() == 66 && hash.starts_with("0x"), "{sent}");
    let confirmed =
        json!([{ "chain": "simulated", "hash": hash, "status": "confirmed", "confirmations": 12 }]);
    advance(&sandbox, 10);
    let done = look(&sandbox, &made);
    assert_eq!((text(&done, "status"), &done["onchain_transactions"]), ("completed", &confirmed));
    assert_eq!(balance(&sandbox), "9974.999999");
    // What comes back does so in another transaction; this one was mined.
    let back = happens(&sandbox, &made, "returned");
    assert_eq!((text(&back, "status"), &back["onchain_transactions"]), ("failed", &confirmed));
    assert_eq!(balance(&sandbox), "10000.00");
    // One that a simulation completes at once has a hash, too.
    let at_once = happens(&sandbox, &withdraw_to_wallet(&sandbox, &wallet, "2"), "completed");
    let shown = &at_once["onchain_transactions"][0];
    assert_eq!((text(shown, "chain"), text(shown, "status")), ("simulated", "confirmed"), "{at_once}");
    assert!(text(shown, "hash").len() == 66 && text(shown, "hash") != hash, "{at_once}");
    // Another has another.
    let other = withdraw_to_wallet(&sandbox, &wallet, "25.000001");
    advance(&sandbox, 40);
    assert_ne!(look(&sandbox, &other)["onchain_transactions"][0]["hash"], json!(hash));
    assert!(!sandbox.get("/withdrawals").body.contains(ADDRESS));
    server.assert_books();
}

/// What is done to a withdrawal, how it ends, and what subscribers are told on the way.
fn every_path_of_the_table_is_walked(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    let paths: [(&[&str], &str, &[&str]); 11] = [
        (&[], "queued", &[]),
        (&["cancel"], "cancelled", &["cancelled"]),
        (&["sent"], "processing", &["processing"]),
        (&["sent", "arrives"], "completed", &["processing", "completed"]),
        (&["sent", "completed"], "completed", &["processing", "completed"]),
        (&["sent", "failed"], "failed", &["processing", "failed"]),
        (&["sent", "arrives", "returned"], "failed", &["processing", "completed", "returned"]),
        (&["sent", "arrives", "failed"], "failed", &["processing", "completed", "returned"]),
        // A bank may be faster than our own books.
        (&["completed"], "completed", &["processing", "completed"]),
        (&["failed"], "failed", &["processing", "failed"]),
        (&["returned"], "failed", &["processing", "completed", "returned"]),
    ];
    for (deeds, end, steps) in paths {
        let before = balance_micros(&sandbox);
        let made = withdraw(&sandbox, &to, "20.00");
        let ended = deeds.iter().fold(made.clone(), |_, kind| act(&sandbox, &made, kind));
        assert_eq!(text(&ended, "status"), end, "{deeds:?}: {ended}");
        let is_over = !["queued", "processing"].contains(&end);
        assert_eq!(ended.get("completed_at").is_some(), is_over, "{deeds:?}: {ended}");
        let is_back = steps.contains(&"returned");
        let reason = (end == "failed").then_some(if is_back { "returned_by_bank" } else { "rejected" });
        assert_eq!(ended["failure_reason"].as_str(), reason, "{deeds:?}: {ended}");
        assert_eq!(ended.get("returned_at").is_some(), is_back, "{deeds:?}: {ended}");
        let gone = if ["failed", "cancelled"].contains(&end) { 0 } else { 20_000_000 };
        assert_eq!(balance_micros(&sandbox), before - gone, "{deeds:?}");
        let told: Vec<String> =
            ["created"].iter().chain(steps).map(|step| format!("withdrawal.{step}")).collect();
        assert_eq!(events_of(&server, &made), told, "{deeds:?}");
        for field in ["id", "amount", "counter_amount", "fee_breakdown", "exchange_rate"] {
            assert_eq!(ended[field], made[field], "{deeds:?}");
        }
        if end == "queued" {
            accepted(&cancel_external_transfer(&sandbox, &made));
        }
    }
    server.assert_books();
}

fn act(client: &Client, made: &Value, kind: &str) -> Value {
    match kind {
        "cancel" => return accepted(&cancel_external_transfer(client, made)),
        "sent" => advance(client, 30),
        "arrives" => advance(client, DAY),
        event => return happens(client, made, event),
    }
    look(client, made)
}

fn what_goes_out_and_the_fees_are_what_was_taken_on_every_rail(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (rail, _, currency) in RAILS {
        let to = register(&sandbox, rail);
        for amount in ["16", "15.987654", "33.333333", "123.456789"] {
            let made = withdraw(&sandbox, &to, amount);
            assert_eq!(made["counter_currency"], currency);
            let [outside, rate] =
                ["counter_amount", "exchange_rate"].map(|field| i128::from(micros(text(&made, field))));
            assert_eq!(outside % 10_000, 0, "whole cents: {made}");
            let crossed = i64::try_from((outside * 1_000_000 + rate - 1) / rate).expect("small");
            assert_eq!(micros(amount), crossed + fees(&made), "{made}");
        }
    }
    // On every rail there and back again.
    advance(&sandbox, 30);
    advance(&sandbox, DAY);
    let page = accepted(&sandbox.get("/withdrawals?status=completed"));
    let completed = page["data"].as_array().expect("a page");
    assert_eq!(completed.len(), 4 * RAILS.len());
    server.assert_books();
    completed.iter().for_each(|row| drop(happens(&sandbox, row, "returned")));
    assert_eq!(balance(&sandbox), "10000.00");
    server.assert_books();
}

fn every_rail_takes_its_time(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let slow = ["usd_fedwire", "eur_sepa"].map(|rail| (rail, 3_600));
    let slower = ["usd_ach", "cop_pse", "cad_eft"].map(|rail| (rail, DAY));
    let fast = ["brl_pix", "mxn_spei", "ars_transfers_3_0"].map(|rail| (rail, 10));
    for (rail, seconds) in [&slow[..], &slower[..], &fast[..]].concat() {
        let made = withdraw(&sandbox, &register(&sandbox, rail), "20.00");
        advance(&sandbox, 30);
        if seconds > 60 {
            assert_eq!(text(&look(&sandbox, &made), "status"), "processing", "{rail}");
            advance(&sandbox, seconds / 2);
            assert_eq!(text(&look(&sandbox, &made), "status"), "processing", "{rail}");
        }
        advance(&sandbox, seconds);
        assert_eq!(text(&look(&sandbox, &made), "status"), "completed", "{rail}");
    }
}

fn what_comes_back_comes_back_whole_even_months_later(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let fees_of_all = || {
        let sql = "select cast(sum(balance) as text) from ledger_accounts where kind in ('fees', 'rounding')";
        server.database().texts(server.data(), sql)
    };
    for (rail, days) in [("usd_ach", 60), ("brl_pix", 90)] {
        let made = withdraw(&sandbox, &register(&sandbox, rail), "1234.567891");
        advance(&sandbox, 30);
        advance(&sandbox, DAY);
        let completed = look(&sandbox, &made);
        assert_eq!((text(&completed, "status"), balance(&sandbox).as_str()), ("completed", "8765.432109"));
        assert_ne!(fees_of_all(), ["0"], "{rail}");
        advance(&sandbox, days * DAY);
        let back = happens(&sandbox, &made, "returned");
        assert_eq!((text(&back, "status"), text(&back, "failure_reason")), ("failed", "returned_by_bank"));
        assert_eq!(back["completed_at"], completed["completed_at"], "when it had arrived");
        assert!(text(&back, "returned_at") > text(&completed, "completed_at"), "{back}");
        assert_eq!((balance(&sandbox).as_str(), &fees_of_all()[..]), ("10000.00", &["0".to_owned()][..]));
    }
    server.assert_books();
}

fn an_archived_bank_account_or_wallet_gets_what_is_on_its_way(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "eur_sepa");
    let wallet = sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id();
    let sent = [withdraw(&sandbox, &to, "10.00"), withdraw_to_wallet(&sandbox, &wallet, "10.00")];
    advance(&sandbox, 30);
    let queued = [withdraw(&sandbox, &to, "10.00"), withdraw_to_wallet(&sandbox, &wallet, "10.00")];
    let announced = crate::support::deposit(&sandbox, &to, "92.00");
    for path in [format!("/bank_accounts/{to}"), format!("/external_wallets/{wallet}")] {
        accepted(&sandbox.send("POST", &format!("{path}/archive"), &[], None));
    }
    advance(&sandbox, 30);
    advance(&sandbox, DAY);
    for made in sent.iter().chain(&queued) {
        assert_eq!(text(&look(&sandbox, made), "status"), "completed", "{made}");
    }
    happens(&sandbox, &announced, "received");
    happens(&sandbox, &queued[0], "returned");
    advance(&sandbox, 1);
    assert_eq!(text(&look(&sandbox, &announced), "status"), "completed");
    assert_eq!(balance(&sandbox), "10069.65");
    server.assert_books();
}

fn a_withdrawal_goes_on_after_the_server_was_killed(engine: Engine) {
    let mut server = Server::start(engine);
    let to = register(&server.sandbox(), "usd_ach");
    let made = withdraw(&server.sandbox(), &to, "100.00");
    for (seconds, status) in [(1, "queued"), (30, "processing"), (DAY, "completed")] {
        server.kill();
        server.restart();
        advance(&server.sandbox(), seconds);
        assert_eq!(text(&look(&server.sandbox(), &made), "status"), status);
    }
    assert_eq!(balance(&server.sandbox()), "9900.00");
    server.assert_books();
}
