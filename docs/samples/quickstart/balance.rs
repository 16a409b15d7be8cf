//! Prints the balance of the account, using the crates ureq and serde_json.

use std::{env, error::Error};

use serde_json::Value;

pub fn main() -> Result<(), Box<dyn Error>> {
    let mut response = ureq::get(format!("{}/balance", env::var("API")?))
        .config()
        .http_status_as_error(false)
        .build()
        .header("Authorization", format!("Bearer {}", env::var("API_KEY")?))
        .call()?;
    let body = response.body_mut().read_to_string()?;
    if !response.status().is_success() {
        return Err(body.into());
    }
    let balance: Value = serde_json::from_str(&body)?;
    let text = |name: &str| balance[name].as_str().unwrap_or_default().to_owned();
    println!("{} {}", text("amount"), text("currency"));
    Ok(())
}
