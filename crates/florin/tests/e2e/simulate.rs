//! The sandbox's own calls: money that arrives, time that passes, people who claim. They move one account's world, and
//! never another account's.

mod arrivals;
mod claims;
mod clock;
mod strangers;

use serde_json::{Value, json};

use crate::support::{Client, Reply, items_of, pay_and_settle};

const DAY: i64 = 86_400;

fn id(row: &Value) -> &str {
    row["id"].as_str().unwrap_or_else(|| panic!("no id: {row}"))
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no {field}: {row}"))
}

fn claim(client: &Client, item: &str) -> Reply {
    client.send("POST", &format!("/simulate/payout_items/{item}/claim"), &[], None)
}

fn advance(client: &Client, seconds: i64) -> Reply {
    client.post("/simulate/clock", &json!({ "advance_seconds": seconds }))
}

fn receive(client: &Client, amount: &str) -> Reply {
    client.post("/simulate/inbound_transfers", &json!({ "amount": amount }))
}

/// An item that waits for this person.
fn waiting(client: &Client, email: &str, amount: &str) -> Value {
    let payout = pay_and_settle(client, &[(email, amount)]);
    let item = items_of(client, &payout)[0].clone();
    assert_eq!(item["status"], "pending_claim", "{item}");
    item
}

/// The item as it is now.
fn look(client: &Client, item: &Value) -> Value {
    client.get(&format!("/payouts/{}/items/{}", text(item, "payout_id"), id(item))).json()
}
