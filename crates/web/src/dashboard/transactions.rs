//! Transactions: all money that came, went or is about to, as a list, one by one, and as a file.

mod export;
mod headline;
mod one;
mod receipt;
mod row;
mod story;
mod transfer_facts;

pub use headline::{headline, return_headline};
pub use row::TransactionRow;

use app::TransactionFilter;
use askama::Template;
use i18n::Locale;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::listing::{Dates, is_narrowed};
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
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
    types: Vec<(&'static str, &'static str)>,
    statuses: Vec<(&'static str, &'static str)>,
    lines: Vec<TransactionRow>,
    is_filtered: bool,
    export: String,
    links: PageLinks,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (shell, dates) =
        (request.shell(Section::Transactions)?, Dates::of(&request.query, request.locale.zone()));
    let chosen = filter(request);
    let shown = request
        .app()
        .accounts
        .named_transactions(&request.caller()?, &chosen, &request.paging(&FILTERS))
        .await?;
    let locale = request.locale;
    let form = Form::get(locale, "filter")
        .with("type", chosen.types.first().map_or("", |kind| kind.name()))
        .with("status", chosen.statuses.first().map_or("", |status| status.name()));
    let query = request.list_href(&FILTERS, None);
    let page = List {
        filter: dates.fill(form),
        types: choices(
            locale.text("transactions-all-types"),
            TransactionType::ALL.map(|kind| (kind.name(), locale.transaction_type(kind))),
        ),
        statuses: choices(
            locale.text("transactions-all-statuses"),
            TransactionStatus::ALL.map(|status| (status.name(), locale.transaction_status(status))),
        ),
        lines: shown.items.iter().map(|row| TransactionRow::of(&shell, row)).collect(),
        is_filtered: is_narrowed(request, &FILTERS),
        export: query.replacen("/transactions", "/transactions/export", 1),
        links: request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor)),
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// What is no type or no status narrows nothing.
fn filter(request: &PageRequest<'_>) -> TransactionFilter {
    TransactionFilter {
        created: Dates::of(&request.query, request.locale.zone()).period(),
        statuses: TransactionStatus::parse(request.query.get("status")).into_iter().collect(),
        types: TransactionType::parse(request.query.get("type")).into_iter().collect(),
        ..TransactionFilter::default()
    }
}

fn choices<const N: usize>(
    any: &'static str,
    all: [(&'static str, &'static str); N],
) -> Vec<(&'static str, &'static str)> {
    [("", any)].into_iter().chain(all).collect()
}

/// What a transaction is called: its type, or that Florin created it.
pub fn kind_words(locale: Locale, row: &Transaction) -> &'static str {
    let external_transfer = row.external_transfer.as_deref();
    match external_transfer.is_some_and(|external_transfer| external_transfer.is_automatic) {
        true => locale.text("automatic-withdrawal"),
        false => locale.transaction_type(row.kind),
    }
}
