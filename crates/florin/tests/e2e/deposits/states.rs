//! Where a deposit is to be sent, and every way that it can go.

use std::collections::BTreeSet;

use rules::time::Timestamp;
use serde_json::{Value, json};

use crate::support::{
    DAY, Engine, RAILS, Server, accepted, advance, balance, cancel_external_transfer, deposit, events_of,
    happens, look, register, text,
};

testkit::on_both_engines!(
    a_deposit_says_where_to_send_the_money_and_until_when,
    every_rail_has_instructions_and_every_deposit_a_reference_of_its_own,
    every_path_of_the_table_is_walked,
    a_deposit_expires_after_seven_days_by_the_clock_and_not_before,
    a_deposit_goes_on_after_the_server_was_killed,
);

fn a_deposit_says_where_to_send_the_money_and_until_when(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "brl_pix");
    let made = deposit(&sandbox, &from, "250.00");
    let created = Timestamp::parse(text(&made, "created_at")).expect("a time");
    let reference = text(&made["transfer_instructions"], "reference");
    // 250.00 BRL at 5.43 are 46.040515 USDC, of which 0.1 % are the fee and 0.25 % the spread.
    let expected = json!({
        "id": made["id"], "type": "deposit", "status": "awaiting_transfer",
        "amount": "45.879374", "currency": "USDC", "created_at": made["created_at"],
        "bank_account_id": from, "counter_amount": "250.00", "counter_currency": "BRL",
        "exchange_rate": "5.43",
        "fee_breakdown": { "total": "0.161141", "currency": "USDC", "components": [
            { "type": "percentage", "amount": "0.04604" }, { "type": "spread", "amount": "0.115101" } ] },
        "transfer_instructions": {
            "type": "fiat", "payment_rail": "brl_pix", "currency": "BRL", "amount": "250.00",
            "reference": reference, "beneficiary_name": "Sandbox Bank",
            "details": { "pix_key": "deposits@sandbox.invalid" },
            "expires_at": created.plus_seconds(7 * DAY).to_string(),
            "rate_expires_at": created.plus_seconds(3_600).to_string(),
            "rate_max_amount": "252.50",
        },
    });
    assert_eq!(made, expected);
    assert!(text(&made, "id").starts_with("txn_"), "{made}");
    let is_readable = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    assert!(reference.len() == 14 && reference.starts_with("FL") && reference.bytes().all(is_readable));
    let id = text(&made, "id");
    assert_eq!(accepted(&sandbox.get(&format!("/deposits/{id}"))), made);
    assert_eq!(accepted(&sandbox.get(&format!("/transactions/{id}"))), made);
    assert_eq!(sandbox.get("/deposits").json(), json!({ "data": [made], "next_cursor": null }));
    assert_eq!(balance(&sandbox), "10000.00", "nothing has come yet");
}

fn every_rail_has_instructions_and_every_deposit_a_reference_of_its_own(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let mut references = BTreeSet::new();
    for (rail, _, currency) in RAILS {
        let from = register(&sandbox, rail);
        for _ in 0..3 {
            let made = deposit(&sandbox, &from, "100000.00");
            let to = &made["transfer_instructions"];
            assert_eq!((text(to, "payment_rail"), text(to, "currency")), (rail, currency), "{made}");
            assert_eq!(made["counter_currency"], currency);
            assert!(to["details"].as_object().is_some_and(|details| !details.is_empty()), "{made}");
            references.insert(text(to, "reference").to_owned());
        }
    }
    assert_eq!(references.len(), 3 * RAILS.len());
}

/// What is done to a deposit, how it ends, and what subscribers are told on the way.
fn every_path_of_the_table_is_walked(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "mxn_spei");
    let paths: [(&str, &str, &[&str]); 6] = [
        ("received", "completed", &["processing", "completed"]),
        ("failed", "failed", &["processing", "failed"]),
        ("expired", "expired", &["expired"]),
        ("cancel", "cancelled", &["cancelled"]),
        ("nothing for seven days", "expired", &["expired"]),
        ("nothing", "awaiting_transfer", &[]),
    ];
    for (what, end, steps) in paths {
        let made = deposit(&sandbox, &from, "187.20");
        let before = balance(&sandbox);
        let answer = match what {
            "cancel" => accepted(&cancel_external_transfer(&sandbox, &made)),
            "nothing for seven days" => {
                advance(&sandbox, 7 * DAY);
                look(&sandbox, &made)
            }
            "nothing" => look(&sandbox, &made),
            event => happens(&sandbox, &made, event),
        };
        let first = steps.first().copied().unwrap_or("awaiting_transfer");
        let told = if steps == ["processing", "failed"] { "failed" } else { first };
        assert_eq!(text(&answer, "status"), told, "{what}: the answer already says so");
        // What has come is credited in a moment.
        advance(&sandbox, 1);
        let ended = look(&sandbox, &made);
        assert_eq!(text(&ended, "status"), end, "{what}: {ended}");
        assert_eq!(ended.get("completed_at").is_some(), !steps.is_empty(), "{what}: {ended}");
        let reason = (end == "failed").then_some("rejected");
        assert_eq!(ended["failure_reason"].as_str(), reason, "{what}: {ended}");
        assert_eq!(balance(&sandbox) != before, end == "completed", "{what}");
        let told: Vec<String> =
            ["created"].iter().chain(steps).map(|step| format!("deposit.{step}")).collect();
        assert_eq!(events_of(&server, &made), told, "{what}");
        for field in ["id", "amount", "counter_amount", "fee_breakdown", "transfer_instructions"] {
            assert_eq!(ended[field], made[field], "{what}");
        }
    }
    server.assert_books();
}

fn a_deposit_expires_after_seven_days_by_the_clock_and_not_before(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "eur_sepa");
    let made = deposit(&sandbox, &from, "10.00");
    advance(&sandbox, 7 * DAY - 3_600);
    assert_eq!(look(&sandbox, &made), made);
    let younger = deposit(&sandbox, &from, "10.00");
    advance(&sandbox, 3_600);
    let ended = look(&sandbox, &made);
    let time = |row: &Value, field: &str| Timestamp::parse(text(row, field)).expect("a time");
    assert_eq!(text(&ended, "status"), "expired");
    assert!(time(&ended, "completed_at") >= time(&made["transfer_instructions"], "expires_at"), "{ended}");
    assert_eq!(look(&sandbox, &younger), younger);
    // An end stays an end.
    advance(&sandbox, 400 * DAY);
    assert_eq!(look(&sandbox, &made), ended);
    assert_eq!(text(&look(&sandbox, &younger), "status"), "expired");
    assert_eq!(balance(&sandbox), "10000.00");
}

fn a_deposit_goes_on_after_the_server_was_killed(engine: Engine) {
    let mut server = Server::start(engine);
    let from = register(&server.sandbox(), "usd_ach");
    let made = deposit(&server.sandbox(), &from, "100.00");
    let dropped = deposit(&server.sandbox(), &from, "100.00");
    server.kill();
    server.restart();
    assert_eq!(look(&server.sandbox(), &made), made);
    happens(&server.sandbox(), &made, "received");
    server.kill();
    server.restart();
    let sandbox = server.sandbox();
    advance(&sandbox, 7 * DAY);
    assert_eq!(text(&look(&sandbox, &made), "status"), "completed");
    assert_eq!(text(&look(&sandbox, &dropped), "status"), "expired");
    assert_eq!(balance(&sandbox), "10099.90");
    server.assert_books();
}
