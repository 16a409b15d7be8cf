//! The second factor: a secret for the authenticator, and codes for when it is lost.

use app::{Enrolment, Failure};
use askama::Template;
use axum::http::StatusCode;
use rules::refusal::Refusal;

use super::super::form::Form;
use super::super::qr;
use super::super::shell::{Section, Shell};
use super::back;
use crate::visit::{Answer, Trouble, Visit};

#[derive(Template)]
#[template(path = "dashboard/second_factor.html")]
struct SecondFactorPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    offer: Enrolment,
    picture: qr::Picture,
}

#[derive(Template)]
#[template(path = "dashboard/recovery_codes.html")]
struct CodesPage<'a> {
    shell: Shell<'a>,
    codes: String,
}

pub async fn ask(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let offer = visit.app().offer_second_factor(visit.person()?, &visit.web.settings.brand.name);
    page(visit, Form::post("factor", visit.csrf(), ""), offer)
}

fn page(visit: &Visit<'_>, form: Form<'_>, offer: Enrolment) -> Result<Answer, Trouble> {
    let picture = qr::draw(&offer.address);
    let shell = visit.shell(Section::Settings)?;
    Ok(Answer::page(&SecondFactorPage { shell, form, offer, picture }))
}

pub async fn turn_on(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (person, sealed) = (visit.person()?, visit.form.get("offer"));
    let turned_on = visit
        .app()
        .turn_on_second_factor(person, sealed, visit.form.get("code"), &visit.visitor.whence)
        .await;
    match turned_on {
        Ok(codes) => codes_page(visit, &codes),
        Err(Failure::Refused(Refusal::SignInFailed)) => {
            let offer = visit.app().repeat_offer(person, &visit.web.settings.brand.name, sealed);
            let offer = offer.ok_or(Trouble::Stale)?;
            let wrong = "This is not the code that the authenticator shows now. Check its clock, and try the next one.";
            let form = Form::post("factor", visit.csrf(), "").wrong("code", wrong);
            Ok(page(visit, form, offer)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
        }
        Err(failure) => Err(failure.into()),
    }
}

/// They are on this page, and nowhere after.
fn codes_page(visit: &Visit<'_>, codes: &[String]) -> Result<Answer, Trouble> {
    let spaced = codes.iter().map(|code| format!("{} {} {}", &code[..4], &code[4..8], &code[8..]));
    let codes = spaced.collect::<Vec<_>>().join("\n");
    Ok(Answer::page(&CodesPage { shell: visit.shell(Section::Settings)?, codes }))
}

pub async fn turn_off(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    visit.app().turn_off_second_factor(visit.person()?, &visit.visitor.whence).await?;
    back(visit, "second_factor_off")
}

pub async fn new_codes(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let codes = visit.app().new_recovery_codes(visit.person()?, &visit.visitor.whence).await?;
    codes_page(visit, &codes)
}
