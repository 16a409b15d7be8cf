//! The errors of the token endpoint, as RFC 6749 defines them.

use app::Failure;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

pub struct TokenError {
    pub status: StatusCode,
    pub error: &'static str,
    description: String,
}

impl TokenError {
    pub fn new(error: &'static str, description: impl Into<String>) -> TokenError {
        let description = description.into();
        TokenError { status: StatusCode::BAD_REQUEST, error, description }
    }

    pub fn request(description: impl Into<String>) -> TokenError {
        TokenError::new("invalid_request", description)
    }

    pub fn too_many(description: impl Into<String>) -> TokenError {
        let refused = TokenError::new("temporarily_unavailable", description);
        TokenError { status: StatusCode::TOO_MANY_REQUESTS, ..refused }
    }

    /// Which part was wrong is not said.
    pub fn client() -> TokenError {
        let refused = TokenError::new("invalid_client", "the client_id or client_secret is incorrect");
        TokenError { status: StatusCode::UNAUTHORIZED, ..refused }
    }

    pub fn failed(failure: &Failure) -> TokenError {
        let (status, description) = match failure {
            Failure::Busy | Failure::Unavailable => {
                (StatusCode::SERVICE_UNAVAILABLE, "try again in a moment")
            }
            Failure::Refused(_) | Failure::InvalidCursor | Failure::Internal => {
                (StatusCode::INTERNAL_SERVER_ERROR, "something went wrong on our side")
            }
        };
        TokenError { status, ..TokenError::new("server_error", description) }
    }
}

impl IntoResponse for TokenError {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.error, "error_description": self.description }).to_string();
        let mut response = private(self.status, body.into_bytes());
        // RFC 9110 wants it with every 401, whichever way the client tried.
        if self.status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Basic realm=\"oauth\", charset=\"UTF-8\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if self.status == StatusCode::SERVICE_UNAVAILABLE || self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// An answer that no cache keeps.
pub fn private(status: StatusCode, body: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::PRAGMA, "no-cache"),
    ];
    (status, headers, body).into_response()
}
