//! Authorizations to pay, which the token uses at most once, and the relay transactions of the gas account that bring
//! them there. A payment has one authorization for ever; an authorization may have many relay transactions.

use crate::chain::Hash;
use crate::evm_address::EvmAddress;
use crate::id::{AccountId, SweepId, TransactionId};
use crate::money::Amount;
use crate::named_enum;
use crate::time::Timestamp;

/// How long an authorization is good, by the chain's clock.
pub const VALID_SECONDS: i64 = 24 * 3600;

/// So long before its end nothing new is begun to relay it.
pub const MARGIN_SECONDS: i64 = 1800;

/// What an authorization is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChainPayment {
    Withdrawal(AccountId, TransactionId),
    /// A deposit address is emptied into the treasury.
    Sweep(SweepId),
}

impl ChainPayment {
    /// The authorization's nonce is made of this.
    pub fn id(self) -> String {
        match self {
            ChainPayment::Withdrawal(_, id) => id.to_string(),
            ChainPayment::Sweep(id) => id.to_string(),
        }
    }

    pub fn parse(account: Option<AccountId>, id: &str) -> Option<ChainPayment> {
        match account {
            Some(account) => Some(ChainPayment::Withdrawal(account, TransactionId::parse(id)?)),
            None => Some(ChainPayment::Sweep(SweepId::parse(id)?)),
        }
    }

    pub const fn account(self) -> Option<AccountId> {
        match self {
            ChainPayment::Withdrawal(account, _) => Some(account),
            ChainPayment::Sweep(_) => None,
        }
    }
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum AuthorizationEnd {
        /// The money has moved.
        Used = "used",
        /// It was taken back on the chain.
        Cancelled = "cancelled",
        /// Its time was over before it was used.
        Expired = "expired",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authorization {
    pub nonce: Hash,
    pub payment: ChainPayment,
    pub from: EvmAddress,
    pub to: EvmAddress,
    pub amount: Amount,
    /// Blocks of this time or later can never hold it.
    pub valid_before: Timestamp,
    /// The call that uses it, signed.
    pub call: Vec<u8>,
    pub created_at: Timestamp,
    pub end: Option<AuthorizationEnd>,
    pub ended_at: Option<Timestamp>,
    /// The transaction that used it.
    pub transaction: Option<Hash>,
}

impl Authorization {
    pub(crate) fn ended(
        &self,
        end: AuthorizationEnd,
        transaction: Option<Hash>,
        now: Timestamp,
    ) -> Authorization {
        Authorization { end: Some(end), ended_at: Some(now), transaction, ..self.clone() }
    }
}

/// A transaction of the gas account, as it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelayTransaction {
    pub hash: Hash,
    /// The authorization that it relays.
    pub authorization: Hash,
    pub nonce: i64,
    /// In wei for each unit of gas.
    pub max_fee: i64,
    pub tip: i64,
    pub gas_limit: i64,
    pub raw: Vec<u8>,
    pub created_at: Timestamp,
}
