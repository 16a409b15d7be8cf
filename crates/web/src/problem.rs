//! Problems: every "no" as `application/problem+json`, and the one place that maps refusals to HTTP.

use app::Failure;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::refusal::Refusal;
use serde::Serialize;

/// Every kind of problem. The slug is the title, and names the page that explains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slug {
    InvalidRequest,
    MalformedRequest,
    InvalidCursor,
    Unauthorized,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    PayloadTooLarge,
    UnsupportedMediaType,
    IdempotencyKeyReused,
    RateLimited,
    InternalError,
    Unavailable,
}

impl Slug {
    pub const ALL: [Slug; 13] = [
        Slug::InvalidRequest,
        Slug::MalformedRequest,
        Slug::InvalidCursor,
        Slug::Unauthorized,
        Slug::Forbidden,
        Slug::NotFound,
        Slug::MethodNotAllowed,
        Slug::PayloadTooLarge,
        Slug::UnsupportedMediaType,
        Slug::IdempotencyKeyReused,
        Slug::RateLimited,
        Slug::InternalError,
        Slug::Unavailable,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Slug::InvalidRequest => "invalid_request",
            Slug::MalformedRequest => "malformed_request",
            Slug::InvalidCursor => "invalid_cursor",
            Slug::Unauthorized => "unauthorized",
            Slug::Forbidden => "forbidden",
            Slug::NotFound => "not_found",
            Slug::MethodNotAllowed => "method_not_allowed",
            Slug::PayloadTooLarge => "payload_too_large",
            Slug::UnsupportedMediaType => "unsupported_media_type",
            Slug::IdempotencyKeyReused => "idempotency_key_reused",
            Slug::RateLimited => "rate_limited",
            Slug::InternalError => "internal_error",
            Slug::Unavailable => "unavailable",
        }
    }

    pub fn parse(name: &str) -> Option<Slug> {
        Slug::ALL.into_iter().find(|slug| slug.name() == name)
    }

    pub const fn status(self) -> StatusCode {
        match self {
            Slug::InvalidRequest | Slug::MalformedRequest | Slug::InvalidCursor => StatusCode::BAD_REQUEST,
            Slug::Unauthorized => StatusCode::UNAUTHORIZED,
            Slug::Forbidden => StatusCode::FORBIDDEN,
            Slug::NotFound => StatusCode::NOT_FOUND,
            Slug::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Slug::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Slug::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Slug::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Slug::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Slug::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Slug::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// What it means and what to do, for the page that the problem's `type` leads to.
    pub const fn explanation(self) -> (&'static str, &'static str) {
        match self {
            Slug::InvalidRequest => (
                "The request was understood, but something in it is not allowed: a field is missing, unknown, of the \
                 wrong type or out of range.",
                "Look at the errors list: each entry names the place, says what is wrong with it and, unless it is \
                 sensitive, shows the value. All problems of a request are reported at once.",
            ),
            Slug::MalformedRequest => (
                "The body could not be read as JSON: it is broken, nested too deeply, not UTF-8, or names the same key \
                 twice.",
                "Send one JSON object in UTF-8, made by a JSON library. The detail names the line and column.",
            ),
            Slug::InvalidCursor => (
                "The cursor was changed, or it belongs to another list, another filter or another account.",
                "Use next_cursor exactly as it was returned, with the same filters. To start over, leave cursor out.",
            ),
            Slug::Unauthorized => (
                "The request carries no credential, or one that is mistyped, unknown, revoked, or made for the other \
                 environment.",
                "Send the header Authorization: Bearer followed by your API key. Live keys work under /v1, test keys \
                 under /sandbox/v1.",
            ),
            Slug::Forbidden => (
                "The credential is valid, but it was not given the scope that this call needs.",
                "The detail names the scope. Use a key that has it, or make a new key with it.",
            ),
            Slug::NotFound => (
                "There is nothing at this address that your credential can see.",
                "Check the path and the id. An id of another account, app or environment is treated as unknown.",
            ),
            Slug::MethodNotAllowed => (
                "This address exists, but not for this method.",
                "The Allow header lists the methods it takes.",
            ),
            Slug::PayloadTooLarge => (
                "The body is larger than 1 MiB.",
                "Send less at once: a payout takes at most 100 items and needs far less.",
            ),
            Slug::UnsupportedMediaType => (
                "The body is not declared as JSON, or it is compressed.",
                "Send Content-Type: application/json, in UTF-8 and without Content-Encoding.",
            ),
            Slug::IdempotencyKeyReused => (
                "This Idempotency-Key was already used for a request with another body.",
                "Use a new key for a new request. To get the first answer again, send the first body.",
            ),
            Slug::RateLimited => (
                "Too many requests came with this credential, or from this address, in a short time.",
                "Wait as many seconds as Retry-After says, then go on. RateLimit-Policy tells how many are allowed.",
            ),
            Slug::InternalError => (
                "Something went wrong on our side. It was logged with the request id.",
                "Try again; with an Idempotency-Key that is always safe. If it stays, report the request id.",
            ),
            Slug::Unavailable => (
                "The service cannot do this right now: its database is away or it has too much to do.",
                "Try again in a moment. With an Idempotency-Key, repeating a POST never does anything twice.",
            ),
        }
    }
}

/// One thing that is wrong, and where.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Detail {
    pub location: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}

impl Detail {
    pub fn new(location: impl Into<String>, message: impl Into<String>) -> Detail {
        Detail { location: location.into(), message: message.into(), value: None }
    }
}

/// A refused request. It travels in a response until the edge, which knows the request's id, renders it.
#[derive(Clone, Debug)]
pub struct Problem {
    pub slug: Slug,
    pub detail: String,
    pub errors: Vec<Detail>,
    /// Few, so a list; also keeps the type small.
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    pub fn new(slug: Slug, detail: impl Into<String>) -> Problem {
        Problem { slug, detail: detail.into(), errors: Vec::new(), headers: Vec::new() }
    }

    /// A request with these faults.
    pub fn invalid(errors: Vec<Detail>) -> Problem {
        let detail = match errors.as_slice() {
            [only] => format!("{}: {}", only.location, only.message),
            several => format!("The request has {} problems; see errors.", several.len()),
        };
        Problem { errors, ..Problem::new(Slug::InvalidRequest, detail) }
    }

    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.headers.push((name, value));
        self
    }

    /// The document, for the request with this id.
    pub fn render(&self, origin: &str, request_id: &str) -> Vec<u8> {
        #[derive(Serialize)]
        struct Document<'a> {
            r#type: String,
            title: &'static str,
            status: u16,
            detail: &'a str,
            instance: String,
            #[serde(skip_serializing_if = "<[Detail]>::is_empty")]
            errors: &'a [Detail],
        }
        let document = Document {
            r#type: format!("{origin}/errors/{}", self.slug.name()),
            title: self.slug.name(),
            status: self.slug.status().as_u16(),
            detail: &self.detail,
            instance: format!("urn:request:{request_id}"),
            errors: &self.errors,
        };
        serde_json::to_vec(&document).expect("a problem has only JSON values")
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Refused(refusal) => refusal.into(),
            Failure::InvalidCursor => Problem {
                errors: vec![Detail::new(
                    "query.cursor",
                    "was changed, or belongs to another list or filter",
                )],
                ..Problem::new(
                    Slug::InvalidCursor,
                    "This cursor cannot be used here; send next_cursor unchanged.",
                )
            },
            Failure::Busy => retry_soon("The service has too much to do right now; nothing was changed."),
            Failure::Unavailable => retry_soon("The database does not answer right now."),
            Failure::Internal => Problem::new(Slug::InternalError, "Something went wrong on our side."),
        }
    }
}

fn retry_soon(detail: &str) -> Problem {
    Problem::new(Slug::Unavailable, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let slug = match refusal {
            Refusal::NotFound(_) => Slug::NotFound,
            Refusal::IdempotencyKeyReused { .. } => Slug::IdempotencyKeyReused,
            // Only the operator's commands can meet it.
            Refusal::EmailTaken => Slug::InvalidRequest,
        };
        let detail = refusal.to_string();
        match refusal {
            Refusal::IdempotencyKeyReused { .. } => Problem {
                errors: vec![Detail::new("header.Idempotency-Key", "was used with another body")],
                ..Problem::new(slug, detail)
            },
            Refusal::NotFound(_) | Refusal::EmailTaken => Problem::new(slug, detail),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.slug.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
