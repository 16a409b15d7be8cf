//! Events: what happened to an object, and how it looked at that moment. Written with the change itself.

use crate::email_address::EmailAddress;
use crate::endpoint::Endpoint;
use crate::event_type::EventType;
use crate::external_account::bank_account::BankAccount;
use crate::external_account::external_wallet::ExternalWallet;
use crate::id::{AccountId, EventId};
use crate::payout::Payout;
use crate::recipient::Recipient;
use crate::time::Timestamp;
use crate::transaction::{ItemStatus, Transaction, TransactionStatus, TransactionType};

/// What happened, and to what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventPayload {
    PayoutCreated(Payout),
    /// Completed, failed or cancelled: its status tells.
    PayoutEnded(Payout),
    /// An item reached the state that its status tells.
    ItemChanged {
        item: Transaction,
        email: EmailAddress,
    },
    InboundTransferCompleted(Transaction),
    /// A deposit or a withdrawal reached the state that its status tells.
    ExternalTransferChanged(Transaction),
    RecipientChanged {
        turn: RecipientChangeKind,
        recipient: Recipient,
        /// What the account's own app calls it.
        nickname: String,
    },
    BankAccountChanged(ChangeKind, BankAccount),
    ExternalWalletChanged(ChangeKind, ExternalWallet),
    /// A user wants to see whether events arrive.
    WebhookTest(Box<Endpoint>),
}

/// What became of a recipient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecipientChangeKind {
    Created,
    Updated,
    Joined,
}

/// What became of a bank account or an external wallet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    Created,
    Updated,
    Archived,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub id: EventId,
    pub account: AccountId,
    pub payload: EventPayload,
    /// Counts the events of one object, from 1.
    pub sequence: i64,
    pub at: Timestamp,
}

impl EventPayload {
    pub fn kind(&self) -> EventType {
        match self {
            EventPayload::PayoutCreated(_) => EventType::PayoutCreated,
            EventPayload::PayoutEnded(payout) => payout.status.event(),
            EventPayload::ItemChanged { item, .. } => item_changed(item),
            EventPayload::InboundTransferCompleted(_) => EventType::InboundTransferCompleted,
            EventPayload::ExternalTransferChanged(transaction) => external_transfer_changed(transaction),
            EventPayload::WebhookTest(_) => EventType::WebhookTest,
            EventPayload::RecipientChanged { turn, .. } => match turn {
                RecipientChangeKind::Created => EventType::RecipientCreated,
                RecipientChangeKind::Updated => EventType::RecipientUpdated,
                RecipientChangeKind::Joined => EventType::RecipientJoined,
            },
            EventPayload::BankAccountChanged(turn, _) => match turn {
                ChangeKind::Created => EventType::BankAccountCreated,
                ChangeKind::Updated => EventType::BankAccountUpdated,
                ChangeKind::Archived => EventType::BankAccountArchived,
            },
            EventPayload::ExternalWalletChanged(turn, _) => match turn {
                ChangeKind::Created => EventType::ExternalWalletCreated,
                ChangeKind::Updated => EventType::ExternalWalletUpdated,
                ChangeKind::Archived => EventType::ExternalWalletArchived,
            },
        }
    }

    /// Whether all endpoints with such events enabled are told; a test is for one endpoint alone.
    pub fn is_for_all(&self) -> bool {
        !matches!(self, EventPayload::WebhookTest(_))
    }

    /// The id of the object it happened to.
    pub fn object(&self) -> String {
        match self {
            EventPayload::PayoutCreated(payout) | EventPayload::PayoutEnded(payout) => payout.id.to_string(),
            EventPayload::ItemChanged { item, .. } => item.id.to_string(),
            EventPayload::InboundTransferCompleted(transaction)
            | EventPayload::ExternalTransferChanged(transaction) => transaction.id.to_string(),
            EventPayload::WebhookTest(endpoint) => endpoint.id.to_string(),
            EventPayload::RecipientChanged { recipient, .. } => recipient.id.to_string(),
            EventPayload::BankAccountChanged(_, bank_account) => bank_account.id.to_string(),
            EventPayload::ExternalWalletChanged(_, wallet) => wallet.id.to_string(),
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

fn external_transfer_changed(transaction: &Transaction) -> EventType {
    let is_back = transaction
        .external_transfer
        .as_ref()
        .is_some_and(|external_transfer| external_transfer.returned_at.is_some());
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
