//! Why a page can't be shown, and the page that explains it.

use app::Failure;
use askama::Template;
use axum::http::{HeaderValue, StatusCode, header};
use i18n::Locale;
use rules::refusal::Refusal;

use super::{PageResponse, refusal_text, wait};
use crate::exports::ExportLimit;
use crate::frame::Frame;
use crate::write_limits::WriteLimitReached;

/// An export takes about this long, at most.
const EXPORT_RETRY_SECONDS: u64 = 10;

/// For those who develop with the server, in English like all that operators read.
const OTHER_MACHINE: &str = "Captured email and the first steps are shown only on the machine that runs Florin. Open \
    this page there, at http://127.0.0.1 or http://localhost and the server's port. To show them to anyone who can \
    reach the server, start florin dev with --public-dev-email true.";

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
    /// A sandbox account has written as much as it may in a day.
    WriteLimitReached(WriteLimitReached),
    /// The rate limit of a session, its account or its network is exceeded.
    TooManyRequests {
        retry_seconds: u64,
    },
    TooManyExports(ExportLimit),
    /// A personal account doesn't have the page. Says where it can be upgraded.
    BusinessOnly {
        settings: String,
    },
    /// A form is sent there, and there is nothing to show. Says where the form may be.
    FormOnly {
        back: String,
    },
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
    /// What only developers read.
    english: Option<&'static str>,
    /// Where to go, and what the button says. Without one, to the dashboard.
    action: Option<(&'a str, &'static str)>,
}

impl PageError {
    /// The page that says so. A user who must sign in or confirm is redirected by the caller instead.
    pub fn page(&self, frame: Frame<'_>) -> PageResponse {
        let (title, text) = self.words(frame.locale);
        let action = self.action(frame.locale);
        let page = PageErrorPage { frame, title, text, english: self.english(), action };
        let answer = PageResponse::page(&page).with_status(self.status());
        match self.retry_seconds() {
            Some(seconds) => answer.with_header(header::RETRY_AFTER, HeaderValue::from(seconds)),
            None => answer,
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            PageError::NotFound | PageError::Failed(Failure::InvalidCursor) => StatusCode::NOT_FOUND,
            PageError::SignInFirst | PageError::ConfirmFirst | PageError::ConfirmForm(_) => {
                StatusCode::UNAUTHORIZED
            }
            PageError::Stale | PageError::OtherMachine | PageError::BusinessOnly { .. } => {
                StatusCode::FORBIDDEN
            }
            PageError::FormOnly { .. } => StatusCode::METHOD_NOT_ALLOWED,
            PageError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            PageError::TooManyRequests { .. }
            | PageError::WriteLimitReached(_)
            | PageError::TooManyExports(_)
            | PageError::Failed(Failure::Refused(
                Refusal::TooManyAttempts { .. } | Refusal::ReplayedTooOften { .. },
            )) => StatusCode::TOO_MANY_REQUESTS,
            PageError::Failed(Failure::Refused(_)) => StatusCode::UNPROCESSABLE_ENTITY,
            PageError::Failed(Failure::Busy | Failure::Unavailable) => StatusCode::SERVICE_UNAVAILABLE,
            PageError::Failed(Failure::Internal) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The title and the text.
    fn words(&self, locale: Locale) -> (&'static str, String) {
        let both = |title: &'static str, text: &str| (title, text.to_owned());
        match self {
            PageError::NotFound => {
                both(locale.text("error-not-found-title"), locale.text("error-not-found-text"))
            }
            PageError::SignInFirst | PageError::ConfirmFirst | PageError::ConfirmForm(_) => {
                both(locale.text("error-sign-in-title"), locale.text("error-sign-in-text"))
            }
            PageError::Stale => both(locale.text("error-stale-title"), locale.text("error-stale-text")),
            PageError::TooLarge => {
                both(locale.text("error-too-large-title"), locale.text("error-too-large-text"))
            }
            PageError::TooManyRequests { retry_seconds } => {
                let wait = wait_of(locale, *retry_seconds);
                let text = locale.text_with("error-too-many-requests-text", &[("wait", &wait)]);
                (locale.text("error-too-many-requests-title"), text)
            }
            PageError::WriteLimitReached(full) => {
                let (limit, wait) = (full.per_day.get(), wait_of(locale, full.retry_seconds));
                let text = locale.text_with(
                    "error-daily-limit-text",
                    &[("mode", &full.mode.name()), ("limit", &limit), ("wait", &wait)],
                );
                (locale.text("error-daily-limit-title"), text)
            }
            PageError::TooManyExports(limit) => {
                let text = match limit {
                    ExportLimit::OfAccount => locale.text("error-exports-of-account"),
                    ExportLimit::OfMode => locale.text("error-exports-of-mode"),
                };
                both(locale.text("error-too-many-exports-title"), text)
            }
            PageError::BusinessOnly { .. } => {
                both(locale.text("error-business-only-title"), locale.text("error-business-only-text"))
            }
            PageError::FormOnly { .. } => {
                both(locale.text("error-form-only-title"), locale.text("error-form-only-text"))
            }
            // Only for developers.
            PageError::OtherMachine => {
                both(locale.text("error-not-found-title"), locale.text("error-not-found-text"))
            }
            PageError::Failed(failure) => failed(locale, failure),
        }
    }

    fn english(&self) -> Option<&'static str> {
        match self {
            PageError::OtherMachine => Some(OTHER_MACHINE),
            PageError::NotFound
            | PageError::SignInFirst
            | PageError::ConfirmFirst
            | PageError::ConfirmForm(_)
            | PageError::Stale
            | PageError::TooLarge
            | PageError::TooManyRequests { .. }
            | PageError::WriteLimitReached(_)
            | PageError::TooManyExports(_)
            | PageError::BusinessOnly { .. }
            | PageError::FormOnly { .. }
            | PageError::Failed(_) => None,
        }
    }

    fn action(&self, locale: Locale) -> Option<(&str, &'static str)> {
        match self {
            PageError::BusinessOnly { settings } => {
                Some((settings, locale.text("error-business-only-action")))
            }
            PageError::FormOnly { back } => Some((back, locale.text("error-form-only-action"))),
            PageError::NotFound
            | PageError::SignInFirst
            | PageError::ConfirmFirst
            | PageError::ConfirmForm(_)
            | PageError::Stale
            | PageError::TooLarge
            | PageError::TooManyRequests { .. }
            | PageError::WriteLimitReached(_)
            | PageError::TooManyExports(_)
            | PageError::OtherMachine
            | PageError::Failed(_) => None,
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
            | PageError::BusinessOnly { .. }
            | PageError::FormOnly { .. }
            | PageError::Failed(_) => None,
        }
    }
}

fn failed(locale: Locale, failure: &Failure) -> (&'static str, String) {
    match failure {
        Failure::Refused(refusal) => (refused_title(locale, refusal), refusal_text(locale, refusal)),
        Failure::InvalidCursor => {
            (locale.text("error-not-found-title"), locale.text("error-list-changed-text").to_owned())
        }
        Failure::Busy | Failure::Unavailable => {
            (locale.text("error-unavailable-title"), locale.text("error-unavailable-text").to_owned())
        }
        Failure::Internal => {
            (locale.text("error-internal-title"), locale.text("error-internal-text").to_owned())
        }
    }
}

fn refused_title(locale: Locale, refusal: &Refusal) -> &'static str {
    if matches!(refusal, Refusal::TooManyAttempts { .. }) {
        locale.text("error-too-many-attempts-title")
    } else if matches!(refusal, Refusal::ReplayedTooOften { .. }) {
        locale.text("error-too-many-replays-title")
    } else {
        locale.text("error-refused-title")
    }
}

fn wait_of(locale: Locale, seconds: u64) -> String {
    wait(locale, i64::try_from(seconds).unwrap_or(i64::MAX))
}
