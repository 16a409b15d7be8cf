//! Why a page cannot be shown, and the page that says so.

use app::Failure;
use askama::Template;
use axum::http::{HeaderValue, StatusCode, header};
use rules::refusal::Refusal;

use super::PageResponse;
use crate::exports::ExportLimit;
use crate::frame::Frame;
use crate::write_limits::WriteLimitReached;

/// An export takes about this long, at most.
const EXPORT_RETRY_SECONDS: u64 = 10;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageError {
    NotFound,
    SignInFirst,
    /// The password is needed once more.
    ConfirmFirst,
    /// The same for a form that was filled in: it goes on with what it holds. Says what it is about to do.
    ConfirmForm(String),
    /// The form is not one of ours, or of an earlier visit.
    Stale,
    TooLarge,
    /// The rate limit of a session, its account or its network is exceeded.
    /// A sandbox account has written as much as it may in a day.
    WriteLimitReached(WriteLimitReached),
    TooManyRequests {
        retry_seconds: u64,
    },
    TooManyExports(ExportLimit),
    /// What only this machine may see was asked for by another.
    OtherMachine,
    Failed(Failure),
}

impl From<WriteLimitReached> for PageError {
    fn from(full: WriteLimitReached) -> PageError {
        PageError::WriteLimitReached(full)
    }
}

impl From<ExportLimit> for PageError {
    fn from(limit: ExportLimit) -> PageError {
        PageError::TooManyExports(limit)
    }
}

impl From<Failure> for PageError {
    fn from(failure: Failure) -> PageError {
        match failure {
            Failure::Refused(Refusal::NotFound(_)) | Failure::InvalidCursor => PageError::NotFound,
            failure => PageError::Failed(failure),
        }
    }
}

impl From<Refusal> for PageError {
    fn from(refusal: Refusal) -> PageError {
        Failure::Refused(refusal).into()
    }
}

#[derive(Template)]
#[template(path = "auth_pages/error.html")]
struct PageErrorPage<'a> {
    frame: Frame<'a>,
    title: &'a str,
    text: String,
    back: &'a str,
    back_words: &'a str,
}

impl PageError {
    /// The page that says so. A user who must sign in or confirm is redirected by the caller instead.
    pub fn page(&self, frame: Frame<'_>) -> PageResponse {
        let (status, title, text) = match self {
            PageError::NotFound => (
                StatusCode::NOT_FOUND,
                "There is nothing here",
                "The address is wrong, or what it led to is not yours to see.".to_owned(),
            ),
            PageError::SignInFirst | PageError::ConfirmFirst | PageError::ConfirmForm(_) => {
                (StatusCode::UNAUTHORIZED, "Please sign in", "This page is for people who have signed in.".to_owned())
            }
            PageError::Stale => (
                StatusCode::FORBIDDEN,
                "This form is too old",
                "It was opened before you signed in or out, or it does not come from this site. Nothing was changed. \
                 Go back, reload the page and send it again."
                    .to_owned(),
            ),
            PageError::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "That is too much",
                "A form may hold up to 1 MiB. Nothing was changed.".to_owned(),
            ),
            PageError::TooManyRequests { retry_seconds } => (
                StatusCode::TOO_MANY_REQUESTS,
                "Too many requests",
                format!("Nothing was changed. Wait {retry_seconds} s, then go back and try again."),
            ),
            PageError::WriteLimitReached(full) => {
                (StatusCode::TOO_MANY_REQUESTS, "Daily limit reached", format!("Nothing was changed. {full}"))
            }
            PageError::TooManyExports(limit) => {
                (StatusCode::TOO_MANY_REQUESTS, "Too many exports", limit.to_string())
            }
            PageError::OtherMachine => (
                StatusCode::FORBIDDEN,
                "Only available on this machine",
                "Captured email can be read only on the machine that runs Florin. Open this page there, at \
                 http://127.0.0.1 or http://localhost and the port of the server. To show captured email to everyone \
                 who can reach the server, start florin dev with --public-dev-email true."
                    .to_owned(),
            ),
            PageError::Failed(failure) => failed(failure),
        };
        let (back, back_words) = ("/dashboard", "To the dashboard");
        let answer =
            PageResponse::page(&PageErrorPage { frame, title, text, back, back_words }).with_status(status);
        match self.retry_seconds() {
            Some(seconds) => answer.with_header(header::RETRY_AFTER, HeaderValue::from(seconds)),
            None => answer,
        }
    }

    /// When to try again, if waiting helps.
    fn retry_seconds(&self) -> Option<u64> {
        match self {
            PageError::TooManyRequests { retry_seconds }
            | PageError::WriteLimitReached(WriteLimitReached { retry_seconds, .. }) => Some(*retry_seconds),
            PageError::TooManyExports(_) => Some(EXPORT_RETRY_SECONDS),
            PageError::NotFound
            | PageError::SignInFirst
            | PageError::ConfirmFirst
            | PageError::ConfirmForm(_)
            | PageError::Stale
            | PageError::TooLarge
            | PageError::OtherMachine
            | PageError::Failed(_) => None,
        }
    }
}

fn failed(failure: &Failure) -> (StatusCode, &'static str, String) {
    match failure {
        Failure::Refused(Refusal::TooManyAttempts { seconds }) => {
            let words = Refusal::TooManyAttempts { seconds: *seconds }.to_string();
            (StatusCode::TOO_MANY_REQUESTS, "Too many attempts", words)
        }
        Failure::Refused(refusal @ Refusal::ReplayedTooOften { .. }) => {
            (StatusCode::TOO_MANY_REQUESTS, "Too many deliveries sent again", refusal.to_string())
        }
        Failure::Refused(refusal) => (StatusCode::UNPROCESSABLE_ENTITY, "That cannot be done", refusal.to_string()),
        Failure::InvalidCursor => (
            StatusCode::NOT_FOUND,
            "There is nothing here",
            "This page of the list does not exist any more. Start again from the first.".to_owned(),
        ),
        Failure::Busy | Failure::Unavailable => (
            StatusCode::SERVICE_UNAVAILABLE,
            "Not right now",
            "The service has too much to do, or its database does not answer. Try again in a moment: a form that you \
             send again counts once."
                .to_owned(),
        ),
        Failure::Internal => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something went wrong on our side",
            "It is on record. Nothing was changed, or it was changed once: look before you try again.".to_owned(),
        ),
    }
}
