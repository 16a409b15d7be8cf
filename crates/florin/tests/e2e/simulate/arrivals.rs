//! Money that arrives out of nowhere, up to what a balance can hold.

use serde_json::{Value, json};

use super::{id, receive, text};
use crate::support::{Engine, Server, accepted, balance};

crate::on_both_engines!(
    what_arrives_is_a_transaction_and_can_be_spent_at_once,
    what_is_wrong_with_an_arrival_is_said_at_its_place,
    more_than_a_balance_can_hold_is_refused_and_nothing_breaks,
);

fn what_arrives_is_a_transaction_and_can_be_spent_at_once(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (amount, shown, after) in [
        ("0.000001", "0.000001", "10000.000001"),
        ("1", "1.00", "10001.000001"),
        ("250.50", "250.50", "10251.500001"),
        ("999999999", "999999999.00", "1000010250.500001"),
    ] {
        let arrived = accepted(&receive(&sandbox, amount));
        assert_eq!((text(&arrived, "type"), text(&arrived, "status")), ("inbound_transfer", "completed"));
        assert_eq!((text(&arrived, "amount"), balance(&sandbox).as_str()), (shown, after));
        assert_eq!(accepted(&sandbox.get(&format!("/transactions/{}", id(&arrived)))), arrived);
        assert_eq!(sandbox.get("/transactions?page_size=1").json()["data"], json!([arrived]));
    }
    let spend = json!({ "items": [{ "email": "ada@example.com", "amount": "1000000" }] });
    accepted(&sandbox.post("/payouts", &spend));
    assert_eq!(balance(&sandbox), "999010250.500001");
}

fn what_is_wrong_with_an_arrival_is_said_at_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (body, place) in [
        (json!({}), "body.amount"),
        (json!({ "amount": 5 }), "body.amount"),
        (json!({ "amount": "0" }), "body.amount"),
        (json!({ "amount": "-1" }), "body.amount"),
        (json!({ "amount": "1", "currency": "USDC" }), "body.currency"),
        (json!({ "amount": "1", "account_id": "acct_x" }), "body.account_id"),
        (json!([]), "body"),
    ] {
        let reply = sandbox.post("/simulate/inbound_transfers", &body);
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), [place]);
    }
    assert_eq!(balance(&sandbox), "10000.00");
}

fn more_than_a_balance_can_hold_is_refused_and_nothing_breaks(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let most = "999999999999.999999";
    let taken = (0..20).take_while(|_| {
        let reply = receive(&sandbox, most);
        if reply.status != 200 {
            reply.assert_problem(422, "limit_exceeded");
        }
        reply.status == 200
    });
    assert_eq!(taken.count(), 4, "half of what 64 bits hold is for the sandbox, and a fifth does not fit");
    let full = balance(&sandbox);
    assert_eq!(full, "4000000009999.999996");
    for _ in 0..3 {
        receive(&sandbox, most).assert_problem(422, "limit_exceeded");
    }
    assert_eq!(balance(&sandbox), full);
    // What still fits is taken, and everything can still be spent and come back.
    accepted(&receive(&sandbox, "1"));
    let largest = json!({ "items": vec![json!({ "email": server.info("email"), "amount": "100000" }); 100] });
    let payout = crate::support::settled(&sandbox, &accepted(&sandbox.post("/payouts", &largest)));
    assert_eq!(payout["item_breakdown"]["completed"], 100);
    assert_eq!(balance(&sandbox), "4000000010000.999996");
    // Nobody is kept from joining by it.
    server.new_user("late@example.org");
    let late = sandbox.with_key(&server.new_key("late@example.org", "test", "all"));
    assert_eq!(balance(&late), "10000.00");
    let preview: Value = accepted(&sandbox.post("/payouts/validate", &largest));
    assert_eq!(
        (&preview["valid"], text(&preview, "available_after")),
        (&json!(true), "3999990010000.999996")
    );
    server.assert_books_balance();
}
