//! The password once more, before keys, payees and secrets are shown or changed.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::refusal::Refusal;

use super::next;
use crate::dashboard::form::Form;
use crate::pages::Frame;
use crate::visit::{Answer, Trouble, Visit};

#[derive(Template)]
#[template(path = "door/confirm.html")]
struct ConfirmPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    next: &'a str,
    email: &'a str,
    has_second_factor: bool,
}

fn page(visit: &Visit<'_>, form: Form<'_>, next: &str) -> Result<Answer, Trouble> {
    let user = &visit.person()?.user;
    let (email, has_second_factor) = (user.email.as_str(), user.second_factor.is_some());
    Ok(Answer::page(&ConfirmPage { frame: visit.frame(), form, next, email, has_second_factor }))
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    page(visit, Form::post("confirm", visit.csrf(), ""), next::safe(visit.query.get("next")))
}

pub async fn confirm(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let next = next::safe(visit.form.get("next"));
    let (password, code) = (visit.form.get("password").to_owned(), visit.form.get("code"));
    let wrong = match visit.app().confirm(visit.person()?, password, code, &visit.visitor).await {
        Ok(()) => return Ok(Answer::goto(next)),
        Err(Failure::Refused(Refusal::SignInFailed)) => "The password, or the code, is not right.".to_owned(),
        Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
        Err(failure) => return Err(failure.into()),
    };
    let form = Form::post("confirm", visit.csrf(), "").wrong("password", wrong);
    Ok(page(visit, form, next)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}
