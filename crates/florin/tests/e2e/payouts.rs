//! Payouts as an integrator sees them: what is accepted and what is refused, what becomes of each item, and that a
//! refusal leaves nothing behind.

mod amounts;
mod cancel;
mod creation;
mod faults;
mod item_lists;
mod keys;
mod lists;
mod live;
mod refusals;
mod settlement;
mod statuses;
mod stopped;
mod validate;

use serde_json::{Value, json};

use crate::support::{Client, Reply};

/// Everything that a refused request must leave as it was.
fn everything(client: &Client) -> [String; 4] {
    ["/balance", "/payouts", "/transactions", "/recipients"].map(|path| client.get(path).body)
}

fn id(row: &Value) -> &str {
    row["id"].as_str().unwrap_or_else(|| panic!("no id: {row}"))
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no {field}: {row}"))
}

/// A request without a body.
fn post(client: &Client, path: &str) -> Reply {
    client.send("POST", path, &[], None)
}

fn cancel(client: &Client, payout: &Value) -> Reply {
    post(client, &format!("/payouts/{}/cancel", id(payout)))
}

fn item_path(item: &Value) -> String {
    format!("/payouts/{}/items/{}", text(item, "payout_id"), id(item))
}

fn cancel_item(client: &Client, item: &Value) -> Reply {
    post(client, &format!("{}/cancel", item_path(item)))
}

fn claim(client: &Client, item: &Value) -> Reply {
    post(client, &format!("/simulate/payout_items/{}/claim", id(item)))
}

fn statuses(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| text(item, "status")).collect()
}

/// Cancelled, completed, failed, pending_claim, processing.
fn breakdown(cancelled: u8, completed: u8, failed: u8, pending_claim: u8, processing: u8) -> Value {
    json!({
        "cancelled": cancelled, "completed": completed, "failed": failed, "pending_claim": pending_claim,
        "processing": processing,
    })
}

/// The names of all fields, in alphabetical order.
fn fields(row: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = row.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
