//! Sends a request that can't succeed, and decides by the title of the problem what to do.

use std::{env, error::Error};

use serde_json::{Value, json};

pub fn main() -> Result<(), Box<dyn Error>> {
    let body = json!({ "items": [{ "email": "ada@example.com", "amount": "12,50" }] });
    let mut response = ureq::post(format!("{}/payouts", env::var("API")?))
        .config()
        .http_status_as_error(false)
        .build()
        .header("Authorization", format!("Bearer {}", env::var("API_KEY")?))
        .header("Content-Type", "application/json")
        .send(body.to_string())?;
    if response.status().is_success() {
        return Ok(());
    }
    let problem: Value = serde_json::from_str(&response.body_mut().read_to_string()?)?;
    match problem["title"].as_str().unwrap_or_default() {
        "invalid_request" => {
            for one in problem["errors"].as_array().into_iter().flatten() {
                println!("correct {}", one["location"].as_str().unwrap_or_default());
            }
        }
        "insufficient_funds" => println!("add money: {}", problem["detail"]),
        "rate_limited" | "internal_error" | "unavailable" => println!("retry later"),
        _ => println!("report {}", problem["instance"]),
    }
    Ok(())
}
