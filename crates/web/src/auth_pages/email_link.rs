//! Links by email: the form that requests one, the page after it, and the page of a dead link.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use i18n::{Html, Locale};
use rules::email_address::EmailAddress;
use rules::refusal::Refusal;

use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{PageError, PageRequest, PageResponse, email_problem, too_many_attempts};

/// One kind of link.
pub struct EmailLink {
    /// The id of the form that asks for one.
    pub form: &'static str,
    /// Where to ask for another.
    pub again: &'static str,
    pub again_words: fn(Locale) -> &'static str,
    /// What follows, once it was sent to this address. It must not tell who has an account.
    pub sent: fn(Locale, &str) -> Html,
    /// Why a link does not work.
    pub dead: fn(Locale) -> &'static str,
}

#[derive(Template)]
#[template(path = "auth_pages/sent.html")]
struct SentPage<'a> {
    frame: Frame<'a>,
    text: Html,
    again: &'a str,
}

#[derive(Template)]
#[template(path = "auth_pages/dead_link.html")]
pub(super) struct DeadLinkPage<'a> {
    pub frame: Frame<'a>,
    pub text: &'a str,
    pub again: &'a str,
    pub again_words: &'a str,
}

/// No link can be sent.
#[derive(Template)]
#[template(path = "auth_pages/no_email.html")]
struct NoEmailPage<'a> {
    frame: Frame<'a>,
}

impl EmailLink {
    /// The page with the form that asks for a link, or the one that says that this server can't send any.
    pub fn page<'a, P: Template>(
        &self,
        request: &'a PageRequest<'_>,
        page: impl FnOnce(Form<'a>) -> P,
    ) -> PageResponse {
        no_email(request).unwrap_or_else(|| PageResponse::page(&page(self.form(request))))
    }

    /// The form that asks for a link, with the address that the page was opened with.
    fn form<'a>(&self, request: &'a PageRequest<'_>) -> Form<'a> {
        request.localized_form(self.form).with("email", request.query.get("email"))
    }

    /// Sends a link to the address of the form. Shows the page that says so, or the one with the form and what is wrong
    /// with it.
    pub async fn request<'a, P: Template>(
        &self,
        request: &'a PageRequest<'_>,
        send: impl AsyncFnOnce(&EmailAddress) -> Result<(), Failure>,
        page: impl FnOnce(Form<'a>) -> P,
    ) -> Result<PageResponse, PageError> {
        if let Some(page) = no_email(request) {
            return Ok(page);
        }
        let typed = request.form.text("email");
        let wrong = match EmailAddress::check(&typed) {
            Err(problem) => email_problem(request.locale, problem).to_owned(),
            Ok(email) => match send(&email).await {
                Ok(()) => return Ok(self.sent(request, &typed)),
                Err(Failure::Refused(Refusal::TooManyAttempts { seconds })) => {
                    too_many_attempts(request.locale, seconds)
                }
                Err(failure) => return Err(failure.into()),
            },
        };
        let form = request.localized_form(self.form).with("email", typed).wrong("email", wrong);
        Ok(PageResponse::page(&page(form)).with_status(StatusCode::UNPROCESSABLE_ENTITY))
    }

    fn sent(&self, request: &PageRequest<'_>, email: &str) -> PageResponse {
        let text = (self.sent)(request.locale, email);
        let page = SentPage { frame: request.frame(), text, again: self.again };
        PageResponse::page(&page)
    }

    /// The link is too old, or not one.
    pub fn dead(&self, request: &PageRequest<'_>) -> PageResponse {
        let locale = request.locale;
        let (text, again_words) = ((self.dead)(locale), (self.again_words)(locale));
        let page = DeadLinkPage { frame: request.frame(), text, again: self.again, again_words };
        PageResponse::page(&page).with_status(StatusCode::NOT_FOUND)
    }
}

/// Without a mail server, a link would wait until it no longer works: no page may say that one was sent. The answer
/// doesn't depend on the address.
fn no_email(request: &PageRequest<'_>) -> Option<PageResponse> {
    if request.app().emails.can_leave() {
        return None;
    }
    let page = NoEmailPage { frame: request.frame() };
    Some(PageResponse::page(&page).with_status(StatusCode::SERVICE_UNAVAILABLE))
}
