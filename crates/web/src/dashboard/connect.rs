//! Connect: apps that act for other people's accounts, and what each is called by.

use app::{CreatedApp, NewConnectApp};
use askama::Template;
use axum::http::StatusCode;
use rules::connect_app::{ConnectApp, MOST_REDIRECT_URIS};
use rules::redirect_uri::RedirectUri;

use super::form::Form;
use super::shell::{Section, Shell};
use super::when;
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/connect", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/connect/new", Access::Proved, |visit| Box::pin(ask(visit))),
    Page::post("/dashboard/{mode}/connect/new", Access::Proved, |visit| Box::pin(create(visit))),
    Page::get("/dashboard/{mode}/connect/{id}", Access::SignedIn, |visit| Box::pin(show(visit))),
    Page::post("/dashboard/{mode}/connect/{id}", Access::Proved, |visit| Box::pin(describe(visit))),
    Page::post("/dashboard/{mode}/connect/{id}/secret", Access::Proved, |visit| Box::pin(rotate(visit))),
    Page::post("/dashboard/{mode}/connect/{id}/archive", Access::Proved, |visit| Box::pin(archive(visit))),
];

const LONGEST_NAME: usize = 60;

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

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let shell = visit.shell(Section::Connect)?;
    let apps = visit.app().connect_apps(visit.person()?).await?;
    let apps = apps.into_iter().map(|(app, connections)| AppRow {
        href: shell.below(app.id.to_string()),
        name: app.name,
        client_id: app.id.to_string(),
        connections,
        created: when::day(app.created_at),
    });
    let apps = apps.collect();
    Ok(Answer::page(&Apps { shell, apps, auth_url: auth_url(visit) }))
}

fn auth_url(visit: &Visit<'_>) -> String {
    format!("{}/oauth", visit.web.settings.origin)
}

async fn ask(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let form = Form::post("app", visit.csrf(), &visit.form_key);
    Ok(Answer::page(&NewApp { shell: visit.shell(Section::Connect)?, form }))
}

async fn create(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let form = Form::post("app", visit.csrf(), &visit.form_key);
    let new = match read(visit, form) {
        Ok(new) => new,
        Err(form) => {
            let page = NewApp { shell: visit.shell(Section::Connect)?, form };
            return Ok(Answer::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY));
        }
    };
    let (app, whence) = (visit.app(), &visit.visitor.whence);
    let created = app.create_connect_app(visit.person()?, new, whence, visit.claim()?).await?;
    let Some(created) = created else { return Ok(Answer::goto(Section::Connect.href(visit.mode()?))) };
    secret_page(visit, &created, true)
}

fn secret_page(visit: &Visit<'_>, created: &CreatedApp, is_new: bool) -> Result<Answer, Trouble> {
    Ok(Answer::page(&Secret { shell: visit.shell(Section::Connect)?, created, is_new }))
}

/// What was typed: one address on each line.
fn read<'a>(visit: &Visit<'_>, form: Form<'a>) -> Result<NewConnectApp, Form<'a>> {
    let (name, typed) = (visit.form.text("name"), visit.form.text("redirect_uris"));
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
            Err(message) => wrong = wrong.or_else(|| Some(format!("{line}: {message}"))),
        }
    }
    if let Some(wrong) = wrong {
        form = form.wrong("redirect_uris", wrong);
    }
    if form.mistakes().is_empty() { Ok(NewConnectApp { name, redirect_uris }) } else { Err(form) }
}

async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let app = visit.app().own_connect_app(visit.person()?, visit.param("id")).await?;
    let lines: Vec<&str> = app.redirect_uris.iter().map(RedirectUri::as_str).collect();
    let form = Form::post("app", visit.csrf(), &visit.form_key);
    let form = form.with("name", app.name.clone()).with("redirect_uris", lines.join("\n"));
    one_page(visit, &app, form)
}

fn one_page(visit: &Visit<'_>, app: &ConnectApp, form: Form<'_>) -> Result<Answer, Trouble> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("response_type", "code").append_pair("client_id", &app.id.to_string());
    let to = app.redirect_uris.first().map_or("", RedirectUri::as_str);
    query.append_pair("redirect_uri", to).append_pair("scope", "balance:read payouts:write");
    query.append_pair("state", "RANDOM");
    let page = OneApp {
        shell: visit.shell(Section::Connect)?,
        form,
        bare: Form::post("end", visit.csrf(), ""),
        app,
        created: when::day(app.created_at),
        authorize: format!("{}/authorize?{}", auth_url(visit), query.finish()),
    };
    Ok(Answer::page(&page))
}

async fn describe(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let id = visit.param("id");
    let app = visit.app().own_connect_app(visit.person()?, id).await?;
    let new = match read(visit, Form::post("app", visit.csrf(), &visit.form_key)) {
        Ok(new) => new,
        Err(form) => return Ok(one_page(visit, &app, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY)),
    };
    visit.app().describe_connect_app(visit.person()?, id, new, &visit.visitor.whence).await?;
    Ok(Answer::goto(format!("{}/{id}?said=changed", Section::Connect.href(visit.mode()?))))
}

async fn rotate(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let id = visit.param("id");
    let created = visit.app().rotate_client_secret(visit.person()?, id, &visit.visitor.whence).await?;
    secret_page(visit, &created, false)
}

async fn archive(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    visit.app().archive_connect_app(visit.person()?, visit.param("id"), &visit.visitor.whence).await?;
    Ok(Answer::goto(format!("{}?said=archived", Section::Connect.href(visit.mode()?))))
}
