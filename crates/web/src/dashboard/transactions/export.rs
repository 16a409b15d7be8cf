//! The list as a file for spreadsheets. What people wrote is made harmless: no cell of theirs is read as a formula.
//! Programs read it, too: its columns, numbers and times are the same in every language.

use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use app::{App, Failure, NamedTransaction, Paging, TransactionFilter};
use csv::{QuoteStyle, WriterBuilder};
use documents::csv_cell::harmless;
use futures_util::future::BoxFuture;
use i18n::Locale;
use rules::account::{Caller, Mode};
use rules::external_transfer::Route;
use rules::time::Timestamp;
use rules::transaction::{FailureReason, TransactionType};

use super::row::other_side;
use super::{FILTERS, filter};
use crate::dashboard::export_file::{self, FileName, FileParts};
use crate::dashboard::selection::selected_ids;
use crate::page::{PageError, PageRequest, PageResponse};

/// So many are read at once. A filter may match few of them: then a part is shorter, and may be empty.
const AT_ONCE: usize = 500;

const HEADER: [&str; 20] = [
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
    "balance_change",
    "payout_reference",
    "time_zone",
];

/// The time zone of every time in the file.
const TIME_ZONE: &str = "UTC";

pub async fn download(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let paging = Paging { cursor: None, size: AT_ONCE, ..request.paging(&FILTERS) };
    let (app, caller) = (request.app().clone(), request.caller()?);
    let rows = match selected(request).await? {
        rows if rows.is_empty() => ExportedRows::Matching(filter(request)),
        rows => ExportedRows::Selected(rows),
    };
    let slot = request.web.exports.start(caller.mode, request.account()?.charged())?;
    let name = file_name(caller.mode, app.platform.time_of(request.account()?));
    let locale = request.locale;
    let export = Export { app, caller, locale, rows, paging, is_begun: false, is_over: false };
    export_file::sent(FileName { name, kind: "text/csv; charset=utf-8" }, slot, export).await
}

/// The transactions that the user selected in the list. A request that names another account's is not found.
async fn selected(request: &PageRequest<'_>) -> Result<Vec<NamedTransaction>, PageError> {
    let caller = request.caller()?;
    let mut rows = Vec::new();
    for id in selected_ids(&request.query)? {
        rows.push(request.app().accounts.named_transaction(&caller, &id).await?);
    }
    Ok(rows)
}

/// Named after the day of the export, in the time zone of its times.
fn file_name(mode: Mode, now: Timestamp) -> String {
    let test = if mode == Mode::Test { "TEST-" } else { "" };
    let day = now.to_string();
    let day = day.split('T').next().unwrap_or_default();
    format!("{test}transactions-{day}.csv")
}

enum ExportedRows {
    Matching(TransactionFilter),
    Selected(Vec<NamedTransaction>),
}

/// How far a file has come.
struct Export {
    app: Arc<App>,
    caller: Caller,
    locale: Locale,
    rows: ExportedRows,
    paging: Paging,
    is_begun: bool,
    is_over: bool,
}

impl FileParts for Export {
    fn next(&mut self) -> BoxFuture<'_, Result<Option<Vec<u8>>, Failure>> {
        Box::pin(self.next_page())
    }
}

impl Export {
    async fn next_page(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        if self.is_over {
            return Ok(None);
        }
        let (items, next) = match &mut self.rows {
            ExportedRows::Matching(filter) => {
                let shown = self.app.accounts.named_transactions(&self.caller, filter, &self.paging).await?;
                (shown.items, shown.next)
            }
            ExportedRows::Selected(rows) => (mem::take(rows), None),
        };
        let head = if self.is_begun { Vec::new() } else { written(&HEADER.map(Cow::from)) };
        let lines = items.iter().flat_map(|row| written(&cells(self.locale, row)));
        let part = head.into_iter().chain(lines).collect();
        self.is_begun = true;
        self.is_over = next.is_none();
        self.paging.cursor = next;
        Ok(Some(part))
    }
}

fn written(cells: &[Cow<'_, str>]) -> Vec<u8> {
    let mut line = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(Vec::new());
    line.write_record(cells.iter().map(|cell| cell.as_bytes())).expect("memory takes everything");
    line.into_inner().expect("memory takes everything")
}

/// Amounts and what we name ourselves are written as they are; what people named is made harmless.
fn cells(locale: Locale, row: &NamedTransaction) -> Vec<Cow<'_, str>> {
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
        harmless(&other_side(locale, row)).into_owned().into(),
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
        transaction.balance_change().to_string().into(),
        harmless(row.payout_reference.as_deref().unwrap_or_default()),
        TIME_ZONE.into(),
    ]
}
