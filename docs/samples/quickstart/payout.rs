//! Pays two people, waits until the payout is settled, and prints each payment. Uses the crates ureq and serde_json.

use std::{env, error::Error, thread, time::Duration};

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

fn create_payout(body: &Value, idempotency_key: &str) -> Result<Value, Box<dyn Error>> {
    let request = agent()
        .post(format!("{}/payouts", env::var("API")?))
        .header("Authorization", format!("Bearer {}", env::var("API_KEY")?))
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", idempotency_key);
    read(request.send(body.to_string())?)
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let items = json!([
        { "email": "ada@example.com", "amount": "12.50", "reference": "invoice 17" },
        { "email": "grace@example.com", "amount": "7.00", "reference": "invoice 18" },
    ]);
    let payout = create_payout(&json!({ "items": items }), "invoices-17-and-18")?;
    let path = format!("/payouts/{}", payout["id"].as_str().ok_or("a payout has an ID")?);

    // Items settle within moments.
    while get(&path)?["item_breakdown"]["processing"] != 0 {
        thread::sleep(Duration::from_millis(200));
    }
    let items = get(&format!("{path}/items"))?;
    for item in items["data"].as_array().ok_or("a list has data")? {
        let text = |name: &str| item[name].as_str().unwrap_or_default();
        println!("{} {} {}", text("email"), text("amount"), text("status"));
    }
    Ok(())
}
