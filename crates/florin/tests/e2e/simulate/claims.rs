//! People who come and claim: once, in time, and with a wallet from then on.

use serde_json::json;

use super::{DAY, advance, claim, id, look, text, waiting};
use crate::support::{Engine, Server, accepted, balance, items_of, pay, pay_and_settle};

testkit::on_both_engines!(a_payment_to_a_recipient_who_claimed_before_completes_at_once);

testkit::on_sqlite_daily!(
    a_claimed_item_is_completed_and_its_recipient_is_on_the_platform,
    an_item_is_claimed_once_and_only_while_it_waits,
    what_is_no_item_of_the_account_cannot_be_claimed,
    one_claim_leaves_what_else_waits_for_the_same_person,
);

fn a_claimed_item_is_completed_and_its_recipient_is_on_the_platform(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let item = waiting(&sandbox, "Ada@example.com", "5");
    let recipient = format!("/recipients/{}", text(&item, "recipient_id"));
    let before = accepted(&sandbox.get(&recipient));
    assert_eq!(before["on_platform"], false);
    let claimed = accepted(&claim(&sandbox, id(&item)));
    let mut expected = item.clone();
    expected["status"] = json!("completed");
    expected["completed_at"] = claimed["completed_at"].clone();
    assert!(text(&claimed, "completed_at") >= text(&item, "created_at"));
    assert_eq!(claimed, expected);
    assert_eq!(look(&sandbox, &item), claimed);
    let mut after = before;
    after["on_platform"] = json!(true);
    assert_eq!(accepted(&sandbox.get(&recipient)), after);
    assert_eq!(accepted(&sandbox.get("/recipients"))["data"], json!([after]));
    assert_eq!(accepted(&sandbox.post("/recipients", &json!({ "email": "ada@EXAMPLE.com" }))), after);
    assert_eq!(balance(&sandbox), "9995.00");
    let payout = accepted(&sandbox.get(&format!("/payouts/{}", text(&item, "payout_id"))));
    assert_eq!((text(&payout, "status"), &payout["completed_at"]), ("completed", &claimed["completed_at"]));
}

fn a_payment_to_a_recipient_who_claimed_before_completes_at_once(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let item = waiting(&sandbox, "ada@example.com", "5");
    accepted(&claim(&sandbox, id(&item)));
    let by_id = json!({ "items": [{ "recipient_id": text(&item, "recipient_id"), "amount": "2" }] });
    let said = accepted(&sandbox.post("/payouts/validate", &by_id));
    assert_eq!(
        (&said["items"][0]["on_platform"], text(&said["items"][0], "status")),
        (&json!(true), "completed")
    );
    let second = crate::support::settled(&sandbox, &accepted(&sandbox.post("/payouts", &by_id)));
    assert_eq!(text(&second, "status"), "completed");
    let third = pay_and_settle(&sandbox, &[("ADA@example.com", "3"), ("ben@example.com", "1")]);
    let items = items_of(&sandbox, &third);
    assert_eq!((text(&items[0], "status"), text(&items[1], "status")), ("completed", "pending_claim"));
    assert!(items[0].get("claim_expires_at").is_none(), "{}", items[0]);
    assert_eq!(balance(&sandbox), "9989.00");
}

fn an_item_is_claimed_once_and_only_while_it_waits(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let [claimed, stopped, late] =
        ["ada", "ben", "cyd"].map(|name| waiting(&sandbox, &format!("{name}@example.com"), "5"));
    accepted(&claim(&sandbox, id(&claimed)));
    let stop = format!("/payouts/{}/items/{}/cancel", text(&stopped, "payout_id"), id(&stopped));
    assert_eq!(sandbox.send("POST", &stop, &[], None).status, 200);
    accepted(&advance(&sandbox, 31 * DAY));
    let failed = items_of(&sandbox, &pay_and_settle(&sandbox, &[("x+fail@example.com", "1")]))[0].clone();
    let own = items_of(&sandbox, &pay_and_settle(&sandbox, &[(server.info("email"), "1")]))[0].clone();
    let before = sandbox.get("/transactions").body;
    for (item, state) in [
        (&claimed, "completed"),
        (&stopped, "cancelled"),
        (&late, "cancelled"),
        (&failed, "failed"),
        (&own, "completed"),
    ] {
        for _ in 0..2 {
            let reply = claim(&sandbox, id(item));
            reply.assert_problem(409, "invalid_state");
            let detail = format!("This payout item is {state}, which doesn't allow this operation.");
            assert_eq!(reply.json()["detail"], detail);
        }
    }
    assert_eq!((sandbox.get("/transactions").body, balance(&sandbox).as_str()), (before, "9995.00"));
    // Before its turn has come an item cannot be claimed either.
    server.hold_settlement();
    let queued = items_of(&sandbox, &accepted(&pay(&sandbox, &[("dee@example.com", "1")])))[0].clone();
    let reply = claim(&sandbox, id(&queued));
    reply.assert_problem(409, "invalid_state");
    assert_eq!(look(&sandbox, &queued), queued);
}

fn what_is_no_item_of_the_account_cannot_be_claimed(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let (own, theirs) = (waiting(&sandbox, "ada@example.com", "1"), waiting(&other, "ada@example.com", "1"));
    let arrived = accepted(&super::receive(&sandbox, "1"));
    let unknown = claim(&sandbox, "txn_01kdvq3y5cf2ab6ngnm3hcrkve");
    unknown.assert_problem(404, "not_found");
    for wrong in
        [id(&theirs), id(&arrived), text(&own, "payout_id"), text(&own, "recipient_id"), "rubbish", "%00"]
    {
        assert_eq!(claim(&sandbox, wrong).without_request_id(), unknown.without_request_id(), "{wrong}");
    }
    let body = Some("{\"wallet\":\"x\"}");
    let reply = sandbox.send("POST", &format!("/simulate/payout_items/{}/claim", id(&own)), &[], body);
    reply.assert_problem(400, "invalid_request");
    assert_eq!(reply.locations(), ["body"]);
    assert_eq!((look(&sandbox, &own), look(&other, &theirs)), (own, theirs));
}

fn one_claim_leaves_what_else_waits_for_the_same_person(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let [one, two] = ["5", "7"].map(|amount| waiting(&sandbox, "ada@example.com", amount));
    accepted(&claim(&sandbox, id(&one)));
    assert_eq!(look(&sandbox, &two), two, "a simulation claims the item that it names");
    assert_eq!(accepted(&claim(&sandbox, id(&two)))["status"], "completed");
    assert_eq!(balance(&sandbox), "9988.00");
}
