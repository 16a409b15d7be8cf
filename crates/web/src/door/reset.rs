//! Choosing a new password without the old one.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::email::Email;
use rules::refusal::Refusal;
use rules::user::User;

use super::join::{DeadLinkPage, SentPage};
use crate::dashboard::access::{self, AccessChoice};
use crate::dashboard::form::Form;
use crate::pages::Frame;
use crate::visit::{Answer, Trouble, Visit};

#[derive(Template)]
#[template(path = "door/reset.html")]
struct ResetPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "door/new_password.html")]
struct NewPasswordPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    email: &'a str,
    action: &'a str,
    access: Vec<AccessChoice>,
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let form = Form::post("reset", visit.csrf(), "").with("email", visit.query.get("email"));
    Ok(Answer::page(&ResetPage { frame: visit.frame(), form }))
}

pub async fn ask(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let typed = visit.form.text("email");
    let wrong = match Email::parse(&typed) {
        Err(message) => message.to_owned(),
        Ok(email) => match visit.app().ask_to_reset(&email, &visit.visitor).await {
            Ok(()) => return Ok(sent(visit, &typed)),
            Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
            Err(failure) => return Err(failure.into()),
        },
    };
    let form = Form::post("reset", visit.csrf(), "").with("email", typed).wrong("email", wrong);
    let page = ResetPage { frame: visit.frame(), form };
    Ok(Answer::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// The same whoever has the address.
fn sent(visit: &Visit<'_>, email: &str) -> Answer {
    Answer::page(&SentPage {
        frame: visit.frame(),
        title: "Check your mail",
        email,
        text: "If there is an account with this address, a link to choose a new password is on its way. It works for \
               one hour.",
        again: "/dashboard/reset",
    })
}

pub async fn offer(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    match visit.app().reset_offer(visit.param("token")).await {
        Ok(user) => choose(visit, &user, Form::post("password", visit.csrf(), "")).await,
        Err(Failure::Refused(Refusal::LinkDead)) => Ok(dead(visit)),
        Err(failure) => Err(failure.into()),
    }
}

async fn choose(visit: &Visit<'_>, user: &User, form: Form<'_>) -> Result<Answer, Trouble> {
    let access = access::choices(visit.app().active_access(user.id).await?);
    let (email, action) = (user.email.as_str(), visit.path);
    Ok(Answer::page(&NewPasswordPage { frame: visit.frame(), form, email, action, access }))
}

fn dead(visit: &Visit<'_>) -> Answer {
    let page = DeadLinkPage {
        frame: visit.frame(),
        text: "It is older than an hour, not complete, or was used already. Ask for a new one.",
        again: "/dashboard/reset",
        again_words: "Get a new link",
    };
    Answer::page(&page).with_status(StatusCode::NOT_FOUND)
}

pub async fn accept(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let token = visit.param("token");
    let user = match visit.app().reset_offer(token).await {
        Ok(user) => user,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(dead(visit)),
        Err(failure) => return Err(failure.into()),
    };
    let password = visit.form.get("password").to_owned();
    if let Err(message) = rules::user::check_password(&password, &user.email, &user.name) {
        let form = access::typed(visit, Form::post("password", visit.csrf(), "")).wrong("password", message);
        return Ok(choose(visit, &user, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match visit.app().reset_password(token, password, access::chosen(visit), &visit.visitor).await {
        Ok(()) => Ok(Answer::goto("/dashboard/sign-in?said=reset").leaving()),
        Err(Failure::Refused(Refusal::LinkDead | Refusal::SignInFailed)) => Ok(dead(visit)),
        Err(failure) => Err(failure.into()),
    }
}
