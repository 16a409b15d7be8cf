//! Transactions: what an account sees of money that moved or is about to.
//!
//! A payout item is the transaction of type `payout`: one row and one id, seen in two ways.

use crate::external_transfer::ExternalTransfer;
use crate::id::{AccountId, BankAccountId, PayoutId, RecipientId, TransactionId};
use crate::money::{Amount, Currency};
use crate::time::Timestamp;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TransactionType {
    Deposit,
    Withdrawal,
    Payout,
    InboundTransfer,
}

impl TransactionType {
    pub const ALL: [TransactionType; 4] = [
        TransactionType::Deposit,
        TransactionType::Withdrawal,
        TransactionType::Payout,
        TransactionType::InboundTransfer,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            TransactionType::Deposit => "deposit",
            TransactionType::Withdrawal => "withdrawal",
            TransactionType::Payout => "payout",
            TransactionType::InboundTransfer => "inbound_transfer",
        }
    }

    pub fn parse(name: &str) -> Option<TransactionType> {
        TransactionType::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether its money comes to the account, and does not leave it.
    pub const fn is_incoming(self) -> bool {
        match self {
            TransactionType::Deposit | TransactionType::InboundTransfer => true,
            TransactionType::Withdrawal | TransactionType::Payout => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TransactionStatus {
    Queued,
    AwaitingTransfer,
    Processing,
    Completed,
    Failed,
    Cancelled,
    Expired,
    PendingClaim,
}

impl TransactionStatus {
    pub const ALL: [TransactionStatus; 8] = [
        TransactionStatus::Queued,
        TransactionStatus::AwaitingTransfer,
        TransactionStatus::Processing,
        TransactionStatus::Completed,
        TransactionStatus::Failed,
        TransactionStatus::Cancelled,
        TransactionStatus::Expired,
        TransactionStatus::PendingClaim,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            TransactionStatus::Queued => "queued",
            TransactionStatus::AwaitingTransfer => "awaiting_transfer",
            TransactionStatus::Processing => "processing",
            TransactionStatus::Completed => "completed",
            TransactionStatus::Failed => "failed",
            TransactionStatus::Cancelled => "cancelled",
            TransactionStatus::Expired => "expired",
            TransactionStatus::PendingClaim => "pending_claim",
        }
    }

    pub fn parse(name: &str) -> Option<TransactionStatus> {
        TransactionStatus::ALL.into_iter().find(|status| status.name() == name)
    }

    /// What a transaction of this type in this state may become next: the one table of all paths.
    pub const fn next(self, kind: TransactionType) -> &'static [TransactionStatus] {
        use TransactionStatus::{
            AwaitingTransfer, Cancelled, Completed, Expired, Failed, PendingClaim, Processing, Queued,
        };
        match (kind, self) {
            (TransactionType::Deposit, AwaitingTransfer) => &[Processing, Cancelled, Expired],
            (TransactionType::Deposit, Processing) => &[Completed, Failed],
            (TransactionType::Withdrawal, Queued) => &[Processing, Cancelled],
            (TransactionType::Withdrawal, Processing) => &[Completed, Failed],
            // The one way out of an end: the bank sends it back.
            (TransactionType::Withdrawal, Completed) => &[Failed],
            (TransactionType::Payout, Queued) => &[Processing, Cancelled],
            (TransactionType::Payout, Processing) => &[Completed, Failed, PendingClaim],
            (TransactionType::Payout, PendingClaim) => &[Completed, Cancelled, Expired],
            (TransactionType::InboundTransfer, Processing) => &[Completed, Failed],
            _ => &[],
        }
    }

    /// The state that a transaction of this type begins in.
    pub const fn first(kind: TransactionType) -> TransactionStatus {
        match kind {
            TransactionType::Deposit => TransactionStatus::AwaitingTransfer,
            TransactionType::Withdrawal | TransactionType::Payout => TransactionStatus::Queued,
            TransactionType::InboundTransfer => TransactionStatus::Processing,
        }
    }

    /// Whether some steps of the table lead there; standing still is no step.
    pub fn leads_to(self, kind: TransactionType, there: TransactionStatus) -> bool {
        self.next(kind).iter().any(|next| *next == there || next.leads_to(kind, there))
    }

    /// Nothing more will happen by itself.
    pub const fn is_end(self) -> bool {
        match self {
            TransactionStatus::Completed
            | TransactionStatus::Failed
            | TransactionStatus::Cancelled
            | TransactionStatus::Expired => true,
            TransactionStatus::Queued
            | TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing
            | TransactionStatus::PendingClaim => false,
        }
    }
}

/// The same transaction as an item of its payout: one whose turn has not come is already `processing`, and one that
/// nobody claimed in time is `cancelled`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ItemStatus {
    Processing,
    PendingClaim,
    Completed,
    Failed,
    Cancelled,
}

impl ItemStatus {
    pub const ALL: [ItemStatus; 5] = [
        ItemStatus::Processing,
        ItemStatus::PendingClaim,
        ItemStatus::Completed,
        ItemStatus::Failed,
        ItemStatus::Cancelled,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            ItemStatus::Processing => "processing",
            ItemStatus::PendingClaim => "pending_claim",
            ItemStatus::Completed => "completed",
            ItemStatus::Failed => "failed",
            ItemStatus::Cancelled => "cancelled",
        }
    }

    pub fn parse(name: &str) -> Option<ItemStatus> {
        ItemStatus::ALL.into_iter().find(|status| status.name() == name)
    }

    pub const fn of(status: TransactionStatus) -> ItemStatus {
        match status {
            TransactionStatus::Queued
            | TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing => ItemStatus::Processing,
            TransactionStatus::PendingClaim => ItemStatus::PendingClaim,
            TransactionStatus::Completed => ItemStatus::Completed,
            TransactionStatus::Failed => ItemStatus::Failed,
            TransactionStatus::Cancelled | TransactionStatus::Expired => ItemStatus::Cancelled,
        }
    }
}

/// Why a transaction ended without its money arriving.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureReason {
    /// Nobody came within the time to claim.
    ClaimExpired,
    /// The sandbox was asked to let it fail.
    SimulatedFailure,
    /// The bank, or the chain, would not take it.
    Rejected,
    /// It had arrived, and was sent back.
    ReturnedByBank,
}

impl FailureReason {
    pub const ALL: [FailureReason; 4] = [
        FailureReason::ClaimExpired,
        FailureReason::SimulatedFailure,
        FailureReason::Rejected,
        FailureReason::ReturnedByBank,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            FailureReason::ClaimExpired => "claim_expired",
            FailureReason::SimulatedFailure => "simulated_failure",
            FailureReason::Rejected => "rejected",
            FailureReason::ReturnedByBank => "returned_by_bank",
        }
    }

    pub fn parse(name: &str) -> Option<FailureReason> {
        FailureReason::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// Where incoming money came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Somebody's payout item.
    Item(TransactionId),
    /// Something outside, by its own unique name.
    External(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transaction {
    pub id: TransactionId,
    pub account: AccountId,
    pub kind: TransactionType,
    pub status: TransactionStatus,
    pub amount: Amount,
    pub currency: Currency,
    pub created_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub payout: Option<PayoutId>,
    pub recipient: Option<RecipientId>,
    pub bank_account: Option<BankAccountId>,
    pub reference: Option<String>,
    pub failure_reason: Option<FailureReason>,
    pub claim_expires_at: Option<Timestamp>,
    pub source: Option<Source>,
    /// What money that crosses to or from a bank or a chain has beyond this.
    pub external_transfer: Option<Box<ExternalTransfer>>,
}

impl Transaction {
    /// Whether it may have crossed to or from a bank or a chain. What people pay each other does not.
    pub fn may_cross(&self) -> bool {
        match self.kind {
            TransactionType::Deposit | TransactionType::Withdrawal => true,
            TransactionType::InboundTransfer => matches!(self.source, Some(Source::External(_))),
            TransactionType::Payout => false,
        }
    }

    /// One that was just made and that nothing is known about but its money.
    pub fn new(
        id: TransactionId,
        account: AccountId,
        kind: TransactionType,
        amount: Amount,
        now: Timestamp,
    ) -> Transaction {
        Transaction {
            id,
            account,
            kind,
            status: TransactionStatus::Queued,
            amount,
            currency: Currency::Usdc,
            created_at: now,
            completed_at: None,
            payout: None,
            recipient: None,
            bank_account: None,
            reference: None,
            failure_reason: None,
            claim_expires_at: None,
            source: None,
            external_transfer: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TransactionStatus, TransactionType};

    #[test]
    fn every_state_of_every_type_is_reached_or_unknown_to_it() {
        let words = TransactionType::ALL.map(|kind| {
            let first = TransactionStatus::first(kind);
            let reached = TransactionStatus::ALL
                .into_iter()
                .filter(|status| *status == first || first.leads_to(kind, *status));
            let states: Vec<&str> = reached.map(TransactionStatus::name).collect();
            format!("{}: {}", kind.name(), states.join(" "))
        });
        assert_eq!(
            words,
            [
                "deposit: awaiting_transfer processing completed failed cancelled expired",
                "withdrawal: queued processing completed failed cancelled",
                "payout: queued processing completed failed cancelled expired pending_claim",
                "inbound_transfer: processing completed failed",
            ]
        );
    }

    #[test]
    fn ends_have_no_way_out_but_for_a_withdrawal_that_the_bank_sends_back() {
        for kind in TransactionType::ALL {
            for status in TransactionStatus::ALL.into_iter().filter(|status| status.is_end()) {
                let expected: &[TransactionStatus] = match (kind, status) {
                    (TransactionType::Withdrawal, TransactionStatus::Completed) => {
                        &[TransactionStatus::Failed]
                    }
                    _ => &[],
                };
                assert_eq!(status.next(kind), expected, "{} {}", kind.name(), status.name());
            }
        }
    }

    #[test]
    fn what_is_not_an_end_leads_to_one() {
        for kind in TransactionType::ALL {
            let first = TransactionStatus::first(kind);
            for status in TransactionStatus::ALL {
                if (status == first || first.leads_to(kind, status)) && !status.is_end() {
                    assert!(
                        TransactionStatus::ALL.iter().any(|end| end.is_end() && status.leads_to(kind, *end))
                    );
                }
                assert!(!status.leads_to(kind, first), "nothing begins again");
            }
        }
    }
}
