//! Quotes: a price that holds for five minutes, for one deposit or withdrawal of exactly that amount.

mod prices;
mod refusals;
mod uses;

use serde_json::{Value, json};

use crate::support::{Client, accepted};

/// A body for POST /quotes.
fn wish(direction: &str, currency: &str, amount: &str, side: &str) -> Value {
    json!({ "direction": direction, "currency": currency, "amount": amount, "amount_side": side })
}

#[track_caller]
fn quote(client: &Client, direction: &str, currency: &str, amount: &str) -> Value {
    accepted(&client.post("/quotes", &wish(direction, currency, amount, "source")))
}
