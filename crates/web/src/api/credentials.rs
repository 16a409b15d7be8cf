//! The `Authorization` header: strict, so that nothing ambiguous is ever accepted.

use app::auth::{Authenticated, CredentialError};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use data_encoding::BASE64;
use rules::account::Mode;

use crate::edge::client_address;
use crate::problem::{Problem, Slug};
use crate::rate_limits::{RateLimitStatus, Spender};
use crate::state::Web;

/// The caller, if it is known, and what is left of their allowance.
pub struct Admission {
    pub limited: RateLimitStatus,
    pub authenticated: Result<Authenticated, Problem>,
}

impl Admission {
    /// The caller, unless they have used up their allowance.
    pub fn admitted(self) -> Result<Authenticated, Problem> {
        self.limited.refused().map_or(self.authenticated, Err)
    }
}

pub async fn admit(web: &Web, parts: &Parts, mode: Mode) -> Admission {
    let authenticated = authenticate(web, &parts.headers, mode).await;
    let limited = match &authenticated {
        Ok(Authenticated { bearer, charged, .. }) => web.limits.spend_as(&Spender::Bearer(*bearer), *charged),
        Err(_) => web.limits.spend_from(client_address(web, parts).map(|address| address.network())),
    };
    Admission { limited, authenticated }
}

/// Who is calling. Asking for less than a valid credential of this mode is 401.
pub async fn authenticate(web: &Web, headers: &HeaderMap, mode: Mode) -> Result<Authenticated, Problem> {
    let credential = presented(headers).map_err(|detail| unauthorized(web, detail.to_owned()))?;
    web.app.auth.authenticate(&credential, mode).await.map_err(|denied| match denied {
        CredentialError::Malformed(detail) => unauthorized(web, detail.to_owned()),
        CredentialError::Unknown => unauthorized(web, "Unknown API key or access token.".to_owned()),
        CredentialError::Revoked => {
            unauthorized(web, "This API key or access token has been revoked.".to_owned())
        }
        CredentialError::Locked => unauthorized(web, "This account is locked. Contact support.".to_owned()),
        CredentialError::Expired => unauthorized(
            web,
            "This access token has expired. Use the refresh token to get a new one.".to_owned(),
        ),
        CredentialError::WrongMode(key_mode) => unauthorized(web, wrong_address(web, key_mode)),
        CredentialError::Failed(failure) => failure.into(),
    })
}

/// The key from a `Bearer` header, or from a `Basic` one, which the reference shows once: the encoded key alone, or as
/// the username with an empty password.
fn presented(headers: &HeaderMap) -> Result<String, &'static str> {
    let mut sent = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = sent.next() else {
        return Err("Missing Authorization header. Expected `Bearer <key>`.");
    };
    if sent.next().is_some() {
        return Err("More than one Authorization header. Send exactly one.");
    }
    const MALFORMED: &str = "Malformed Authorization header. Expected `Bearer <key>`.";
    let (scheme, credential) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or(MALFORMED)?;
    match scheme.to_ascii_lowercase().as_str() {
        "bearer" => Ok(credential.to_owned()),
        "basic" => {
            let decoded =
                BASE64.decode(credential.as_bytes()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            let key = decoded.map(|text| text.strip_suffix(':').unwrap_or(&text).to_owned());
            key.filter(|key| !key.contains(':')).ok_or(
                "Malformed Basic credentials. Send the API key as the username, with an empty password.",
            )
        }
        _ => Err(MALFORMED),
    }
}

fn wrong_address(web: &Web, key_mode: Mode) -> String {
    let origin = &web.settings.origin;
    match key_mode {
        Mode::Live => format!("This is a live credential. Use it with {origin}/v1."),
        Mode::Test => format!("This is a test credential. Use it with {origin}/sandbox/v1."),
    }
}

fn unauthorized(web: &Web, detail: String) -> Problem {
    let challenge = format!("Bearer realm=\"{}\"", web.settings.brand.name.replace(['"', '\\'], ""));
    let challenge = HeaderValue::from_str(&challenge).unwrap_or(HeaderValue::from_static("Bearer"));
    Problem::new(Slug::Unauthorized, detail).with_header(header::WWW_AUTHENTICATE, challenge)
}
