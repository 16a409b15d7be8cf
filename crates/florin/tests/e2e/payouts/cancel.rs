//! Cancelling: what can still be stopped is stopped, its money is back with the answer, and nothing is stopped twice.

use serde_json::{Value, json};

use super::{breakdown, cancel, cancel_item, claim, everything, id, item_path, post, statuses, text};
use crate::support::{
    Client, Engine, Reply, Server, accepted, balance, items_of, pay, pay_and_settle, settled,
};

testkit::on_both_engines!(
    a_payout_is_cancelled_before_anybody_has_looked_at_it,
    an_item_is_cancelled_before_anybody_has_looked_at_it,
    cancelling_a_payout_stops_what_has_not_ended,
    a_payout_without_anything_to_stop_cannot_be_cancelled,
    an_item_that_has_ended_cannot_be_cancelled,
    an_item_is_found_in_its_own_payout_only,
);

const ADA: &str = "ada@example.com";
const FAIL: &str = "eve+fail@example.com";

#[track_caller]
fn assert_too_late(reply: &Reply, what: &str, state: &str) {
    reply.assert_problem(409, "invalid_state");
    assert_eq!(
        reply.json()["detail"],
        format!("This {what} is {state}, which doesn't allow this operation.")
    );
}

/// Something that is settled afterwards, so that whatever could still happen to earlier payouts has.
fn another_is_settled(server: &Server, client: &Client) {
    server.release_settlement();
    let paid = pay_and_settle(client, &[(server.info("email"), "1")]);
    assert_eq!(text(&paid, "status"), "completed");
}

fn a_payout_is_cancelled_before_anybody_has_looked_at_it(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.hold_settlement();
    let made = accepted(&pay(&sandbox, &[(ADA, "2"), (server.info("email"), "3"), (FAIL, "4")]));
    assert_eq!(balance(&sandbox), "9991.00");
    let cancelled = accepted(&cancel(&sandbox, &made));
    assert_eq!(balance(&sandbox), "10000.00");
    let mut expected = made.clone();
    expected["status"] = json!("cancelled");
    expected["item_breakdown"] = breakdown(3, 0, 0, 0, 0);
    expected["completed_at"] = cancelled["completed_at"].clone();
    assert_eq!(cancelled, expected);
    another_is_settled(&server, &sandbox);
    assert_eq!(settled(&sandbox, &made), cancelled);
    for item in items_of(&sandbox, &made) {
        assert_eq!((text(&item, "status"), &item["completed_at"]), ("cancelled", &cancelled["completed_at"]));
        assert!(item.get("failure_reason").is_none() && item.get("claim_expires_at").is_none(), "{item}");
    }
    assert_eq!(balance(&sandbox), "10000.00");
}

fn an_item_is_cancelled_before_anybody_has_looked_at_it(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.hold_settlement();
    let made = accepted(&pay(&sandbox, &[(ADA, "2"), (server.info("email"), "3")]));
    let first = &items_of(&sandbox, &made)[0];
    let cancelled = accepted(&cancel_item(&sandbox, first));
    assert_eq!((text(&cancelled, "status"), balance(&sandbox).as_str()), ("cancelled", "9997.00"));
    assert_eq!(sandbox.get(&item_path(first)).json(), cancelled);
    let payout = accepted(&sandbox.get(&format!("/payouts/{}", id(&made))));
    assert_eq!(
        (text(&payout, "status"), &payout["item_breakdown"]),
        ("processing", &breakdown(1, 0, 0, 0, 1))
    );
    // The rest of the payout still goes its way, once its turn comes.
    server.release_settlement();
    let paid = settled(&sandbox, &made);
    assert_eq!((text(&paid, "status"), &paid["item_breakdown"]), ("completed", &breakdown(1, 1, 0, 0, 0)));
    assert_eq!(balance(&sandbox), "10000.00");
}

fn cancelling_a_payout_stops_what_has_not_ended(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let own = server.info("email").to_owned();
    for (emails, after, status) in [
        (vec![ADA], vec!["cancelled"], "cancelled"),
        (vec![ADA, "ben@example.com"], vec!["cancelled", "cancelled"], "cancelled"),
        (vec![own.as_str(), ADA, FAIL], vec!["completed", "cancelled", "failed"], "completed"),
        (vec![ADA, FAIL], vec!["cancelled", "failed"], "failed"),
    ] {
        let items: Vec<(&str, &str)> = emails.iter().map(|email| (*email, "5")).collect();
        let made = pay_and_settle(&sandbox, &items);
        let cancelled = accepted(&cancel(&sandbox, &made));
        assert_eq!(text(&cancelled, "status"), status);
        assert_eq!(sandbox.get(&format!("/payouts/{}", id(&made))).json(), cancelled);
        let items = items_of(&sandbox, &made);
        assert_eq!(statuses(&items), after);
        assert_eq!(balance(&sandbox), "10000.00", "{emails:?}");
        let before = everything(&sandbox);
        for _ in 0..2 {
            assert_too_late(&cancel(&sandbox, &made), "payout", status);
        }
        for item in items.iter().filter(|item| item["status"] == "cancelled") {
            assert_too_late(&claim(&sandbox, item), "payout item", "cancelled");
        }
        assert_eq!(everything(&sandbox), before);
    }
}

fn a_payout_without_anything_to_stop_cannot_be_cancelled(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let own = server.info("email").to_owned();
    for (email, state) in [(own.as_str(), "completed"), (FAIL, "failed")] {
        let made = pay_and_settle(&sandbox, &[(email, "5")]);
        let before = everything(&sandbox);
        assert_too_late(&cancel(&sandbox, &made), "payout", state);
        // Not even with a key, and the key stays free.
        let path = format!("/payouts/{}/cancel", id(&made));
        for _ in 0..2 {
            let reply = sandbox.send("POST", &path, &[("Idempotency-Key", "stop")], None);
            assert_too_late(&reply, "payout", state);
            assert_eq!(reply.header("Idempotent-Replayed"), None);
        }
        assert_eq!(everything(&sandbox), before);
    }
}

/// An item in each of its end states.
fn ended(server: &Server, client: &Client) -> Vec<(Value, &'static str)> {
    let one = |email: &str| {
        let payout = pay_and_settle(client, &[(email, "5"), ("open@example.com", "1")]);
        items_of(client, &payout)[0].clone()
    };
    let expired = one("late@example.com");
    accepted(&client.post("/simulate/clock", &json!({ "advance_seconds": 31 * 86_400 })));
    let (claimed, cancelled) = (one(ADA), one("ben@example.com"));
    accepted(&claim(client, &claimed));
    accepted(&cancel_item(client, &cancelled));
    vec![
        (one(server.info("email")), "completed"),
        (one(FAIL), "failed"),
        (claimed, "completed"),
        (cancelled, "cancelled"),
        (expired, "cancelled"),
    ]
}

fn an_item_that_has_ended_cannot_be_cancelled(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let ended = ended(&server, &sandbox);
    let before = everything(&sandbox);
    for (item, state) in &ended {
        for _ in 0..2 {
            assert_too_late(&cancel_item(&sandbox, item), "payout item", state);
            assert_too_late(&claim(&sandbox, item), "payout item", state);
        }
        let now = accepted(&sandbox.get(&item_path(item)));
        assert_eq!(text(&now, "status"), *state);
    }
    assert_eq!(everything(&sandbox), before);
}

fn an_item_is_found_in_its_own_payout_only(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let one = pay_and_settle(&sandbox, &[(ADA, "1")]);
    let other = pay_and_settle(&sandbox, &[(ADA, "2")]);
    let item = &items_of(&sandbox, &one)[0];
    let before = everything(&sandbox);
    let unknown = "/payouts/po_01kdvq3y5cf2ab6ngnm3hcrkve/items/txn_01kdvq3y5cf2ab6ngnm3hcrkve";
    let (not_read, not_stopped) = (sandbox.get(unknown), post(&sandbox, &format!("{unknown}/cancel")));
    let arrival = accepted(&sandbox.post("/simulate/inbound_transfers", &json!({ "amount": "1" })));
    let before_and_arrival = everything(&sandbox);
    assert_ne!(before, before_and_arrival);
    for path in [
        format!("/payouts/{}/items/{}", id(&other), id(item)),
        format!("/payouts/{}/items/{}", id(&one), id(&one)),
        format!("/payouts/{}/items/{}", id(item), id(item)),
        format!("/payouts/{}/items/{}", id(&one), id(&arrival)),
        format!("/payouts/{}/items/txn_01kdvq3y5cf2ab6ngnm3hcrkve", id(&one)),
    ] {
        assert_eq!(sandbox.get(&path).without_request_id(), not_read.without_request_id(), "{path}");
        let stopped = post(&sandbox, &format!("{path}/cancel"));
        assert_eq!(stopped.without_request_id(), not_stopped.without_request_id(), "{path}");
        stopped.assert_problem(404, "not_found");
    }
    assert_eq!(everything(&sandbox), before_and_arrival);
    assert_eq!(sandbox.get(&item_path(item)).json(), *item);
}
