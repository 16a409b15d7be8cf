//! Opening an account: an address, a mail, and then a name and a password.

use app::{Failure, Offer};
use askama::Template;
use axum::http::StatusCode;
use rules::email::Email;
use rules::refusal::Refusal;

use super::{next, sign_in};
use crate::dashboard::form::Form;
use crate::pages::Frame;
use crate::visit::{Answer, Trouble, Visit};

#[derive(Template)]
#[template(path = "door/join.html")]
struct JoinPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "door/sent.html")]
pub struct SentPage<'a> {
    pub frame: Frame<'a>,
    pub title: &'a str,
    pub email: &'a str,
    pub text: &'a str,
    pub again: &'a str,
}

#[derive(Template)]
#[template(path = "door/dead_link.html")]
pub struct DeadLinkPage<'a> {
    pub frame: Frame<'a>,
    pub text: &'a str,
    pub again: &'a str,
    pub again_words: &'a str,
}

#[derive(Template)]
#[template(path = "door/welcome.html")]
struct WelcomePage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    email: &'a str,
    action: &'a str,
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let form = Form::post("join", visit.csrf(), "").with("email", visit.query.get("email"));
    Ok(Answer::page(&JoinPage { frame: visit.frame(), form }))
}

pub async fn ask(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let typed = visit.form.text("email");
    let wrong = match Email::parse(&typed) {
        Err(message) => message.to_owned(),
        Ok(email) => match visit.app().ask_to_join(&email, &visit.visitor.whence).await {
            Ok(()) => return Ok(sent(visit, &typed)),
            Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
            Err(failure) => return Err(failure.into()),
        },
    };
    let form = Form::post("join", visit.csrf(), "").with("email", typed).wrong("email", wrong);
    let page = JoinPage { frame: visit.frame(), form };
    Ok(Answer::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// The same whoever has the address.
fn sent(visit: &Visit<'_>, email: &str) -> Answer {
    Answer::page(&SentPage {
        frame: visit.frame(),
        title: "Check your mail",
        email,
        text: "Follow the link in it to choose a name and a password. It works for one day.",
        again: "/dashboard/join",
    })
}

pub async fn offer(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    match visit.app().offer(visit.param("token")).await {
        Ok(Offer::Join(email)) => Ok(welcome(visit, &email, Form::post("welcome", visit.csrf(), ""))),
        Ok(Offer::Known(email)) => Ok(known(&email)),
        Err(Failure::Refused(Refusal::LinkDead)) => Ok(dead(visit)),
        Err(failure) => Err(failure.into()),
    }
}

fn welcome(visit: &Visit<'_>, email: &Email, form: Form<'_>) -> Answer {
    let page = WelcomePage { frame: visit.frame(), form, email: email.as_str(), action: visit.path };
    Answer::page(&page)
}

/// Somebody followed the link twice.
fn known(email: &Email) -> Answer {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("email", email.as_str()).append_pair("said", "known");
    Answer::goto(format!("/dashboard/sign-in?{}", query.finish()))
}

fn dead(visit: &Visit<'_>) -> Answer {
    let page = DeadLinkPage {
        frame: visit.frame(),
        text: "It is older than a day, or not complete. Ask for a new one.",
        again: "/dashboard/join",
        again_words: "Get a new link",
    };
    Answer::page(&page).with_status(StatusCode::NOT_FOUND)
}

pub async fn accept(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let token = visit.param("token");
    let email = match visit.app().offer(token).await {
        Ok(Offer::Join(email)) => email,
        Ok(Offer::Known(email)) => return Ok(known(&email)),
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(dead(visit)),
        Err(failure) => return Err(failure.into()),
    };
    let (name, password) = (visit.form.text("name"), visit.form.get("password").to_owned());
    let form = check_newcomer(Form::post("welcome", visit.csrf(), ""), &email, &name, &password);
    if !form.mistakes().is_empty() {
        return Ok(welcome(visit, &email, form).with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match visit.app().join(token, name, password, &visit.visitor).await {
        Ok(entered) => Ok(sign_in::came_in(&entered, next::safe("/dashboard"))),
        Err(Failure::Refused(Refusal::EmailTaken)) => Ok(known(&email)),
        Err(failure) => Err(failure.into()),
    }
}

/// What a newcomer typed, with everything that is wrong about it.
pub fn check_newcomer<'a>(form: Form<'a>, email: &Email, name: &str, password: &str) -> Form<'a> {
    let mut form = form.with("name", name);
    if let Err(message) = rules::text::check(name, 1, 100) {
        form = form.wrong("name", message);
    }
    if let Err(message) = rules::user::check_password(password, email, name) {
        form = form.wrong("password", message);
    }
    form
}
