//! API keys, and a first request to copy.

use app::{CreatedKey, Failure};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::api_key::ApiKey;
use rules::refusal::{Limit, Refusal};
use rules::scope::{Scope, ScopePreset, Scopes};

use super::parts::StatusBadge;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse, refusal_text, wrong_text};

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
/// The access that is chosen permission by permission.
const CUSTOM: &str = "custom";

/// What a key allows: in few words, and each permission as the consent page of an app words it.
#[derive(Template)]
#[template(path = "dashboard/api_key_permissions.html")]
struct Permissions {
    summary: String,
    each: Vec<&'static str>,
}

struct KeyRow {
    id: String,
    name: String,
    hint: String,
    permissions: Permissions,
    created: String,
    used: String,
    revoked: Option<StatusBadge>,
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
    /// Value, title and text of each choice: what most programs need, and one by one.
    accesses: Vec<(&'static str, &'static str, &'static str)>,
    scopes: Vec<(&'static str, &'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "dashboard/api_key_created.html")]
struct KeyCreated<'a> {
    shell: Shell<'a>,
    created: &'a CreatedKey,
    permissions: Permissions,
    balance_call: String,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let keys = request.app().auth.api_keys_of(request.account()?).await?;
    let shell = request.shell(Section::ApiKeys)?;
    let prefix = format!("{}_{}_…", request.app().platform.settings.key_prefix, shell.mode.name());
    let page = Keys {
        form: Form::post(request.locale, "keys", request.csrf(), &request.form_key),
        keys: keys.iter().rev().map(|key| row(request.locale, key)).collect(),
        prefix,
        base: base(request)?,
        balance_call: balance_call(request, "$API_KEY")?,
        payout_call: payout_call(request)?,
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn row(locale: Locale, key: &ApiKey) -> KeyRow {
    KeyRow {
        id: key.id.to_string(),
        name: key.name.clone(),
        hint: format!("…{}", key.hint),
        permissions: permissions(locale, key.scopes),
        created: locale.medium_date(key.created_at),
        used: key
            .last_used_at
            .map_or_else(|| locale.text("label-never").to_owned(), |at| locale.date_time(at)),
        revoked: key.revoked_at.map(|_| StatusBadge::named("revoked", locale.text("api-keys-revoked"))),
    }
}

/// The name of the preset that the key was created with, if it is one. A single scope says more by its name.
fn permissions(locale: Locale, scopes: Scopes) -> Permissions {
    let summary = match ScopePreset::ALL.into_iter().find(|preset| preset.scopes() == scopes) {
        Some(preset) => access(locale, preset).1.to_owned(),
        None if scopes.iter().count() == 1 => scopes.to_string(),
        None => locale.text_with("api-keys-permission-count", &[("count", &scopes.iter().count())]),
    };
    Permissions { summary, each: scopes.iter().map(|scope| locale.permission(scope)).collect() }
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
    let form = Form::post(request.locale, "key", request.csrf(), &request.form_key);
    new_page(request, form)
}

fn new_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let locale = request.locale;
    let mut accesses = ScopePreset::ALL.map(|preset| access(locale, preset)).to_vec();
    accesses.push((CUSTOM, locale.text("api-key-access-custom"), locale.text("api-key-access-custom-text")));
    // As the consent page of an app shows them.
    let scopes = Scope::ALL.map(|scope| (scope.name(), locale.permission(scope), scope.name())).to_vec();
    let shell = request.shell(Section::ApiKeys)?;
    Ok(PageResponse::page(&NewKey { shell, form, accesses, scopes }))
}

fn access(locale: Locale, preset: ScopePreset) -> (&'static str, &'static str, &'static str) {
    let (title, text) = match preset {
        ScopePreset::ReadOnly => {
            (locale.text("api-key-access-read"), locale.text("api-key-access-read-text"))
        }
        ScopePreset::Payouts => {
            (locale.text("api-key-access-payouts"), locale.text("api-key-access-payouts-text"))
        }
        ScopePreset::Full => (locale.text("api-keys-full-access"), locale.text("api-key-access-full-text")),
    };
    (preset.name(), title, text)
}

/// What a form asks for, or the field that is wrong and why. A preset counts, whatever else is ticked: the page shows
/// the single permissions only beside `custom`.
fn asked_scopes(request: &PageRequest<'_>) -> Result<Scopes, (&'static str, &'static str)> {
    let chosen: Vec<&str> = request.form.all("scope").collect();
    match request.form.text("access").as_str() {
        "" if chosen.is_empty() => Err(("access", request.locale.text("api-key-no-access"))),
        "" | CUSTOM => {
            let scopes: Option<Scopes> = chosen.into_iter().map(Scope::parse).collect();
            let scopes = scopes.filter(|scopes| !scopes.is_empty());
            scopes.ok_or_else(|| ("scope", request.locale.text("api-key-no-permission")))
        }
        preset => match ScopePreset::parse(preset) {
            Some(preset) => Ok(preset.scopes()),
            None => Err(("access", request.locale.text("api-key-no-access"))),
        },
    }
}

/// The key is on the page that answers, and nowhere after.
async fn create(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let name = request.form.text("name");
    let mut form = Form::post(request.locale, "key", request.csrf(), &request.form_key)
        .with("name", name.clone())
        .with("access", request.form.text("access"));
    form = request.form.all("scope").fold(form, |form, scope| form.with("scope", scope));
    if let Some(wrong) = wrong_text(request.locale, &name, 1, LONGEST_NAME) {
        form = form.wrong("name", wrong);
    }
    let scopes = asked_scopes(request);
    if let Err((field, why)) = scopes {
        form = form.wrong(field, why);
    }
    let (Ok(scopes), true) = (scopes, form.mistakes().is_empty()) else {
        return Ok(new_page(request, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    let (person, account) = (request.person()?, request.account()?);
    let (app, client_info) = (request.app(), &request.visitor.client_info);
    let created = match app
        .auth
        .create_own_key(person, account, &name, scopes, client_info, request.idempotency()?)
        .await
    {
        Err(Failure::Refused(refusal @ Refusal::LimitExceeded(Limit::ApiKeys))) => {
            let wrong = refusal_text(request.locale, &refusal);
            let page = new_page(request, form.wrong("name", wrong))?;
            return Ok(page.with_status(StatusCode::UNPROCESSABLE_ENTITY));
        }
        created => created?,
    };
    let Some(created) = created else {
        return Ok(PageResponse::goto(Section::ApiKeys.href(request.mode()?)));
    };
    let shell = request.shell(Section::ApiKeys)?;
    let page = KeyCreated {
        shell,
        permissions: permissions(request.locale, created.record.scopes),
        balance_call: balance_call(request, &created.key)?,
        created: &created,
    };
    Ok(PageResponse::page(&page))
}

async fn revoke(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, account) = (request.person()?, request.account()?);
    request
        .app()
        .auth
        .revoke_own_key(person, account, request.param("id"), &request.visitor.client_info)
        .await?;
    Ok(PageResponse::goto(Section::ApiKeys.href(request.mode()?)).saying(Flash::KeyRevoked))
}
