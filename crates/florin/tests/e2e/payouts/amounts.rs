//! Amounts: one way to write them, and nothing is rounded.

use serde_json::{Value, json};

use super::{everything, text};
use crate::support::{Engine, Server, accepted, balance, items_of};

testkit::on_sqlite_daily!(every_micro_unit_counts);

testkit::on_one_engine!(
    what_is_no_amount_is_refused_at_its_place,
    a_hundred_bad_amounts_are_a_hundred_errors_in_one_answer,
);

fn bad() -> Vec<Value> {
    let texts = [
        "1e3",
        "+1",
        "-1",
        " 1",
        "1 ",
        "1.0000001",
        "0.0000001",
        "-0",
        "٣",
        "１",
        "NaN",
        "Infinity",
        "10^30",
        "0x10",
        "1_000",
        "1,5",
        "1,000.00",
        ".5",
        "1.",
        ".",
        "00.1",
        "01",
        "00",
        "",
        "0",
        "0.0",
        "0.000000",
        "1.2.3",
        "1000000000000",
        "9999999999999.99",
        "1000000000000000000000000000000",
        "1\u{0}",
        "1\n",
        "1\u{a0}",
        "$1",
        "1 USDC",
        "ten",
        "true",
        "null",
        "1/2",
        "1'000",
        "１.５",
        "1．5",
        "½",
        "²",
        "1e-2",
        "1E3",
        "0b1",
        "0o7",
        "１٣",
    ];
    let others = [
        json!(1),
        json!(1.5),
        json!(0),
        json!(-1),
        json!(1e30),
        json!(true),
        json!(null),
        json!(["1"]),
        json!({ "a": "1" }),
    ];
    texts.map(|text| json!(text)).into_iter().chain(others).collect()
}

fn what_is_no_amount_is_refused_at_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    for path in ["/payouts", "/payouts/validate"] {
        for amount in bad() {
            let items = json!([{ "email": "ada@example.com", "amount": "1" },
                { "email": "ada@example.com", "amount": amount }]);
            let reply = sandbox.post(path, &json!({ "items": items }));
            reply.assert_problem(400, "invalid_request");
            assert_eq!(reply.locations(), ["body.items[1].amount"], "{amount}");
            let shown = reply.json()["errors"][0].get("value").cloned();
            let expected = (!amount.is_array() && !amount.is_object()).then_some(amount);
            assert_eq!(shown, expected, "{reply:?}");
        }
    }
    for amount in bad() {
        let reply = sandbox.post("/simulate/inbound_transfers", &json!({ "amount": amount }));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["body.amount"], "{amount}");
    }
    assert_eq!(everything(&sandbox), before);
}

fn a_hundred_bad_amounts_are_a_hundred_errors_in_one_answer(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    let items: Vec<Value> = bad()
        .into_iter()
        .cycle()
        .take(100)
        .map(|amount| json!({ "email": "ada@example.com", "amount": amount }))
        .collect();
    let reply = sandbox.post("/payouts", &json!({ "items": items }));
    reply.assert_problem(400, "invalid_request");
    let expected: Vec<String> = (0..100).map(|index| format!("body.items[{index}].amount")).collect();
    assert_eq!(reply.locations(), expected);
    assert_eq!(everything(&sandbox), before);
}

fn every_micro_unit_counts(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let table = [
        ("1", "1.00"),
        ("1.0", "1.00"),
        ("1.000000", "1.00"),
        ("1.5", "1.50"),
        ("1.05", "1.05"),
        ("1.005", "1.005"),
        ("0.000001", "0.000001"),
        ("0.10", "0.10"),
        ("0.100010", "0.10001"),
        ("123.456789", "123.456789"),
        ("0.999999", "0.999999"),
    ];
    let items: Vec<Value> =
        table.iter().map(|(amount, _)| json!({ "email": "ada@example.com", "amount": amount })).collect();
    let made = accepted(&sandbox.post("/payouts", &json!({ "items": items })));
    assert_eq!(made["total_amount"], "131.211799");
    assert_eq!(balance(&sandbox), "9868.788201");
    for (item, (_, shown)) in items_of(&sandbox, &made).iter().zip(table) {
        assert_eq!(text(item, "amount"), shown);
    }
}
