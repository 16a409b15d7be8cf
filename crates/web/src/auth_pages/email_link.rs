//! Links by email: the form that asks for one, what is shown when it was sent, and when it does not work.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::email_address::EmailAddress;
use rules::refusal::Refusal;

use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{PageError, PageRequest, PageResponse};

/// One kind of link.
pub struct EmailLink {
    /// The id of the form that asks for one.
    pub form: &'static str,
    /// Where to ask for another.
    pub again: &'static str,
    pub again_words: &'static str,
    /// What follows, once it was sent. It must not tell who has an account.
    pub sent: &'static str,
    /// Why a link does not work.
    pub dead: &'static str,
}

#[derive(Template)]
#[template(path = "auth_pages/sent.html")]
struct SentPage<'a> {
    frame: Frame<'a>,
    email: &'a str,
    text: &'a str,
    again: &'a str,
}

#[derive(Template)]
#[template(path = "auth_pages/dead_link.html")]
struct DeadLinkPage<'a> {
    frame: Frame<'a>,
    text: &'a str,
    again: &'a str,
    again_words: &'a str,
}

impl EmailLink {
    /// The form that asks for a link, with the address that the page was opened with.
    pub fn form<'a>(&self, request: &'a PageRequest<'_>) -> Form<'a> {
        Form::post(self.form, request.csrf(), "").with("email", request.query.get("email"))
    }

    /// Sends a link to the address of the form. Shows the page that says so, or the one with the form and what is wrong
    /// with it.
    pub async fn request<'a, P: Template>(
        &self,
        request: &'a PageRequest<'_>,
        send: impl AsyncFnOnce(&EmailAddress) -> Result<(), Failure>,
        page: impl FnOnce(Form<'a>) -> P,
    ) -> Result<PageResponse, PageError> {
        let typed = request.form.text("email");
        let wrong = match EmailAddress::parse(&typed) {
            Err(message) => message.to_owned(),
            Ok(email) => match send(&email).await {
                Ok(()) => return Ok(self.sent(request, &typed)),
                Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
                Err(failure) => return Err(failure.into()),
            },
        };
        let form = Form::post(self.form, request.csrf(), "").with("email", typed).wrong("email", wrong);
        Ok(PageResponse::page(&page(form)).with_status(StatusCode::UNPROCESSABLE_ENTITY))
    }

    fn sent(&self, request: &PageRequest<'_>, email: &str) -> PageResponse {
        let page = SentPage { frame: request.frame(), email, text: self.sent, again: self.again };
        PageResponse::page(&page)
    }

    /// The link is too old, or not one.
    pub fn dead(&self, request: &PageRequest<'_>) -> PageResponse {
        let EmailLink { again, again_words, dead, .. } = *self;
        let page = DeadLinkPage { frame: request.frame(), text: dead, again, again_words };
        PageResponse::page(&page).with_status(StatusCode::NOT_FOUND)
    }
}
