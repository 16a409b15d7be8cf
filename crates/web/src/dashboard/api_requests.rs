//! The log of API requests: the list, and one of them in `one`.

mod one;

pub use one::page_of_request;

use std::collections::HashMap;

use app::{ApiCredential, ApiRequestFilter};
use askama::Template;
use i18n::Locale;
use rules::api_request::{ApiRequest, MAX_KEPT};
use rules::id::{ApiKeyId, AppId, has_form_of_id};
use rules::time::Timestamp;

use super::parts::StatusBadge;
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/api_requests", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/api_requests/{id}", Access::SignedIn, |request| {
        Box::pin(one::show(request))
    }),
];

const FILTERS: [&str; 4] = ["q", "status", "method", "key"];
/// The classes of statuses: their names, the first of each and the first behind it.
const CLASSES: [(&str, (u16, u16)); 3] = [("2xx", (200, 300)), ("4xx", (400, 500)), ("5xx", (500, 600))];
const METHODS: [&str; 3] = ["GET", "POST", "PATCH"];
const LONGEST_SOUGHT: usize = 100;

struct Row {
    href: String,
    method: String,
    path: String,
    status: StatusBadge,
    error: String,
    credential: String,
    took: String,
    left_out: Option<String>,
    at: Timestamp,
}

#[derive(Template)]
#[template(path = "dashboard/api_requests.html")]
struct List<'a> {
    shell: Shell<'a>,
    filter: Form<'a>,
    statuses: Vec<(&'static str, &'static str)>,
    methods: Vec<(&'static str, &'static str)>,
    credentials: Vec<(String, String)>,
    rows: Vec<Row>,
    active_filters: usize,
    is_on: bool,
    kept: String,
    links: PageLinks,
}

impl List<'_> {
    /// Where the filters are cleared, if there are any.
    fn clear_filters(&self) -> String {
        if self.active_filters > 0 { self.shell.at("api_requests") } else { String::new() }
    }
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::ApiRequests)?;
    let (locale, sought) = (request.locale, request.query.text("q"));
    if let Some(href) = page_of_request(request, &shell, &sought).await? {
        return Ok(PageResponse::goto(href));
    }
    let (filter, log) = (filter(request, &sought), &request.app().request_log);
    let shown = log.requests(&request.caller()?, &filter, &request.paging(&FILTERS)).await?;
    let known = Credentials::of(request).await?;
    let form = ["q", "status", "method", "key"]
        .into_iter()
        .fold(Form::get(locale, "filter"), |form, name| form.with(name, request.query.get(name)));
    let page = List {
        filter: form,
        statuses: vec![
            ("", locale.text("api-requests-all-statuses")),
            ("2xx", locale.text("api-requests-succeeded")),
            ("4xx", locale.text("api-requests-refused")),
            ("5xx", locale.text("api-requests-failed")),
        ],
        methods: [("", locale.text("api-requests-all-methods"))]
            .into_iter()
            .chain(METHODS.map(|method| (method, method)))
            .collect(),
        credentials: known.choices(locale),
        rows: shown.items.iter().map(|one| row(&shell, &known, one)).collect(),
        active_filters: request.active_filters(&FILTERS),
        is_on: log.is_on(),
        kept: locale.text_with("api-requests-kept", &[("count", &log.days()), ("most", &MAX_KEPT)]),
        links: request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor)),
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// What is no class, method or credential narrows nothing.
fn filter(request: &PageRequest<'_>, sought: &str) -> ApiRequestFilter {
    let (status, method) = (request.query.get("status"), request.query.get("method"));
    let credential = request.query.get("key");
    let key = ApiKeyId::parse(credential).map(ApiCredential::Key);
    let is_object = has_form_of_id(sought);
    let part: String = sought.to_ascii_lowercase().chars().take(LONGEST_SOUGHT).collect();
    ApiRequestFilter {
        statuses: CLASSES.into_iter().find(|(name, _)| *name == status).map(|(_, class)| class),
        method: METHODS.into_iter().find(|known| *known == method),
        credential: key.or_else(|| AppId::parse(credential).map(ApiCredential::App)),
        object: is_object.then(|| sought.to_owned()),
        path: Some(part).filter(|part| !is_object && !part.is_empty()),
    }
}

fn row(shell: &Shell<'_>, known: &Credentials, request: &ApiRequest) -> Row {
    let locale = shell.frame.locale;
    Row {
        href: shell.at(format!("api_requests/{}", request.id)),
        method: request.method.clone(),
        path: request.path.clone(),
        status: status_badge(locale, request.status),
        error: request.error.clone(),
        credential: known.name(locale, request),
        took: took(locale, request),
        left_out: (request.left_out > 0)
            .then(|| locale.text_with("api-requests-left-out", &[("count", &request.left_out)])),
        at: request.created_at,
    }
}

fn status_badge(locale: Locale, status: Option<u16>) -> StatusBadge {
    let look = match status {
        Some(200..300) => "succeeded",
        Some(500..) => "failed",
        Some(_) => "failing",
        None => "off",
    };
    let words =
        status.map_or_else(|| locale.text("api-request-no-response").to_owned(), |code| code.to_string());
    StatusBadge::named(look, words)
}

fn took(locale: Locale, request: &ApiRequest) -> String {
    let millis = request.took_micros.saturating_add(999) / 1_000;
    locale.text_with("api-request-milliseconds", &[("millis", &millis)])
}

/// The API keys and apps of an account, by id.
struct Credentials {
    keys: Vec<(ApiKeyId, String)>,
    apps: HashMap<AppId, String>,
}

impl Credentials {
    async fn of(request: &PageRequest<'_>) -> Result<Credentials, PageError> {
        let account = request.account()?;
        let keys = request.app().auth.api_keys_of(account).await?;
        let apps = request.app().connect.connections(account).await?;
        Ok(Credentials {
            keys: keys.into_iter().rev().map(|key| (key.id, key.name)).collect(),
            apps: apps.into_iter().map(|app| (app.app, app.name)).collect(),
        })
    }

    /// For a filter.
    fn choices(&self, locale: Locale) -> Vec<(String, String)> {
        let all = (String::new(), locale.text("api-requests-all-keys").to_owned());
        let keys = self.keys.iter().map(|(id, name)| (id.to_string(), name.clone()));
        let mut apps: Vec<(String, String)> =
            self.apps.iter().map(|(id, name)| (id.to_string(), name.clone())).collect();
        apps.sort();
        [all].into_iter().chain(keys).chain(apps).collect()
    }

    fn name(&self, locale: Locale, request: &ApiRequest) -> String {
        let known = match request.key {
            Some(id) => self.keys.iter().find(|(known, _)| *known == id).map(|(_, name)| name),
            None => self.apps.get(&request.app),
        };
        let other = match request.key {
            Some(_) => locale.text("api-request-other-key"),
            None => locale.text("api-request-other-app"),
        };
        known.map_or_else(|| other.to_owned(), Clone::clone)
    }
}
