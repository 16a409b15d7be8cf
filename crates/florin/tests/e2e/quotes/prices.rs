//! What is quoted: both directions, from either side, on every rail, and the same as without a quote.

use rules::time::Timestamp;
use serde_json::{Value, json};

use super::{quote, wish};
use crate::support::{
    Client, Engine, RAILS, Server, accepted, balance, deposit, fees, micros, register, text, withdraw,
};

testkit::on_sqlite_daily!(
    a_quote_says_what_becomes_of_an_amount,
    a_quote_is_the_price_that_holds_anyway_on_every_rail,
    what_is_to_come_out_is_reached_at_the_lowest_price,
    a_quote_moves_nothing,
);

fn a_quote_says_what_becomes_of_an_amount(engine: Engine) {
    let server = Server::start(engine);
    let made = quote(&server.sandbox(), "withdrawal", "BRL", "100");
    let created = Timestamp::parse(text(&made, "created_at")).expect("a time");
    let expected = json!({
        "id": made["id"], "direction": "withdrawal", "payment_rail": "brl_pix", "exchange_rate": "5.43",
        "source_amount": "100.00", "source_currency": "USDC", "destination_amount": "538.38",
        "destination_currency": "BRL",
        "fee_breakdown": { "total": "0.850828", "currency": "USDC", "components": [
            { "type": "fixed", "amount": "0.50" }, { "type": "percentage", "amount": "0.10" },
            { "type": "spread", "amount": "0.25" }, { "type": "rounding", "amount": "0.000828" } ] },
        "created_at": made["created_at"], "expires_at": created.plus_seconds(300).to_string(),
    });
    assert_eq!(made, expected);
    assert!(text(&made, "id").starts_with("qt_"), "{made}");
    let made = quote(&server.sandbox(), "deposit", "BRL", "250.00");
    let amounts = ["source_amount", "source_currency", "destination_amount", "destination_currency"]
        .map(|field| text(&made, field));
    assert_eq!(amounts, ["250.00", "BRL", "45.879374", "USDC"]);
}

fn a_quote_is_the_price_that_holds_anyway_on_every_rail(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (rail, _, currency) in RAILS {
        let account = register(&sandbox, rail);
        let on_rail = |direction: &str| {
            let mut wish = wish(direction, currency, "123.45", "source");
            wish["payment_rail"] = json!(rail);
            accepted(&sandbox.post("/quotes", &wish))
        };
        let (quoted, made) = (on_rail("deposit"), deposit(&sandbox, &account, "123.45"));
        assert_same(&quoted, &made, "counter_amount", "amount");
        let (quoted, made) = (on_rail("withdrawal"), withdraw(&sandbox, &account, "123.45"));
        assert_same(&quoted, &made, "amount", "counter_amount");
        assert_eq!(quoted["payment_rail"], rail);
        fees(&quoted);
    }
    // Where a currency has several rails, the first is meant.
    assert_eq!(quote(&sandbox, "deposit", "USD", "1")["payment_rail"], "usd_ach");
}

#[track_caller]
fn assert_same(quote: &Value, made: &Value, source: &str, destination: &str) {
    for (quoted, real) in [
        ("source_amount", source),
        ("destination_amount", destination),
        ("exchange_rate", "exchange_rate"),
        ("fee_breakdown", "fee_breakdown"),
    ] {
        assert_eq!(quote[quoted], made[real], "{quote} {made}");
    }
}

/// What comes out of so much.
fn comes_out(client: &Client, direction: &str, currency: &str, source: i64) -> Option<i64> {
    let amount = rules::money::Amount::from_micros(source).to_string();
    let reply = client.post("/quotes", &wish(direction, currency, &amount, "source"));
    (reply.status == 200).then(|| micros(text(&reply.json(), "destination_amount")))
}

fn what_is_to_come_out_is_reached_at_the_lowest_price(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for currency in ["USD", "BRL", "ARS", "COP", "MXN", "CAD", "EUR"] {
        // A deposit is paid in cents, and a withdrawal debited in micro-units.
        for (direction, wanted, step) in
            [("deposit", "12.345678", 10_000), ("withdrawal", "4321.09", 1), ("withdrawal", "0.01", 1)]
        {
            let wish = wish(direction, currency, wanted, "destination");
            let made = accepted(&sandbox.post("/quotes", &wish));
            let [source, reached] =
                ["source_amount", "destination_amount"].map(|field| micros(text(&made, field)));
            assert!(reached >= micros(wanted), "{made}");
            assert_eq!(comes_out(&sandbox, direction, currency, source), Some(reached), "{made}");
            let cheaper = comes_out(&sandbox, direction, currency, source - step);
            assert!(cheaper.is_none_or(|cheaper| cheaper < micros(wanted)), "{made}");
        }
    }
}

fn a_quote_moves_nothing(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for _ in 0..3 {
        quote(&sandbox, "withdrawal", "BRL", "999999");
    }
    assert_eq!(balance(&sandbox), "10000.00");
    assert_eq!(sandbox.get("/transactions?type=withdrawal").json()["data"], json!([]));
    server.assert_books();
}
