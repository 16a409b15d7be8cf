//! The server metadata for clients (RFC 8414).

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rules::scope::Scope;
use serde_json::json;

use super::issuer;
use crate::state::Web;

pub async fn metadata(State(web): State<Arc<Web>>) -> Response {
    let (issuer, origin) = (issuer(&web.settings), &web.settings.origin);
    let by_secret = ["client_secret_basic", "client_secret_post"];
    let document = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "revocation_endpoint": format!("{issuer}/revoke"),
        "scopes_supported": Scope::ALL.map(Scope::name),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": by_secret,
        "revocation_endpoint_auth_methods_supported": by_secret,
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "service_documentation": format!("{origin}/docs/oauth"),
    });
    let headers =
        [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "public, max-age=300")];
    (headers, document.to_string()).into_response()
}
