//! Signing in, the second factor, and signing out.

use app::{Entered, Failure};
use askama::Template;
use axum::http::StatusCode;
use rules::account::Mode;
use rules::email::Email;
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::session::Stage;

use super::next;
use crate::dashboard::form::Form;
use crate::dashboard::shell::Section;
use crate::pages::Frame;
use crate::visit::{Answer, Trouble, Visit};

/// The dashboard begins where most people have something to see.
pub async fn home(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let person = visit.person()?;
    let mut mode = Mode::Test;
    if person.live.is_some()
        && let Some(caller) = visit.app().owner(person, Mode::Live)
    {
        let balance = visit.app().balance_of(&caller).await?;
        if balance.available > Amount::ZERO {
            mode = Mode::Live;
        }
    }
    Ok(Answer::goto(Section::Overview.href(mode)))
}

#[derive(Template)]
#[template(path = "door/sign_in.html")]
struct SignInPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    next: &'a str,
    said: &'a str,
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let next = next::safe(visit.query.get("next"));
    match &visit.signed_in {
        Some(person) if person.is_fully() => return Ok(Answer::goto(next)),
        Some(_) | None => {}
    }
    let form = Form::post("sign-in", visit.csrf(), "").with("email", visit.query.get("email"));
    Ok(page(visit, form, next))
}

fn page(visit: &Visit<'_>, form: Form<'_>, next: &str) -> Answer {
    let said = visit.query.get("said");
    Answer::page(&SignInPage { frame: visit.frame(), form, next, said })
}

pub async fn sign_in(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let next = next::safe(visit.form.get("next"));
    let typed = visit.form.text("email");
    let password = visit.form.get("password").to_owned();
    let tried = match Email::parse(&typed) {
        Ok(email) => visit.app().sign_in(&email, password, &visit.visitor).await,
        Err(_) => Err(Refusal::SignInFailed.into()),
    };
    let wrong = match tried {
        Ok(entered) => return Ok(came_in(&entered, next)),
        Err(Failure::Refused(refusal @ (Refusal::SignInFailed | Refusal::TooManyAttempts { .. }))) => refusal,
        Err(failure) => return Err(failure.into()),
    };
    let words = match wrong {
        Refusal::SignInFailed => "The e-mail address or the password is not right.".to_owned(),
        refusal => refusal.to_string(),
    };
    let form = Form::post("sign-in", visit.csrf(), "").with("email", typed).wrong("", words);
    Ok(page(visit, form, next).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// Whoever has a second factor is asked for it first.
pub fn came_in(entered: &Entered, next: &str) -> Answer {
    let goto = match entered.session.stage {
        Stage::Full => next.to_owned(),
        Stage::Password => {
            let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
            format!("/dashboard/sign-in/code?{query}")
        }
    };
    Answer::goto(goto).entering(entered)
}

#[derive(Template)]
#[template(path = "door/code.html")]
struct CodePage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    next: &'a str,
}

pub async fn show_code(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let next = next::safe(visit.query.get("next"));
    match &visit.signed_in {
        None => Err(Trouble::SignInFirst),
        Some(person) if person.is_fully() => Ok(Answer::goto(next)),
        Some(_) => {
            let form = Form::post("code", visit.csrf(), "");
            Ok(Answer::page(&CodePage { frame: visit.frame(), form, next }))
        }
    }
}

pub async fn give_code(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let next = next::safe(visit.form.get("next"));
    let half = visit.signed_in.as_ref().filter(|person| !person.is_fully()).ok_or(Trouble::SignInFirst)?;
    let wrong = match visit.app().finish_sign_in(half, visit.form.get("code"), &visit.visitor).await {
        Ok(entered) => return Ok(came_in(&entered, next)),
        Err(Failure::Refused(Refusal::SignInFailed)) => {
            "This code is not right, or was used already. Wait for the next one.".to_owned()
        }
        Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
        Err(failure) => return Err(failure.into()),
    };
    let form = Form::post("code", visit.csrf(), "").wrong("code", wrong);
    let page = CodePage { frame: visit.frame(), form, next };
    Ok(Answer::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn sign_out(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    if let Some(person) = &visit.signed_in {
        visit.app().sign_out(person, &visit.visitor.whence).await?;
    }
    let goto = match visit.form.get("next") {
        "" => "/dashboard/sign-in?said=signed_out",
        next => next::safe(next),
    };
    Ok(Answer::goto(goto).leaving())
}
