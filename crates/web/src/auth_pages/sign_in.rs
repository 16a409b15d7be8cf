//! Signing in, the second factor, and signing out.

use app::{Failure, SignInResult};
use askama::Template;
use axum::http::StatusCode;
use rules::account::Mode;
use rules::email_address::EmailAddress;
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::session::Stage;
use rules::sign_up::SignUp;

use super::next;
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::shell::{Notice, Section};
use crate::page::{Flash, PageError, PageRequest, PageResponse, too_many_attempts};

/// The dashboard begins where most people have something to see.
pub async fn home(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let person = request.person()?;
    let mut mode = Mode::Test;
    if person.live.is_some()
        && let Some(caller) = request.app().auth.owner(person, Mode::Live)
    {
        let balance = request.app().accounts.balance_of(&caller).await?;
        if balance.available > Amount::ZERO {
            mode = Mode::Live;
        }
    }
    Ok(PageResponse::goto(Section::Overview.href(mode)))
}

#[derive(Template)]
#[template(path = "auth_pages/sign_in.html")]
struct SignInPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    next: &'a str,
    notice: Option<Notice>,
    can_join: bool,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let next = next::safe(request.query.get("next"));
    match &request.signed_in {
        Some(person) if person.is_fully() => return Ok(PageResponse::goto(next)),
        Some(_) | None => {}
    }
    let form = request.localized_form("sign-in").with("email", request.query.get("email"));
    Ok(page(request, form, next))
}

fn page(request: &PageRequest<'_>, form: Form<'_>, next: &str) -> PageResponse {
    let notice = request.flash.show(request.locale);
    let can_join = request.app().identity.sign_up() == SignUp::Open;
    PageResponse::page(&SignInPage { frame: request.frame(), form, next, notice, can_join })
}

pub async fn sign_in(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let next = next::safe(request.form.get("next"));
    let typed = request.form.text("email");
    let password = request.form.get("password").to_owned();
    let tried = match EmailAddress::parse(&typed) {
        Ok(email) => request.app().identity.sign_in(&email, password, &request.visitor).await,
        Err(_) => Err(Refusal::SignInFailed.into()),
    };
    let wrong = match tried {
        Ok(entered) => return Ok(came_in(&entered, next)),
        Err(Failure::Refused(Refusal::SignInFailed)) => request.locale.text("sign-in-wrong").to_owned(),
        Err(Failure::Refused(Refusal::UserLocked)) => request.locale.text("refusal-user-locked").to_owned(),
        Err(Failure::Refused(Refusal::TooManyAttempts { seconds })) => {
            too_many_attempts(request.locale, seconds)
        }
        Err(failure) => return Err(failure.into()),
    };
    let form = request.localized_form("sign-in").with("email", typed).wrong("", wrong);
    Ok(page(request, form, next).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// A user with a second factor is asked for it first.
pub fn came_in(entered: &SignInResult, next: &str) -> PageResponse {
    let goto = match entered.session.stage {
        Stage::Full => next.to_owned(),
        Stage::Password => {
            let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
            format!("/dashboard/sign-in/code?{query}")
        }
    };
    PageResponse::goto(goto).entering(entered)
}

#[derive(Template)]
#[template(path = "auth_pages/code.html")]
struct CodePage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    next: &'a str,
}

pub async fn show_code(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let next = next::safe(request.query.get("next"));
    match &request.signed_in {
        None => Err(PageError::SignInFirst),
        Some(person) if person.is_fully() => Ok(PageResponse::goto(next)),
        Some(_) => {
            let form = request.localized_form("code");
            Ok(PageResponse::page(&CodePage { frame: request.frame(), form, next }))
        }
    }
}

pub async fn give_code(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let next = next::safe(request.form.get("next"));
    let half =
        request.signed_in.as_ref().filter(|person| !person.is_fully()).ok_or(PageError::SignInFirst)?;
    let wrong =
        match request.app().identity.finish_sign_in(half, request.form.get("code"), &request.visitor).await {
            Ok(entered) => return Ok(came_in(&entered, next)),
            Err(Failure::Refused(Refusal::SignInFailed)) => {
                request.locale.text("second-factor-wrong").to_owned()
            }
            Err(Failure::Refused(Refusal::TooManyAttempts { seconds })) => {
                too_many_attempts(request.locale, seconds)
            }
            Err(failure) => return Err(failure.into()),
        };
    let form = request.localized_form("code").wrong("code", wrong);
    let page = CodePage { frame: request.frame(), form, next };
    Ok(PageResponse::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn sign_out(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    if let Some(person) = &request.signed_in {
        request.app().identity.sign_out(person, &request.visitor.client_info).await?;
    }
    Ok(match request.form.get("next") {
        "" => PageResponse::goto("/dashboard/sign-in").leaving().saying(Flash::SignedOut),
        next => PageResponse::goto(next::safe(next)).leaving(),
    })
}
