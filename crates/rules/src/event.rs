//! Events: what happened to an object, and how it looked at that moment. Written with the change itself.

use crate::email::Email;
use crate::id::{AccountId, EventId};
use crate::payout::Payout;
use crate::recipient::Recipient;
use crate::time::Timestamp;
use crate::transaction::{ItemStatus, Transaction, TransactionStatus, TransactionType};

/// What happened, and to what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    PayoutCreated(Payout),
    /// Completed, failed or cancelled: its status tells.
    PayoutEnded(Payout),
    /// An item reached the state that its status tells.
    ItemChanged {
        item: Transaction,
        email: Email,
    },
    InboundTransferCompleted(Transaction),
    /// A deposit or a withdrawal reached the state that its status tells.
    CrossingChanged(Transaction),
    RecipientCreated(Recipient),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub id: EventId,
    pub account: AccountId,
    pub happening: Happening,
    /// Counts the events of one object, from 1.
    pub sequence: i64,
    pub at: Timestamp,
}

impl Happening {
    /// The name by which subscribers know it.
    pub fn kind(&self) -> &'static str {
        match self {
            Happening::PayoutCreated(_) => "payout.created",
            Happening::PayoutEnded(payout) => payout.status.event(),
            Happening::ItemChanged { item, .. } => match ItemStatus::of(item.status) {
                ItemStatus::Processing => "payout_item.processing",
                ItemStatus::PendingClaim => "payout_item.pending_claim",
                ItemStatus::Completed => "payout_item.completed",
                ItemStatus::Failed => "payout_item.failed",
                ItemStatus::Cancelled => "payout_item.cancelled",
            },
            Happening::InboundTransferCompleted(_) => "inbound_transfer.completed",
            Happening::CrossingChanged(transaction) => crossing_changed(transaction),
            Happening::RecipientCreated(_) => "recipient.created",
        }
    }

    /// The id of the object it happened to.
    pub fn object(&self) -> String {
        match self {
            Happening::PayoutCreated(payout) | Happening::PayoutEnded(payout) => payout.id.to_string(),
            Happening::ItemChanged { item, .. } => item.id.to_string(),
            Happening::InboundTransferCompleted(transaction) | Happening::CrossingChanged(transaction) => {
                transaction.id.to_string()
            }
            Happening::RecipientCreated(recipient) => recipient.id.to_string(),
        }
    }
}

fn crossing_changed(transaction: &Transaction) -> &'static str {
    let is_back = transaction.crossing.as_ref().is_some_and(|crossing| crossing.returned_at.is_some());
    match (transaction.kind, transaction.status) {
        (TransactionType::Deposit, TransactionStatus::AwaitingTransfer) => "deposit.created",
        (TransactionType::Deposit, TransactionStatus::Processing) => "deposit.processing",
        (TransactionType::Deposit, TransactionStatus::Completed) => "deposit.completed",
        (TransactionType::Deposit, TransactionStatus::Failed) => "deposit.failed",
        (TransactionType::Deposit, TransactionStatus::Cancelled) => "deposit.cancelled",
        (TransactionType::Deposit, TransactionStatus::Expired) => "deposit.expired",
        (TransactionType::Withdrawal, TransactionStatus::Queued) => "withdrawal.created",
        (TransactionType::Withdrawal, TransactionStatus::Processing) => "withdrawal.processing",
        (TransactionType::Withdrawal, TransactionStatus::Completed) => "withdrawal.completed",
        (TransactionType::Withdrawal, TransactionStatus::Failed) if is_back => "withdrawal.returned",
        (TransactionType::Withdrawal, TransactionStatus::Failed) => "withdrawal.failed",
        (TransactionType::Withdrawal, TransactionStatus::Cancelled) => "withdrawal.cancelled",
        (kind, status) => unreachable!("a {} is never {}", kind.name(), status.name()),
    }
}
