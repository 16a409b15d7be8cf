//! Payouts: the list, one of them, and writing a new one by form or from a file.

mod actions;
mod check;
mod copies;
mod currency;
mod draft;
mod draft_content;
mod draft_form;
mod drafts;
mod earlier;
mod new;
mod one;
mod rejected;
mod review_rows;
mod sheet;
mod summary;
mod upload;

use app::{OpenDraft, PayoutFilter};
use askama::Template;
use i18n::Locale;
use rules::payout::{Breakdown, MAX_ITEMS, Payout, PayoutStatus};
use rules::payout_summary::PayoutSummary;
use rules::time::Timestamp;
use rules::transaction::ItemStatus;

use super::listing::{Dates, is_narrowed};
use super::progress::ProgressView;
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
use summary::SummaryView;

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/payouts", Access::SignedIn, |request| Box::pin(list(request))),
    Page::post("/dashboard/{mode}/payouts", Access::SignedIn, |request| Box::pin(check::send(request))),
    Page::get("/dashboard/{mode}/payouts/new", Access::SignedIn, |request| Box::pin(new::show(request))),
    Page::post("/dashboard/{mode}/payouts/new", Access::SignedIn, |request| Box::pin(new::go_on(request)))
        .with_payout_form(),
    Page::post("/dashboard/{mode}/payouts/new/total", Access::SignedIn, |request| {
        Box::pin(new::total(request))
    })
    .with_payout_form(),
    Page::post("/dashboard/{mode}/payouts/new/save", Access::SignedIn, |request| {
        Box::pin(new::autosave(request))
    })
    .with_payout_form(),
    Page::get("/dashboard/{mode}/payouts/csv", Access::SignedIn, |request| Box::pin(upload::show(request))),
    Page::post("/dashboard/{mode}/payouts/csv", Access::SignedIn, |request| Box::pin(upload::read(request)))
        .with_payout_form(),
    Page::get("/dashboard/{mode}/payouts/csv/sample", Access::SignedIn, |request| {
        Box::pin(upload::sample(request))
    }),
    Page::get("/dashboard/{mode}/payouts/drafts/{id}", Access::SignedIn, |request| {
        Box::pin(drafts::show(request))
    }),
    Page::get("/dashboard/{mode}/payouts/drafts/{id}/review", Access::SignedIn, |request| {
        Box::pin(check::show(request))
    }),
    Page::get("/dashboard/{mode}/payouts/drafts/{id}/rejected", Access::SignedIn, |request| {
        Box::pin(rejected::download(request))
    }),
    Page::post("/dashboard/{mode}/payouts/drafts/{id}/delete", Access::SignedIn, |request| {
        Box::pin(drafts::delete(request))
    })
    .with_payout_form(),
    Page::get("/dashboard/{mode}/payouts/{id}", Access::SignedIn, |request| Box::pin(one::show(request))),
    Page::get("/dashboard/{mode}/payouts/{id}/progress", Access::SignedIn, |request| {
        Box::pin(one::progress(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/cancel", Access::SignedIn, |request| {
        Box::pin(actions::cancel(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/items/{item_id}/cancel", Access::SignedIn, |request| {
        Box::pin(actions::cancel_item(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/items/{item_id}/remind", Access::SignedIn, |request| {
        Box::pin(actions::remind(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/items/{item_id}/claim", Access::SignedIn, |request| {
        Box::pin(actions::claim(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/remind", Access::SignedIn, |request| {
        Box::pin(actions::remind_all(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/repeat", Access::SignedIn, |request| {
        Box::pin(copies::repeat(request))
    }),
    Page::post("/dashboard/{mode}/payouts/{id}/retry", Access::SignedIn, |request| {
        Box::pin(copies::retry(request))
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
    drafts: Vec<DraftLink>,
    /// How many recipients a payout can have.
    most: usize,
    is_filtered: bool,
    links: PageLinks,
}

/// A payout in progress.
struct DraftLink {
    href: String,
    title: String,
    updated: String,
}

/// One payout of the list.
pub struct PayoutRow {
    pub href: String,
    pub title: String,
    pub below: String,
    pub summary: SummaryView,
    pub progress: ProgressView,
    pub created: Timestamp,
    pub amount: rules::money::Amount,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (shell, dates) = (request.shell(Section::Payouts)?, Dates::of(&request.query, request.locale.zone()));
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
    let summaries = request.app().payouts.summaries(&request.caller()?, &shown.items).await?;
    let rows = shown.items.iter().zip(&summaries);
    let lines: Vec<PayoutRow> = rows.map(|(payout, summary)| row(&shell, payout, summary)).collect();
    let locale = request.locale;
    let form = Form::get(locale, "filter").with("status", status.map_or("", PayoutStatus::name));
    let drafts = request.app().payouts.open_drafts(&request.caller()?).await?;
    let page = List {
        drafts: drafts.iter().map(|stored| draft_link(&shell, stored)).collect(),
        filter: dates.fill(form).with("reference", reference),
        statuses: statuses(locale),
        most: MAX_ITEMS,
        is_filtered: is_narrowed(request, &FILTERS),
        links: request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor)),
        lines,
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn draft_link(shell: &Shell<'_>, stored: &OpenDraft) -> DraftLink {
    let locale = shell.frame.locale;
    let untitled = || locale.text_with("payout-draft-title", &[("count", &stored.row_count)]);
    DraftLink {
        href: shell.below(format!("drafts/{}", stored.id)),
        title: if stored.title.is_empty() { untitled() } else { stored.title.clone() },
        updated: locale.date_time(stored.updated_at),
    }
}

fn statuses(locale: Locale) -> Vec<(&'static str, &'static str)> {
    let any = [("", locale.text("payouts-any-status"))];
    let named = PayoutStatus::ALL.map(|status| (status.name(), locale.payout_status(status)));
    any.into_iter().chain(named).collect()
}

pub fn row(shell: &Shell<'_>, payout: &Payout, summary: &PayoutSummary) -> PayoutRow {
    let locale = shell.frame.locale;
    let below = payout.reference.as_ref().map(|_| people(locale, payout.total_items));
    PayoutRow {
        href: shell.at(format!("payouts/{}", payout.id)),
        title: title(locale, payout),
        below: below.unwrap_or_default(),
        summary: SummaryView::of(locale, summary),
        progress: counted(locale, &payout.breakdown),
        created: payout.created_at,
        amount: payout.total_amount,
    }
}

/// What the sender calls it, or else how many recipients it has.
fn title(locale: Locale, payout: &Payout) -> String {
    let untitled = || locale.text_with("payout-title", &[("count", &payout.total_items)]);
    payout.reference.clone().unwrap_or_else(untitled)
}

fn people(locale: Locale, count: i64) -> String {
    locale.text_with("count-recipients", &[("count", &count)])
}

/// How many items have each status.
fn count(breakdown: &Breakdown, status: ItemStatus) -> i64 {
    match status {
        ItemStatus::Processing => breakdown.processing,
        ItemStatus::PendingClaim => breakdown.pending_claim,
        ItemStatus::Completed => breakdown.completed,
        ItemStatus::Failed => breakdown.failed,
        ItemStatus::Cancelled => breakdown.cancelled,
    }
}

/// How far the items are, in the order in which they are drawn.
fn counted(locale: Locale, breakdown: &Breakdown) -> ProgressView {
    const DRAWN: [ItemStatus; 5] = [
        ItemStatus::Completed,
        ItemStatus::Processing,
        ItemStatus::PendingClaim,
        ItemStatus::Failed,
        ItemStatus::Cancelled,
    ];
    ProgressView::of(locale, &DRAWN.map(|status| (status, count(breakdown, status))))
}
