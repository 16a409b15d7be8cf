//! The log of an endpoint: what was, or will be, sent to it, newest first.

use app::{CursorPage, Paging, ShownDelivery};
use askama::Template;
use rules::delivery::DeliveryStatus;
use rules::endpoint::Endpoint;
use rules::time::Timestamp;

use super::labels::answer;
use super::live::LiveRefresh;
use super::{EndpointTab, Head, endpoint_of};
use crate::dashboard::parts;
use crate::dashboard::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

const FILTERS: [&str; 1] = ["status"];

#[derive(Template)]
#[template(path = "dashboard/webhook_deliveries.html")]
struct Deliveries<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    head: Head,
    log: Log,
}

/// The part that is asked for again and again.
#[derive(Template)]
#[template(path = "dashboard/webhook_deliveries_live.html")]
struct LivePart {
    log: Log,
}

struct Log {
    pulse: LiveRefresh,
    tabs: Vec<(String, String, bool)>,
    rows: Vec<DeliveryRow>,
    is_filtered: bool,
    first: Option<String>,
    next: Option<String>,
}

/// One line.
pub struct DeliveryRow {
    pub id: String,
    pub href: String,
    pub kind: &'static str,
    pub object: String,
    pub status: &'static str,
    /// What came back last.
    pub answer: String,
    pub attempts: i64,
    pub next: String,
    pub iso: String,
    pub at: String,
}

impl DeliveryRow {
    pub fn of(list: &str, shown: &ShownDelivery, is_on: bool, now: Timestamp) -> DeliveryRow {
        DeliveryRow {
            id: shown.event.id.to_string(),
            href: format!("{list}/{}", shown.event.id),
            kind: shown.event.kind.name(),
            object: shown.event.object.clone(),
            status: shown.delivery.status.name(),
            answer: shown.last.as_ref().map(|last| answer(&last.answer)).unwrap_or_default(),
            attempts: shown.delivery.attempts,
            next: next(shown, is_on, now).unwrap_or_default(),
            iso: shown.event.at.to_string(),
            at: when::second(shown.event.at),
        }
    }
}

/// When it is sent next, if it is to be sent at all.
pub fn next(shown: &ShownDelivery, is_on: bool, now: Timestamp) -> Option<String> {
    match shown.delivery.status {
        DeliveryStatus::Waiting if is_on => Some(when::until(now, shown.delivery.next_at)),
        DeliveryStatus::Waiting => Some("when it is on".to_owned()),
        DeliveryStatus::Delivered | DeliveryStatus::Failed | DeliveryStatus::Skipped => None,
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let shell = request.shell(Section::Webhooks)?;
    let head = Head::of(&shell, &endpoint, EndpointTab::Deliveries);
    let log = log(request, &endpoint, &format!("{}/deliveries", head.href)).await?;
    let form = Form::post("endpoint", request.csrf(), &request.form_key);
    Ok(PageResponse::page(&Deliveries { shell, form, head, log }))
}

pub async fn progress(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let list = format!("{}/{}/deliveries", Section::Webhooks.href(request.mode()?), endpoint.id);
    Ok(PageResponse::page(&LivePart { log: log(request, &endpoint, &list).await? }))
}

/// The newest, for the endpoint's own page.
pub async fn newest(
    request: &PageRequest<'_>,
    endpoint: &Endpoint,
    size: usize,
) -> Result<Vec<DeliveryRow>, PageError> {
    let list = format!("{}/{}/deliveries", Section::Webhooks.href(request.mode()?), endpoint.id);
    let paging = Paging { cursor: None, size, filters: String::new() };
    rows(request, endpoint, &list, None, &paging).await.map(|shown| shown.items)
}

async fn rows(
    request: &PageRequest<'_>,
    endpoint: &Endpoint,
    list: &str,
    status: Option<DeliveryStatus>,
    paging: &Paging,
) -> Result<CursorPage<DeliveryRow>, PageError> {
    let account = request.account()?;
    let shown = request.app().webhooks.deliveries(account, &endpoint.id.to_string(), status, paging).await?;
    let now = request.app().webhooks.time_of(account);
    let row = |shown: &ShownDelivery| DeliveryRow::of(list, shown, endpoint.is_on(), now);
    Ok(CursorPage { items: shown.items.iter().map(row).collect(), next: shown.next })
}

async fn log(request: &PageRequest<'_>, endpoint: &Endpoint, list: &str) -> Result<Log, PageError> {
    let status = DeliveryStatus::parse(request.query.get("status"));
    let shown = rows(request, endpoint, list, status, &request.paging(&FILTERS)).await?;
    let chosen = status.map(|status| format!("?status={}", status.name())).unwrap_or_default();
    let here = format!("{list}{chosen}");
    // Only the first page: what is on the others does not move.
    let is_first = request.query.get("cursor").is_empty();
    let pulse = match is_first {
        true => LiveRefresh::of(request, here.clone(), &format!("{list}/progress{chosen}")),
        false => LiveRefresh::still(here.clone()),
    };
    let mark = if chosen.is_empty() { '?' } else { '&' };
    Ok(Log {
        pulse,
        tabs: tabs(list, status),
        rows: shown.items,
        is_filtered: status.is_some(),
        first: (!is_first).then_some(here.clone()),
        next: shown.next.map(|cursor| format!("{here}{mark}cursor={cursor}")),
    })
}

fn tabs(list: &str, wanted: Option<DeliveryStatus>) -> Vec<(String, String, bool)> {
    let all = ("All".to_owned(), list.to_owned(), wanted.is_none());
    let tab = |status: DeliveryStatus| {
        let href = format!("{list}?status={}", status.name());
        (parts::words(status.name()), href, wanted == Some(status))
    };
    [all].into_iter().chain(DeliveryStatus::ALL.map(tab)).collect()
}
