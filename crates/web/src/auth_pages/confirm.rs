//! Asks for the password again, before keys, payees and secrets are shown or changed.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::refusal::Refusal;
use rules::session::PROVED_SECONDS;

use super::next;
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{PageError, PageRequest, PageResponse, too_many_attempts, wrong_password};

#[derive(Template)]
#[template(path = "auth_pages/confirm.html")]
struct ConfirmPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    next: &'a str,
    email: &'a str,
    has_second_factor: bool,
}

fn page(request: &PageRequest<'_>, form: Form<'_>, next: &str) -> Result<PageResponse, PageError> {
    let user = &request.person()?.user;
    let (email, has_second_factor) = (user.email.as_str(), user.second_factor.is_some());
    Ok(PageResponse::page(&ConfirmPage { frame: request.frame(), form, next, email, has_second_factor }))
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, request.localized_form("confirm"), next::safe(request.query.get("next")))
}

pub async fn confirm(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let next = next::safe(request.form.get("next"));
    let (password, code) = (request.form.get("password").to_owned(), request.form.get("code"));
    let wrong =
        match request.app().identity.confirm(request.person()?, password, code, &request.visitor).await {
            Ok(()) => return Ok(PageResponse::goto(next)),
            Err(Failure::Refused(Refusal::SignInFailed)) => wrong_password(request)?.to_owned(),
            Err(Failure::Refused(Refusal::TooManyAttempts { seconds })) => {
                too_many_attempts(request.locale, seconds)
            }
            Err(failure) => return Err(failure.into()),
        };
    let form = request.localized_form("confirm").wrong("password", wrong);
    Ok(page(request, form, next)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}
