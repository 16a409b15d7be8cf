//! Problem documents in the description: their schema, one response for each status, and examples made by
//! the code that also answers real requests.

use std::num::NonZeroU32;

use app::Failure;
use axum::http::StatusCode;
use rules::money::Amount;
use rules::refusal::{Limit, Noun, Refusal, StaleQuote};
use rules::scope::Scope;
use serde_json::{Map, Value, json};

use super::example_values;
use crate::api::{ApiEndpoint, ENDPOINTS, Method};
use crate::json_node::JsonNode;
use crate::problem::{Detail, Problem, Slug};
use crate::rate_limits::{Policy, RateLimitStatus};
use crate::shape;

/// Calls that need their object in a certain state.
const CHANGES_STATE: [&str; 6] = [
    "cancelPayout",
    "cancelPayoutItem",
    "cancelDeposit",
    "cancelWithdrawal",
    "createWithdrawal",
    "simulateClaim",
];
const LIMITED: [&str; 8] = [
    "createPayout",
    "createDeposit",
    "createWithdrawal",
    "createQuote",
    "simulateInboundTransfer",
    "simulateDeposit",
    "simulateWithdrawal",
    "simulateClock",
];

/// Every problem that a call of this endpoint can meet.
pub fn of(endpoint: &ApiEndpoint) -> Vec<Slug> {
    let may_send_a_body = endpoint.method != Method::Get;
    let applies = |slug: &Slug| match slug {
        Slug::InvalidRequest | Slug::Unauthorized | Slug::Forbidden => true,
        Slug::RateLimited | Slug::InternalError | Slug::Unavailable => true,
        Slug::MalformedRequest | Slug::PayloadTooLarge | Slug::UnsupportedMediaType => may_send_a_body,
        Slug::InvalidCursor => endpoint.query.iter().any(|parameter| parameter.field.name == "cursor"),
        Slug::NotFound => endpoint.has_id(),
        Slug::IdempotencyKeyReused => endpoint.remembers_idempotency_key(),
        Slug::IdempotencyKeyRequired => endpoint.may_require_idempotency_key(),
        Slug::InvalidState => CHANGES_STATE.contains(&endpoint.id),
        Slug::UnknownRecipient => endpoint.id == "createPayout",
        Slug::InsufficientFunds => ["createPayout", "createWithdrawal"].contains(&endpoint.id),
        Slug::UnknownBankAccount | Slug::BankAccountArchived | Slug::QuoteExpired => {
            ["createDeposit", "createWithdrawal"].contains(&endpoint.id)
        }
        Slug::UnknownExternalWallet | Slug::ExternalWalletArchived => endpoint.id == "createWithdrawal",
        Slug::LimitExceeded => LIMITED.contains(&endpoint.id),
        // It answers what is no call of any endpoint.
        Slug::MethodNotAllowed => false,
    };
    Slug::ALL.into_iter().filter(applies).collect()
}

/// The name of a status among the components.
pub fn response_name(status: StatusCode) -> String {
    status.canonical_reason().expect("every status of ours has a name").replace(' ', "")
}

/// A response for each status that some endpoint can give.
pub fn responses(origin: &str) -> Map<String, Value> {
    let met: Vec<Slug> = ENDPOINTS.iter().flat_map(|endpoint| of(endpoint)).collect();
    let mut responses = Map::new();
    for slug in Slug::ALL.into_iter().filter(|slug| met.contains(slug)) {
        let status = slug.status();
        let alike: Vec<Slug> = Slug::ALL.into_iter().filter(|other| other.status() == status).collect();
        responses.insert(response_name(status), response(status, &alike, origin));
    }
    responses
}

fn response(status: StatusCode, slugs: &[Slug], origin: &str) -> Value {
    let sentences: Vec<String> =
        slugs.iter().map(|slug| format!("`{}`: {}", slug.name(), slug.meaning())).collect();
    let examples: Map<String, Value> = slugs
        .iter()
        .map(|slug| (slug.name().to_owned(), json!({ "value": example_document(*slug, origin) })))
        .collect();
    let mut headers = common_headers();
    for name in extra_headers(status) {
        headers.insert((*name).to_owned(), header(name));
    }
    json!({
        "description": sentences.join("\n\n"),
        "headers": headers,
        "content": {
            "application/problem+json": {
                // One schema for every status, so that a generated client has one class for every error.
                "schema": shape::reference("Problem"),
                "examples": examples,
            },
        },
    })
}

fn extra_headers(status: StatusCode) -> &'static [&'static str] {
    match status {
        StatusCode::UNAUTHORIZED => &["WWW-Authenticate"],
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => &["Retry-After"],
        _ => &[],
    }
}

/// The headers of every answer of the API.
pub fn common_headers() -> Map<String, Value> {
    ["X-Request-Id", "RateLimit", "RateLimit-Policy"]
        .map(|name| (name.to_owned(), header(name)))
        .into_iter()
        .collect()
}

/// A reference to one of [`headers`].
pub fn header(name: &str) -> Value {
    json!({ "$ref": format!("#/components/headers/{name}") })
}

/// Every header that an answer can have.
pub fn headers() -> Value {
    json!({
        "X-Request-Id": {
            "description": "The ID of this request. Include it when you contact support.",
            "required": true,
            "schema": { "type": "string", "examples": [example_values::REQUEST_ID] },
        },
        "RateLimit": {
            "description": "The remaining requests (`r`) and the seconds until the allowance grows (`t`). Present \
                            if a limit applies.",
            "schema": { "type": "string", "examples": ["\"default\";r=99;t=1"] },
        },
        "RateLimit-Policy": {
            "description": "The allowed requests (`q`) per window (`w`, seconds). Present if a limit applies.",
            "schema": { "type": "string", "examples": ["\"default\";q=100;w=1"] },
        },
        "Idempotent-Replayed": {
            "description": "Present if this is the stored response to an earlier request with the same key.",
            "schema": { "type": "string", "enum": ["true"] },
        },
        "WWW-Authenticate": {
            "description": "The authentication scheme to use.",
            "required": true,
            "schema": { "type": "string", "examples": ["Bearer realm=\"Florin\""] },
        },
        "Retry-After": {
            "description": "The number of seconds to wait.",
            "schema": { "type": "string", "pattern": "^[0-9]+$", "examples": ["1"] },
        },
    })
}

pub fn add_schemas(schemas: &mut Map<String, Value>) {
    let titles: Vec<&str> = Slug::ALL.iter().map(|slug| slug.name()).collect();
    let problem = json!({
        "type": "object",
        "description": "Why a request was rejected (RFC 9457).",
        "properties": {
            "type": {
                "type": "string",
                "format": "uri",
                "default": "about:blank",
                "description": "The URL of a page that explains the error.",
            },
            "title": {
                "type": "string",
                "enum": titles,
                "description": "The name of the error, the same for every occurrence.",
            },
            "status": { "type": "integer", "format": "int64", "description": "The HTTP status code." },
            "detail": { "type": "string", "description": "An explanation of this occurrence, for people." },
            "instance": {
                "type": "string",
                "format": "uri",
                "description": "Identifies this occurrence: `urn:request:` and the request ID.",
            },
            "errors": {
                "type": "array",
                "items": shape::reference("ProblemDetail"),
                "description": "Each invalid value and its location, if the error has locations.",
            },
        },
        "required": ["type", "title", "status", "detail", "instance"],
        "additionalProperties": false,
    });
    let detail = json!({
        "type": "object",
        "description": "An invalid value.",
        "properties": {
            "location": {
                "type": "string",
                "description": "The location of the value: `body.items[3].amount`, `query.cursor`, \
                                `header.Idempotency-Key`.",
            },
            "message": { "type": "string", "description": "What is wrong with the value." },
            "value": { "description": "The value that was sent, of any type. `[redacted]` if it is sensitive." },
        },
        "required": ["location", "message"],
        "additionalProperties": false,
    });
    schemas.insert("Problem".to_owned(), problem);
    schemas.insert("ProblemDetail".to_owned(), detail);
}

/// A problem document as a client would get it.
pub fn example_document(slug: Slug, origin: &str) -> Value {
    let bytes = example(slug).render(origin, example_values::REQUEST_ID);
    serde_json::from_slice(&bytes).expect("problems are rendered as JSON")
}

fn example(slug: Slug) -> Problem {
    let say = |detail: &str| Problem::new(slug, detail);
    match slug {
        Slug::InvalidRequest => invalid_bank_account(),
        Slug::MalformedRequest => {
            say(&JsonNode::parse(b"{\"name\": \"Payroll\",}").expect_err("has a stray comma"))
        }
        Slug::InvalidCursor => Failure::InvalidCursor.into(),
        Slug::IdempotencyKeyRequired => Problem {
            errors: vec![Detail::new("header.Idempotency-Key", "is required")],
            ..say("This request requires an Idempotency-Key, so that you can retry it safely.")
        },
        Slug::InvalidState => Refusal::InvalidState { noun: Noun::Payout, state: "completed" }.into(),
        Slug::InsufficientFunds => Refusal::InsufficientFunds {
            needed: Amount::from_micros(250_000_000),
            available: Amount::from_micros(99_500_000),
        }
        .into(),
        Slug::LimitExceeded => {
            let most = Amount::from_micros(1_000_000_000_000);
            Refusal::LimitExceeded(Limit::Item { items: vec![3], most }).into()
        }
        Slug::UnknownRecipient => Refusal::UnknownRecipient { items: vec![0, 7] }.into(),
        Slug::UnknownBankAccount => Refusal::UnknownBankAccount.into(),
        Slug::UnknownExternalWallet => Refusal::UnknownExternalWallet.into(),
        Slug::BankAccountArchived => Refusal::BankAccountArchived.into(),
        Slug::ExternalWalletArchived => Refusal::ExternalWalletArchived.into(),
        Slug::QuoteExpired => Refusal::QuoteExpired(StaleQuote::Expired).into(),
        Slug::Unauthorized => say("Missing Authorization header. Expected `Bearer <key>`."),
        Slug::Forbidden => Problem::lacks_scope(&[Scope::BankAccountsWrite]),
        Slug::NotFound => Refusal::NotFound(Noun::BankAccount).into(),
        Slug::MethodNotAllowed => say("This path doesn't support this method. The Allow header lists the \
                                       supported methods."),
        Slug::PayloadTooLarge => say("The request body is larger than 1 MiB."),
        Slug::UnsupportedMediaType => say("Missing or unsupported Content-Type. Expected `Content-Type: \
                                           application/json`."),
        Slug::IdempotencyKeyReused => {
            Refusal::IdempotencyKeyReused { object: example_values::BANK_ACCOUNT_ID.to_owned() }.into()
        }
        Slug::RateLimited => {
            let policy = Policy::of_each_key(NonZeroU32::new(100).expect("not zero"));
            RateLimitStatus::Exceeded { policy, retry_seconds: 1 }.refused().expect("it was exceeded")
        }
        Slug::InternalError => Failure::Internal.into(),
        Slug::Unavailable => Failure::Unavailable.into(),
    }
}

/// What the real checks say about a body with two faults.
fn invalid_bank_account() -> Problem {
    let body = br#"{ "currency": "MXN", "payment_rail": "mxn_spei",
        "mxn_spei": { "beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359710" } }"#;
    let endpoint =
        ENDPOINTS.iter().find(|endpoint| endpoint.id == "createBankAccount").expect("it is an endpoint");
    let node = JsonNode::parse(body).expect("it is JSON");
    let mut faults = Vec::new();
    shape::check(endpoint.body.expect("it takes a body"), &node, "body", &mut faults);
    Problem::invalid(faults)
}
