//! How much is credited: what has come, on the terms that were agreed, to the micro-unit.

use serde_json::{Value, json};

use crate::support::{
    Engine, RAILS, Server, accepted, advance, balance, balance_micros, deposit, fees, happens, look, micros,
    register, say, text,
};

testkit::on_sqlite_daily!(
    what_comes_is_credited_be_it_more_or_less_than_announced,
    what_comes_is_what_is_credited_and_the_fees_on_every_rail,
);

fn what_comes_is_credited_be_it_more_or_less_than_announced(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    for (came, credited) in
        [("100.00", "99.90"), ("90.00", "89.91"), ("0.01", "0.00999"), ("101.00", "100.899")]
    {
        let made = deposit(&sandbox, &from, "100.00");
        let before = balance_micros(&sandbox);
        let answer = accepted(&say(&sandbox, &made, &json!({ "event": "received", "amount": came })));
        advance(&sandbox, 1);
        let ended = look(&sandbox, &made);
        assert_eq!(text(&ended, "status"), "completed", "{ended}");
        for shown in [&answer, &ended] {
            assert_eq!((text(shown, "counter_amount"), text(shown, "amount")), (came, credited));
            assert_eq!(shown["transfer_instructions"], made["transfer_instructions"], "as it was announced");
            assert_eq!(micros(came), micros(credited) + fees(shown), "{shown}");
        }
        assert_eq!(balance_micros(&sandbox), before + micros(credited));
    }
    server.assert_books();
}

/// What some fiat money is worth in USDC, rounded down.
fn worth(row: &Value) -> i64 {
    let [outside, rate] =
        ["counter_amount", "exchange_rate"].map(|field| i128::from(micros(text(row, field))));
    i64::try_from(outside * 1_000_000 / rate).expect("a small amount")
}

fn what_comes_is_what_is_credited_and_the_fees_on_every_rail(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let mut credited = 0;
    for (rail, _, _) in RAILS {
        let from = register(&sandbox, rail);
        for amount in ["0.01", "0.99", "1", "33.33", "1000.10", "98765.43"] {
            let made = deposit(&sandbox, &from, amount);
            assert_eq!(worth(&made), micros(text(&made, "amount")) + fees(&made), "{made}");
            happens(&sandbox, &made, "received");
            credited += micros(text(&made, "amount"));
        }
    }
    advance(&sandbox, 1);
    assert_eq!(balance_micros(&sandbox), 10_000_000_000 + credited, "{}", balance(&sandbox));
    server.assert_books();
}
