//! Problem documents: every refusal as `application/problem+json`. The only place that maps refusals to HTTP.

mod slug;

pub use slug::Slug;

use app::Failure;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use rules::refusal::{Limit, Refusal};
use rules::scope::Scope;
use serde::Serialize;

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
/// A caller corrects them one by one, and a response must not be many times as long as its request.
pub const MAX_DETAILS: usize = 100;

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

    /// A request with these faults. Only the first [`MAX_DETAILS`] are listed.
    pub fn invalid(mut errors: Vec<Detail>) -> Problem {
        let detail = match errors.as_slice() {
            [only] => format!("{}: {}", only.location, only.message),
            several if several.len() > MAX_DETAILS => {
                format!(
                    "The request has more than {MAX_DETAILS} problems; errors lists the first {MAX_DETAILS}."
                )
            }
            several => format!("The request has {} problems; see errors.", several.len()),
        };
        errors.truncate(MAX_DETAILS);
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

impl Problem {
    /// The caller has none of these.
    pub fn lacks_scope(needed: &[Scope]) -> Problem {
        let names: Vec<&str> = needed.iter().map(|scope| scope.name()).collect();
        Problem::new(Slug::Forbidden, format!("This request requires the scope {}.", names.join(" or ")))
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Refused(refusal) => refusal.into(),
            Failure::InvalidCursor => Problem {
                errors: vec![Detail::new(
                    "query.cursor",
                    "was modified, or belongs to another list or filter",
                )],
                ..Problem::new(
                    Slug::InvalidCursor,
                    "Invalid cursor. Send next_cursor unchanged, with the same filters.",
                )
            },
            Failure::Busy => {
                retry_soon("The service is overloaded. Nothing was changed. Try again in a moment.")
            }
            Failure::Unavailable => retry_soon(
                "The database is unavailable. Try again in a moment. Repeat a POST with the same Idempotency-Key, \
                 because it may have taken effect.",
            ),
            Failure::Internal => Problem::new(Slug::InternalError, "Something went wrong on our side."),
        }
    }
}

fn retry_soon(detail: &str) -> Problem {
    Problem::new(Slug::Unavailable, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let detail = refusal.to_string();
        let (slug, errors) = match &refusal {
            Refusal::NotFound(_) => (Slug::NotFound, Vec::new()),
            Refusal::IdempotencyKeyReused { .. } => (
                Slug::IdempotencyKeyReused,
                vec![Detail::new("header.Idempotency-Key", "was already used with a different body")],
            ),
            // Only the operator's commands and the pages can meet these.
            Refusal::EmailTaken
            | Refusal::EndpointExists
            | Refusal::SignInFailed
            | Refusal::ConfirmationRequired
            | Refusal::LinkDead
            | Refusal::InvalidGrant
            | Refusal::PriceChanged
            | Refusal::ScopeNotGranted => (Slug::InvalidRequest, Vec::new()),
            // A credential that was looked up a moment before its user was locked.
            Refusal::UserLocked => (Slug::Unauthorized, Vec::new()),
            Refusal::TooManyAttempts { .. }
            | Refusal::RemindedRecently { .. }
            | Refusal::RenamedTooOften { .. }
            | Refusal::ReplayedTooOften { .. } => (Slug::RateLimited, Vec::new()),
            Refusal::UnknownRecipient { items } => (
                Slug::UnknownRecipient,
                at(items, "recipient_id", "is not the ID of a recipient of this account"),
            ),
            Refusal::OtherChain { own } => {
                (Slug::InvalidRequest, vec![Detail::new("body.chain", format!("must be {own}"))])
            }
            Refusal::LimitExceeded(limit) => (Slug::LimitExceeded, beyond(limit)),
            Refusal::UnknownBankAccount => (
                Slug::UnknownBankAccount,
                vec![Detail::new(
                    "body.bank_account_id",
                    "is not the ID of a bank account that this app registered",
                )],
            ),
            Refusal::UnknownExternalWallet => (
                Slug::UnknownExternalWallet,
                at_wallet("is not the ID of an external wallet that this app registered"),
            ),
            Refusal::BankAccountArchived => {
                (Slug::BankAccountArchived, vec![Detail::new("body.bank_account_id", "is archived")])
            }
            Refusal::ExternalWalletArchived => (Slug::ExternalWalletArchived, at_wallet("is archived")),
            Refusal::AddressOfService => {
                (Slug::InvalidRequest, at_wallet("belongs to an account on this service"))
            }
            Refusal::WalletTooNew { .. } => (Slug::InvalidState, at_wallet("can't be used yet")),
            Refusal::QuoteExpired(_) => {
                (Slug::QuoteExpired, vec![Detail::new("body.quote_id", "is expired, used or unknown")])
            }
            Refusal::OtherQuote { is_for } => {
                (Slug::InvalidRequest, vec![Detail::new("body.quote_id", format!("is for {is_for}"))])
            }
            Refusal::RouteClosed { .. }
            | Refusal::MoneyStopped
            | Refusal::ChainMoved
            | Refusal::ChainUnread => return retry_later(detail),
            Refusal::InsufficientFunds { .. } => (Slug::InsufficientFunds, Vec::new()),
            // The last two only operators can be told.
            Refusal::InvalidState { .. }
            | Refusal::NothingToClaim
            | Refusal::OperatorsDisagree { .. }
            | Refusal::ChainDecides => (Slug::InvalidState, Vec::new()),
        };
        Problem { errors, ..Problem::new(slug, detail) }
    }
}

fn at_wallet(message: &'static str) -> Vec<Detail> {
    vec![Detail::new("body.external_wallet_id", message)]
}

/// Where a limit was not kept to, if that is at one place.
fn beyond(limit: &Limit) -> Vec<Detail> {
    match limit {
        Limit::Item { items, most } => at(items, "amount", &format!("is more than {most}")),
        Limit::LeastItem { items, least } => at(items, "amount", &format!("is less than {least}")),
        Limit::ExternalTransfer { most } => {
            vec![Detail::new("body.amount", format!("is worth more than {most} USDC"))]
        }
        Limit::TestMoney { .. } => {
            vec![Detail::new("body.amount", "exceeds the test money that this account can still create")]
        }
        Limit::Smallest => vec![Detail::new("body.amount", "must be greater than the fees")],
        Limit::Payout { .. } | Limit::Balance | Limit::ClockAhead | Limit::OpenTransfers { .. } => Vec::new(),
        // Only the operator's commands and the pages can meet these.
        Limit::Endpoints
        | Limit::UnverifiedAtHost
        | Limit::UnverifiedEndpoints
        | Limit::ApiKeys
        | Limit::ConnectApps
        | Limit::PayoutDrafts => Vec::new(),
    }
}

/// The same about each of these items.
fn at(items: &[usize], field: &str, message: &str) -> Vec<Detail> {
    let place = |index: &usize| Detail::new(format!("body.items[{index}].{field}"), message);
    items.iter().map(place).collect()
}

/// An operator has to look first.
fn retry_later(detail: String) -> Problem {
    Problem::new(Slug::Unavailable, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("60"))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.slug.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
