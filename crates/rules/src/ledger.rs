//! The ledger: transfers of whole micro-units from one account to another.
//!
//! A transfer has one debit and one credit side, so half an entry cannot be written down, and it is never changed.
//! Its operation is unique and names the intent, so that one intent can move money once.

use std::fmt;

use crate::account::Mode;
use crate::id::{AccountId, PayoutId, RailNoticeId, TransactionId};
use crate::money::Amount;
use crate::rail::Rail;
use crate::time::Timestamp;

/// The name of a ledger account: whose, and which of theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum LedgerAccountId {
    /// What the owner can spend.
    Available(AccountId),
    /// Reserved for pending payouts and withdrawals.
    Held(AccountId),
    /// Everything outside that came or went over the chain. It may be below zero: that much is inside.
    WorldChain(Mode),
    /// The same for one bank rail, in what it is worth.
    WorldBank(Mode, Rail),
    /// What was charged.
    Fees(Mode),
    /// What was left of the last cent.
    Rounding(Mode),
    /// Money that came in without a known owner yet.
    Suspense(Mode),
}

impl LedgerAccountId {
    pub const fn kind(self) -> &'static str {
        match self {
            LedgerAccountId::Available(_) => "available",
            LedgerAccountId::Held(_) => "held",
            LedgerAccountId::WorldChain(_) | LedgerAccountId::WorldBank(..) => "world",
            LedgerAccountId::Fees(_) => "fees",
            LedgerAccountId::Rounding(_) => "rounding",
            LedgerAccountId::Suspense(_) => "suspense",
        }
    }
}

impl fmt::Display for LedgerAccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerAccountId::Available(owner) => write!(f, "{owner}:available"),
            LedgerAccountId::Held(owner) => write!(f, "{owner}:held"),
            LedgerAccountId::WorldChain(mode) => write!(f, "{}:world:chain", mode.name()),
            LedgerAccountId::WorldBank(mode, rail) => {
                write!(f, "{}:world:bank:{}", mode.name(), rail.payment_rail())
            }
            LedgerAccountId::Fees(mode)
            | LedgerAccountId::Rounding(mode)
            | LedgerAccountId::Suspense(mode) => {
                write!(f, "{}:{}", mode.name(), self.kind())
            }
        }
    }
}

/// A new ledger account of a user; it starts at zero, and only transfers move its balance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerAccount {
    pub id: LedgerAccountId,
    pub mode: Mode,
    pub owner: AccountId,
    pub updated_at: Timestamp,
}

/// What a new account can keep money in.
pub fn accounts_of(owner: AccountId, mode: Mode, now: Timestamp) -> [LedgerAccount; 2] {
    [LedgerAccountId::Available(owner), LedgerAccountId::Held(owner)].map(|id| LedgerAccount {
        id,
        mode,
        owner,
        updated_at: now,
    })
}

/// The one intent a transfer serves. Whatever competes for the same money has the same operation: claim, cancellation,
/// expiry and failure of an item all resolve it, and only one of them ever can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Operation {
    /// Money came from outside.
    Credit(TransactionId),
    /// A payout set its total aside.
    Hold(PayoutId),
    /// A withdrawal set its amount aside.
    HoldWithdrawal(TransactionId),
    /// A payout item went to its recipient, or back; a withdrawal went out, or back.
    Resolve(TransactionId),
    /// What a deposit or a withdrawal costs.
    Fee(TransactionId),
    /// What was left of the last cent of a withdrawal.
    Rounding(TransactionId),
    /// A withdrawal came back from the bank, with all that it had cost.
    Return(TransactionId),
    ReturnFee(TransactionId),
    ReturnRounding(TransactionId),
    /// Money came in without a known owner.
    Park(RailNoticeId),
    /// It was found out whose it is.
    Unpark(RailNoticeId),
}

impl Operation {
    pub const fn step(self) -> &'static str {
        match self {
            Operation::Credit(_) => "credit",
            Operation::Hold(_) | Operation::HoldWithdrawal(_) => "hold",
            Operation::Resolve(_) => "resolve",
            Operation::Fee(_) => "fee",
            Operation::Rounding(_) => "rounding",
            Operation::Return(_) => "return",
            Operation::ReturnFee(_) => "return_fee",
            Operation::ReturnRounding(_) => "return_rounding",
            Operation::Park(_) => "park",
            Operation::Unpark(_) => "unpark",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Credit(id)
            | Operation::HoldWithdrawal(id)
            | Operation::Resolve(id)
            | Operation::Fee(id)
            | Operation::Rounding(id)
            | Operation::Return(id)
            | Operation::ReturnFee(id)
            | Operation::ReturnRounding(id) => write!(f, "{id}:{}", self.step()),
            Operation::Hold(id) => write!(f, "{id}:{}", self.step()),
            Operation::Park(id) | Operation::Unpark(id) => write!(f, "{id}:{}", self.step()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    pub operation: Operation,
    pub debit: LedgerAccountId,
    pub credit: LedgerAccountId,
    pub amount: Amount,
    /// In real time: the two sides may be test accounts with clocks of their own.
    pub created_at: Timestamp,
}
