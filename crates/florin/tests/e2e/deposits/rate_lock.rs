//! The rate of a deposit is locked for a time, an amount and one payment, and no payment brings more than the limit.

use serde_json::{Value, json};

use crate::support::{
    Client, Engine, Server, accepted, advance, balance_micros, deposit, look, register, say, text,
};

testkit::on_both_engines!(a_payment_above_the_limit_is_credited_up_to_it);

testkit::on_sqlite_daily!(
    what_exceeds_the_rate_lock_arrives_beside_the_deposit,
    the_rate_is_used_up_by_one_payment,
);

/// What came beside deposits, newest first: its amount in the bank's currency, and what was credited.
fn beside(client: &Client) -> Vec<(String, String)> {
    let page = accepted(&client.get("/transactions?type=inbound_transfer&page_size=100"));
    let rows = page["data"].as_array().expect("a page").iter();
    let shown = |row: &Value, field| text(row, field).to_owned();
    let from_banks = rows.filter(|row| row.get("counter_amount").is_some());
    from_banks.map(|row| (shown(row, "counter_amount"), shown(row, "amount"))).collect()
}

fn received(client: &Client, made: &Value, amount: &str, bank_reference: &str) -> Value {
    let said = json!({ "event": "received", "amount": amount, "bank_reference": bank_reference });
    accepted(&say(client, made, &said));
    advance(client, 1);
    look(client, made)
}

fn one(outside: &str, inside: &str) -> (String, String) {
    (outside.to_owned(), inside.to_owned())
}

fn what_exceeds_the_rate_lock_arrives_beside_the_deposit(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let made = deposit(&sandbox, &register(&sandbox, "usd_ach"), "100.00");
    let before = balance_micros(&sandbox);
    let ended = received(&sandbox, &made, "110.00", "A");
    assert_eq!((text(&ended, "status"), text(&ended, "counter_amount")), ("completed", "101.00"));
    assert_eq!(text(&ended, "amount"), "100.899");
    assert_eq!(beside(&sandbox), [one("9.00", "8.991")]);
    assert_eq!(balance_micros(&sandbox), before + 109_890_000);
    // Told again, it is the same payment.
    received(&sandbox, &made, "110.00", "A");
    assert_eq!((beside(&sandbox).len(), balance_micros(&sandbox)), (1, before + 109_890_000));
    server.assert_books();
}

fn a_payment_above_the_limit_is_credited_up_to_it(engine: Engine) {
    let server = Server::start_with(engine, &["--max-per-transfer", "1000"]);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    let before = balance_micros(&sandbox);
    let made = deposit(&sandbox, &from, "100.00");
    let ended = received(&sandbox, &made, "2000000.00", "A");
    assert_eq!(text(&ended, "counter_amount"), "101.00");
    assert_eq!(beside(&sandbox), [one("899.00", "898.101")]);
    assert_eq!(balance_micros(&sandbox), before + 999_000_000);
    // So is a second one, which comes on its own.
    received(&sandbox, &made, "1000.01", "B");
    assert_eq!(beside(&sandbox)[0], one("1000.00", "999.00"));
    // The tolerance of the lock does not lift the limit.
    let full = deposit(&sandbox, &from, "1000.00");
    let ended = received(&sandbox, &full, "1010.00", "A");
    assert_eq!((text(&ended, "counter_amount"), text(&ended, "amount")), ("1000.00", "999.00"));
    assert_eq!(beside(&sandbox).len(), 2);
    assert_eq!(balance_micros(&sandbox), before + 3 * 999_000_000);
    // 1999000.00, 0.01 and 10.00 wait.
    let parked = server.database().rows_in(server.data(), "rail_notices where effect = 'parked'");
    assert_eq!(parked, 3);
    server.assert_books();
}

fn the_rate_is_used_up_by_one_payment(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let made = deposit(&sandbox, &register(&sandbox, "usd_ach"), "100.00");
    for (number, amount) in ["10.00", "20.00", "30.00", "100.00"].into_iter().enumerate() {
        let ended = received(&sandbox, &made, amount, &number.to_string());
        assert_eq!((text(&ended, "status"), text(&ended, "counter_amount")), ("completed", "10.00"));
        assert_eq!(beside(&sandbox).len(), number);
    }
    server.assert_books();
}
