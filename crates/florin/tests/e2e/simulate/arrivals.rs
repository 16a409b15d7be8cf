//! Money that arrives out of nowhere, up to what a balance can hold.

use serde_json::{Value, json};

use super::{claim, id, receive, text, waiting};
use crate::support::{
    Client, DAY, Engine, Server, accepted, advance, balance, deposit, happens, look, register, say, withdraw,
};

testkit::on_both_engines!(what_arrives_is_a_transaction_and_can_be_spent_at_once);

testkit::on_sqlite_daily!(
    one_account_cannot_use_up_what_all_share,
    whatever_an_account_does_with_test_money_it_creates_so_much,
    what_simulated_people_create_is_charged_to_the_account_that_pays_them,
    more_than_a_balance_can_hold_is_refused_and_nothing_breaks,
);

testkit::on_one_engine!(what_is_wrong_with_an_arrival_is_said_at_its_place);

fn what_arrives_is_a_transaction_and_can_be_spent_at_once(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (amount, shown, after) in [
        ("0.000001", "0.000001", "10000.000001"),
        ("1", "1.00", "10001.000001"),
        ("250.50", "250.50", "10251.500001"),
        ("99999000", "99999000.00", "100009251.500001"),
    ] {
        let arrived = accepted(&receive(&sandbox, amount));
        assert_eq!((text(&arrived, "type"), text(&arrived, "status")), ("inbound_transfer", "completed"));
        assert_eq!((text(&arrived, "amount"), balance(&sandbox).as_str()), (shown, after));
        assert_eq!(accepted(&sandbox.get(&format!("/transactions/{}", id(&arrived)))), arrived);
        assert_eq!(sandbox.get("/transactions?page_size=1").json()["data"], json!([arrived]));
    }
    let spend = json!({ "items": [{ "email": "ada@example.com", "amount": "1000000" }] });
    accepted(&sandbox.post("/payouts", &spend));
    assert_eq!(balance(&sandbox), "99009251.500001");
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

/// Another user of the sandbox.
fn another(server: &Server, sandbox: &Client, email: &str) -> Client {
    server.new_user(email);
    sandbox.with_key(&server.new_key(email, "test", "all"))
}

fn one_account_cannot_use_up_what_all_share(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for most in ["999999999999.999999", "100000000.000001"] {
        let reply = receive(&sandbox, most);
        reply.assert_problem(422, "limit_exceeded");
        assert_eq!(reply.locations(), ["body.amount"]);
        assert!(reply.body.contains("100000000.00 USDC"), "{reply:?}");
    }
    accepted(&receive(&sandbox, "99999999"));
    receive(&sandbox, "1.000001").assert_problem(422, "limit_exceeded");
    accepted(&receive(&sandbox, "1"));
    receive(&sandbox, "0.000001").assert_problem(422, "limit_exceeded");
    assert_eq!(balance(&sandbox), "100010000.00");
    // It is this account's limit, and no other's.
    let other = another(&server, &sandbox, "other@example.org");
    accepted(&receive(&other, "100000000"));
    assert_eq!(balance(&other), "100010000.00");
    server.assert_books_balance();
}

/// Deposits create test money, too, and spending it makes no room for more.
fn whatever_an_account_does_with_test_money_it_creates_so_much(engine: Engine) {
    let server = Server::start_with(engine, &["--max-test-money", "1000"]);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    accepted(&receive(&sandbox, "800"));
    let made = deposit(&sandbox, &from, "150.00");
    happens(&sandbox, &made, "received");
    advance(&sandbox, 1);
    withdraw(&sandbox, &from, "5000.00");
    advance(&sandbox, 2 * DAY);
    let too_much = deposit(&sandbox, &from, "50.01");
    let reply = say(&sandbox, &too_much, &json!({ "event": "received" }));
    reply.assert_problem(422, "limit_exceeded");
    assert_eq!(reply.locations(), ["body.amount"]);
    receive(&sandbox, "50.000001").assert_problem(422, "limit_exceeded");
    // What arrives by itself is refused in silence, and the deposit expires.
    let by_itself = deposit(&sandbox, &from, "60.51");
    advance(&sandbox, 60);
    assert_eq!(text(&look(&sandbox, &by_itself), "status"), "awaiting_transfer");
    accepted(&receive(&sandbox, "50"));
    advance(&sandbox, 8 * DAY);
    assert_eq!(text(&look(&sandbox, &by_itself), "status"), "expired");
    server.assert_books_balance();
}

/// A person made up for a recipient of this account, as a client.
fn simulated_person(server: &Server, payer: &Client, email: &str) -> Client {
    let item = waiting(payer, email, "1");
    accepted(&claim(payer, id(&item)));
    let email = format!("{}@simulated.invalid", text(&item, "recipient_id"));
    payer.with_key(&server.new_key(&email, "test", "all"))
}

/// People are free, so each with a limit of their own would be no limit.
fn what_simulated_people_create_is_charged_to_the_account_that_pays_them(engine: Engine) {
    let server = Server::start_with(engine, &["--max-test-money", "1000"]);
    let sandbox = server.sandbox();
    let ada = simulated_person(&server, &sandbox, "ada@example.com");
    accepted(&receive(&ada, "600"));
    accepted(&receive(&sandbox, "200"));
    receive(&ada, "200.000001").assert_problem(422, "limit_exceeded");
    let from = register(&ada, "usd_ach");
    let made = deposit(&ada, &from, "100.00");
    happens(&ada, &made, "received");
    // A person paid by a simulated person is made up for the same account.
    let ben = simulated_person(&server, &ada, "ben@example.com");
    receive(&ben, "101").assert_problem(422, "limit_exceeded");
    accepted(&receive(&ben, "90"));
    receive(&sandbox, "50").assert_problem(422, "limit_exceeded");
    // No other account pays for it.
    accepted(&receive(&another(&server, &sandbox, "other@example.org"), "1000"));
    server.assert_books_balance();
}

fn more_than_a_balance_can_hold_is_refused_and_nothing_breaks(engine: Engine) {
    let most = "999999999999.999999";
    let server = Server::start_with(engine, &["--max-test-money", most]);
    let sandbox = server.sandbox();
    accepted(&receive(&sandbox, most));
    let full = balance(&sandbox);
    assert_eq!(full, "1000000009999.999999");
    for number in 0..3 {
        accepted(&receive(&another(&server, &sandbox, &format!("{number}@example.org")), most));
    }
    // Half of what 64 bits hold is for the sandbox, and a fifth does not fit.
    let fifth = another(&server, &sandbox, "fifth@example.org");
    receive(&fifth, most).assert_problem(422, "limit_exceeded");
    assert_eq!(balance(&fifth), "10000.00");
    // What still fits is taken, and everything can still be spent and come back.
    accepted(&receive(&fifth, "1"));
    let largest = json!({ "items": vec![json!({ "email": server.info("email"), "amount": "100000" }); 100] });
    let payout = crate::support::settled(&sandbox, &accepted(&sandbox.post("/payouts", &largest)));
    assert_eq!(payout["item_breakdown"]["completed"], 100);
    assert_eq!(balance(&sandbox), full);
    // It keeps no user from joining.
    let late = another(&server, &sandbox, "late@example.org");
    assert_eq!(balance(&late), "10000.00");
    let preview: Value = accepted(&sandbox.post("/payouts/validate", &largest));
    assert_eq!((&preview["valid"], text(&preview, "available_after")), (&json!(true), "999990009999.999999"));
    server.assert_books_balance();
}
