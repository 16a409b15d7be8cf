//! Prints the URL to send the browser to, and what to keep in the user's session until the browser returns. Uses the
//! crates data-encoding, getrandom, sha2 and url.

use std::{env, error::Error};

use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use url::Url;

fn random<const LENGTH: usize>() -> Result<String, Box<dyn Error>> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(BASE64URL_NOPAD.encode(&bytes))
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let (code_verifier, state) = (random::<48>()?, random::<16>()?);
    let mut url = Url::parse(&format!("{}/authorize", env::var("AUTH")?))?;
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &env::var("CLIENT_ID")?)
        .append_pair("redirect_uri", &env::var("REDIRECT_URI")?)
        .append_pair("scope", "balance:read")
        .append_pair("state", &state)
        .append_pair("code_challenge", &BASE64URL_NOPAD.encode(&Sha256::digest(&code_verifier)))
        .append_pair("code_challenge_method", "S256");
    println!("{url}\ncode_verifier {code_verifier}\nstate {state}");
    Ok(())
}
