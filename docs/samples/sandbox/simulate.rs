//! Pays two people in the sandbox: one claims the money, and the other payment fails.

use std::{env, error::Error};

use serde_json::{Value, json};

fn get(path: &str) -> Result<Value, Box<dyn Error>> {
    let request = ureq::get(format!("{}{path}", env::var("API")?));
    let mut response = request.header("Authorization", format!("Bearer {}", env::var("API_KEY")?)).call()?;
    Ok(serde_json::from_str(&response.body_mut().read_to_string()?)?)
}

fn post(path: &str, body: Option<Value>) -> Result<Value, Box<dyn Error>> {
    let request = ureq::post(format!("{}{path}", env::var("API")?))
        .header("Authorization", format!("Bearer {}", env::var("API_KEY")?));
    let mut response = match body {
        Some(body) => request.header("Content-Type", "application/json").send(body.to_string())?,
        None => request.send_empty()?,
    };
    Ok(serde_json::from_str(&response.body_mut().read_to_string()?)?)
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let items = json!([
        { "email": "lin@example.com", "amount": "5.00" },
        { "email": "lin+fail@example.com", "amount": "6.00" },
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
        println!("{} {}", text("email"), text("status"));
    }
    Ok(())
}
