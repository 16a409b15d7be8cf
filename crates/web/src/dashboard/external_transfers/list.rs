//! The list of deposits and the list of withdrawals: one page, in other words.

use app::{ExternalTransferFilter, ListOrder, Period};
use askama::Template;
use i18n::Locale;
use rules::money::{Amount, Currency};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::{OtherSide, external_transfer, other_sides, status_tabs};
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::sorting::{ORDER, Sorting, by_age};
use crate::page::{PageError, PageRequest, PageResponse};

/// What both lists depend on.
pub const FILTERS: [&str; 2] = ["status", ORDER];

pub struct ListText {
    pub section: Section,
    pub kind: TransactionType,
    pub statuses: &'static [TransactionStatus],
    pub title: &'static str,
    pub lead: &'static str,
    pub add: &'static str,
    /// What an empty list is called, and what to do about it.
    pub none: [&'static str; 2],
    /// The other side, the status, when it was made, the amount outside and the one in the balance.
    pub columns: [&'static str; 5],
}

struct ExternalTransferRow {
    href: String,
    side: OtherSide,
    status: &'static str,
    outside: Amount,
    currency: Currency,
    inside: Amount,
    is_automatic: bool,
    at: Timestamp,
}

#[derive(Template)]
#[template(path = "dashboard/external_transfers.html")]
struct ExternalTransfersPage<'a> {
    shell: Shell<'a>,
    list: ListText,
    rows: Vec<ExternalTransferRow>,
    tabs: Vec<(&'static str, String, bool)>,
    links: PageLinks,
    is_filtered: bool,
    clear: String,
    sorting: Sorting,
}

impl ExternalTransfersPage<'_> {
    /// Payments can be withdrawn without being asked for each.
    fn has_automatic(&self) -> bool {
        self.list.kind == TransactionType::Withdrawal
    }

    /// Live USDC can also be sent to an address.
    fn has_address(&self) -> bool {
        self.list.kind == TransactionType::Deposit && !self.shell.is_test()
    }
}

pub async fn list(
    request: &PageRequest<'_>,
    text: fn(Locale) -> ListText,
) -> Result<PageResponse, PageError> {
    let text = text(request.locale);
    let shell = request.shell(text.section)?;
    let status = TransactionStatus::parse(request.query.get("status"));
    let statuses = status.into_iter().collect();
    let order = ListOrder::parse(request.query.get(ORDER)).unwrap_or_default();
    let filter = ExternalTransferFilter { kind: text.kind, created: Period::default(), order, statuses };
    let shown = request
        .app()
        .external_transfers
        .external_transfers_shown(&request.caller()?, &filter, &request.paging(&FILTERS))
        .await?;
    let sides = other_sides(request, &shown.items).await?;
    let rows = shown.items.iter().zip(sides).map(|(transaction, side)| row(&shell, transaction, side));
    let page = ExternalTransfersPage {
        rows: rows.collect(),
        shell,
        tabs: status_tabs(request, text.statuses),
        sorting: request.sorting(request.path, &FILTERS, order.name(), &[by_age(request, text.columns[2])]),
        clear: request.cleared_href(request.path),
        list: text,
        links: request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor)),
        is_filtered: status.is_some(),
    };
    Ok(PageResponse::page(&page))
}

fn row(shell: &Shell<'_>, transaction: &Transaction, side: OtherSide) -> ExternalTransferRow {
    let external_transfer = external_transfer(transaction);
    ExternalTransferRow {
        href: shell.below(transaction.id.to_string()),
        side,
        status: transaction.status.name(),
        outside: external_transfer.outside,
        currency: external_transfer.route.currency(),
        inside: transaction.amount,
        is_automatic: external_transfer.is_automatic,
        at: transaction.created_at,
    }
}
