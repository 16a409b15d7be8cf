//! A person who was made up for one account is unknown to all others.

use serde_json::json;

use super::{claim, id, look, text, waiting};
use crate::support::{Client, Engine, Server, accepted, balance, pay_and_settle};

testkit::on_sqlite_daily!(
    a_simulated_claim_verifies_an_address_for_no_other_account,
    a_real_user_can_join_with_an_address_that_was_simulated,
    no_real_user_is_paid_as_a_simulated_person,
);

fn on_platform(client: &Client, email: &str) -> bool {
    let recipient = accepted(&client.post("/recipients", &json!({ "email": email })));
    recipient["on_platform"].as_bool().expect("true or false")
}

fn a_simulated_claim_verifies_an_address_for_no_other_account(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    server.fund_live(server.info("email"), 1_000_000_000);
    let live = server.live();
    // One of them knows the recipient before, and has money waiting for them.
    let theirs = waiting(&other, "ada@example.com", "5");
    let item = waiting(&sandbox, "ada@example.com", "5");
    accepted(&claim(&sandbox, id(&item)));
    assert!(on_platform(&sandbox, "ada@example.com"));
    for client in [&other, &live] {
        assert!(!on_platform(client, "ada@example.com"));
        let body = json!({ "items": [{ "email": "ADA@example.com", "amount": "1" }] });
        let said = accepted(&client.post("/payouts/validate", &body));
        assert_eq!(
            (&said["items"][0]["on_platform"], text(&said["items"][0], "status")),
            (&json!(false), "pending_claim")
        );
        let paid = pay_and_settle(client, &[("ada@example.com", "1")]);
        assert_eq!(paid["item_breakdown"]["pending_claim"], 1, "{paid}");
    }
    assert_eq!(look(&other, &theirs), theirs);
    // Each may simulate their own.
    accepted(&claim(&other, id(&theirs)));
    assert!(on_platform(&other, "ada@example.com") && !on_platform(&live, "ada@example.com"));
    server.assert_books_balance();
}

fn a_real_user_can_join_with_an_address_that_was_simulated(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let item = waiting(&sandbox, "grace@example.org", "5");
    accepted(&claim(&sandbox, id(&item)));
    server.new_user("grace@example.org");
    let grace = sandbox.with_key(&server.new_key("grace@example.org", "test", "all"));
    assert_eq!(balance(&grace), "10000.00", "simulated money reached no other account");
    let recipient = accepted(&sandbox.get(&format!("/recipients/{}", text(&item, "recipient_id"))));
    assert_eq!((&recipient["on_platform"], text(&recipient, "display_name")), (&json!(true), "grace"));
    let paid = pay_and_settle(&sandbox, &[("grace@example.org", "3")]);
    assert_eq!(text(&paid, "status"), "completed");
}

fn no_real_user_is_paid_as_a_simulated_person(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let item = waiting(&sandbox, "ada@example.com", "5");
    accepted(&claim(&sandbox, id(&item)));
    // The address of the made-up person is no secret; it must open nothing.
    let made_up = format!("{}@simulated.invalid", text(&item, "recipient_id"));
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    for client in [&sandbox, &other, &server.live()] {
        assert!(!on_platform(client, &made_up));
    }
    let paid = pay_and_settle(&other, &[(&made_up, "1")]);
    assert_eq!(paid["item_breakdown"]["pending_claim"], 1, "{paid}");
}
