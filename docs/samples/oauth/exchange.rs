//! Exchanges the code for tokens, and reads the user's balance with the access token.

use std::{env, error::Error};

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

/// The JSON of a success; a problem is an error.
fn read(mut response: Response<Body>) -> Result<Value, Box<dyn Error>> {
    let text = response.body_mut().read_to_string()?;
    if response.status().is_success() { Ok(serde_json::from_str(&text)?) } else { Err(text.into()) }
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let response = agent.post(format!("{}/token", env::var("AUTH")?)).send_form([
        ("grant_type", "authorization_code".to_owned()),
        ("code", env::var("CODE")?),
        ("code_verifier", env::var("CODE_VERIFIER")?),
        ("redirect_uri", env::var("REDIRECT_URI")?),
        ("client_id", env::var("CLIENT_ID")?),
        ("client_secret", env::var("CLIENT_SECRET")?),
    ])?;
    let token = read(response)?;
    println!("{}", token["scope"].as_str().unwrap_or_default());

    let access_token = token["access_token"].as_str().ok_or("a token response has an access token")?;
    let response = agent
        .get(format!("{}/balance", env::var("API")?))
        .header("Authorization", format!("Bearer {access_token}"))
        .call()?;
    let balance = read(response)?;
    println!("{}", balance["amount"].as_str().unwrap_or_default());
    Ok(())
}
