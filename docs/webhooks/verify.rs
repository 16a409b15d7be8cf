//! Verifies a Florin webhook, using the crates hmac, sha2 and data-encoding.
//!
//!     WEBHOOK_SECRET=whsec_… verify < request
//!
//! `request` contains the three webhook headers, an empty line, and the body exactly as received.

use std::io::Read;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const TOLERANCE_SECONDS: u64 = 5 * 60;

/// `header` returns a header by its lower-case name, `body` is the received bytes, `now` is the Unix time in seconds.
pub fn verify<'h>(
    secret: &str,
    header: impl Fn(&str) -> Option<&'h str>,
    body: &[u8],
    now: u64,
) -> Result<(), &'static str> {
    let id = header("webhook-id").ok_or("the header webhook-id is missing")?;
    let sent = header("webhook-timestamp").ok_or("the header webhook-timestamp is missing")?;
    let signatures = header("webhook-signature").ok_or("the header webhook-signature is missing")?;
    let is_number = !sent.is_empty() && sent.bytes().all(|digit| digit.is_ascii_digit());
    let seconds: u64 =
        sent.parse().ok().filter(|_| is_number).ok_or("webhook-timestamp is not a number of seconds")?;
    if now.abs_diff(seconds) > TOLERANCE_SECONDS {
        return Err("the timestamp is more than five minutes off");
    }
    let key = BASE64
        .decode(secret.trim_start_matches("whsec_").as_bytes())
        .map_err(|_| "the secret is not Base64")?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
    mac.update(format!("{id}.{sent}.").as_bytes());
    mac.update(body);
    let fits = |one: &str| {
        let given = one.strip_prefix("v1,").and_then(|given| BASE64.decode(given.as_bytes()).ok());
        // In constant time.
        given.is_some_and(|given| mac.clone().verify_slice(&given).is_ok())
    };
    // During a rotation of the secret there are two signatures. One match is enough.
    let is_good = signatures.split(' ').any(fits);
    is_good
        .then_some(())
        .ok_or("no signature matches: the request was changed, or signed with another secret")
}

#[allow(clippy::disallowed_methods, clippy::print_stdout, reason = "an example for other programs")]
fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let secret = std::env::var("WEBHOOK_SECRET").ok().filter(|secret| !secret.is_empty());
    let secret = secret.ok_or("set WEBHOOK_SECRET to the signing secret of the endpoint, whsec_…")?;
    let mut request = String::new();
    std::io::stdin().read_to_string(&mut request)?;
    let (head, body) = request.split_once("\n\n").ok_or("no empty line")?;
    let header = |wanted: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.trim())
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let outcome = verify(&secret, header, body.as_bytes(), now);
    println!("{}", outcome.map_or_else(|why| format!("refused: {why}"), |()| "good".to_owned()));
    Ok(if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
