//! The ledger: transfers of whole micro-units from one account to another.
//!
//! A transfer has one debit and one credit side, so half an entry cannot be written down, and it is never changed.
//! Its operation id is unique and names the intent, so that one intent can move money once.

use std::fmt;

use crate::account::Mode;
use crate::id::{AccountId, TransactionId};
use crate::money::Amount;
use crate::time::Timestamp;

/// The name of a ledger account: whose, and which of theirs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LedgerAccountId(String);

impl LedgerAccountId {
    /// What the owner can spend.
    pub fn available(owner: AccountId) -> LedgerAccountId {
        LedgerAccountId(format!("{owner}:available"))
    }

    /// What the owner has promised and not yet paid.
    pub fn held(owner: AccountId) -> LedgerAccountId {
        LedgerAccountId(format!("{owner}:held"))
    }

    /// Everything outside that came or went over the chain. It may be below zero: that much is inside.
    pub fn world_chain(mode: Mode) -> LedgerAccountId {
        LedgerAccountId(format!("{}:world:chain", mode.name()))
    }
}

impl fmt::Display for LedgerAccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A new ledger account; it starts at zero, and only transfers move its balance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerAccount {
    pub id: LedgerAccountId,
    pub mode: Mode,
    pub owner: Option<AccountId>,
    pub updated_at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    pub operation: String,
    pub debit: LedgerAccountId,
    pub credit: LedgerAccountId,
    pub amount: Amount,
    pub created_at: Timestamp,
}

/// The operation id of one step of a transaction.
pub fn operation(transaction: TransactionId, step: &str) -> String {
    format!("{transaction}:{step}")
}
