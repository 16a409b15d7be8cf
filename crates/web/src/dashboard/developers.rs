//! Developers: API keys, and a first request to copy.

use app::{CreatedKey, Failure};
use askama::Template;
use axum::http::StatusCode;
use rules::api_key::ApiKey;
use rules::refusal::Refusal;
use rules::scope::{Scope, Scopes};

use super::form::Form;
use super::shell::{Section, Shell};
use super::when;
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/developers", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/developers/new", Access::Proved, |visit| Box::pin(ask(visit))),
    Page::post("/dashboard/{mode}/developers/new", Access::Proved, |visit| Box::pin(create(visit))),
    Page::post("/dashboard/{mode}/developers/{id}/revoke", Access::Proved, |visit| Box::pin(revoke(visit))),
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
#[template(path = "dashboard/keys.html")]
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
#[template(path = "dashboard/key_new.html")]
struct NewKey<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    scopes: Vec<(&'static str, &'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "dashboard/key_created.html")]
struct KeyCreated<'a> {
    shell: Shell<'a>,
    created: &'a CreatedKey,
    balance_call: String,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let keys = visit.app().api_keys_of(visit.account()?).await?;
    let shell = visit.shell(Section::Developers)?;
    let prefix = format!("{}_{}_…", visit.app().settings.key_prefix, shell.mode.name());
    let page = Keys {
        form: Form::post("keys", visit.csrf(), &visit.form_key),
        keys: keys.iter().rev().map(row).collect(),
        prefix,
        base: base(visit)?,
        balance_call: balance_call(visit, "$API_KEY")?,
        payout_call: payout_call(visit)?,
        shell,
    };
    Ok(Answer::page(&page))
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
fn base(visit: &Visit<'_>) -> Result<String, Trouble> {
    let path = match visit.mode()? {
        rules::account::Mode::Live => "/v1",
        rules::account::Mode::Test => "/sandbox/v1",
    };
    Ok(format!("{}{path}", visit.web.settings.origin))
}

fn balance_call(visit: &Visit<'_>, key: &str) -> Result<String, Trouble> {
    Ok(format!("curl {}/balance \\\n  -H \"Authorization: Bearer {key}\"", base(visit)?))
}

fn payout_call(visit: &Visit<'_>) -> Result<String, Trouble> {
    Ok(format!(
        "curl {}/payouts \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  \
         -H \"Idempotency-Key: invoice-4711\" \\\n  -d '{{\"items\": [{{\"email\": \"ada@example.com\", \"amount\": \
         \"25.00\"}}]}}'",
        base(visit)?
    ))
}

async fn ask(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let form = Form::post("key", visit.csrf(), &visit.form_key);
    new_page(visit, form)
}

fn new_page(visit: &Visit<'_>, form: Form<'_>) -> Result<Answer, Trouble> {
    let scopes = Scope::ALL.map(|scope| (scope.name(), scope.name(), scope.meaning()));
    Ok(Answer::page(&NewKey { shell: visit.shell(Section::Developers)?, form, scopes: scopes.to_vec() }))
}

/// The key is on the page that answers, and nowhere after.
async fn create(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let name = visit.form.text("name");
    let chosen: Vec<&str> = visit.form.all("scope").collect();
    let scopes: Option<Scopes> = chosen.iter().map(|name| Scope::parse(name)).collect();
    let mut form = Form::post("key", visit.csrf(), &visit.form_key).with("name", name.clone());
    form = chosen.iter().fold(form, |form, scope| form.with("scope", *scope));
    if let Err(message) = rules::text::check(&name, 1, LONGEST_NAME) {
        form = form.wrong("name", message);
    }
    let scopes = scopes.filter(|scopes| !scopes.is_empty());
    if scopes.is_none() {
        form = form.wrong("scope", "Tick what the key may do: at least one.");
    }
    let (Some(scopes), true) = (scopes, form.mistakes().is_empty()) else {
        return Ok(new_page(visit, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    let (person, account) = (visit.person()?, visit.account()?);
    let (app, whence) = (visit.app(), &visit.visitor.whence);
    let created = match app.create_own_key(person, account, &name, scopes, whence, visit.claim()?).await {
        Err(Failure::Refused(refusal @ Refusal::LimitExceeded(_))) => {
            let page = new_page(visit, form.wrong("name", refusal.to_string()))?;
            return Ok(page.with_status(StatusCode::UNPROCESSABLE_ENTITY));
        }
        created => created?,
    };
    let Some(created) = created else { return Ok(Answer::goto(Section::Developers.href(visit.mode()?))) };
    let shell = visit.shell(Section::Developers)?;
    let balance_call = balance_call(visit, &created.key)?;
    Ok(Answer::page(&KeyCreated { shell, created: &created, balance_call }))
}

async fn revoke(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (person, account) = (visit.person()?, visit.account()?);
    visit.app().revoke_own_key(person, account, visit.param("id"), &visit.visitor.whence).await?;
    Ok(Answer::goto(format!("{}?said=revoked", Section::Developers.href(visit.mode()?))))
}
