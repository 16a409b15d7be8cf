//! Prints the email address of every recipient, newest first, reading two at a time.

use std::{env, error::Error};

use serde_json::Value;
use ureq::Agent;

pub fn main() -> Result<(), Box<dyn Error>> {
    let (url, key) = (format!("{}/recipients", env::var("API")?), env::var("API_KEY")?);
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let mut cursor: Option<String> = None;
    loop {
        let mut request =
            agent.get(&url).header("Authorization", format!("Bearer {key}")).query("page_size", "2");
        if let Some(cursor) = &cursor {
            request = request.query("cursor", cursor);
        }
        let mut response = request.call()?;
        let body = response.body_mut().read_to_string()?;
        if !response.status().is_success() {
            return Err(body.into());
        }
        let page: Value = serde_json::from_str(&body)?;
        for recipient in page["data"].as_array().into_iter().flatten() {
            println!("{}", recipient["email"].as_str().unwrap_or_default());
        }
        cursor = page["next_cursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            return Ok(());
        }
    }
}
