//! Paying people in one line, and waiting until they are paid.

use serde_json::{Value, json};

use super::{Client, Reply, eventually};

/// Asks to pay these people: address and amount.
pub fn pay(client: &Client, people: &[(&str, &str)]) -> Reply {
    let items: Vec<Value> =
        people.iter().map(|(email, amount)| json!({ "email": email, "amount": amount })).collect();
    client.post("/payouts", &json!({ "items": items }))
}

/// The payout that an answer shows.
#[track_caller]
pub fn accepted(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

/// The payout as it is once none of its items is being worked on.
#[track_caller]
pub fn settled(client: &Client, payout: &Value) -> Value {
    let path = format!("/payouts/{}", payout["id"].as_str().expect("an id"));
    eventually("the payout is settled", || {
        let shown = client.get(&path).json();
        (shown["item_breakdown"]["processing"] == 0).then_some(shown)
    })
}

#[track_caller]
pub fn pay_and_settle(client: &Client, people: &[(&str, &str)]) -> Value {
    settled(client, &accepted(&pay(client, people)))
}

/// The items of a payout, in order.
#[track_caller]
pub fn items_of(client: &Client, payout: &Value) -> Vec<Value> {
    let id = payout["id"].as_str().expect("an id");
    let page = client.get(&format!("/payouts/{id}/items?page_size=100"));
    assert_eq!(page.status, 200, "{page:?}");
    page.json()["data"].as_array().expect("a list").clone()
}

/// What the account can spend.
#[track_caller]
pub fn balance(client: &Client) -> String {
    client.get("/balance").json()["amount"].as_str().expect("an amount").to_owned()
}
