//! What has happened to a withdrawal, what comes next, and why it failed.

use i18n::Locale;
use rules::decisions::withdrawal::QUEUED_SECONDS;
use rules::external_transfer::{ExternalTransfer, Submission};
use rules::time::Timestamp;
use rules::transaction::{FailureReason, Transaction, TransactionStatus};

use crate::dashboard::parts::{StepState, TimelineStep};

/// Why the money did not arrive, or did not stay, and what to do.
pub fn why(locale: Locale, reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::Rejected => locale.text("withdrawal-rejected"),
        FailureReason::ReturnedByBank => locale.text("withdrawal-returned"),
        FailureReason::SimulatedFailure => locale.text("withdrawal-simulated-failure"),
        FailureReason::ClaimExpired => locale.failure_reason(reason),
    }
}

pub fn of(locale: Locale, row: &Transaction, external_transfer: &ExternalTransfer) -> Vec<TimelineStep> {
    let step = |title: &str, state, time: Option<Timestamp>, text: &str| TimelineStep {
        title: title.to_owned(),
        state,
        time: time.map(|at| locale.date_time(at)).unwrap_or_default(),
        text: text.to_owned(),
    };
    let (title, reserved) = match external_transfer.is_automatic {
        true => (locale.text("automatic-created"), locale.text("automatic-created-text")),
        false => (locale.text("withdrawal-step-created"), locale.text("withdrawal-step-created-text")),
    };
    let sent = |state, at, text: &str| step(locale.text("withdrawal-step-sent"), state, at, text);
    let arrived = |state, at| step(locale.text("withdrawal-step-arrived"), state, at, "");
    let ended = |state, text| step(locale.transaction_status(row.status), state, row.completed_at, text);
    let mut steps = vec![step(title, StepState::Done, Some(row.created_at), reserved)];
    steps.extend(external_transfer.sent_at.map(|at| sent(StepState::Done, Some(at), "")));
    match row.status {
        TransactionStatus::Queued | TransactionStatus::AwaitingTransfer | TransactionStatus::PendingClaim => {
            let wait = locale.duration(QUEUED_SECONDS);
            let text = locale.text_with("withdrawal-step-queued-text", &[("duration", &wait)]);
            steps.extend([sent(StepState::Now, None, &text), arrived(StepState::Later, None)]);
        }
        TransactionStatus::Processing => {
            let (title, text) = under_way(locale, external_transfer);
            steps.extend([step(title, StepState::Now, None, text), arrived(StepState::Later, None)]);
        }
        TransactionStatus::Completed => steps.push(arrived(StepState::Done, row.completed_at)),
        TransactionStatus::Cancelled => {
            steps.push(ended(StepState::Done, locale.text("withdrawal-step-cancelled-text")));
        }
        TransactionStatus::Failed | TransactionStatus::Expired => match external_transfer.returned_at {
            Some(at) => steps.extend([
                arrived(StepState::Done, row.completed_at),
                step(locale.text("withdrawal-step-returned"), StepState::Failed, Some(at), ""),
            ]),
            None => steps.push(ended(StepState::Failed, "")),
        },
    }
    steps
}

/// The step in progress: an operator must send it, the rail must confirm the order, or the money must arrive.
fn under_way(locale: Locale, external_transfer: &ExternalTransfer) -> (&'static str, &'static str) {
    match (external_transfer.sent_at, external_transfer.submission) {
        (_, Submission::Unclear) => {
            (locale.text("withdrawal-step-under-way"), locale.text("withdrawal-step-unclear-text"))
        }
        (Some(_), Submission::None | Submission::Sent | Submission::Taken) => {
            (locale.text("withdrawal-step-under-way"), locale.text("withdrawal-step-under-way-text"))
        }
        (None, Submission::None | Submission::Sent | Submission::Taken) => {
            (locale.text("withdrawal-step-waiting"), locale.text("withdrawal-step-waiting-text"))
        }
    }
}
