//! Sign-up: an address, an email, then a name and a password. Unless it is open, nothing here depends on the address
//! that a visitor enters, so no page tells who has an account or an invitation.

use app::{Failure, JoinLinkTarget};
use askama::Template;
use axum::http::StatusCode;
use rules::email_address::EmailAddress;
use rules::refusal::Refusal;
use rules::sign_up::SignUp;
use rules::text::TextProblem;
use rules::user::AccountType;

use super::email_link::{DeadLinkPage, EmailLink};
use super::{next, sign_in};
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{Flash, PageError, PageRequest, PageResponse, password_problem, text_problem};

const LONGEST_NAME: usize = 100;

#[derive(Template)]
#[template(path = "auth_pages/join.html")]
struct JoinPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "auth_pages/join_closed.html")]
struct JoinClosedPage<'a> {
    frame: Frame<'a>,
    title: &'a str,
    text: &'a str,
}

#[derive(Template)]
#[template(path = "auth_pages/welcome.html")]
struct WelcomePage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    email: &'a str,
    action: &'a str,
    account_types: [(&'static str, &'static str, &'static str); AccountType::ALL.len()],
}

static LINK: EmailLink = EmailLink {
    form: "join",
    again: "/dashboard/join",
    again_words: |locale| locale.text("link-get-new"),
    sent: |locale, email| locale.html_with("join-link-sent", &[("email", &email)]),
    dead: |locale| locale.text("join-link-dead"),
};

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    Ok(match closed_page(request) {
        Some(page) => PageResponse::page(&page),
        None => LINK.page(request, |form| JoinPage { frame: request.frame(), form }),
    })
}

/// The page for visitors who can't ask for a link; nothing, if they can.
fn closed_page<'a>(request: &'a PageRequest<'_>) -> Option<JoinClosedPage<'a>> {
    let locale = request.locale;
    let (title, text) = match request.app().identity.sign_up() {
        SignUp::Open => return None,
        SignUp::Invitation => (locale.text("join-by-invitation-title"), locale.text("join-by-invitation")),
        SignUp::Closed => (locale.text("join-closed-title"), locale.text("join-closed")),
    };
    Some(JoinClosedPage { frame: request.frame(), title, text })
}

pub async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    if let Some(page) = closed_page(request) {
        return Ok(PageResponse::page(&page).with_status(StatusCode::FORBIDDEN));
    }
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
        Err(Failure::Refused(Refusal::LinkDead)) => Ok(dead(request)),
        Err(failure) => Err(failure.into()),
    }
}

/// The link doesn't work. A visitor can ask for another while sign-up is open.
fn dead(request: &PageRequest<'_>) -> PageResponse {
    let locale = request.locale;
    let text = match request.app().identity.sign_up() {
        SignUp::Open => return LINK.dead(request),
        SignUp::Invitation => locale.text("join-invitation-dead"),
        SignUp::Closed => locale.text("join-closed"),
    };
    let (again, again_words) = ("/dashboard/sign-in", locale.text("action-sign-in"));
    let page = DeadLinkPage { frame: request.frame(), text, again, again_words };
    PageResponse::page(&page).with_status(StatusCode::NOT_FOUND)
}

fn welcome(request: &PageRequest<'_>, email: &EmailAddress, form: Form<'_>) -> PageResponse {
    let locale = request.locale;
    let account_types = AccountType::ALL.map(|account_type| {
        let (name, text) = match account_type {
            AccountType::Personal => (locale.text("account-personal"), locale.text("account-personal-text")),
            AccountType::Business => (locale.text("account-business"), locale.text("account-business-text")),
        };
        (account_type.name(), name, text)
    });
    let page = WelcomePage {
        frame: request.frame(),
        form,
        email: email.as_str(),
        action: request.path,
        account_types,
    };
    PageResponse::page(&page)
}

/// The visitor followed the link twice.
fn known(email: &EmailAddress) -> PageResponse {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("email", email.as_str());
    PageResponse::goto(format!("/dashboard/sign-in?{}", query.finish())).saying(Flash::AccountExists)
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
    let form = check_newcomer(request.localized_form("welcome"), &email, &name, &password);
    let chosen = AccountType::parse(request.form.get("account_type"));
    let form = match chosen {
        Some(account_type) => form.with("account_type", account_type.name()),
        None => form.wrong("account_type", request.locale.text("validation-choose-one")),
    };
    let Some(account_type) = chosen.filter(|_| form.mistakes().is_empty()) else {
        return Ok(welcome(request, &email, form).with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    match request.app().identity.join(token, name, account_type, password, &request.visitor).await {
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
        Some(problem) => form = form.wrong("name", text_problem(locale, problem, 1, LONGEST_NAME)),
    }
    if let Err(problem) = rules::user::check_password(password, email, name) {
        form = form.wrong("password", password_problem(locale, problem));
    }
    form
}
