//! Money that leaves the account of a locked user waits until the user is unlocked.

use serde_json::{Value, json};

use super::{Desk, text};
use crate::people::join;
use crate::support::{Client, Engine, accepted, bank_account, eventually, item, payout};

testkit::on_both_engines!(withdrawals_and_claims_wait_until_the_owner_is_unlocked);

const OTHER: &str = "other@example.com";
const PAYEE: &str = "carl@example.com";

/// The status as operators see it: the owner's keys don't work meanwhile.
fn shown(desk: &Desk, withdrawal: &Value) -> String {
    text(&desk.look(&["withdrawals", "show", text(withdrawal, "id")]), "status").to_owned()
}

fn make_due(desk: &Desk, withdrawal: &Value) {
    let id = text(withdrawal, "id");
    desk.server.execute(&format!("update external_transfers set next_at = 1 where id = '{id}'"));
}

fn processing(desk: &Desk, withdrawal: &Value) {
    eventually("it is to be paid", || (shown(desk, withdrawal) == "processing").then_some(()));
}

fn words(desk: &Desk, arguments: &[&str]) -> String {
    String::from_utf8(desk.server.florin(&[&["ops"], arguments].concat()).stdout).expect("UTF-8")
}

fn withdraw(client: &Client) -> Value {
    let to = client.post("/bank_accounts", &bank_account("brl_pix")).id();
    accepted(&client.post("/withdrawals", &json!({ "bank_account_id": to, "amount": "10.00" })))
}

fn withdrawals_and_claims_wait_until_the_owner_is_unlocked(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let owner = desk.server.info("email").to_owned();
    desk.server.new_user(OTHER);
    desk.server.fund_live(OTHER, 50_000_000);
    let other = desk.live.with_key(&desk.server.new_key(OTHER, "live", "all"));
    let paid = accepted(&desk.live.post("/payouts", &payout([item(PAYEE, "5.00")])));
    let pending = |at: &str| format!("/payouts/{at}");
    eventually("it waits to be claimed", || {
        let now = accepted(&desk.live.get(&pending(text(&paid, "id"))));
        (now["item_breakdown"]["pending_claim"] == 1).then_some(())
    });
    let (begun, held) = (desk.withdrawal("10.00"), desk.queued_withdrawal("10.00"));
    let act = |verb: &str| {
        let told = desk.server.florin_json(&["user", verb, "--email", &owner, "--reason", "fraud"]);
        assert_eq!(told["changed"], true, "{told}");
    };
    act("lock");
    make_due(&desk, &held);
    join(&desk.server, PAYEE, "Carl");
    let payee = desk.live.with_key(&desk.server.new_key(PAYEE, "live", "all"));
    // A round of the worker sends what others have due.
    let others = withdraw(&other);
    make_due(&desk, &others);
    processing(&desk, &others);
    assert_eq!(shown(&desk, &held), "queued");
    assert_eq!(payee.get("/balance").json()["amount"], "0.00", "the claim waits");
    assert_eq!(shown(&desk, &begun), "processing", "it is an operator's to pay, who is told");
    let told = words(&desk, &["withdrawals", "show", text(&begun, "id")]);
    let locked_at = desk.look(&["withdrawals", "show", text(&begun, "id")]);
    for expected in [
        "The owner was locked at",
        text(&locked_at, "owner_locked_at"),
        "(uid ",
        ": fraud. Ask this operator",
        &owner,
    ] {
        assert!(told.contains(expected), "no {expected:?} in {told}");
    }
    assert_eq!(
        (text(&locked_at, "owner_lock_reason"), text(&locked_at, "owner_email")),
        ("fraud", owner.as_str())
    );
    assert!(text(&locked_at, "owner_locked_by").starts_with("uid "), "{locked_at}");
    assert!(words(&desk, &["withdrawals", "list"]).contains("(locked)"));

    act("unlock");
    processing(&desk, &held);
    eventually("the claim is credited", || (payee.get("/balance").json()["amount"] == "5.00").then_some(()));
    assert!(!words(&desk, &["withdrawals", "list"]).contains("(locked)"));
    desk.assert_books();
}
