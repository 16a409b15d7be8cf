//! Payouts: the list, one of them, and writing a new one by form or from a file.

mod check;
mod csv_records;
mod draft;
mod draft_form;
mod new;
mod one;
mod payout_csv;
mod upload;

use app::PayoutFilter;
use askama::Template;
use rules::payout::{Breakdown, Payout, PayoutStatus};

use super::listing::{Dates, is_narrowed};
use super::progress::ProgressView;
use super::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/payouts", Access::SignedIn, |request| Box::pin(list(request))),
    Page::post("/dashboard/{mode}/payouts", Access::SignedIn, |request| Box::pin(check::send(request)))
        .with_payout_form(),
    Page::get("/dashboard/{mode}/payouts/new", Access::SignedIn, |request| Box::pin(new::show(request))),
    Page::post("/dashboard/{mode}/payouts/new", Access::SignedIn, |request| Box::pin(new::go_on(request)))
        .with_payout_form(),
    Page::get("/dashboard/{mode}/payouts/csv", Access::SignedIn, |request| Box::pin(upload::show(request))),
    Page::post("/dashboard/{mode}/payouts/csv", Access::SignedIn, |request| Box::pin(upload::read(request)))
        .with_payout_form(),
    Page::get("/dashboard/{mode}/payouts/csv/sample", Access::SignedIn, |request| {
        Box::pin(upload::sample(request))
    }),
    Page::get("/dashboard/{mode}/payouts/{id}", Access::SignedIn, |request| Box::pin(one::show(request))),
    Page::get("/dashboard/{mode}/payouts/{id}/progress", Access::SignedIn, |request| {
        Box::pin(one::progress(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/cancel", Access::SignedIn, |request| {
        Box::pin(one::cancel(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/items/{item_id}/cancel", Access::SignedIn, |request| {
        Box::pin(one::cancel_item(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/items/{item_id}/remind", Access::SignedIn, |request| {
        Box::pin(one::remind(request))
    }),
];

/// What the list depends on.
const FILTERS: [&str; 4] = ["status", "from", "to", "reference"];

#[derive(Template)]
#[template(path = "dashboard/payouts.html")]
struct List<'a> {
    shell: Shell<'a>,
    filter: Form<'a>,
    statuses: Vec<(&'static str, &'static str)>,
    lines: Vec<PayoutRow>,
    is_filtered: bool,
    first: Option<String>,
    next: Option<String>,
}

/// One payout of the list.
struct PayoutRow {
    href: String,
    title: String,
    below: String,
    status: &'static str,
    progress: ProgressView,
    iso: String,
    created: String,
    amount: rules::money::Amount,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (shell, dates) = (request.shell(Section::Payouts)?, Dates::of(&request.query));
    let status = PayoutStatus::parse(request.query.get("status"));
    let reference = request.query.text("reference");
    let filter = PayoutFilter {
        created: dates.period(),
        statuses: status.into_iter().collect(),
        reference: Some(reference.clone()).filter(|reference| !reference.is_empty()),
        idempotency_key: None,
    };
    let shown =
        request.app().payouts.payouts_shown(&request.caller()?, &filter, &request.paging(&FILTERS)).await?;
    let lines: Vec<PayoutRow> = shown.items.iter().map(|payout| line(&shell, payout)).collect();
    let form = Form::get("filter").with("status", status.map_or("", PayoutStatus::name));
    let page = List {
        filter: dates.fill(form).with("reference", reference),
        statuses: statuses(),
        is_filtered: is_narrowed(request, &FILTERS),
        first: request.query.count("cursor").gt(&0).then(|| request.list_href(&FILTERS, None)),
        next: shown.next.as_deref().map(|cursor| request.list_href(&FILTERS, Some(cursor))),
        lines,
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn statuses() -> Vec<(&'static str, &'static str)> {
    let words = |status: PayoutStatus| match status {
        PayoutStatus::Processing => "Processing",
        PayoutStatus::Completed => "Completed",
        PayoutStatus::Failed => "Failed",
        PayoutStatus::Cancelled => "Cancelled",
    };
    let any = [("", "Any status")];
    any.into_iter().chain(PayoutStatus::ALL.map(|status| (status.name(), words(status)))).collect()
}

fn line(shell: &Shell<'_>, payout: &Payout) -> PayoutRow {
    let people = people(payout.total_items);
    PayoutRow {
        href: shell.below(payout.id.to_string()),
        title: payout.reference.clone().unwrap_or_else(|| format!("Payout to {people}")),
        below: if payout.reference.is_some() { people } else { String::new() },
        status: payout.status.name(),
        progress: counted(&payout.breakdown),
        iso: payout.created_at.to_string(),
        created: when::moment(payout.created_at),
        amount: payout.total_amount,
    }
}

fn people(count: i64) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{count} people") }
}

/// How far the items are, in the order in which they are drawn.
fn counted(breakdown: &Breakdown) -> ProgressView {
    let count = |number: i64| u64::try_from(number).expect("a count of items");
    ProgressView::of(&[
        ("completed", count(breakdown.completed)),
        ("processing", count(breakdown.processing)),
        ("pending_claim", count(breakdown.pending_claim)),
        ("failed", count(breakdown.failed)),
        ("cancelled", count(breakdown.cancelled)),
    ])
}
