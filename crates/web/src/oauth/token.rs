//! The token and revocation endpoints. Every answer is JSON of RFC 6749 and is never cached.

use std::sync::Arc;

use app::{AuthenticatedClient, RefreshToken, TokenRefusal, Tokens};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::scope::Scopes;
use rules::security::ClientInfo;
use sha2::{Digest, Sha256};

use super::client::client;
use super::token_error::{TokenError, private};
use crate::edge::{RouteLabel, client_address, visitor_memory};
use crate::page::FormFields;
use crate::rate_limits::{RateLimitStatus, Spender};
use crate::state::Web;

const LARGEST_FORM: usize = 16 << 10;
const PARAMETERS: [&str; 10] = [
    "grant_type",
    "code",
    "redirect_uri",
    "code_verifier",
    "refresh_token",
    "scope",
    "token",
    "token_type_hint",
    "client_id",
    "client_secret",
];
const INVALID_GRANT: &str = "invalid_grant";
/// A verifier of RFC 7636.
const VERIFIER: std::ops::RangeInclusive<usize> = 43..=128;

pub async fn token(State(web): State<Arc<Web>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let response = match give(&web, &parts, body).await {
        Ok(Tokens(answer)) => private(StatusCode::OK, answer),
        Err(refused) => limited(&web, &parts, refused).into_response(),
    };
    named("/oauth/token", response)
}

/// For the metrics.
fn named(path: &'static str, mut response: Response) -> Response {
    response.extensions_mut().insert(RouteLabel(path));
    response
}

async fn give(web: &Web, parts: &Parts, body: Body) -> Result<Tokens, TokenError> {
    let form = read_form(web, parts, body).await?;
    let client = paced_client(web, &parts.headers, &form).await?;
    let client_info = client_info(web, parts);
    let given = match form.get("grant_type") {
        "authorization_code" => exchange(web, &client, &form, &client_info).await?,
        "refresh_token" => refresh(web, &client, &form, &client_info).await?,
        "" => return Err(TokenError::request("grant_type is missing")),
        _ => {
            let only = "grant_type must be authorization_code or refresh_token";
            return Err(TokenError::new("unsupported_grant_type", only));
        }
    };
    given.map_err(|refusal| match refusal {
        TokenRefusal::InvalidGrant => TokenError::new(
            INVALID_GRANT,
            "the code or refresh token is unknown, expired, used or revoked, or was issued for another client, \
             redirect_uri or code_verifier",
        ),
        TokenRefusal::InvalidScope => TokenError::new("invalid_scope", "scope exceeds what the user granted"),
        TokenRefusal::Failed(failure) => TokenError::failed(&failure),
    })
}

type TokenResult = Result<Tokens, TokenRefusal>;

async fn exchange(
    web: &Web,
    client: &AuthenticatedClient,
    form: &FormFields,
    client_info: &ClientInfo,
) -> Result<TokenResult, TokenError> {
    let code = required(form, "code")?;
    let redirect_uri = required(form, "redirect_uri")?.to_owned();
    let verifier = match form.get("code_verifier") {
        "" => None,
        verifier => Some(verifier_hash(verifier)?),
    };
    Ok(web.app.connect.exchange_code(client, code, redirect_uri, verifier, client_info).await)
}

async fn refresh(
    web: &Web,
    client: &AuthenticatedClient,
    form: &FormFields,
    client_info: &ClientInfo,
) -> Result<TokenResult, TokenError> {
    let presented = required(form, "refresh_token")?;
    let scopes = match form.get("scope") {
        "" => None,
        names => match Scopes::parse(names, ' ') {
            Ok(scopes) if !scopes.is_empty() => Some(scopes),
            Ok(_) | Err(_) => {
                return Err(TokenError::new("invalid_scope", "scope contains an unknown value"));
            }
        },
    };
    let token = match web.app.connect.refresh_token(client, presented).await {
        Ok(token) => token,
        Err(refusal) => return Ok(Err(refusal)),
    };
    spend(web, &token)?;
    Ok(web.app.connect.refresh_tokens(client, token, scopes, client_info).await)
}

/// A refresh is a request and a write of the account that the app acts for.
fn spend(web: &Web, token: &RefreshToken) -> Result<(), TokenError> {
    if let Some(problem) = web.limits.spend_as(&Spender::Bearer(token.bearer()), token.charged()).refused() {
        return Err(TokenError::too_many(problem.detail));
    }
    let spender = Spender::App(token.app(), token.charged());
    let reserved = web.write_limits.reserve(token.mode(), token.charged(), spender, 1);
    reserved.map(drop).map_err(|full| TokenError::too_many(full.to_string()))
}

fn verifier_hash(verifier: &str) -> Result<[u8; 32], TokenError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    if !VERIFIER.contains(&verifier.len()) || !verifier.bytes().all(is_plain) {
        return Err(TokenError::request("code_verifier must be 43 to 128 letters, digits, or - . _ ~"));
    }
    Ok(Sha256::digest(verifier.as_bytes()).into())
}

/// Always 200, unless the client does not say who it is: what is unknown is as good as revoked (RFC 7009, 2.2).
pub async fn revoke(State(web): State<Arc<Web>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let revoked = async {
        let form = read_form(&web, &parts, body).await?;
        let client = paced_client(&web, &parts.headers, &form).await?;
        let token = required(&form, "token")?;
        web.app.connect.revoke_token(&client, token).await.map_err(|failure| TokenError::failed(&failure))
    };
    let response = match revoked.await {
        Ok(()) => private(StatusCode::OK, b"{}".to_vec()),
        Err(refused) => limited(&web, &parts, refused).into_response(),
    };
    named("/oauth/revoke", response)
}

fn required<'f>(form: &'f FormFields, name: &str) -> Result<&'f str, TokenError> {
    match form.get(name) {
        "" => Err(TokenError::request(format!("{name} is missing"))),
        value => Ok(value),
    }
}

/// A form, in which nothing that we know stands twice. What is empty was not sent, and what is unknown is ignored
/// (RFC 6749, 3.2).
async fn read_form(web: &Web, parts: &Parts, body: Body) -> Result<FormFields, TokenError> {
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let media = kind.split(';').next().unwrap_or_default().trim();
    if !media.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(TokenError::request("the Content-Type must be application/x-www-form-urlencoded"));
    }
    let mut memory = web.memory.holding_nothing(visitor_memory(web, parts));
    let read = crate::body::read(body, LARGEST_FORM, web.settings.body_timeout, &mut memory).await;
    let bytes = read.map_err(|_| TokenError::request("the request body is too large or incomplete"))?;
    let form = FormFields::parse(&bytes);
    if let Some(twice) = form.repeated(&PARAMETERS) {
        return Err(TokenError::request(format!("{twice} was sent more than once")));
    }
    if let Some(broken) = form.broken(&PARAMETERS) {
        return Err(TokenError::request(format!("{broken} is not UTF-8")));
    }
    Ok(form)
}

fn client_info(web: &Web, parts: &Parts) -> ClientInfo {
    let address = client_address(web, parts).map(|address| address.to_string()).unwrap_or_default();
    ClientInfo { address, agent: "OAuth client".to_owned() }
}

/// The client of a request, which has proved who it is and has not asked too often.
async fn paced_client(
    web: &Web,
    headers: &HeaderMap,
    form: &FormFields,
) -> Result<AuthenticatedClient, TokenError> {
    let client = client(web, headers, form).await?;
    match web.limits.spend_client(client.app()).refused() {
        Some(problem) => Err(TokenError::too_many(problem.detail)),
        None => Ok(client),
    }
}

/// A client that guesses at secrets, codes or tokens is slowed down like any stranger at the API.
fn limited(web: &Web, parts: &Parts, refused: TokenError) -> TokenError {
    if refused.status != StatusCode::UNAUTHORIZED && refused.error != INVALID_GRANT {
        return refused;
    }
    let network = client_address(web, parts).map(|address| address.network());
    match web.limits.spend_from(network) {
        RateLimitStatus::Off | RateLimitStatus::Within { .. } => refused,
        RateLimitStatus::Exceeded { .. } => {
            TokenError::too_many("too many invalid client secrets, codes or tokens; try again in a second")
        }
    }
}
