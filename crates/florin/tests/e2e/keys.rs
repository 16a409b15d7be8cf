//! The life of an API key: made with exactly these scopes, shown once, noticed when used, and gone at once
//! when revoked.

mod creation;
mod revocation;
mod secrets;
mod uses;

use serde_json::Value;

use crate::support::{Server, canary};

/// A new key of the demo user's test account, and its record.
fn create(server: &Server, scopes: &str) -> (String, Value) {
    let email = server.info("email");
    let made = server.florin_json(&["key", "create", "--email", email, "--mode", "test", "--scopes", scopes]);
    let key = made["key"].as_str().expect("the key").to_owned();
    canary(&key);
    (key, made)
}

/// The records of all keys of the demo user.
fn list(server: &Server) -> Vec<Value> {
    let listed = server.florin_json(&["key", "list", "--email", server.info("email")]);
    listed["data"].as_array().expect("a list").clone()
}

/// The record of one key.
fn listed(server: &Server, id: &Value) -> Value {
    let found = list(server).into_iter().find(|key| key["id"] == *id);
    found.unwrap_or_else(|| panic!("{id} is not listed"))
}
