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

use app::{ListOrder, NamedTransaction, TransactionFilter};
use askama::Template;
use i18n::Locale;
use rules::money::{Amount, Currency};
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::listing::{Dates, page_total};
use super::selection::{Selection, SelectionAction};
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::sorting::{ORDER, Sorting, by_age};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/transactions", Access::SignedIn, |request| Box::pin(list(request)))
        .remembering(&FILTERS),
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
const FILTERS: [&str; 5] = ["type", "status", "from", "to", ORDER];

#[derive(Template)]
#[template(path = "dashboard/transactions.html")]
struct List<'a> {
    shell: Shell<'a>,
    filter: Form<'a>,
    types: Vec<(&'static str, &'static str)>,
    statuses: Vec<(&'static str, &'static str)>,
    lines: Vec<TransactionRow>,
    active_filters: usize,
    /// That of the query, which a filter keeps.
    order: &'a str,
    clear: String,
    export: String,
    links: PageLinks,
    sorting: Sorting,
    selection: Option<Selection>,
    total: String,
}

impl List<'_> {
    /// Where the filters are cleared, if there are any.
    fn clear_filters(&self) -> &str {
        if self.active_filters > 0 { &self.clear } else { "" }
    }
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
    let links = request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor));
    let export = format!("{}/export", request.path);
    let export_selected =
        SelectionAction { href: export.clone(), text: locale.text("selection-button-export") };
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
        order: request.query.get(ORDER),
        active_filters: request.active_filters(&FILTERS),
        clear: request.cleared_href(request.path),
        export: request.list_href_at(&export, &FILTERS, None),
        total: page_total(locale, &links, &total(locale, &shown.items)),
        links,
        sorting: request.sorting(
            request.path,
            &FILTERS,
            chosen.order.name(),
            &[by_age(request, locale.text("label-date"))],
        ),
        selection: Some(Selection::of(request, request.path, &FILTERS, vec![export_selected])),
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// How much came in and went out by these.
fn total(locale: Locale, rows: &[NamedTransaction]) -> String {
    let changes = || rows.iter().map(|row| row.transaction.balance_change().micros());
    let sum = |changes: &mut dyn Iterator<Item = i64>| {
        let sum = changes.fold(0_i64, |sum, change| sum.saturating_add(change.saturating_abs()));
        locale.money(Amount::from_micros(sum), Currency::Usdc)
    };
    let money_in = sum(&mut changes().filter(|change| *change > 0));
    let money_out = sum(&mut changes().filter(|change| *change < 0));
    locale.text_with(
        "list-total-transactions",
        &[("count", &rows.len()), ("in", &money_in), ("out", &money_out)],
    )
}

/// What is no type or no status narrows nothing.
fn filter(request: &PageRequest<'_>) -> TransactionFilter {
    TransactionFilter {
        created: Dates::of(&request.query, request.locale.zone()).period(),
        statuses: TransactionStatus::parse(request.query.get("status")).into_iter().collect(),
        order: ListOrder::parse(request.query.get(ORDER)).unwrap_or_default(),
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
