//! What has happened to a deposit, and what comes next.

use rules::external_transfer::ExternalTransfer;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus};

use crate::dashboard::parts::{StepState, TimelineStep};
use crate::dashboard::when::moment;

pub fn of(row: &Transaction, external_transfer: &ExternalTransfer) -> Vec<TimelineStep> {
    let at = |time: Option<Timestamp>| time.map(moment).unwrap_or_default();
    let step = |title: &str, state, time: String, text: &str| TimelineStep {
        title: title.to_owned(),
        state,
        time,
        text: text.to_owned(),
    };
    let announced = step("Announced", StepState::Done, moment(row.created_at), "");
    let arrived = step("Money arrived", StepState::Done, at(external_transfer.processing_at), "");
    let ended = at(row.completed_at);
    match row.status {
        TransactionStatus::Processing => {
            vec![
                announced,
                arrived,
                step("In your balance", StepState::Now, String::new(), "Any moment now."),
            ]
        }
        TransactionStatus::Completed => {
            vec![announced, arrived, step("In your balance", StepState::Done, ended, "")]
        }
        TransactionStatus::Failed => {
            let text = "The bank refused the transfer. Ask your bank why, then announce a new deposit.";
            vec![announced, step("Failed", StepState::Failed, ended, text)]
        }
        TransactionStatus::Cancelled => {
            let text = "Money that comes nevertheless is credited all the same.";
            vec![announced, step("Cancelled", StepState::Done, ended, text)]
        }
        TransactionStatus::Expired => {
            let text = "Nothing came in time. Money that comes later is credited all the same.";
            vec![announced, step("Expired", StepState::Failed, ended, text)]
        }
        TransactionStatus::AwaitingTransfer | TransactionStatus::Queued | TransactionStatus::PendingClaim => {
            let until = format!("Until {} UTC.", at(external_transfer.expires_at));
            vec![
                announced,
                step("Waiting for your transfer", StepState::Now, String::new(), &until),
                step("In your balance", StepState::Later, String::new(), ""),
            ]
        }
    }
}
