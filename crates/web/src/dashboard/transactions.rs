//! Transactions: all money that came, went or is about to, as a list, one by one, and as a file.

mod export;
mod one;
mod receipt;
mod row;
mod story;

pub use row::{TransactionRow, other_side};

use app::TransactionFilter;
use askama::Template;
use rules::transaction::{FailureReason, TransactionStatus, TransactionType};

use super::listing::{Dates, is_narrowed};
use super::parts::words;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/transactions", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/transactions/export", Access::SignedIn, |request| {
        Box::pin(export::download(request))
    }),
    Page::get("/dashboard/{mode}/transactions/{id}", Access::SignedIn, |request| {
        Box::pin(one::show(request))
    }),
    Page::get("/dashboard/{mode}/transactions/{id}/receipt", Access::SignedIn, |request| {
        Box::pin(receipt::show(request))
    }),
    Page::get("/dashboard/{mode}/transactions/{id}/receipt/pdf", Access::SignedIn, |request| {
        Box::pin(receipt::download(request))
    }),
];

/// What the list, and the file, depend on.
const FILTERS: [&str; 4] = ["type", "status", "from", "to"];

#[derive(Template)]
#[template(path = "dashboard/transactions.html")]
struct List<'a> {
    shell: Shell<'a>,
    filter: Form<'a>,
    types: Vec<(&'static str, String)>,
    statuses: Vec<(&'static str, String)>,
    lines: Vec<TransactionRow>,
    is_filtered: bool,
    export: String,
    first: Option<String>,
    next: Option<String>,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (shell, dates) = (request.shell(Section::Transactions)?, Dates::of(&request.query));
    let chosen = filter(request);
    let shown = request
        .app()
        .accounts
        .named_transactions(&request.caller()?, &chosen, &request.paging(&FILTERS))
        .await?;
    let form = Form::get("filter")
        .with("type", chosen.types.first().map_or("", |kind| kind.name()))
        .with("status", chosen.statuses.first().map_or("", |status| status.name()));
    let query = request.list_href(&FILTERS, None);
    let page = List {
        filter: dates.fill(form),
        types: choices(
            "Any type",
            TransactionType::ALL.map(|kind| (kind.name(), type_words(kind).to_owned())),
        ),
        statuses: choices(
            "Any status",
            TransactionStatus::ALL.map(|status| (status.name(), words(status.name()))),
        ),
        lines: shown.items.iter().map(|row| TransactionRow::of(&shell, row)).collect(),
        is_filtered: is_narrowed(request, &FILTERS),
        export: query.replacen("/transactions", "/transactions/export", 1),
        first: request.query.count("cursor").gt(&0).then_some(query),
        next: shown.next.as_deref().map(|cursor| request.list_href(&FILTERS, Some(cursor))),
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// What is no type or no status narrows nothing.
fn filter(request: &PageRequest<'_>) -> TransactionFilter {
    TransactionFilter {
        created: Dates::of(&request.query).period(),
        statuses: TransactionStatus::parse(request.query.get("status")).into_iter().collect(),
        types: TransactionType::parse(request.query.get("type")).into_iter().collect(),
        ..TransactionFilter::default()
    }
}

fn choices<const N: usize>(any: &str, all: [(&'static str, String); N]) -> Vec<(&'static str, String)> {
    [("", any.to_owned())].into_iter().chain(all).collect()
}

pub const fn type_words(kind: TransactionType) -> &'static str {
    match kind {
        TransactionType::Deposit => "Deposit",
        TransactionType::Withdrawal => "Withdrawal",
        TransactionType::Payout => "Payout",
        TransactionType::InboundTransfer => "Incoming transfer",
    }
}

/// Why money did not arrive.
pub const fn failure_words(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::ClaimExpired => "Nobody claimed it in time",
        FailureReason::SimulatedFailure => "The sandbox was asked to let it fail",
        FailureReason::Rejected => "The bank, or the chain, did not take it",
        FailureReason::ReturnedByBank => "The bank sent it back",
    }
}
