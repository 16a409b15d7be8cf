//! Payouts that are well said and still refused: by recipient, amount, and with what. Nothing of them is written.

use serde_json::{Value, json};

use super::everything;
use crate::support::{Client, Engine, Reply, Server, accepted, balance};

testkit::on_sqlite_daily!(
    a_recipient_that_is_not_the_accounts_own_is_unknown,
    more_than_the_balance_is_refused_with_both_figures,
    more_than_the_operator_allows_is_refused,
    the_first_reason_is_given_whatever_else_is_wrong,
);

fn pay(client: &Client, items: Value) -> Reply {
    client.post("/payouts", &json!({ "items": items }))
}

fn a_recipient_that_is_not_the_accounts_own_is_unknown(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let new = |client: &Client| client.post("/recipients", &json!({ "email": "ada@example.com" })).id();
    let (own, theirs, our_live) = (new(&sandbox), new(&other), new(&server.live()));
    let ask = |id: &str| {
        pay(
            &sandbox,
            json!([
                { "recipient_id": own, "amount": "1" }, { "recipient_id": id, "amount": "1" },
                { "email": "grace@example.com", "amount": "1" }, { "recipient_id": id, "amount": "1" },
            ]),
        )
    };
    let before = everything(&sandbox);
    let unknown = ask("rcp_01kdvq3y5cf2ab6ngnm3hcrkve");
    unknown.assert_problem(422, "unknown_recipient");
    assert_eq!(unknown.locations(), ["body.items[1].recipient_id", "body.items[3].recipient_id"]);
    let upper = own.to_uppercase();
    let wrong = [
        theirs.as_str(),
        &our_live,
        &upper,
        "rubbish",
        "rcp_",
        "0",
        "'; drop table recipients",
        &own[..own.len() - 1],
        "po_01kdvq3y5cf2ab6ngnm3hcrkve",
        "ada@example.com",
        &format!("{own} "),
        "ü",
    ];
    for id in wrong {
        assert_eq!(ask(id).without_request_id(), unknown.without_request_id(), "{id}");
    }
    assert_eq!(everything(&sandbox), before);
    assert_eq!(ask(&own).status, 200);
}

fn more_than_the_balance_is_refused_with_both_figures(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    for (amounts, needed) in [
        (vec!["10000.000001"], "10000.000001"),
        (vec!["9999.999999", "0.000002"], "10000.000001"),
        (vec!["5000", "5000", "1.5"], "10001.50"),
        (vec!["1000000"], "1000000.00"),
    ] {
        let items: Vec<Value> =
            amounts.iter().map(|amount| json!({ "email": "new@example.com", "amount": amount })).collect();
        let reply = pay(&sandbox, json!(items));
        reply.assert_problem(422, "insufficient_funds");
        let expected = format!("Insufficient funds: {needed} USDC needed, 10000.00 USDC available.");
        assert_eq!(reply.json()["detail"], expected);
        assert!(reply.json()["errors"].is_null());
        assert_eq!(everything(&sandbox), before, "not even the recipient was written");
    }
    // To the last micro-unit, and then nothing more.
    let all = json!([{ "email": "new@example.com", "amount": "9999.999999" },
        { "email": "new@example.com", "amount": "0.000001" }]);
    accepted(&pay(&sandbox, all));
    assert_eq!(balance(&sandbox), "0.00");
    let reply = pay(&sandbox, json!([{ "email": "new@example.com", "amount": "0.000001" }]));
    reply.assert_problem(422, "insufficient_funds");
    assert_eq!(reply.json()["detail"], "Insufficient funds: 0.000001 USDC needed, 0.00 USDC available.");
}

fn more_than_the_operator_allows_is_refused(engine: Engine) {
    let server = Server::start_with(engine, &["--max-per-item", "100", "--max-per-payout", "150.5"]);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    let to = |amounts: &[&str]| -> Value {
        amounts.iter().map(|amount| json!({ "email": "ada@example.com", "amount": amount })).collect()
    };
    for (amounts, detail, places) in [
        (vec!["100.000001"], "An item can be at most 100.00 USDC.", vec![0]),
        (vec!["100", "101", "1", "5000000"], "An item can be at most 100.00 USDC.", vec![1, 3]),
        (vec!["999999999999.999999"; 100], "An item can be at most 100.00 USDC.", (0..100).collect()),
        (vec!["100", "50.500001"], "A payout can be at most 150.50 USDC in total.", vec![]),
        (vec!["100"; 100], "A payout can be at most 150.50 USDC in total.", vec![]),
    ] {
        let reply = pay(&sandbox, to(&amounts));
        reply.assert_problem(422, "limit_exceeded");
        assert_eq!(reply.json()["detail"], detail);
        let places: Vec<String> = places.iter().map(|index| format!("body.items[{index}].amount")).collect();
        assert_eq!(reply.locations(), places);
        assert_eq!(everything(&sandbox), before);
    }
    assert_eq!(accepted(&pay(&sandbox, to(&["100", "50.5"])))["total_amount"], "150.50");
}

/// A hundred times the largest amount does not fit into 64 bits; it is still only too much.
fn the_first_reason_is_given_whatever_else_is_wrong(engine: Engine) {
    let server = Server::start_with(
        engine,
        &["--max-per-item", "999999999999.999999", "--max-per-payout", "999999999999.999999"],
    );
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    let huge = |field: &str, target: &str, count: usize| -> Value {
        (0..count).map(|_| json!({ (field): target, "amount": "999999999999.999999" })).collect()
    };
    pay(&sandbox, huge("email", "ada@example.com", 100)).assert_problem(422, "limit_exceeded");
    pay(&sandbox, huge("email", "ada@example.com", 2)).assert_problem(422, "limit_exceeded");
    pay(&sandbox, huge("email", "ada@example.com", 1)).assert_problem(422, "insufficient_funds");
    pay(&sandbox, huge("recipient_id", "rcp_x", 100)).assert_problem(422, "unknown_recipient");
    for (field, target, count) in [("email", "ada@example.com", 100), ("recipient_id", "rcp_x", 100)] {
        let preview =
            accepted(&sandbox.post("/payouts/validate", &json!({ "items": huge(field, target, count) })));
        assert_eq!(preview["valid"], false);
    }
    assert_eq!(everything(&sandbox), before);
}
