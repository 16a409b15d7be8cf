//! Checks an authorization request, in an order that never sends the browser to an address that isn't the app's.

use app::{App, AuthorizationRequest, Failure};
use data_encoding::BASE64URL_NOPAD;
use rules::redirect_uri::RedirectUri;
use rules::scope::Scopes;

use crate::page::FormFields;

/// Who is told what is wrong.
pub enum InvalidOAuthRequest {
    /// The user, here: the app's address is unknown.
    Here(AppProblem),
    /// The app, at its address.
    There {
        to: RedirectUri,
        error: &'static str,
        description: String,
    },
    Failed(Failure),
}

/// Why the browser is not sent on to the app.
pub enum AppProblem {
    /// The request doesn't name one app and one address.
    Incomplete,
    /// There is no such app, or not with this address.
    Unknown,
    /// The app was changed while the user was looking at the question.
    Changed,
}

/// A request that can be put to the user.
pub struct ConsentRequest {
    pub asked: AuthorizationRequest,
    pub scopes: Scopes,
}

/// What we know, and what may be there once.
pub const PARAMETERS: [&str; 7] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
];

/// Reads a wish. Parameters that we do not know are ignored, as RFC 6749 asks.
pub async fn read(app: &App, fields: &FormFields) -> Result<ConsentRequest, InvalidOAuthRequest> {
    for name in ["client_id", "redirect_uri"] {
        if fields.count(name) != 1 {
            return Err(InvalidOAuthRequest::Here(AppProblem::Incomplete));
        }
    }
    let found = app.connect.asking_app(fields.get("client_id"), fields.get("redirect_uri")).await;
    let Some((connect_app, to)) = found.map_err(InvalidOAuthRequest::Failed)? else {
        return Err(InvalidOAuthRequest::Here(AppProblem::Unknown));
    };
    match wishes(fields) {
        Ok((scopes, challenge)) => Ok(ConsentRequest {
            asked: AuthorizationRequest { app: connect_app, redirect_uri: to, challenge },
            scopes,
        }),
        Err((error, description)) => Err(InvalidOAuthRequest::There { to, error, description }),
    }
}

/// The state that every answer repeats letter by letter, if it was sent once and can be.
pub fn state(fields: &FormFields) -> Option<&str> {
    let can_be = fields.count("state") == 1 && fields.broken(&["state"]).is_none();
    Some(fields.get("state")).filter(|state| can_be && !state.is_empty())
}

type CheckedRequest = (Scopes, Option<[u8; 32]>);

fn wishes(fields: &FormFields) -> Result<CheckedRequest, (&'static str, String)> {
    let invalid = |description: String| ("invalid_request", description);
    if let Some(twice) = fields.repeated(&PARAMETERS) {
        return Err(invalid(format!("{twice} was sent more than once")));
    }
    if let Some(broken) = fields.broken(&PARAMETERS) {
        return Err(invalid(format!("{broken} is not UTF-8")));
    }
    // The form of our page would change them on their way (RFC 6749, A.5 allows none).
    if fields.get("state").contains(char::is_control) {
        return Err(invalid("state must not contain control characters, such as line breaks".to_owned()));
    }
    match fields.get("response_type") {
        "code" => {}
        "" => return Err(invalid("response_type is missing".to_owned())),
        _ => return Err(("unsupported_response_type", "response_type must be code".to_owned())),
    }
    let scopes = Scopes::parse(fields.get("scope"), ' ');
    let scopes = scopes.map_err(|_| ("invalid_scope", "scope contains an unknown value".to_owned()))?;
    if scopes.is_empty() {
        return Err(("invalid_scope", "scope must contain at least one value".to_owned()));
    }
    Ok((scopes, challenge(fields).map_err(invalid)?))
}

/// PKCE with S256, or none. `plain` would protect no user. What is empty was not sent (RFC 6749, 3.1).
fn challenge(fields: &FormFields) -> Result<Option<[u8; 32]>, String> {
    match (fields.get("code_challenge"), fields.get("code_challenge_method")) {
        ("", "") => Ok(None),
        ("", _) => Err("code_challenge_method was sent without code_challenge".to_owned()),
        (challenge, "S256") => {
            let hash = BASE64URL_NOPAD.decode(challenge.as_bytes()).ok();
            let hash = hash.and_then(|hash| hash.try_into().ok());
            hash.map(Some)
                .ok_or("code_challenge must be a base64url-encoded SHA-256 hash of 43 characters".to_owned())
        }
        (_, _) => Err("code_challenge_method must be S256".to_owned()),
    }
}
