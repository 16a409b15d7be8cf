//! One row, two views: whatever state an item is in, its transaction says the same.

use serde_json::{Value, json};

use super::{id, page, text};
use crate::support::{Client, Engine, Server, accepted, items_of, pay, pay_and_settle, settled};

testkit::on_sqlite_daily!(
    an_item_and_its_transaction_agree_in_every_state,
    the_first_money_of_a_test_account_is_a_transaction_like_any_other,
);

/// Checks both views of every item of a payout; returns the states, as items and as transactions.
fn both(client: &Client, payout: &Value) -> Vec<(String, String)> {
    let items = items_of(client, payout);
    let (listed, _) = page(client, &format!("payout_id={}", id(payout)));
    assert_eq!(listed.len(), items.len());
    let check = |item: &Value| {
        let transaction = accepted(&client.get(&format!("/transactions/{}", id(item))));
        assert!(listed.contains(&transaction), "the list shows what one shows");
        let path = format!("/payouts/{}/items/{}", id(payout), id(item));
        assert_eq!(accepted(&client.get(&path)), *item);
        assert_eq!(text(&transaction, "type"), "payout");
        for field in [
            "id",
            "amount",
            "currency",
            "payout_id",
            "recipient_id",
            "created_at",
            "completed_at",
            "claim_expires_at",
            "failure_reason",
            "reference",
        ] {
            assert_eq!(transaction.get(field), item.get(field), "{field}: {transaction} {item}");
        }
        assert_eq!(fields_beyond(&transaction, item), ["type"], "{transaction}");
        assert_eq!(fields_beyond(item, &transaction), ["email"], "{item}");
        (text(item, "status").to_owned(), text(&transaction, "status").to_owned())
    };
    items.iter().map(check).collect()
}

/// The fields that one object has and the other has not.
fn fields_beyond<'a>(one: &'a Value, other: &Value) -> Vec<&'a str> {
    let names = one.as_object().expect("an object").keys().map(String::as_str);
    names.filter(|name| other.get(name).is_none()).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(item, transaction)| (item.to_string(), transaction.to_string())).collect()
}

fn an_item_and_its_transaction_agree_in_every_state(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let own = server.info("email").to_owned();
    server.hold_settlement();
    let wishes = ["a@example.com", &own, "x+fail@example.com", "b@example.com", "c@example.com"];
    let payout = accepted(&pay(&sandbox, &wishes.map(|email| (email, "2.5"))));
    assert_eq!(both(&sandbox, &payout), pairs(&[("processing", "queued"); 5]));
    server.release_settlement();
    settled(&sandbox, &payout);
    let waiting = ("pending_claim", "pending_claim");
    let ended = [("completed", "completed"), ("failed", "failed")];
    assert_eq!(both(&sandbox, &payout), pairs(&[waiting, ended[0], ended[1], waiting, waiting]));
    let items = items_of(&sandbox, &payout);
    let claimed = format!("/simulate/payout_items/{}/claim", id(&items[0]));
    assert_eq!(sandbox.send("POST", &claimed, &[], None).status, 200);
    let cancelled = format!("/payouts/{}/items/{}/cancel", id(&payout), id(&items[3]));
    assert_eq!(sandbox.send("POST", &cancelled, &[], None).status, 200);
    let stopped = ("cancelled", "cancelled");
    assert_eq!(both(&sandbox, &payout), pairs(&[ended[0], ended[0], ended[1], stopped, waiting]));
    accepted(&sandbox.post("/simulate/clock", &json!({ "advance_seconds": 31 * 86_400 })));
    let expired = ("cancelled", "expired");
    assert_eq!(both(&sandbox, &payout), pairs(&[ended[0], ended[0], ended[1], stopped, expired]));
    let last = &items_of(&sandbox, &payout)[4];
    assert_eq!(text(last, "failure_reason"), "claim_expired");
    assert!(text(last, "completed_at") >= text(last, "claim_expires_at"), "{last}");
}

fn the_first_money_of_a_test_account_is_a_transaction_like_any_other(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (rows, cursor) = page(&sandbox, "");
    assert_eq!((rows.len(), cursor), (1, None));
    assert_eq!((text(&rows[0], "type"), text(&rows[0], "status")), ("inbound_transfer", "completed"));
    assert_eq!((text(&rows[0], "amount"), text(&rows[0], "currency")), ("10000.00", "USDC"));
    assert_eq!(rows[0]["completed_at"], rows[0]["created_at"]);
    assert_eq!(accepted(&sandbox.get(&format!("/transactions/{}", id(&rows[0])))), rows[0]);
    assert_eq!(page(&server.live(), ""), (Vec::new(), None), "live money only comes from outside");
    let paid = pay_and_settle(&sandbox, &[("ada@example.com", "1")]);
    let after = page(&sandbox, "").0;
    assert_eq!(after.len(), 2);
    assert_eq!((after[0]["payout_id"].clone(), &after[1]), (paid["id"].clone(), &rows[0]));
}
