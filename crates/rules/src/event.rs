//! Events: what happened to an object, and how it looked at that moment. Written with the change itself.

use crate::email::Email;
use crate::id::{AccountId, EventId};
use crate::payout::Payout;
use crate::recipient::Recipient;
use crate::time::Timestamp;
use crate::transaction::{ItemStatus, Transaction};

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
            Happening::RecipientCreated(_) => "recipient.created",
        }
    }

    /// The id of the object it happened to.
    pub fn object(&self) -> String {
        match self {
            Happening::PayoutCreated(payout) | Happening::PayoutEnded(payout) => payout.id.to_string(),
            Happening::ItemChanged { item, .. } => item.id.to_string(),
            Happening::InboundTransferCompleted(transaction) => transaction.id.to_string(),
            Happening::RecipientCreated(recipient) => recipient.id.to_string(),
        }
    }
}
