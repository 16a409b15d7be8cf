//! What becomes of an item: money in a wallet, money that waits, or money that is back.

use rules::time::{SECONDS_PER_DAY, Timestamp};
use serde_json::{Value, json};

use super::{breakdown, claim, id, statuses, text};
use crate::support::{Client, Engine, Server, accepted, balance, items_of, pay_and_settle};

testkit::on_both_engines!(
    a_person_on_the_platform_is_credited_and_sees_the_money_arrive,
    a_person_who_is_not_on_the_platform_has_thirty_days_to_claim,
    an_item_to_plus_fail_fails_and_its_money_is_back,
    paying_oneself_ends_well,
    who_joins_in_between_is_credited_by_the_next_payout,
    each_person_of_a_payout_gets_their_own_share,
);

fn transactions(client: &Client, query: &str) -> Vec<Value> {
    let page = accepted(&client.get(&format!("/transactions?{query}")));
    page["data"].as_array().expect("data").clone()
}

/// A new user that the demo business pays at once, in the sandbox.
fn join(server: &Server, email: &str) -> Client {
    server.new_payee(email);
    server.sandbox().with_key(&server.new_key(email, "test", "all"))
}

fn a_person_on_the_platform_is_credited_and_sees_the_money_arrive(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let grace = join(&server, "Grace@example.org");
    let (before, started) = (transactions(&grace, ""), balance(&grace));
    assert_eq!((before.len(), started.as_str()), (1, "10000.00"));
    let paid = pay_and_settle(&sandbox, &[("grace@EXAMPLE.org", "12.345678")]);
    assert_eq!(paid["item_breakdown"], breakdown(0, 1, 0, 0, 0));
    assert_eq!(text(&paid, "status"), "completed");
    assert!(text(&paid, "completed_at") >= text(&paid, "created_at"));
    assert!(paid.get("failure_reason").is_none(), "{paid}");
    assert_eq!((balance(&sandbox), balance(&grace)), ("9987.654322".to_owned(), "10012.345678".to_owned()));

    let arrived = transactions(&grace, "");
    assert_eq!(arrived[1..], before);
    let inbound = &arrived[0];
    assert_eq!(text(inbound, "type"), "inbound_transfer");
    assert_eq!((text(inbound, "status"), text(inbound, "amount")), ("completed", "12.345678"));
    assert_eq!(
        super::fields(inbound),
        ["amount", "completed_at", "created_at", "currency", "id", "status", "type"]
    );
    assert_eq!(grace.get(&format!("/transactions/{}", id(inbound))).json(), *inbound);
    // It is the recipient's own, and has nothing of the payer's.
    let item = &items_of(&sandbox, &paid)[0];
    assert_ne!(id(inbound), id(item));
    for (client, foreign) in [(&sandbox, id(inbound)), (&grace, id(item))] {
        client.get(&format!("/transactions/{foreign}")).assert_problem(404, "not_found");
    }
    assert_eq!(item["completed_at"], paid["completed_at"]);
    assert!(item.get("claim_expires_at").is_none() && item.get("failure_reason").is_none(), "{item}");
    let recipient = sandbox.get(&format!("/recipients/{}", text(item, "recipient_id"))).json();
    assert_eq!((&recipient["on_platform"], text(&recipient, "display_name")), (&json!(true), "Grace"));
}

fn a_person_who_is_not_on_the_platform_has_thirty_days_to_claim(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let paid = pay_and_settle(&sandbox, &[("ada@example.com", "5"), ("ada@example.com", "6")]);
    assert_eq!(paid["item_breakdown"], breakdown(0, 0, 0, 2, 0));
    assert_eq!(text(&paid, "status"), "processing");
    assert!(paid.get("completed_at").is_none() && paid.get("failure_reason").is_none(), "{paid}");
    assert_eq!(balance(&sandbox), "9989.00");
    for item in items_of(&sandbox, &paid) {
        assert_eq!(text(&item, "status"), "pending_claim");
        let time = |field: &str| Timestamp::parse(text(&item, field)).expect("a time");
        let thirty_days = time("created_at").plus_seconds(30 * SECONDS_PER_DAY);
        assert!(time("claim_expires_at") >= thirty_days, "{item}");
        assert!(time("claim_expires_at") < thirty_days.plus_seconds(SECONDS_PER_DAY), "{item}");
        assert!(item.get("completed_at").is_none(), "{item}");
    }
}

fn an_item_to_plus_fail_fails_and_its_money_is_back(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let paid = pay_and_settle(&sandbox, &[("ada+fail@example.com", "5"), ("x+FAIL@example.com", "6")]);
    assert_eq!(paid["item_breakdown"], breakdown(0, 0, 2, 0, 0), "case makes no other address");
    let paid = pay_and_settle(&sandbox, &[("ada+fail@example.com", "5"), ("b.c+x+fail@example.com", "7")]);
    assert_eq!(paid["item_breakdown"], breakdown(0, 0, 2, 0, 0));
    assert_eq!((text(&paid, "status"), text(&paid, "failure_reason")), ("failed", "no_item_completed"));
    assert_eq!(balance(&sandbox), "10000.00");
    for item in items_of(&sandbox, &paid) {
        assert_eq!((text(&item, "status"), text(&item, "failure_reason")), ("failed", "simulated_failure"));
        assert_eq!(item["completed_at"], paid["completed_at"]);
    }
    // Only at the end of the part before the @.
    for email in ["fail@example.com", "+failure@example.com", "a+fail.b@example.com", "ada@fail.example.com"]
    {
        let paid = pay_and_settle(&sandbox, &[(email, "1")]);
        assert_eq!(paid["item_breakdown"], breakdown(0, 0, 0, 1, 0), "{email}");
    }
}

fn paying_oneself_ends_well(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let own = server.info("email").to_owned();
    let paid = pay_and_settle(&sandbox, &[(&own, "10000")]);
    assert_eq!((text(&paid, "status"), balance(&sandbox).as_str()), ("completed", "10000.00"));
    let paid = pay_and_settle(&sandbox, &[(&own, "1"), ("ada+fail@example.com", "2"), (&own, "3")]);
    assert_eq!((text(&paid, "status"), balance(&sandbox).as_str()), ("completed", "10000.00"));
    let seen = transactions(&sandbox, "type=inbound_transfer");
    let amounts: Vec<&str> = seen.iter().map(|row| text(row, "amount")).collect();
    assert_eq!(amounts.len(), 4, "one came with the account: {amounts:?}");
    for amount in ["1.00", "3.00", "10000.00"] {
        assert!(amounts.contains(&amount), "{amounts:?}");
    }
}

fn who_joins_in_between_is_credited_by_the_next_payout(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let first = pay_and_settle(&sandbox, &[("grace@example.org", "5")]);
    assert_eq!(first["item_breakdown"], breakdown(0, 0, 0, 1, 0));
    let grace = join(&server, "grace@example.org");
    let second = pay_and_settle(&sandbox, &[("grace@example.org", "7")]);
    assert_eq!(text(&second, "status"), "completed");
    assert_eq!(balance(&grace), "10007.00");
    // What waited still waits, and goes to the same wallet.
    let item = &items_of(&sandbox, &first)[0];
    assert_eq!(text(item, "status"), "pending_claim");
    assert_eq!(claim(&sandbox, item).json()["status"], "completed");
    assert_eq!(balance(&grace), "10012.00");
}

fn each_person_of_a_payout_gets_their_own_share(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (grace, hedy) = (join(&server, "grace@example.org"), join(&server, "hedy@example.org"));
    let paid = pay_and_settle(
        &sandbox,
        &[
            ("grace@example.org", "1"),
            ("ada@example.com", "2"),
            ("hedy@example.org", "4"),
            ("ada+fail@example.com", "8"),
            ("grace@example.org", "16"),
        ],
    );
    assert_eq!(paid["item_breakdown"], breakdown(0, 3, 1, 1, 0));
    assert_eq!(text(&paid, "status"), "processing", "an item is still claimable");
    let items = items_of(&sandbox, &paid);
    assert_eq!(statuses(&items), ["completed", "pending_claim", "completed", "failed", "completed"]);
    let balances = [&sandbox, &grace, &hedy].map(balance);
    assert_eq!(balances, ["9977.00", "10017.00", "10004.00"]);
    assert_eq!(transactions(&grace, "").len(), 3, "two payments are two transfers");
}
