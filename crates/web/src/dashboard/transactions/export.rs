//! The list as a file for spreadsheets. What people wrote is made harmless: no cell of theirs is read as a formula.

use std::borrow::Cow;

use app::{NamedTransaction, Paging};
use csv::{QuoteStyle, WriterBuilder};
use rules::crossing::Route;
use rules::transaction::{FailureReason, TransactionType};

use super::line::other_side;
use super::{FILTERS, filter};
use crate::dashboard::csv_cell::harmless;
use crate::visit::{Answer, Trouble, Visit};

/// The newest are written, up to this many; the page says so.
const MOST_ROWS: usize = 10_000;
/// So many are read at once.
const AT_ONCE: usize = 500;
/// A filter may match little, and each page reads a bounded part of the list: no more pages than this are read.
const MOST_PAGES: usize = 1_000;

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

pub async fn download(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (caller, chosen) = (visit.caller()?, filter(visit));
    let mut paging = Paging { cursor: None, size: AT_ONCE, ..visit.paging(&FILTERS) };
    let mut file = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(Vec::new());
    let mut write = |cells: &[Cow<'_, str>]| file.write_record(cells.iter().map(|cell| cell.as_bytes()));
    write(&HEADER.map(Cow::from)).expect("memory takes everything");
    let mut rows = 0;
    for _ in 0..MOST_PAGES {
        let shown = visit.app().named_transactions(&caller, &chosen, &paging).await?;
        for row in &shown.items {
            write(&cells(row)).expect("memory takes everything");
        }
        rows += shown.items.len();
        paging.cursor = shown.next;
        if paging.cursor.is_none() || rows >= MOST_ROWS {
            break;
        }
        // On SQLite a page is read on this thread, which others need, too.
        tokio::task::yield_now().await;
    }
    let file = file.into_inner().expect("memory takes everything");
    let name = format!("transactions-{}.csv", visit.mode()?.name());
    Ok(Answer::download(&name, "text/csv; charset=utf-8", file))
}

/// Amounts and what we name ourselves are written as they are; what people named is made harmless.
fn cells(row: &NamedTransaction) -> Vec<Cow<'_, str>> {
    let transaction = &row.transaction;
    let crossing = transaction.crossing.as_deref();
    let fiat = crossing.and_then(|crossing| match crossing.route {
        Route::Bank(rail) => Some((crossing, rail)),
        Route::Chain => None,
    });
    let fees = crossing.map(|crossing| match transaction.kind {
        TransactionType::Withdrawal => crossing.fees_of_withdrawal(transaction.amount),
        TransactionType::Deposit | TransactionType::InboundTransfer | TransactionType::Payout => {
            crossing.fees_of_deposit()
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
        text(fiat.map(|(crossing, _)| crossing.outside.to_string())),
        text(fiat.map(|(_, rail)| rail.currency().code().to_owned())),
        text(fiat.and_then(|(crossing, _)| crossing.terms.rate).map(|rate| rate.to_string())),
        text(fees.map(|fees| fees.total().to_string())),
        transaction.failure_reason.map(FailureReason::name).unwrap_or_default().into(),
    ]
}
