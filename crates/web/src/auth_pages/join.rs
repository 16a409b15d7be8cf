//! Opening an account: an address, an email, and then a name and a password.

use app::{Failure, JoinLinkTarget};
use askama::Template;
use axum::http::StatusCode;
use rules::email_address::EmailAddress;
use rules::refusal::Refusal;

use super::{next, sign_in};
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "auth_pages/join.html")]
struct JoinPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "auth_pages/sent.html")]
pub struct SentPage<'a> {
    pub frame: Frame<'a>,
    pub title: &'a str,
    pub email: &'a str,
    pub text: &'a str,
    pub again: &'a str,
}

#[derive(Template)]
#[template(path = "auth_pages/dead_link.html")]
pub struct DeadLinkPage<'a> {
    pub frame: Frame<'a>,
    pub text: &'a str,
    pub again: &'a str,
    pub again_words: &'a str,
}

#[derive(Template)]
#[template(path = "auth_pages/welcome.html")]
struct WelcomePage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    email: &'a str,
    action: &'a str,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = Form::post("join", request.csrf(), "").with("email", request.query.get("email"));
    Ok(PageResponse::page(&JoinPage { frame: request.frame(), form }))
}

pub async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let typed = request.form.text("email");
    let wrong = match EmailAddress::parse(&typed) {
        Err(message) => message.to_owned(),
        Ok(email) => match request.app().identity.ask_to_join(&email, &request.visitor.client_info).await {
            Ok(()) => return Ok(sent(request, &typed)),
            Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
            Err(failure) => return Err(failure.into()),
        },
    };
    let form = Form::post("join", request.csrf(), "").with("email", typed).wrong("email", wrong);
    let page = JoinPage { frame: request.frame(), form };
    Ok(PageResponse::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// The same for every address.
fn sent(request: &PageRequest<'_>, email: &str) -> PageResponse {
    PageResponse::page(&SentPage {
        frame: request.frame(),
        title: "Check your email",
        email,
        text: "Follow the link in it to choose a name and a password. It works for one day.",
        again: "/dashboard/join",
    })
}

pub async fn offer(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    match request.app().identity.offer(request.param("token")).await {
        Ok(JoinLinkTarget::Join(email)) => {
            Ok(welcome(request, &email, Form::post("welcome", request.csrf(), "")))
        }
        Ok(JoinLinkTarget::Known(email)) => Ok(known(&email)),
        Err(Failure::Refused(Refusal::LinkDead)) => Ok(dead(request)),
        Err(failure) => Err(failure.into()),
    }
}

fn welcome(request: &PageRequest<'_>, email: &EmailAddress, form: Form<'_>) -> PageResponse {
    let page = WelcomePage { frame: request.frame(), form, email: email.as_str(), action: request.path };
    PageResponse::page(&page)
}

/// The visitor followed the link twice.
fn known(email: &EmailAddress) -> PageResponse {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("email", email.as_str()).append_pair("said", "known");
    PageResponse::goto(format!("/dashboard/sign-in?{}", query.finish()))
}

fn dead(request: &PageRequest<'_>) -> PageResponse {
    let page = DeadLinkPage {
        frame: request.frame(),
        text: "It is older than a day, or not complete. Ask for a new one.",
        again: "/dashboard/join",
        again_words: "Get a new link",
    };
    PageResponse::page(&page).with_status(StatusCode::NOT_FOUND)
}

pub async fn accept(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let token = request.param("token");
    let email = match request.app().identity.offer(token).await {
        Ok(JoinLinkTarget::Join(email)) => email,
        Ok(JoinLinkTarget::Known(email)) => return Ok(known(&email)),
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(dead(request)),
        Err(failure) => return Err(failure.into()),
    };
    let (name, password) = (request.form.text("name"), request.form.get("password").to_owned());
    let form = check_newcomer(Form::post("welcome", request.csrf(), ""), &email, &name, &password);
    if !form.mistakes().is_empty() {
        return Ok(welcome(request, &email, form).with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match request.app().identity.join(token, name, password, &request.visitor).await {
        Ok(entered) => Ok(sign_in::came_in(&entered, next::safe("/dashboard"))),
        Err(Failure::Refused(Refusal::EmailTaken)) => Ok(known(&email)),
        Err(failure) => Err(failure.into()),
    }
}

/// What a newcomer typed, with everything that is wrong about it.
pub fn check_newcomer<'a>(form: Form<'a>, email: &EmailAddress, name: &str, password: &str) -> Form<'a> {
    let mut form = form.with("name", name);
    if let Err(message) = rules::text::check(name, 1, 100) {
        form = form.wrong("name", message);
    }
    if let Err(message) = rules::user::check_password(password, email, name) {
        form = form.wrong("password", message);
    }
    form
}
