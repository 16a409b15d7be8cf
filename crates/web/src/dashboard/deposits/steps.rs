//! What has happened to a deposit, and what comes next.

use i18n::Locale;
use rules::external_transfer::ExternalTransfer;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus};

use crate::dashboard::parts::{StepState, TimelineStep};

pub fn of(locale: Locale, row: &Transaction, external_transfer: &ExternalTransfer) -> Vec<TimelineStep> {
    let date = |at: Option<Timestamp>| at.map(|at| locale.date_time(at)).unwrap_or_default();
    let step = |title: &str, state, at: Option<Timestamp>, text: &str| TimelineStep {
        title: title.to_owned(),
        state,
        time: date(at),
        text: text.to_owned(),
    };
    let created = step(locale.text("deposit-step-created"), StepState::Done, Some(row.created_at), "");
    let received =
        step(locale.text("deposit-step-received"), StepState::Done, external_transfer.processing_at, "");
    let credited = |state, at, text| step(locale.text("deposit-step-credited"), state, at, text);
    let ended = |state, text| step(locale.transaction_status(row.status), state, row.completed_at, text);
    match row.status {
        TransactionStatus::Processing => {
            let soon = locale.text("deposit-step-credited-soon");
            vec![created, received, credited(StepState::Now, None, soon)]
        }
        TransactionStatus::Completed => {
            vec![created, received, credited(StepState::Done, row.completed_at, "")]
        }
        TransactionStatus::Failed => {
            vec![created, ended(StepState::Failed, locale.text("deposit-step-failed-text"))]
        }
        TransactionStatus::Cancelled => {
            vec![created, ended(StepState::Done, locale.text("deposit-credited-anyway"))]
        }
        TransactionStatus::Expired => {
            vec![created, ended(StepState::Failed, locale.text("deposit-step-expired-text"))]
        }
        TransactionStatus::AwaitingTransfer | TransactionStatus::Queued | TransactionStatus::PendingClaim => {
            let until = date(external_transfer.expires_at);
            let text = locale.text_with("deposit-step-waiting-text", &[("date", &until)]);
            vec![
                created,
                step(locale.text("deposit-step-waiting"), StepState::Now, None, &text),
                credited(StepState::Later, None, ""),
            ]
        }
    }
}
