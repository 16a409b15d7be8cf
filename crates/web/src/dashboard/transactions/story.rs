//! What happened to a transaction, step by step, as far as its columns tell, and what comes next.

use rules::claim::CLAIM_SECONDS;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::failure_words;
use crate::dashboard::parts::{StepState, TimelineStep};
use crate::dashboard::when;

pub fn story(row: &Transaction) -> Vec<TimelineStep> {
    let mut steps = vec![step(first_words(row.kind), StepState::Done, Some(row.created_at), "")];
    steps.extend(middle(row));
    steps.extend(end(row));
    steps
}

const fn first_words(kind: TransactionType) -> &'static str {
    match kind {
        TransactionType::Deposit => "Announced",
        TransactionType::Withdrawal | TransactionType::Payout => "Created",
        TransactionType::InboundTransfer => "Sent",
    }
}

/// Between the first step and the last.
fn middle(row: &Transaction) -> Option<TimelineStep> {
    let processing_at =
        row.external_transfer.as_ref().and_then(|external_transfer| external_transfer.processing_at);
    match row.kind {
        TransactionType::Payout => waiting(row),
        TransactionType::InboundTransfer => None,
        TransactionType::Deposit => Some(match (processing_at, row.status) {
            (Some(at), TransactionStatus::Processing) => {
                step("The transfer has come", StepState::Now, Some(at), "It is being credited.")
            }
            (Some(at), _) => step("The transfer has come", StepState::Done, Some(at), ""),
            (None, TransactionStatus::AwaitingTransfer) => {
                step("Waiting for the transfer", StepState::Now, None, "Send it as described below.")
            }
            (None, _) => return None,
        }),
        TransactionType::Withdrawal => Some(match (processing_at, row.status) {
            (Some(at), TransactionStatus::Processing) => step("On its way", StepState::Now, Some(at), ""),
            (Some(at), _) => step("Sent", StepState::Done, Some(at), ""),
            (None, TransactionStatus::Queued) => {
                step("Waiting to be sent", StepState::Now, None, "It can still be cancelled.")
            }
            (None, _) => return None,
        }),
    }
}

/// An item that its recipient had, or has, to claim. When it began to wait follows from when that ends.
fn waiting(row: &Transaction) -> Option<TimelineStep> {
    let since = row.claim_expires_at.map(|until| until.plus_seconds(-CLAIM_SECONDS));
    match (row.status, since) {
        (TransactionStatus::PendingClaim, since) => {
            let until = row.claim_expires_at.map(when::moment).unwrap_or_default();
            let text = format!("The recipient can claim it until {until}.");
            Some(step("Waiting to be claimed", StepState::Now, since, &text))
        }
        (_, Some(since)) => Some(step("The recipient was written to", StepState::Done, Some(since), "")),
        (TransactionStatus::Queued | TransactionStatus::Processing, None) => {
            Some(step("Being sent", StepState::Now, None, ""))
        }
        (_, None) => None,
    }
}

fn end(row: &Transaction) -> Vec<TimelineStep> {
    let reason = row.failure_reason.map(failure_words).unwrap_or_default();
    let back = "The money is back in your balance.";
    let returned_at =
        row.external_transfer.as_ref().and_then(|external_transfer| external_transfer.returned_at);
    let at = row.completed_at;
    match row.status {
        TransactionStatus::Completed => vec![step(done_words(row.kind), StepState::Done, at, "")],
        TransactionStatus::Failed if returned_at.is_some() => vec![
            step(done_words(row.kind), StepState::Done, at, ""),
            step("Sent back", StepState::Failed, returned_at, &format!("{reason}. {back}")),
        ],
        TransactionStatus::Failed if row.kind.is_incoming() => {
            vec![step("Failed", StepState::Failed, at, reason)]
        }
        TransactionStatus::Failed => {
            vec![step("Failed", StepState::Failed, at, &format!("{reason}. {back}"))]
        }
        TransactionStatus::Cancelled if row.kind.is_incoming() => {
            vec![step("Cancelled", StepState::Failed, at, "")]
        }
        TransactionStatus::Cancelled => vec![step("Cancelled", StepState::Failed, at, back)],
        TransactionStatus::Expired if row.kind.is_incoming() => {
            vec![step("Expired", StepState::Failed, at, "No transfer came in time.")]
        }
        TransactionStatus::Expired => {
            vec![step("Expired", StepState::Failed, at, &format!("{reason}. {back}"))]
        }
        TransactionStatus::Queued
        | TransactionStatus::AwaitingTransfer
        | TransactionStatus::Processing
        | TransactionStatus::PendingClaim => vec![step(done_words(row.kind), StepState::Later, None, "")],
    }
}

const fn done_words(kind: TransactionType) -> &'static str {
    match kind {
        TransactionType::Deposit => "In your balance",
        TransactionType::InboundTransfer => "In your balance",
        TransactionType::Withdrawal => "Arrived",
        TransactionType::Payout => "In the recipient's wallet",
    }
}

fn step(title: &str, state: StepState, at: Option<Timestamp>, text: &str) -> TimelineStep {
    TimelineStep {
        title: title.to_owned(),
        state,
        time: at.map(when::moment).unwrap_or_default(),
        text: text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use rules::id::{AccountId, TransactionId};
    use rules::money::Amount;
    use rules::time::Timestamp;
    use rules::transaction::{FailureReason, Transaction, TransactionStatus, TransactionType};

    use super::story;

    fn titles(kind: TransactionType, status: TransactionStatus, claim: bool) -> String {
        let day = |day: i64| Timestamp::from_micros(day * 86_400_000_000);
        let (id, account) = (TransactionId::new(1, [0; 10]), AccountId::new(1, [0; 10]));
        let row = Transaction::new(id, account, kind, Amount::from_micros(1), day(1));
        let row = Transaction {
            status,
            claim_expires_at: claim.then_some(day(32)),
            completed_at: status.is_end().then_some(day(3)),
            failure_reason: (status == TransactionStatus::Expired).then_some(FailureReason::ClaimExpired),
            ..row
        };
        let steps = story(&row);
        let words = steps.iter().map(|step| format!("{} {} {}", step.state.name(), step.title, step.time));
        words.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn an_item_tells_how_far_it_came() {
        use TransactionStatus::{Completed, Expired, PendingClaim, Queued};
        let payout = TransactionType::Payout;
        assert_eq!(
            titles(payout, Queued, false),
            "done Created 2 Jan 1970, 00:00|now Being sent |later In the recipient's wallet "
        );
        assert_eq!(
            titles(payout, PendingClaim, true),
            "done Created 2 Jan 1970, 00:00|now Waiting to be claimed 3 Jan 1970, 00:00|\
             later In the recipient's wallet "
        );
        assert_eq!(
            titles(payout, Completed, false),
            "done Created 2 Jan 1970, 00:00|done In the recipient's wallet 4 Jan 1970, 00:00"
        );
        assert!(titles(payout, Expired, true).ends_with("failed Expired 4 Jan 1970, 00:00"));
    }

    #[test]
    fn every_state_of_every_type_has_a_story() {
        for kind in TransactionType::ALL {
            for status in TransactionStatus::ALL {
                assert!(titles(kind, status, false).contains('|'), "{} {}", kind.name(), status.name());
            }
        }
    }
}
