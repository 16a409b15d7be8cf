//! The list as a file for spreadsheets. What people wrote is made harmless: no cell of theirs is read as a formula.
//!
//! The file is sent page by page, each read when the browser has taken the one before: no more than a page is in
//! memory, and no transaction of the database stays open.

use std::borrow::Cow;
use std::sync::Arc;

use app::{App, Failure, NamedTransaction, Paging, TransactionFilter};
use axum::BoxError;
use bytes::Bytes;
use csv::{QuoteStyle, WriterBuilder};
use futures_util::{StreamExt, stream};
use rules::account::Caller;
use rules::external_transfer::Route;
use rules::transaction::{FailureReason, TransactionType};

use super::row::other_side;
use super::{FILTERS, filter};
use crate::dashboard::csv_cell::harmless;
use crate::exports::ExportSlot;
use crate::page::{PageError, PageRequest, PageResponse};

/// The newest are written, up to this many; the page says so, and so does the file if there are more.
const MOST_ROWS: usize = 10_000;
/// So many are read at once.
const AT_ONCE: usize = 500;
/// A filter may match little, and each page reads a bounded part of the list: no more pages than this are read.
const MOST_PAGES: usize = 1_000;

/// The last line of a file that does not hold everything.
const CUT_BY_ROWS: &str = "INCOMPLETE: an export holds at most the 10,000 newest transactions. \
                           Filter by date to export older ones.";
const CUT_BY_PAGES: &str = "INCOMPLETE: too many transactions had to be searched. \
                            Filter by date to search older ones.";

const HEADER: [&str; 17] = [
    "id",
    "created_at",
    "completed_at",
    "type",
    "direction",
    "status",
    "amount",
    "currency",
    "other_side",
    "reference",
    "payout_id",
    "recipient_id",
    "counter_amount",
    "counter_currency",
    "exchange_rate",
    "fees",
    "failure_reason",
];

pub async fn download(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let paging = Paging { cursor: None, size: AT_ONCE, ..request.paging(&FILTERS) };
    let (app, caller, filter) = (request.app().clone(), request.caller()?, filter(request));
    let slot = request.web.exports.start(caller.mode, request.account()?.charged())?;
    let mut export = Export { app, caller, filter, paging, rows: 0, pages: 0, is_over: false, slot };
    // What fails at once is still a page that says so.
    let first = [written(&HEADER.map(Cow::from)), export.next().await?].concat();
    let rest = stream::try_unfold(export, |mut export| async move {
        if export.is_over {
            return Ok(None);
        }
        if !export.slot.is_held() {
            tracing::info!("an export of transactions was broken off: its reader is slow, and others wait");
            return Err(BoxError::from("the export took too long"));
        }
        // On SQLite a page is read on this thread, which others need, too.
        tokio::task::yield_now().await;
        match export.next().await {
            Ok(lines) => Ok(Some((Bytes::from(lines), export))),
            Err(failure) => {
                tracing::warn!(?failure, "an export of transactions was broken off");
                Err(BoxError::from("the export was broken off"))
            }
        }
    });
    let content = stream::once(async { Ok(Bytes::from(first)) }).chain(rest);
    let name = format!("transactions-{}.csv", request.mode()?.name());
    Ok(PageResponse::stream(&name, "text/csv; charset=utf-8", content))
}

/// How far a file has come.
struct Export {
    app: Arc<App>,
    caller: Caller,
    filter: TransactionFilter,
    paging: Paging,
    rows: usize,
    pages: usize,
    is_over: bool,
    /// Given back when all of the file was sent, or its reader has left.
    slot: ExportSlot,
}

impl Export {
    /// The lines of the next page.
    async fn next(&mut self) -> Result<Vec<u8>, Failure> {
        let shown = self.app.accounts.named_transactions(&self.caller, &self.filter, &self.paging).await?;
        let mut lines: Vec<u8> = shown.items.iter().flat_map(|row| written(&cells(row))).collect();
        self.rows += shown.items.len();
        self.pages += 1;
        let cut = match shown.next.is_some() {
            true => cut_after(self.rows, self.pages),
            false => None,
        };
        self.is_over = shown.next.is_none() || cut.is_some();
        self.paging.cursor = shown.next;
        lines.extend(cut.map(last_line).unwrap_or_default());
        Ok(lines)
    }
}

/// Why a file ends here although there is more.
fn cut_after(rows: usize, pages: usize) -> Option<&'static str> {
    match (rows, pages) {
        (MOST_ROWS.., _) => Some(CUT_BY_ROWS),
        (_, MOST_PAGES..) => Some(CUT_BY_PAGES),
        _ => None,
    }
}

fn last_line(words: &'static str) -> Vec<u8> {
    let mut cells = HEADER.map(|_| Cow::from(""));
    cells[0] = words.into();
    written(&cells)
}

fn written(cells: &[Cow<'_, str>]) -> Vec<u8> {
    let mut line = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(Vec::new());
    line.write_record(cells.iter().map(|cell| cell.as_bytes())).expect("memory takes everything");
    line.into_inner().expect("memory takes everything")
}

/// Amounts and what we name ourselves are written as they are; what people named is made harmless.
fn cells(row: &NamedTransaction) -> Vec<Cow<'_, str>> {
    let transaction = &row.transaction;
    let external_transfer = transaction.external_transfer.as_deref();
    let fiat = external_transfer.and_then(|external_transfer| match external_transfer.route {
        Route::Bank(rail) => Some((external_transfer, rail)),
        Route::Chain => None,
    });
    let fees = external_transfer.map(|external_transfer| match transaction.kind {
        TransactionType::Withdrawal => external_transfer.fees_of_withdrawal(transaction.amount),
        TransactionType::Deposit | TransactionType::InboundTransfer | TransactionType::Payout => {
            external_transfer.fees_of_deposit()
        }
    });
    let text = |value: Option<String>| Cow::from(value.unwrap_or_default());
    vec![
        transaction.id.to_string().into(),
        transaction.created_at.to_string().into(),
        text(transaction.completed_at.map(|at| at.to_string())),
        transaction.kind.name().into(),
        if transaction.kind.is_incoming() { "in" } else { "out" }.into(),
        transaction.status.name().into(),
        transaction.amount.to_string().into(),
        transaction.currency.code().into(),
        harmless(&other_side(row)).into_owned().into(),
        harmless(transaction.reference.as_deref().unwrap_or_default()),
        text(transaction.payout.map(|id| id.to_string())),
        text(transaction.recipient.map(|id| id.to_string())),
        text(fiat.map(|(external_transfer, _)| external_transfer.outside.to_string())),
        text(fiat.map(|(_, rail)| rail.currency().code().to_owned())),
        text(
            fiat.and_then(|(external_transfer, _)| external_transfer.terms.rate).map(|rate| rate.to_string()),
        ),
        text(fees.map(|fees| fees.total().to_string())),
        transaction.failure_reason.map(FailureReason::name).unwrap_or_default().into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::{CUT_BY_PAGES, CUT_BY_ROWS, HEADER, MOST_PAGES, MOST_ROWS, cut_after, last_line};

    #[test]
    fn a_file_that_is_cut_says_why() {
        assert_eq!(cut_after(MOST_ROWS - 1, MOST_PAGES - 1), None);
        assert_eq!(cut_after(MOST_ROWS, 1), Some(CUT_BY_ROWS));
        assert_eq!(cut_after(0, MOST_PAGES), Some(CUT_BY_PAGES));
        let line = String::from_utf8(last_line(CUT_BY_ROWS)).expect("UTF-8");
        assert_eq!(line.matches("\",\"").count() + 1, HEADER.len());
        assert!(line.starts_with("\"INCOMPLETE: ") && line.contains("10,000"), "{line}");
        assert_eq!(MOST_ROWS, 10_000, "as the texts say");
    }
}
