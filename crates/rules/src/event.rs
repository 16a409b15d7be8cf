//! Events: what happened to an object, and how it looked at that moment. Written with the change itself.

mod types;

pub use types::EventType;

use crate::bank_account::BankAccount;
use crate::email::Email;
use crate::endpoint::Endpoint;
use crate::external_wallet::ExternalWallet;
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
    RecipientChanged {
        turn: RecipientTurn,
        recipient: Recipient,
        /// What the account's own app calls it.
        nickname: String,
    },
    BankAccountChanged(Turn, BankAccount),
    ExternalWalletChanged(Turn, ExternalWallet),
    /// Somebody wants to see whether events arrive.
    WebhookTest(Box<Endpoint>),
}

/// What became of a recipient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecipientTurn {
    Created,
    Updated,
    Joined,
}

/// What became of a bank account or an external wallet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Created,
    Updated,
    Archived,
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
    pub fn kind(&self) -> EventType {
        match self {
            Happening::PayoutCreated(_) => EventType::PayoutCreated,
            Happening::PayoutEnded(payout) => payout.status.event(),
            Happening::ItemChanged { item, .. } => item_changed(item),
            Happening::InboundTransferCompleted(_) => EventType::InboundTransferCompleted,
            Happening::CrossingChanged(transaction) => crossing_changed(transaction),
            Happening::WebhookTest(_) => EventType::WebhookTest,
            Happening::RecipientChanged { turn, .. } => match turn {
                RecipientTurn::Created => EventType::RecipientCreated,
                RecipientTurn::Updated => EventType::RecipientUpdated,
                RecipientTurn::Joined => EventType::RecipientJoined,
            },
            Happening::BankAccountChanged(turn, _) => match turn {
                Turn::Created => EventType::BankAccountCreated,
                Turn::Updated => EventType::BankAccountUpdated,
                Turn::Archived => EventType::BankAccountArchived,
            },
            Happening::ExternalWalletChanged(turn, _) => match turn {
                Turn::Created => EventType::ExternalWalletCreated,
                Turn::Updated => EventType::ExternalWalletUpdated,
                Turn::Archived => EventType::ExternalWalletArchived,
            },
        }
    }

    /// Whether everybody who asked for such events is told; a test is for one endpoint alone.
    pub fn is_for_all(&self) -> bool {
        !matches!(self, Happening::WebhookTest(_))
    }

    /// The id of the object it happened to.
    pub fn object(&self) -> String {
        match self {
            Happening::PayoutCreated(payout) | Happening::PayoutEnded(payout) => payout.id.to_string(),
            Happening::ItemChanged { item, .. } => item.id.to_string(),
            Happening::InboundTransferCompleted(transaction) | Happening::CrossingChanged(transaction) => {
                transaction.id.to_string()
            }
            Happening::WebhookTest(endpoint) => endpoint.id.to_string(),
            Happening::RecipientChanged { recipient, .. } => recipient.id.to_string(),
            Happening::BankAccountChanged(_, bank_account) => bank_account.id.to_string(),
            Happening::ExternalWalletChanged(_, wallet) => wallet.id.to_string(),
        }
    }
}

fn item_changed(item: &Transaction) -> EventType {
    match ItemStatus::of(item.status) {
        ItemStatus::PendingClaim => EventType::ItemPendingClaim,
        ItemStatus::Completed => EventType::ItemCompleted,
        ItemStatus::Failed => EventType::ItemFailed,
        ItemStatus::Cancelled => EventType::ItemCancelled,
        // It is what an item begins with, and its payout tells of that.
        ItemStatus::Processing => unreachable!("no item becomes {}", item.status.name()),
    }
}

fn crossing_changed(transaction: &Transaction) -> EventType {
    let is_back = transaction.crossing.as_ref().is_some_and(|crossing| crossing.returned_at.is_some());
    match (transaction.kind, transaction.status) {
        (TransactionType::Deposit, TransactionStatus::AwaitingTransfer) => EventType::DepositCreated,
        (TransactionType::Deposit, TransactionStatus::Processing) => EventType::DepositProcessing,
        (TransactionType::Deposit, TransactionStatus::Completed) => EventType::DepositCompleted,
        (TransactionType::Deposit, TransactionStatus::Failed) => EventType::DepositFailed,
        (TransactionType::Deposit, TransactionStatus::Cancelled) => EventType::DepositCancelled,
        (TransactionType::Deposit, TransactionStatus::Expired) => EventType::DepositExpired,
        (TransactionType::Withdrawal, TransactionStatus::Queued) => EventType::WithdrawalCreated,
        (TransactionType::Withdrawal, TransactionStatus::Processing) => EventType::WithdrawalProcessing,
        (TransactionType::Withdrawal, TransactionStatus::Completed) => EventType::WithdrawalCompleted,
        (TransactionType::Withdrawal, TransactionStatus::Failed) if is_back => EventType::WithdrawalReturned,
        (TransactionType::Withdrawal, TransactionStatus::Failed) => EventType::WithdrawalFailed,
        (TransactionType::Withdrawal, TransactionStatus::Cancelled) => EventType::WithdrawalCancelled,
        (kind, status) => unreachable!("a {} is never {}", kind.name(), status.name()),
    }
}
