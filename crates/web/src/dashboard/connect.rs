//! Connect: apps that act for other people's accounts, and what each is called by.

use app::{CreatedApp, Failure, NewConnectApp};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::connect_app::{ConnectApp, MAX_REDIRECT_URIS};
use rules::redirect_uri::{LONGEST_REDIRECT_URI, RedirectUri, RedirectUriProblem};
use rules::refusal::{Limit, Refusal};

use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse, refusal_text, wrong_text};
use crate::shorten::shortened;

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/connect", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/connect/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(ask(request))
    }),
    Page::post("/dashboard/{mode}/connect/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(create(request))
    }),
    Page::get("/dashboard/{mode}/connect/{id}", Access::SignedIn, |request| Box::pin(show(request))),
    Page::post("/dashboard/{mode}/connect/{id}", Access::RecentlyAuthenticated, |request| {
        Box::pin(describe(request))
    }),
    Page::post("/dashboard/{mode}/connect/{id}/secret", Access::RecentlyAuthenticated, |request| {
        Box::pin(rotate(request))
    }),
    Page::post("/dashboard/{mode}/connect/{id}/archive", Access::RecentlyAuthenticated, |request| {
        Box::pin(archive(request))
    }),
];

const LONGEST_NAME: usize = 60;
/// How much of a wrong address is repeated.
const LONGEST_SHOWN: usize = 100;

struct AppRow {
    href: String,
    name: String,
    client_id: String,
    connections: String,
    created: String,
}

#[derive(Template)]
#[template(path = "dashboard/connect.html")]
struct Apps<'a> {
    shell: Shell<'a>,
    apps: Vec<AppRow>,
    auth_url: String,
}

#[derive(Template)]
#[template(path = "dashboard/connect_new.html")]
struct NewApp<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "dashboard/connect_app.html")]
struct OneApp<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    /// For the buttons that end something.
    bare: Form<'a>,
    app: &'a ConnectApp,
    created: String,
    authorize: String,
}

#[derive(Template)]
#[template(path = "dashboard/connect_secret.html")]
struct Secret<'a> {
    shell: Shell<'a>,
    created: &'a CreatedApp,
    is_new: bool,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::Connect)?;
    let apps = request.app().connect.connect_apps(request.person()?).await?;
    let apps = apps.into_iter().map(|(app, connections)| AppRow {
        href: shell.below(app.id.to_string()),
        name: app.name,
        client_id: app.id.to_string(),
        connections: request.locale.integer(connections),
        created: request.locale.medium_date(app.created_at),
    });
    let apps = apps.collect();
    Ok(PageResponse::page(&Apps { shell, apps, auth_url: auth_url(request) }))
}

fn auth_url(request: &PageRequest<'_>) -> String {
    format!("{}/oauth", request.web.settings.origin)
}

fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "app", request.csrf(), &request.form_key)
}

async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    new_page(request, form(request))
}

fn new_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    Ok(PageResponse::page(&NewApp { shell: request.shell(Section::Connect)?, form }))
}

async fn create(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let new = match read(request) {
        Ok(new) => new,
        Err(form) => return Ok(new_page(request, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY)),
    };
    let (connect, client_info) = (&request.app().connect, &request.visitor.client_info);
    match connect.create_connect_app(request.person()?, new, client_info, request.idempotency()?).await {
        Ok(Some(created)) => secret_page(request, &created, true),
        Ok(None) => Ok(PageResponse::goto(Section::Connect.href(request.mode()?))),
        Err(Failure::Refused(refusal @ Refusal::LimitExceeded(Limit::ConnectApps))) => {
            let wrong = refusal_text(request.locale, &refusal);
            let page = new_page(request, typed(request).wrong("", wrong))?;
            Ok(page.with_status(StatusCode::UNPROCESSABLE_ENTITY))
        }
        Err(failure) => Err(failure.into()),
    }
}

fn secret_page(
    request: &PageRequest<'_>,
    created: &CreatedApp,
    is_new: bool,
) -> Result<PageResponse, PageError> {
    Ok(PageResponse::page(&Secret { shell: request.shell(Section::Connect)?, created, is_new }))
}

/// Everything as it was sent.
fn typed<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    form(request)
        .with("name", request.form.text("name"))
        .with("redirect_uris", request.form.text("redirect_uris"))
}

/// What was typed: one address on each line.
fn read<'a>(request: &'a PageRequest<'_>) -> Result<NewConnectApp, Form<'a>> {
    let (name, locale) = (request.form.text("name"), request.locale);
    let mut form = typed(request);
    if let Some(wrong) = wrong_text(locale, &name, 1, LONGEST_NAME) {
        form = form.wrong("name", wrong);
    }
    match redirect_uris(locale, &request.form.text("redirect_uris")) {
        Ok(redirect_uris) if form.mistakes().is_empty() => Ok(NewConnectApp { name, redirect_uris }),
        Ok(_) => Err(form),
        Err(wrong) => Err(form.wrong("redirect_uris", wrong)),
    }
}

/// Each address once, or what is wrong with the first that can't be used.
fn redirect_uris(locale: Locale, typed: &str) -> Result<Vec<RedirectUri>, String> {
    let lines: Vec<&str> = typed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        return Err(locale.text("redirect-uris-missing").to_owned());
    }
    if lines.len() > MAX_REDIRECT_URIS {
        return Err(locale.text_with("redirect-uris-too-many", &[("count", &MAX_REDIRECT_URIS)]));
    }
    let mut redirect_uris: Vec<RedirectUri> = Vec::new();
    for line in lines {
        let uri = RedirectUri::parse(line).map_err(|problem| redirect_uri_problem(locale, line, problem))?;
        if !redirect_uris.contains(&uri) {
            redirect_uris.push(uri);
        }
    }
    Ok(redirect_uris)
}

fn redirect_uri_problem(locale: Locale, line: &str, problem: RedirectUriProblem) -> String {
    let uri = &shortened(line, LONGEST_SHOWN);
    match problem {
        RedirectUriProblem::TooLong => {
            locale.text_with("redirect-uri-too-long", &[("uri", uri), ("count", &LONGEST_REDIRECT_URI)])
        }
        RedirectUriProblem::Characters => locale.text_with("redirect-uri-characters", &[("uri", uri)]),
        RedirectUriProblem::Scheme => locale.text_with("redirect-uri-scheme", &[("uri", uri)]),
        RedirectUriProblem::Insecure => locale.text_with("redirect-uri-insecure", &[("uri", uri)]),
        RedirectUriProblem::Fragment => locale.text_with("redirect-uri-fragment", &[("uri", uri)]),
        RedirectUriProblem::Credentials => locale.text_with("redirect-uri-credentials", &[("uri", uri)]),
        RedirectUriProblem::Host => locale.text_with("redirect-uri-host", &[("uri", uri)]),
        RedirectUriProblem::Port => locale.text_with("redirect-uri-port", &[("uri", uri)]),
        RedirectUriProblem::Escape => locale.text_with("redirect-uri-escape", &[("uri", uri)]),
        RedirectUriProblem::DotSegment => locale.text_with("redirect-uri-dot-segment", &[("uri", uri)]),
    }
}

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let app = request.app().connect.own_connect_app(request.person()?, request.param("id")).await?;
    let lines: Vec<&str> = app.redirect_uris.iter().map(RedirectUri::as_str).collect();
    let form = form(request).with("name", app.name.clone()).with("redirect_uris", lines.join("\n"));
    one_page(request, &app, form)
}

fn one_page(request: &PageRequest<'_>, app: &ConnectApp, form: Form<'_>) -> Result<PageResponse, PageError> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("response_type", "code").append_pair("client_id", &app.id.to_string());
    let to = app.redirect_uris.first().map_or("", RedirectUri::as_str);
    query.append_pair("redirect_uri", to).append_pair("scope", "balance:read payouts:write");
    query.append_pair("state", "RANDOM");
    let page = OneApp {
        shell: request.shell(Section::Connect)?,
        form,
        bare: request.localized_form("end"),
        app,
        created: request.locale.medium_date(app.created_at),
        authorize: format!("{}/authorize?{}", auth_url(request), query.finish()),
    };
    Ok(PageResponse::page(&page))
}

async fn describe(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let id = request.param("id");
    let app = request.app().connect.own_connect_app(request.person()?, id).await?;
    let new = match read(request) {
        Ok(new) => new,
        Err(form) => return Ok(one_page(request, &app, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY)),
    };
    request
        .app()
        .connect
        .describe_connect_app(request.person()?, id, new, &request.visitor.client_info)
        .await?;
    Ok(PageResponse::goto(format!("{}/{id}", Section::Connect.href(request.mode()?))).saying(Flash::Changed))
}

async fn rotate(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let id = request.param("id");
    let created = request
        .app()
        .connect
        .rotate_client_secret(request.person()?, id, &request.visitor.client_info)
        .await?;
    secret_page(request, &created, false)
}

async fn archive(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request
        .app()
        .connect
        .archive_connect_app(request.person()?, request.param("id"), &request.visitor.client_info)
        .await?;
    Ok(PageResponse::goto(Section::Connect.href(request.mode()?)).saying(Flash::Archived))
}
