//! Forms that need the password again. The question carries what was filled in, and the answer goes on with it: nothing
//! is lost, and the form's own key still makes it count once.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::refusal::Refusal;
use rules::session::PROVED_SECONDS;

use super::{FormFields, PageError, PageRequest, PageResponse, too_many_attempts};
use crate::frame::Frame;
use crate::page::form::Form;

const PASSWORD: &str = "confirm_password";
const CODE: &str = "confirm_code";
/// For password managers.
const USERNAME: &str = "confirm_username";

/// What the user gave with a form to go on.
pub struct Confirmation {
    password: String,
    code: String,
}

impl Confirmation {
    /// Taken out, so that the form is the one that was filled in before.
    pub fn taken_from(form: &mut FormFields) -> Option<Confirmation> {
        form.choose_shown(PASSWORD);
        let (password, code, _) = (form.take(PASSWORD), form.take(CODE), form.take(USERNAME));
        Some(Confirmation { password: password?, code: code.unwrap_or_default() })
    }
}

#[derive(Template)]
#[template(path = "auth_pages/confirm_form.html")]
struct ConfirmFormPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    action: &'a str,
    about: &'a str,
    carried: Vec<(&'a str, &'a str)>,
    email: &'a str,
    has_second_factor: bool,
}

/// Asks the page. If it needs the password and the form came with it, the page is asked once more.
pub async fn run(mut request: PageRequest<'_>, cookie: &str) -> Result<PageResponse, PageError> {
    let about = match (request.page.run)(&request).await {
        Err(PageError::ConfirmForm(about)) => about,
        answered => return answered,
    };
    let Some(given) = request.confirmation.take() else { return question(&request, &about, None) };
    let tried = request
        .app()
        .identity
        .confirm(request.person()?, given.password, &given.code, &request.visitor)
        .await;
    let wrong = match tried {
        Ok(()) => None,
        Err(Failure::Refused(Refusal::SignInFailed)) => Some(wrong_password(&request)?.to_owned()),
        Err(Failure::Refused(Refusal::TooManyAttempts { seconds })) => {
            Some(too_many_attempts(request.locale, seconds))
        }
        Err(failure) => return Err(failure.into()),
    };
    request.signed_in = request.app().identity.signed_in(cookie).await?;
    let person = request.person()?;
    // A form that is sent twice uses up its code once; the session knows of the first.
    if let Some(wrong) = wrong.filter(|_| !request.app().identity.is_proved(person)) {
        return question(&request, &about, Some(wrong));
    }
    (request.page.run)(&request).await
}

pub fn wrong_password(request: &PageRequest<'_>) -> Result<&'static str, PageError> {
    let has_code = request.person()?.user.second_factor.is_some();
    Ok(match has_code {
        true => request.locale.text("confirm-wrong-password-or-code"),
        false => request.locale.text("confirm-wrong-password"),
    })
}

fn question(
    request: &PageRequest<'_>,
    about: &str,
    wrong: Option<String>,
) -> Result<PageResponse, PageError> {
    let user = &request.person()?.user;
    let status = if wrong.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let key = request.form.get("form_key");
    let mut form = Form::post(request.locale, "confirm", request.csrf(), key);
    if let Some(wrong) = wrong {
        form = form.wrong(PASSWORD, wrong);
    }
    let page = ConfirmFormPage {
        frame: request.frame(),
        form,
        action: request.path,
        about,
        carried: request.form.carried().collect(),
        email: user.email.as_str(),
        has_second_factor: user.second_factor.is_some(),
    };
    Ok(PageResponse::page(&page).with_status(status))
}
