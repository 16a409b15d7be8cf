//! The log of an endpoint: what was, or will be, sent to it, newest first.

use app::{CursorPage, DeliveryFilter, ListOrder, Paging, ShownDelivery};
use askama::Template;
use i18n::Locale;
use rules::delivery::DeliveryStatus;
use rules::endpoint::Endpoint;
use rules::time::Timestamp;

use super::labels::response;
use super::{EndpointTab, Head, endpoint_of};
use crate::dashboard::delivery_status::{status, status_badge};
use crate::dashboard::live::{LiveRefresh, Pace};
use crate::dashboard::parts::StatusBadge;
use crate::dashboard::selection::{Selection, SelectionAction};
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::sorting::{ORDER, Sorting, by_age};
use crate::page::{PageError, PageRequest, PageResponse};

pub const FILTERS: [&str; 2] = ["status", ORDER];

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
    locale: Locale,
    pulse: LiveRefresh,
    filters: Vec<StatusFilter>,
    rows: Vec<DeliveryRow>,
    is_filtered: bool,
    links: PageLinks,
    sorting: Sorting,
    selection: Option<Selection>,
}

/// A link to the deliveries with one status, or to all.
struct StatusFilter {
    id: &'static str,
    name: &'static str,
    href: String,
    is_here: bool,
}

/// One line.
pub struct DeliveryRow {
    pub id: String,
    pub href: String,
    pub kind: &'static str,
    pub object: String,
    pub status: StatusBadge,
    /// What came back last.
    pub response: String,
    pub attempts: String,
    pub next: String,
    pub at: Timestamp,
}

impl DeliveryRow {
    pub fn of(locale: Locale, list: &str, shown: &ShownDelivery, is_on: bool, now: Timestamp) -> DeliveryRow {
        let last = shown.last.as_ref();
        DeliveryRow {
            id: shown.event.id.to_string(),
            href: format!("{list}/{}", shown.event.id),
            kind: shown.event.kind.name(),
            object: shown.event.object.clone(),
            status: status_badge(locale, shown.delivery.status),
            response: last.map(|last| response(locale, &last.answer)).unwrap_or_default(),
            attempts: locale.integer(shown.delivery.attempts),
            next: next(locale, shown, is_on, now).unwrap_or_default(),
            at: shown.event.at,
        }
    }
}

/// When it is sent next, if it is to be sent at all.
pub fn next(locale: Locale, shown: &ShownDelivery, is_on: bool, now: Timestamp) -> Option<String> {
    match shown.delivery.status {
        DeliveryStatus::Waiting if is_on => Some(locale.relative(now, shown.delivery.next_at.max(now))),
        DeliveryStatus::Waiting => Some(locale.text("deliveries-next-when-on").to_owned()),
        DeliveryStatus::Delivered | DeliveryStatus::Failed | DeliveryStatus::Skipped => None,
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let shell = request.shell(Section::Webhooks)?;
    let head = Head::of(&shell, &endpoint, EndpointTab::Deliveries);
    let log = log(request, &endpoint, &format!("{}/deliveries", head.href)).await?;
    let form = Form::post(request.locale, "endpoint", request.csrf(), &request.form_key);
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
    rows(request, endpoint, &list, DeliveryFilter::default(), &paging).await.map(|shown| shown.items)
}

async fn rows(
    request: &PageRequest<'_>,
    endpoint: &Endpoint,
    list: &str,
    filter: DeliveryFilter,
    paging: &Paging,
) -> Result<CursorPage<DeliveryRow>, PageError> {
    let account = request.account()?;
    let shown = request.app().webhooks.deliveries(account, &endpoint.id.to_string(), filter, paging).await?;
    let now = request.app().webhooks.time_of(account);
    let row = |shown: &ShownDelivery| DeliveryRow::of(request.locale, list, shown, endpoint.is_on(), now);
    Ok(shown.map(|shown| row(&shown)))
}

async fn log(request: &PageRequest<'_>, endpoint: &Endpoint, list: &str) -> Result<Log, PageError> {
    let wanted = DeliveryStatus::parse(request.query.get("status"));
    let order = ListOrder::parse(request.query.get(ORDER)).unwrap_or_default();
    let filter = DeliveryFilter { status: wanted, order };
    let shown = rows(request, endpoint, list, filter, &request.paging(&FILTERS)).await?;
    let here = request.list_href_at(list, &FILTERS, None);
    // Only the first page: what is on the others does not move.
    let is_first = request.query.get("cursor").is_empty();
    let pulse = match is_first {
        true => {
            let part = request.list_href_at(&format!("{list}/progress"), &FILTERS, None);
            LiveRefresh::of(request, Pace::Fast, here, &part)
        }
        false => LiveRefresh::still(here),
    };
    let resend = SelectionAction {
        href: format!("{list}/selected/resend"),
        text: request.locale.text("selection-button-resend"),
    };
    Ok(Log {
        locale: request.locale,
        pulse,
        filters: filters(request, list, wanted),
        links: request.page_links(&shown, |cursor| request.list_href_at(list, &FILTERS, cursor)),
        sorting: request.sorting(
            list,
            &FILTERS,
            order.name(),
            &[by_age(request, request.locale.text("deliveries-time"))],
        ),
        selection: (!shown.items.is_empty()).then(|| Selection::of(request, list, &FILTERS, vec![resend])),
        rows: shown.items,
        is_filtered: wanted.is_some(),
    })
}

fn filters(request: &PageRequest<'_>, list: &str, wanted: Option<DeliveryStatus>) -> Vec<StatusFilter> {
    let (locale, cleared) = (request.locale, request.cleared_href(list));
    let all = StatusFilter {
        id: "all",
        name: locale.text("deliveries-all"),
        href: cleared.clone(),
        is_here: wanted.is_none(),
    };
    let filter = |of: DeliveryStatus| StatusFilter {
        id: of.name(),
        name: status(locale, of),
        href: format!("{cleared}&status={}", of.name()),
        is_here: wanted == Some(of),
    };
    [all].into_iter().chain(DeliveryStatus::ALL.map(filter)).collect()
}
