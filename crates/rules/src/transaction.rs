//! Transactions: what an account sees of money that moved or is about to.
//!
//! A payout item is the transaction of type `payout`: one row and one id, seen in two ways.

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
}

impl FailureReason {
    pub const ALL: [FailureReason; 2] = [FailureReason::ClaimExpired, FailureReason::SimulatedFailure];

    pub const fn name(self) -> &'static str {
        match self {
            FailureReason::ClaimExpired => "claim_expired",
            FailureReason::SimulatedFailure => "simulated_failure",
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
}

impl Transaction {
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
        }
    }
}
