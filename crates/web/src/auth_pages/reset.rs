//! Resets a password without the old one.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::refusal::Refusal;
use rules::user::User;

use super::email_link::EmailLink;
use crate::dashboard::access::{self, AccessChoice};
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{Flash, PageError, PageRequest, PageResponse, password_problem};

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

static LINK: EmailLink = EmailLink {
    form: "reset",
    again: "/dashboard/reset",
    again_words: |locale| locale.text("link-get-new"),
    sent: |locale, email| locale.html_with("reset-link-sent", &[("email", &email)]),
    dead: |locale| locale.text("reset-link-dead"),
};

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    Ok(LINK.page(request, |form| ResetPage { frame: request.frame(), form }))
}

pub async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (identity, visitor) = (&request.app().identity, &request.visitor);
    let page = |form| ResetPage { frame: request.frame(), form };
    LINK.request(
        request,
        async |email| identity.ask_to_reset(email, request.locale.language(), visitor).await,
        page,
    )
    .await
}

pub async fn offer(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    match request.app().identity.reset_offer(request.param("token")).await {
        Ok(user) => choose(request, &user, request.localized_form("password")).await,
        Err(Failure::Refused(Refusal::LinkDead)) => Ok(LINK.dead(request)),
        Err(failure) => Err(failure.into()),
    }
}

async fn choose(request: &PageRequest<'_>, user: &User, form: Form<'_>) -> Result<PageResponse, PageError> {
    let access = access::choices(request.locale, request.app().identity.active_access(user.id).await?);
    let (email, action) = (user.email.as_str(), request.path);
    Ok(PageResponse::page(&NewPasswordPage { frame: request.frame(), form, email, action, access }))
}

pub async fn accept(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let token = request.param("token");
    let user = match request.app().identity.reset_offer(token).await {
        Ok(user) => user,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(LINK.dead(request)),
        Err(failure) => return Err(failure.into()),
    };
    let password = request.form.get("password").to_owned();
    if let Err(problem) = rules::user::check_password(&password, &user.email, &user.name) {
        let wrong = password_problem(request.locale, problem);
        let form = access::typed(request, request.localized_form("password")).wrong("password", wrong);
        return Ok(choose(request, &user, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match request
        .app()
        .identity
        .reset_password(token, password, access::chosen(request), &request.visitor)
        .await
    {
        Ok(()) => Ok(PageResponse::goto("/dashboard/sign-in").leaving().saying(Flash::PasswordReset)),
        Err(Failure::Refused(Refusal::LinkDead | Refusal::SignInFailed)) => Ok(LINK.dead(request)),
        Err(failure) => Err(failure.into()),
    }
}
