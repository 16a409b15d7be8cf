//! Connect: apps that act for other people's accounts, and what each is called by.

use app::{CreatedApp, NewConnectApp};
use askama::Template;
use axum::http::StatusCode;
use rules::connect_app::{ConnectApp, MOST_REDIRECT_URIS};
use rules::redirect_uri::RedirectUri;

use super::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
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
    connections: i64,
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
        connections,
        created: when::day(app.created_at),
    });
    let apps = apps.collect();
    Ok(PageResponse::page(&Apps { shell, apps, auth_url: auth_url(request) }))
}

fn auth_url(request: &PageRequest<'_>) -> String {
    format!("{}/oauth", request.web.settings.origin)
}

async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = Form::post("app", request.csrf(), &request.form_key);
    Ok(PageResponse::page(&NewApp { shell: request.shell(Section::Connect)?, form }))
}

async fn create(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = Form::post("app", request.csrf(), &request.form_key);
    let new = match read(request, form) {
        Ok(new) => new,
        Err(form) => {
            let page = NewApp { shell: request.shell(Section::Connect)?, form };
            return Ok(PageResponse::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY));
        }
    };
    let (app, client_info) = (request.app(), &request.visitor.client_info);
    let created =
        app.connect.create_connect_app(request.person()?, new, client_info, request.idempotency()?).await?;
    let Some(created) = created else {
        return Ok(PageResponse::goto(Section::Connect.href(request.mode()?)));
    };
    secret_page(request, &created, true)
}

fn secret_page(
    request: &PageRequest<'_>,
    created: &CreatedApp,
    is_new: bool,
) -> Result<PageResponse, PageError> {
    Ok(PageResponse::page(&Secret { shell: request.shell(Section::Connect)?, created, is_new }))
}

/// What was typed: one address on each line.
fn read<'a>(request: &PageRequest<'_>, form: Form<'a>) -> Result<NewConnectApp, Form<'a>> {
    let (name, typed) = (request.form.text("name"), request.form.text("redirect_uris"));
    let mut form = form.with("name", name.clone()).with("redirect_uris", typed.clone());
    if let Err(message) = rules::text::check(&name, 1, LONGEST_NAME) {
        form = form.wrong("name", message);
    }
    let lines: Vec<&str> = typed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut redirect_uris: Vec<RedirectUri> = Vec::new();
    let mut wrong = match lines.len() {
        0 => Some("Write at least one address.".to_owned()),
        count if count > MOST_REDIRECT_URIS => Some(format!("Write at most {MOST_REDIRECT_URIS} addresses.")),
        _ => None,
    };
    for line in lines {
        match RedirectUri::parse(line) {
            Ok(uri) if !redirect_uris.contains(&uri) => redirect_uris.push(uri),
            Ok(_) => {}
            Err(message) => {
                wrong = wrong.or_else(|| Some(format!("{}: {message}", shortened(line, LONGEST_SHOWN))))
            }
        }
    }
    if let Some(wrong) = wrong {
        form = form.wrong("redirect_uris", wrong);
    }
    if form.mistakes().is_empty() { Ok(NewConnectApp { name, redirect_uris }) } else { Err(form) }
}

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let app = request.app().connect.own_connect_app(request.person()?, request.param("id")).await?;
    let lines: Vec<&str> = app.redirect_uris.iter().map(RedirectUri::as_str).collect();
    let form = Form::post("app", request.csrf(), &request.form_key);
    let form = form.with("name", app.name.clone()).with("redirect_uris", lines.join("\n"));
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
        bare: Form::post("end", request.csrf(), ""),
        app,
        created: when::day(app.created_at),
        authorize: format!("{}/authorize?{}", auth_url(request), query.finish()),
    };
    Ok(PageResponse::page(&page))
}

async fn describe(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let id = request.param("id");
    let app = request.app().connect.own_connect_app(request.person()?, id).await?;
    let new = match read(request, Form::post("app", request.csrf(), &request.form_key)) {
        Ok(new) => new,
        Err(form) => return Ok(one_page(request, &app, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY)),
    };
    request
        .app()
        .connect
        .describe_connect_app(request.person()?, id, new, &request.visitor.client_info)
        .await?;
    Ok(PageResponse::goto(format!("{}/{id}?said=changed", Section::Connect.href(request.mode()?))))
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
    Ok(PageResponse::goto(format!("{}?said=archived", Section::Connect.href(request.mode()?))))
}
