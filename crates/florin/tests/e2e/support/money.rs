//! Short words for tests that pay many people many times.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Client;

/// An item for POST /payouts.
pub fn item(email: &str, amount: &str) -> Value {
    json!({ "email": email, "amount": amount })
}

/// A body for POST /payouts.
pub fn payout(items: impl IntoIterator<Item = Value>) -> Value {
    json!({ "items": items.into_iter().collect::<Vec<Value>>() })
}

/// More money for the account.
#[track_caller]
pub fn fund(client: &Client, amount: &str) {
    client.post("/simulate/inbound_transfers", &json!({ "amount": amount })).id();
}

/// All payouts of the account by their reference.
pub fn all_payouts(client: &Client) -> BTreeMap<String, Vec<Value>> {
    let mut there: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut page = client.get("/payouts?page_size=100").json();
    loop {
        for payout in page["data"].as_array().expect("a page") {
            let reference = payout["reference"].as_str().unwrap_or_default().to_owned();
            there.entry(reference).or_default().push(payout.clone());
        }
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        page = client.get(&format!("/payouts?page_size=100&cursor={cursor}")).json();
    }
    there
}
