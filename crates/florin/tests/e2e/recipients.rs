//! Recipients: one for each account and address, with a nickname, a name and a place on the platform.

mod addresses;
mod nicknames;
mod people;

use crate::support::Client;
use serde_json::Value;

/// All recipients, newest first; the tests here make fewer than a page.
fn all(client: &Client) -> Vec<Value> {
    let page = client.get("/recipients").json();
    assert_eq!(page["next_cursor"], Value::Null);
    page["data"].as_array().expect("data").clone()
}
