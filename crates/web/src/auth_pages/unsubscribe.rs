//! Turning off emails by the link in one of them. Opening it changes nothing, because programs that look for viruses
//! open links, too.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::email_address::EmailAddress;
use rules::email_preferences::EmailGroup;
use rules::refusal::Refusal;

use super::email_link::DeadLinkPage;
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "auth_pages/unsubscribe.html")]
struct UnsubscribePage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    action: &'a str,
    email: String,
    group: &'static str,
    is_done: bool,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, request.app().emails.unsubscribe_target(request.param("token")).await, false)
}

pub async fn unsubscribe(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, request.app().emails.unsubscribe(request.param("token")).await, true)
}

fn page(
    request: &PageRequest<'_>,
    target: Result<(EmailAddress, EmailGroup), Failure>,
    is_done: bool,
) -> Result<PageResponse, PageError> {
    let (frame, locale) = (request.frame(), request.locale);
    let (email, group) = match target {
        Ok(target) => target,
        Err(Failure::Refused(Refusal::LinkDead)) => {
            return Ok(PageResponse::page(&DeadLinkPage {
                frame,
                text: locale.text("unsubscribe-link-dead"),
                again: "/dashboard/sign-in",
                again_words: locale.text("sign-in-title"),
            })
            .with_status(StatusCode::NOT_FOUND));
        }
        Err(failure) => return Err(failure.into()),
    };
    let group = locale.email_group(group);
    let form = request.localized_form("unsubscribe");
    let email = email.to_string();
    Ok(PageResponse::page(&UnsubscribePage { frame, form, action: request.path, email, group, is_done }))
}
