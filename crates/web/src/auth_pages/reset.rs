//! Choosing a new password without the old one.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::email_address::EmailAddress;
use rules::refusal::Refusal;
use rules::user::User;

use super::join::{DeadLinkPage, SentPage};
use crate::dashboard::access::{self, AccessChoice};
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "auth_pages/reset.html")]
struct ResetPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "auth_pages/new_password.html")]
struct NewPasswordPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    email: &'a str,
    action: &'a str,
    access: Vec<AccessChoice>,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = Form::post("reset", request.csrf(), "").with("email", request.query.get("email"));
    Ok(PageResponse::page(&ResetPage { frame: request.frame(), form }))
}

pub async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let typed = request.form.text("email");
    let wrong = match EmailAddress::parse(&typed) {
        Err(message) => message.to_owned(),
        Ok(email) => match request.app().identity.ask_to_reset(&email, &request.visitor).await {
            Ok(()) => return Ok(sent(request, &typed)),
            Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
            Err(failure) => return Err(failure.into()),
        },
    };
    let form = Form::post("reset", request.csrf(), "").with("email", typed).wrong("email", wrong);
    let page = ResetPage { frame: request.frame(), form };
    Ok(PageResponse::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// The same for every address.
fn sent(request: &PageRequest<'_>, email: &str) -> PageResponse {
    PageResponse::page(&SentPage {
        frame: request.frame(),
        title: "Check your email",
        email,
        text: "If there is an account with this address, a link to choose a new password is on its way. It works for \
               one hour.",
        again: "/dashboard/reset",
    })
}

pub async fn offer(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    match request.app().identity.reset_offer(request.param("token")).await {
        Ok(user) => choose(request, &user, Form::post("password", request.csrf(), "")).await,
        Err(Failure::Refused(Refusal::LinkDead)) => Ok(dead(request)),
        Err(failure) => Err(failure.into()),
    }
}

async fn choose(request: &PageRequest<'_>, user: &User, form: Form<'_>) -> Result<PageResponse, PageError> {
    let access = access::choices(request.app().identity.active_access(user.id).await?);
    let (email, action) = (user.email.as_str(), request.path);
    Ok(PageResponse::page(&NewPasswordPage { frame: request.frame(), form, email, action, access }))
}

fn dead(request: &PageRequest<'_>) -> PageResponse {
    let page = DeadLinkPage {
        frame: request.frame(),
        text: "It is older than an hour, not complete, or was used already. Ask for a new one.",
        again: "/dashboard/reset",
        again_words: "Get a new link",
    };
    PageResponse::page(&page).with_status(StatusCode::NOT_FOUND)
}

pub async fn accept(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let token = request.param("token");
    let user = match request.app().identity.reset_offer(token).await {
        Ok(user) => user,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(dead(request)),
        Err(failure) => return Err(failure.into()),
    };
    let password = request.form.get("password").to_owned();
    if let Err(message) = rules::user::check_password(&password, &user.email, &user.name) {
        let form =
            access::typed(request, Form::post("password", request.csrf(), "")).wrong("password", message);
        return Ok(choose(request, &user, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match request
        .app()
        .identity
        .reset_password(token, password, access::chosen(request), &request.visitor)
        .await
    {
        Ok(()) => Ok(PageResponse::goto("/dashboard/sign-in?said=reset").leaving()),
        Err(Failure::Refused(Refusal::LinkDead | Refusal::SignInFailed)) => Ok(dead(request)),
        Err(failure) => Err(failure.into()),
    }
}
