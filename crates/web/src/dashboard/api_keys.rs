//! API keys, and a first request to copy.

use app::{CreatedKey, Failure};
use askama::Template;
use axum::http::StatusCode;
use rules::api_key::ApiKey;
use rules::refusal::Refusal;
use rules::scope::{Scope, Scopes};

use super::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/api_keys", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/api_keys/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(ask(request))
    }),
    Page::post("/dashboard/{mode}/api_keys/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(create(request))
    }),
    Page::post("/dashboard/{mode}/api_keys/{id}/revoke", Access::RecentlyAuthenticated, |request| {
        Box::pin(revoke(request))
    }),
];

const LONGEST_NAME: usize = 100;

struct KeyRow {
    id: String,
    name: String,
    hint: String,
    scopes: String,
    created: String,
    used: String,
    is_revoked: bool,
}

#[derive(Template)]
#[template(path = "dashboard/api_keys.html")]
struct Keys<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    keys: Vec<KeyRow>,
    prefix: String,
    base: String,
    balance_call: String,
    payout_call: String,
}

#[derive(Template)]
#[template(path = "dashboard/api_key_new.html")]
struct NewKey<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    scopes: Vec<(&'static str, &'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "dashboard/api_key_created.html")]
struct KeyCreated<'a> {
    shell: Shell<'a>,
    created: &'a CreatedKey,
    balance_call: String,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let keys = request.app().auth.api_keys_of(request.account()?).await?;
    let shell = request.shell(Section::ApiKeys)?;
    let prefix = format!("{}_{}_…", request.app().platform.settings.key_prefix, shell.mode.name());
    let page = Keys {
        form: Form::post("keys", request.csrf(), &request.form_key),
        keys: keys.iter().rev().map(row).collect(),
        prefix,
        base: base(request)?,
        balance_call: balance_call(request, "$API_KEY")?,
        payout_call: payout_call(request)?,
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn row(key: &ApiKey) -> KeyRow {
    let scopes = match key.scopes.iter().count() {
        count if count == Scope::ALL.len() => "Everything".to_owned(),
        1 => key.scopes.to_string(),
        count => format!("{count} scopes"),
    };
    KeyRow {
        id: key.id.to_string(),
        name: key.name.clone(),
        hint: format!("…{}", key.hint),
        scopes,
        created: when::day(key.created_at),
        used: key.last_used_at.map_or("Never".to_owned(), when::moment),
        is_revoked: key.revoked_at.is_some(),
    }
}

/// Where the API of this mode is.
fn base(request: &PageRequest<'_>) -> Result<String, PageError> {
    let path = match request.mode()? {
        rules::account::Mode::Live => "/v1",
        rules::account::Mode::Test => "/sandbox/v1",
    };
    Ok(format!("{}{path}", request.web.settings.origin))
}

fn balance_call(request: &PageRequest<'_>, key: &str) -> Result<String, PageError> {
    Ok(format!("curl {}/balance \\\n  -H \"Authorization: Bearer {key}\"", base(request)?))
}

fn payout_call(request: &PageRequest<'_>) -> Result<String, PageError> {
    Ok(format!(
        "curl {}/payouts \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  \
         -H \"Idempotency-Key: invoice-4711\" \\\n  -d '{{\"items\": [{{\"email\": \"ada@example.com\", \"amount\": \
         \"25.00\"}}]}}'",
        base(request)?
    ))
}

async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = Form::post("key", request.csrf(), &request.form_key);
    new_page(request, form)
}

fn new_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let scopes = Scope::ALL.map(|scope| (scope.name(), scope.name(), scope.meaning()));
    Ok(PageResponse::page(&NewKey { shell: request.shell(Section::ApiKeys)?, form, scopes: scopes.to_vec() }))
}

/// The key is on the page that answers, and nowhere after.
async fn create(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let name = request.form.text("name");
    let chosen: Vec<&str> = request.form.all("scope").collect();
    let scopes: Option<Scopes> = chosen.iter().map(|name| Scope::parse(name)).collect();
    let mut form = Form::post("key", request.csrf(), &request.form_key).with("name", name.clone());
    form = chosen.iter().fold(form, |form, scope| form.with("scope", *scope));
    if let Err(message) = rules::text::check(&name, 1, LONGEST_NAME) {
        form = form.wrong("name", message);
    }
    let scopes = scopes.filter(|scopes| !scopes.is_empty());
    if scopes.is_none() {
        form = form.wrong("scope", "Tick what the key may do: at least one.");
    }
    let (Some(scopes), true) = (scopes, form.mistakes().is_empty()) else {
        return Ok(new_page(request, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    let (person, account) = (request.person()?, request.account()?);
    let (app, client_info) = (request.app(), &request.visitor.client_info);
    let created = match app
        .auth
        .create_own_key(person, account, &name, scopes, client_info, request.idempotency()?)
        .await
    {
        Err(Failure::Refused(refusal @ Refusal::LimitExceeded(_))) => {
            let page = new_page(request, form.wrong("name", refusal.to_string()))?;
            return Ok(page.with_status(StatusCode::UNPROCESSABLE_ENTITY));
        }
        created => created?,
    };
    let Some(created) = created else {
        return Ok(PageResponse::goto(Section::ApiKeys.href(request.mode()?)));
    };
    let shell = request.shell(Section::ApiKeys)?;
    let balance_call = balance_call(request, &created.key)?;
    Ok(PageResponse::page(&KeyCreated { shell, created: &created, balance_call }))
}

async fn revoke(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, account) = (request.person()?, request.account()?);
    request
        .app()
        .auth
        .revoke_own_key(person, account, request.param("id"), &request.visitor.client_info)
        .await?;
    Ok(PageResponse::goto(format!("{}?said=revoked", Section::ApiKeys.href(request.mode()?))))
}
