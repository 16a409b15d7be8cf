//! What happened to a transaction, step by step, as far as its columns tell, and what comes next. Deposits and
//! withdrawals have the steps of their own pages.

use i18n::Locale;
use rules::claim::CLAIM_SECONDS;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use crate::dashboard::parts::{StepState, TimelineStep};
use crate::dashboard::{deposits, external_transfers, withdrawals};

pub fn story(locale: Locale, row: &Transaction) -> Vec<TimelineStep> {
    match row.kind {
        TransactionType::Deposit => {
            deposits::steps::of(locale, row, external_transfers::external_transfer(row))
        }
        TransactionType::Withdrawal => {
            withdrawals::steps::of(locale, row, external_transfers::external_transfer(row))
        }
        TransactionType::Payout => {
            let created =
                step(locale, locale.text("transaction-step-created"), StepState::Done, Some(row.created_at));
            [created].into_iter().chain(waiting(locale, row)).chain([end(locale, row)]).collect()
        }
        TransactionType::InboundTransfer => {
            vec![
                step(locale, locale.text("transaction-step-sent"), StepState::Done, Some(row.created_at)),
                end(locale, row),
            ]
        }
    }
}

/// A payment that its recipient had, or has, to claim. When it began to wait follows from when that ends.
fn waiting(locale: Locale, row: &Transaction) -> Option<TimelineStep> {
    let since = row.claim_expires_at.map(|until| until.plus_seconds(-CLAIM_SECONDS));
    match (row.status, since) {
        (TransactionStatus::PendingClaim, since) => {
            let date = row.claim_expires_at.map(|until| locale.date_time(until)).unwrap_or_default();
            let text = locale.text_with("transaction-step-unclaimed-text", &[("date", &date)]);
            let unclaimed = locale.text("transaction-step-unclaimed");
            Some(TimelineStep { text, ..step(locale, unclaimed, StepState::Now, since) })
        }
        (_, Some(since)) => {
            Some(step(locale, locale.text("transaction-step-notified"), StepState::Done, Some(since)))
        }
        (TransactionStatus::Queued | TransactionStatus::Processing, None) => {
            Some(step(locale, locale.text("transaction-step-sending"), StepState::Now, None))
        }
        (_, None) => None,
    }
}

fn end(locale: Locale, row: &Transaction) -> TimelineStep {
    let ended = |state, title| step(locale, title, state, row.completed_at);
    match row.status {
        TransactionStatus::Completed => ended(StepState::Done, arrived(locale, row.kind)),
        TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => {
            let reason = row.failure_reason.map(|reason| locale.failure_reason(reason));
            let back = (!row.kind.is_incoming()).then(|| locale.text("transaction-back"));
            let text = reason.into_iter().chain(back).collect::<Vec<_>>().join(" ");
            TimelineStep { text, ..ended(StepState::Failed, locale.transaction_status(row.status)) }
        }
        TransactionStatus::Queued
        | TransactionStatus::AwaitingTransfer
        | TransactionStatus::Processing
        | TransactionStatus::PendingClaim => ended(StepState::Later, arrived(locale, row.kind)),
    }
}

fn arrived(locale: Locale, kind: TransactionType) -> &'static str {
    match kind {
        TransactionType::Payout => locale.text("transaction-step-paid"),
        TransactionType::Deposit | TransactionType::InboundTransfer | TransactionType::Withdrawal => {
            locale.text("deposit-step-credited")
        }
    }
}

fn step(locale: Locale, title: &str, state: StepState, at: Option<Timestamp>) -> TimelineStep {
    TimelineStep {
        title: title.to_owned(),
        state,
        time: at.map(|at| locale.date_time(at)).unwrap_or_default(),
        text: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
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
        let steps = story(Locale::ENGLISH, &row);
        let words = steps.iter().map(|step| format!("{} {} {}", step.state.name(), step.title, step.time));
        words.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn an_item_tells_how_far_it_came() {
        use TransactionStatus::{Completed, Expired, PendingClaim, Queued};
        let payout = TransactionType::Payout;
        assert_eq!(
            titles(payout, Queued, false),
            "done Created 2 Jan 1970, 00:00 UTC|now Being sent |later Received by the recipient "
        );
        assert_eq!(
            titles(payout, PendingClaim, true),
            "done Created 2 Jan 1970, 00:00 UTC|now Waiting to be claimed 3 Jan 1970, 00:00 UTC|\
             later Received by the recipient "
        );
        assert_eq!(
            titles(payout, Completed, false),
            "done Created 2 Jan 1970, 00:00 UTC|done Received by the recipient 4 Jan 1970, 00:00 UTC"
        );
        assert!(titles(payout, Expired, true).ends_with("failed Expired 4 Jan 1970, 00:00 UTC"));
    }

    #[test]
    fn every_state_of_a_payment_has_a_story() {
        for kind in [TransactionType::Payout, TransactionType::InboundTransfer] {
            for status in TransactionStatus::ALL {
                assert!(titles(kind, status, false).contains('|'), "{} {}", kind.name(), status.name());
            }
        }
    }
}
