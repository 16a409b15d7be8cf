//! The arrival of a withdrawal, as its page shows it.

use rules::transaction::{Transaction, TransactionStatus};

use crate::page::{PageError, PageRequest};

/// A label and its date. `None` for a withdrawal whose money went back.
pub fn of(request: &PageRequest<'_>, row: &Transaction) -> Result<Option<(&'static str, String)>, PageError> {
    let locale = request.locale;
    Ok(match row.status {
        TransactionStatus::Queued
        | TransactionStatus::AwaitingTransfer
        | TransactionStatus::Processing
        | TransactionStatus::PendingClaim => {
            let Some(estimate) = row.arrival() else { return Ok(None) };
            let date = locale.arrival(estimate);
            let is_late = estimate.is_past(request.app().platform.time_of(request.account()?));
            Some(match is_late {
                false => (locale.text("arrival-by"), date),
                true => {
                    (locale.text("arrival-expected"), locale.text_with("arrival-late", &[("date", &date)]))
                }
            })
        }
        TransactionStatus::Completed => {
            row.completed_at.map(|at| (locale.text("arrival-done"), locale.weekday_date(at)))
        }
        TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => None,
    })
}
