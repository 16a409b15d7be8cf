//! Transactions: what an account sees of money that moved.

use crate::id::{AccountId, TransactionId};
use crate::money::{Amount, Currency};
use crate::time::Timestamp;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TransactionType {
    InboundTransfer,
}

impl TransactionType {
    pub const fn name(self) -> &'static str {
        match self {
            TransactionType::InboundTransfer => "inbound_transfer",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TransactionStatus {
    Completed,
}

impl TransactionStatus {
    pub const fn name(self) -> &'static str {
        match self {
            TransactionStatus::Completed => "completed",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transaction {
    pub id: TransactionId,
    pub account: AccountId,
    pub kind: TransactionType,
    pub status: TransactionStatus,
    pub amount: Amount,
    pub currency: Currency,
    pub created_at: Timestamp,
    pub completed_at: Option<Timestamp>,
}
