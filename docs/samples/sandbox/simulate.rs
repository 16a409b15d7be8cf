//! Pays two people in the sandbox: one claims the money, and the other payment fails. Uses the crate getrandom as well.

use std::{env, error::Error};

use serde_json::{Value, json};
use ureq::http::Response;
use ureq::{Agent, Body};

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

/// The JSON of a success; a problem is an error.
fn read(mut response: Response<Body>) -> Result<Value, Box<dyn Error>> {
    let text = response.body_mut().read_to_string()?;
    if response.status().is_success() { Ok(serde_json::from_str(&text)?) } else { Err(text.into()) }
}

fn get(path: &str) -> Result<Value, Box<dyn Error>> {
    let request = agent().get(format!("{}{path}", env::var("API")?));
    read(request.header("Authorization", format!("Bearer {}", env::var("API_KEY")?)).call()?)
}

fn post(path: &str, body: Option<Value>) -> Result<Value, Box<dyn Error>> {
    let request = agent()
        .post(format!("{}{path}", env::var("API")?))
        .header("Authorization", format!("Bearer {}", env::var("API_KEY")?));
    read(match body {
        Some(body) => request.header("Content-Type", "application/json").send(body.to_string())?,
        None => request.send_empty()?,
    })
}

pub fn main() -> Result<(), Box<dyn Error>> {
    // A new person on every run
    let lin = format!("lin-{:x}", getrandom::u32()?);
    let items = json!([
        { "email": format!("{lin}@example.com"), "amount": "5.00" },
        { "email": format!("{lin}+fail@example.com"), "amount": "6.00" },
    ]);
    let payout = post("/payouts", Some(json!({ "items": items })))?;
    let items = format!("/payouts/{}/items", payout["id"].as_str().ok_or("a payout has an ID")?);

    // When the clock has moved, everything that was due has happened.
    post("/simulate/clock", Some(json!({ "advance_seconds": 1 })))?;
    let first = get(&items)?["data"][0]["id"].as_str().ok_or("an item has an ID")?.to_owned();
    post(&format!("/simulate/payout_items/{first}/claim"), None)?;
    post("/simulate/clock", Some(json!({ "advance_seconds": 1 })))?;
    for item in get(&items)?["data"].as_array().into_iter().flatten() {
        let text = |name: &str| item[name].as_str().unwrap_or_default();
        println!("{} {}", text("amount"), text("status"));
    }
    Ok(())
}
