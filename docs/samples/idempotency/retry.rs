//! Sends a request twice with one key, as after a lost response, and then misuses the key.

use std::{env, error::Error};

use serde_json::{Value, json};

/// The body, and whether it is that of an earlier request.
fn add(email: &str) -> Result<(String, String), Box<dyn Error>> {
    let mut response = ureq::post(format!("{}/recipients", env::var("API")?))
        .config()
        .http_status_as_error(false)
        .build()
        .header("Authorization", format!("Bearer {}", env::var("API_KEY")?))
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", "add-joan")
        .send(json!({ "email": email }).to_string())?;
    let replayed = response.headers().get("Idempotent-Replayed").map(|value| value.to_str());
    let replayed = replayed.transpose()?.unwrap_or_default().to_owned();
    Ok((response.body_mut().read_to_string()?, replayed))
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let (first, _) = add("joan@example.com")?;
    let (again, replayed) = add("joan@example.com")?;
    if first == again {
        println!("the same response");
    }
    println!("Idempotent-Replayed: {replayed}");

    // The same key with different JSON has no effect.
    let problem: Value = serde_json::from_str(&add("alan@example.com")?.0)?;
    println!("{} {}", problem["status"], problem["title"].as_str().unwrap_or_default());
    Ok(())
}
