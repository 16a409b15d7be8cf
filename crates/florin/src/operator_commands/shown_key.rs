//! An API key's record as operators see it. Never the key itself, nor its hash.

use rules::account::Mode;
use rules::api_key::ApiKey;
use serde_json::{Value, json};

pub fn record(key: &ApiKey) -> Value {
    json!({
        "id": key.id.to_string(),
        "name": key.name,
        "hint": key.hint,
        "scopes": key.scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>(),
        "created_at": key.created_at.to_string(),
        "last_used_at": key.last_used_at.map(|at| at.to_string()),
        "revoked_at": key.revoked_at.map(|at| at.to_string()),
    })
}

pub fn record_in(mode: Mode, key: &ApiKey) -> Value {
    let mut shown = record(key);
    shown["mode"] = mode.name().into();
    shown
}
