//! Opening an account: an address, an email, and then a name and a password.

use app::{Failure, JoinLinkTarget};
use askama::Template;
use axum::http::StatusCode;
use rules::email_address::EmailAddress;
use rules::refusal::Refusal;
use rules::text::TextProblem;

use super::email_link::EmailLink;
use super::{next, sign_in};
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{PageError, PageRequest, PageResponse, password_problem, text_problem};

const LONGEST_NAME: usize = 100;

#[derive(Template)]
#[template(path = "auth_pages/join.html")]
struct JoinPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "auth_pages/welcome.html")]
struct WelcomePage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    email: &'a str,
    action: &'a str,
}

static LINK: EmailLink = EmailLink {
    form: "join",
    again: "/dashboard/join",
    again_words: |locale| locale.text("link-get-new"),
    sent: |locale, email| locale.html_with("join-link-sent", &[("email", &email)]),
    dead: |locale| locale.text("join-link-dead"),
};

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    Ok(PageResponse::page(&JoinPage { frame: request.frame(), form: LINK.form(request) }))
}

pub async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (identity, client_info) = (&request.app().identity, &request.visitor.client_info);
    let page = |form| JoinPage { frame: request.frame(), form };
    LINK.request(
        request,
        async |email| identity.ask_to_join(email, request.locale.language(), client_info).await,
        page,
    )
    .await
}

pub async fn offer(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    match request.app().identity.offer(request.param("token")).await {
        Ok(JoinLinkTarget::Join(email)) => Ok(welcome(request, &email, request.localized_form("welcome"))),
        Ok(JoinLinkTarget::Known(email)) => Ok(known(&email)),
        Err(Failure::Refused(Refusal::LinkDead)) => Ok(LINK.dead(request)),
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

pub async fn accept(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let token = request.param("token");
    let email = match request.app().identity.offer(token).await {
        Ok(JoinLinkTarget::Join(email)) => email,
        Ok(JoinLinkTarget::Known(email)) => return Ok(known(&email)),
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(LINK.dead(request)),
        Err(failure) => return Err(failure.into()),
    };
    let (name, password) = (request.form.text("name"), request.form.get("password").to_owned());
    let form = check_newcomer(request.localized_form("welcome"), &email, &name, &password);
    if !form.mistakes().is_empty() {
        return Ok(welcome(request, &email, form).with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match request.app().identity.join(token, name, password, &request.visitor).await {
        Ok(joined) => Ok(sign_in::came_in(&joined.sign_in, next::safe("/dashboard"))),
        Err(Failure::Refused(Refusal::EmailTaken)) => Ok(known(&email)),
        Err(failure) => Err(failure.into()),
    }
}

/// What a newcomer typed, with everything that is wrong about it.
pub fn check_newcomer<'a>(form: Form<'a>, email: &EmailAddress, name: &str, password: &str) -> Form<'a> {
    let locale = form.locale();
    let mut form = form.with("name", name);
    match rules::text::problem(name, 1, LONGEST_NAME) {
        None => {}
        Some(TextProblem::Empty | TextProblem::Blank) => {
            form = form.wrong("name", locale.text("validation-name-empty"));
        }
        Some(problem) => form = form.wrong("name", text_problem(locale, problem, LONGEST_NAME)),
    }
    if let Err(problem) = rules::user::check_password(password, email, name) {
        form = form.wrong("password", password_problem(locale, problem));
    }
    form
}
