//! The consent page: what an app requests, in words, and the user's decision.

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::account::Mode;
use rules::refusal::Refusal;
use rules::scope::Scopes;

use super::issuer;
use super::redirect::RedirectTarget;
use super::request::{self, AppProblem, ConsentRequest, InvalidOAuthRequest, PARAMETERS};
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{FormFields, PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "oauth/consent.html")]
struct ConsentPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    app: &'a str,
    host: &'a str,
    email: &'a str,
    scopes: Vec<(&'static str, &'static str, &'static str)>,
    accounts: Vec<(&'static str, &'static str, &'static str)>,
    /// What the app asked, to be asked again with the answer.
    request: Vec<(&'static str, &'a str)>,
}

#[derive(Template)]
#[template(path = "oauth/refused.html")]
struct RefusedPage<'a> {
    frame: Frame<'a>,
    text: &'static str,
}

pub async fn ask(page_request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    match request::read(page_request.app(), &page_request.query).await {
        Ok(wish) => {
            // What an app is allowed can be worth as much as a key, and is as hard to give.
            page_request.proved_person()?;
            let every =
                wish.scopes.iter().fold(form(page_request), |form, scope| form.with("granted", scope.name()));
            consent(page_request, &page_request.query, &wish, every)
        }
        Err(faulty @ InvalidOAuthRequest::There { .. }) => {
            // Else any developer could register an app and let this server send strangers there (RFC 9700, 4.11.2).
            page_request.person()?;
            tell(page_request, &page_request.query, faulty)
        }
        Err(faulty @ (InvalidOAuthRequest::Here(_) | InvalidOAuthRequest::Failed(_))) => {
            tell(page_request, &page_request.query, faulty)
        }
    }
}

fn form<'a>(page_request: &'a PageRequest<'_>) -> Form<'a> {
    page_request.localized_form("consent")
}

fn consent(
    page_request: &PageRequest<'_>,
    fields: &FormFields,
    wish: &ConsentRequest,
    form: Form<'_>,
) -> Result<PageResponse, PageError> {
    let (person, locale) = (page_request.person()?, page_request.locale);
    let mut accounts = Vec::new();
    if person.live.is_some() {
        accounts.push(("live", locale.text("consent-live"), locale.text("consent-live-text")));
    }
    accounts.push(("test", locale.text("consent-test"), locale.text("consent-test-text")));
    let to = &wish.asked.redirect_uri;
    let page = ConsentPage {
        frame: page_request.frame(),
        form,
        app: &wish.asked.app.name,
        host: to.origin().split_once("://").map_or(to.origin(), |(_, host)| host),
        email: locale.email_address(&person.user.email),
        scopes: wish
            .scopes
            .iter()
            .map(|scope| (scope.name(), locale.app_permission(scope), scope.name()))
            .collect(),
        accounts,
        request: PARAMETERS
            .into_iter()
            .filter(|name| fields.count(name) == 1)
            .map(|name| (name, fields.get(name)))
            .collect(),
    };
    Ok(PageResponse::page(&page).leading_away())
}

/// The user's answer. What was asked is read again from the form, and trusted as little as the first time.
pub async fn decide(page_request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let person = page_request.proved_person()?;
    let fields = asked_again(&page_request.form);
    let wish = match request::read(page_request.app(), &fields).await {
        Ok(wish) => wish,
        Err(faulty) => return tell(page_request, &fields, faulty),
    };
    let issuer = issuer(&page_request.web.settings);
    let back =
        RedirectTarget { to: &wish.asked.redirect_uri, state: request::state(&fields), issuer: &issuer };
    if page_request.form.get("answer") != "allow" {
        return Ok(PageResponse::goto(back.with_error("access_denied", "the user declined the request")));
    }
    let ticked: Scopes = wish
        .scopes
        .iter()
        .filter(|scope| page_request.form.all("granted").any(|name| name == scope.name()))
        .collect();
    let mode = Mode::parse(page_request.form.get("account")).filter(|mode| person.account(*mode).is_some());
    let (Some(mode), false) = (mode, ticked.is_empty()) else {
        let mut form =
            ticked.iter().fold(form(page_request), |form, scope| form.with("granted", scope.name()));
        form = form.with("account", page_request.form.get("account"));
        if ticked.is_empty() {
            form = form.wrong("granted", page_request.locale.text("consent-no-permission"));
        }
        if mode.is_none() {
            form = form.wrong("account", page_request.locale.text("consent-no-account"));
        }
        return Ok(consent(page_request, &fields, &wish, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    match page_request
        .app()
        .connect
        .consent(person, mode, &wish.asked, ticked, &page_request.visitor.client_info)
        .await
    {
        Ok(code) => Ok(PageResponse::goto(back.with_code(&code))),
        // The app was changed while the user was looking at the question.
        Err(Failure::Refused(Refusal::NotFound(_))) => {
            tell(page_request, &fields, InvalidOAuthRequest::Here(AppProblem::Changed))
        }
        Err(failure) => Err(failure.into()),
    }
}

fn asked_again(form: &FormFields) -> FormFields {
    let mut fields = FormFields::default();
    for name in PARAMETERS {
        form.all(name).for_each(|value| fields.add_text(name.to_owned(), value.to_owned()));
    }
    fields
}

fn tell(
    page_request: &PageRequest<'_>,
    fields: &FormFields,
    faulty: InvalidOAuthRequest,
) -> Result<PageResponse, PageError> {
    match faulty {
        InvalidOAuthRequest::Here(problem) => {
            let locale = page_request.locale;
            let text = match problem {
                AppProblem::Incomplete => locale.text("consent-refused-incomplete"),
                AppProblem::Unknown => locale.text("consent-refused-unknown"),
                AppProblem::Changed => locale.text("consent-refused-changed"),
            };
            // Links to other languages would repeat the addresses that were asked for.
            let frame = Frame { languages: Vec::new(), ..page_request.frame() };
            let page = RefusedPage { frame, text };
            Ok(PageResponse::page(&page).with_status(StatusCode::BAD_REQUEST))
        }
        InvalidOAuthRequest::There { to, error, description } => {
            let issuer = issuer(&page_request.web.settings);
            let back = RedirectTarget { to: &to, state: request::state(fields), issuer: &issuer };
            Ok(PageResponse::goto(back.with_error(error, &description)))
        }
        InvalidOAuthRequest::Failed(failure) => Err(failure.into()),
    }
}
