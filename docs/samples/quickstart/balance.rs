//! Prints the balance of the account, using the crates ureq and serde_json.

use std::{env, error::Error};

use serde_json::Value;

pub fn main() -> Result<(), Box<dyn Error>> {
    let mut response = ureq::get(format!("{}/balance", env::var("API")?))
        .header("Authorization", format!("Bearer {}", env::var("API_KEY")?))
        .call()?;
    let balance: Value = serde_json::from_str(&response.body_mut().read_to_string()?)?;
    let text = |name: &str| balance[name].as_str().unwrap_or_default().to_owned();
    println!("{} {}", text("amount"), text("currency"));
    Ok(())
}
