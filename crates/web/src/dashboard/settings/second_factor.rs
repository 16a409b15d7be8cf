//! The second factor: a secret for the authenticator, and codes for when it is lost.

use app::{Enrolment, Failure};
use askama::Template;
use axum::http::StatusCode;
use rules::refusal::Refusal;

use super::super::qr;
use super::back;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse};

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

pub async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let offer =
        request.app().identity.offer_second_factor(request.person()?, &request.web.settings.brand.name);
    page(request, request.localized_form("factor"), offer)
}

fn page(request: &PageRequest<'_>, form: Form<'_>, offer: Enrolment) -> Result<PageResponse, PageError> {
    let picture = qr::draw(&offer.address);
    let shell = request.shell(Section::Settings)?;
    Ok(PageResponse::page(&SecondFactorPage { shell, form, offer, picture }))
}

pub async fn turn_on(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, sealed) = (request.person()?, request.form.get("offer"));
    let turned_on = request
        .app()
        .identity
        .turn_on_second_factor(person, sealed, request.form.get("code"), &request.visitor.client_info)
        .await;
    match turned_on {
        Ok(codes) => codes_page(request, &codes),
        Err(Failure::Refused(Refusal::SignInFailed)) => {
            let offer = request.app().identity.repeat_offer(person, &request.web.settings.brand.name, sealed);
            let offer = offer.ok_or(PageError::Stale)?;
            let wrong = request.locale.text("second-factor-setup-wrong");
            let form = request.localized_form("factor").wrong("code", wrong);
            Ok(page(request, form, offer)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
        }
        Err(failure) => Err(failure.into()),
    }
}

/// They are on this page, and nowhere after.
fn codes_page(request: &PageRequest<'_>, codes: &[String]) -> Result<PageResponse, PageError> {
    let spaced = codes.iter().map(|code| format!("{} {} {}", &code[..4], &code[4..8], &code[8..]));
    let codes = spaced.collect::<Vec<_>>().join("\n");
    Ok(PageResponse::page(&CodesPage { shell: request.shell(Section::Settings)?, codes }))
}

pub async fn turn_off(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request.app().identity.turn_off_second_factor(request.person()?, &request.visitor.client_info).await?;
    back(request, Flash::SecondFactorOff)
}

pub async fn new_codes(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let codes =
        request.app().identity.new_recovery_codes(request.person()?, &request.visitor.client_info).await?;
    codes_page(request, &codes)
}
