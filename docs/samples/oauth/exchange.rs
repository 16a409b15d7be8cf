//! Exchanges the code for tokens, and reads the user's balance with the access token.

use std::{env, error::Error};

use serde_json::Value;

pub fn main() -> Result<(), Box<dyn Error>> {
    let mut response = ureq::post(format!("{}/token", env::var("AUTH")?)).send_form([
        ("grant_type", "authorization_code".to_owned()),
        ("code", env::var("CODE")?),
        ("code_verifier", env::var("CODE_VERIFIER")?),
        ("redirect_uri", env::var("REDIRECT_URI")?),
        ("client_id", env::var("CLIENT_ID")?),
        ("client_secret", env::var("CLIENT_SECRET")?),
    ])?;
    let token: Value = serde_json::from_str(&response.body_mut().read_to_string()?)?;
    println!("{}", token["scope"].as_str().unwrap_or_default());

    let access_token = token["access_token"].as_str().ok_or("a token response has an access token")?;
    let mut response = ureq::get(format!("{}/balance", env::var("API")?))
        .header("Authorization", format!("Bearer {access_token}"))
        .call()?;
    let balance: Value = serde_json::from_str(&response.body_mut().read_to_string()?)?;
    println!("{}", balance["amount"].as_str().unwrap_or_default());
    Ok(())
}
