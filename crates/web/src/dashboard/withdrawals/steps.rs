//! What has happened to a withdrawal, what comes next, and why it failed.

use rules::external_transfer::{ExternalTransfer, Submission};
use rules::time::Timestamp;
use rules::transaction::{FailureReason, Transaction, TransactionStatus};

use crate::dashboard::parts::{StepState, TimelineStep};
use crate::dashboard::when::moment;

/// Why the money did not arrive, or did not stay, and what to do.
pub const fn why(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::Rejected => {
            "The receiving side refused it. The whole amount is back in your balance. Compare the details of where it \
             should go, and try again."
        }
        FailureReason::ReturnedByBank => {
            "It had arrived, and the bank sent it back: often because the account is closed or belongs to somebody \
             else. The whole amount is back in your balance, fees included."
        }
        FailureReason::SimulatedFailure => {
            "The sandbox was asked to let it fail. The whole amount is back in your balance."
        }
        FailureReason::ClaimExpired => "Nobody claimed it in time. The whole amount is back in your balance.",
    }
}

pub fn of(row: &Transaction, external_transfer: &ExternalTransfer) -> Vec<TimelineStep> {
    let step = |title: &str, state, time: Option<Timestamp>, text: &str| TimelineStep {
        title: title.to_owned(),
        state,
        time: time.map(moment).unwrap_or_default(),
        text: text.to_owned(),
    };
    let made = match external_transfer.is_automatic {
        true => ("Created automatically", "From incoming payments. The amount was set aside."),
        false => ("Asked for", "The amount was set aside."),
    };
    let asked = step(made.0, StepState::Done, Some(row.created_at), made.1);
    let sent = step("Sent", StepState::Done, external_transfer.processing_at, "");
    let later = |title| step(title, StepState::Later, None, "");
    match row.status {
        TransactionStatus::Queued | TransactionStatus::AwaitingTransfer | TransactionStatus::PendingClaim => {
            let text = "It waits for half a minute. Until then you can cancel it.";
            vec![asked, step("Sent", StepState::Now, None, text), later("Arrived")]
        }
        TransactionStatus::Processing => {
            vec![asked, sent, step("On its way", StepState::Now, None, on_its_way(external_transfer))]
        }
        TransactionStatus::Completed => {
            vec![asked, sent, step("Arrived", StepState::Done, row.completed_at, "")]
        }
        TransactionStatus::Cancelled => {
            let text = "The whole amount is back in your balance.";
            vec![asked, step("Cancelled", StepState::Done, row.completed_at, text)]
        }
        TransactionStatus::Failed | TransactionStatus::Expired => match external_transfer.returned_at {
            Some(_) => vec![
                asked,
                sent,
                step("Arrived", StepState::Done, row.completed_at, ""),
                step("Sent back", StepState::Failed, external_transfer.returned_at, ""),
            ],
            None => vec![asked, sent, step("Refused", StepState::Failed, row.completed_at, "")],
        },
    }
}

fn on_its_way(external_transfer: &ExternalTransfer) -> &'static str {
    match external_transfer.submission {
        Submission::Unclear => "There is no answer yet. It is asked after, and never sent a second time.",
        Submission::None | Submission::Sent | Submission::Taken => "It cannot be called back any more.",
    }
}
