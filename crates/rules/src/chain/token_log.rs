//! What the token's log says about us. Pure: which addresses and authorizations are ours is given.

use std::collections::HashMap;

use super::Hash;
use crate::evm_address::EvmAddress;
use crate::id::AccountId;
use crate::money::Amount;

/// One entry of the token's own log, in the order of the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    pub transaction: Hash,
    /// Its place among the token's entries of that transaction, which no reorganization changes.
    pub ordinal: u32,
    pub meaning: LogMeaning,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogMeaning {
    /// The amount is none if it is more than can be counted.
    Moved {
        from: EvmAddress,
        to: EvmAddress,
        amount: Option<Amount>,
    },
    Used {
        by: EvmAddress,
        nonce: Hash,
    },
    Cancelled {
        by: EvmAddress,
        nonce: Hash,
    },
}

/// What an entry may be about, if it is about us.
#[derive(Default, Debug)]
pub struct WatchList {
    pub treasury: Option<EvmAddress>,
    pub addresses: HashMap<EvmAddress, AccountId>,
    /// From, to and how much was authorized.
    pub authorizations: HashMap<Hash, (EvmAddress, EvmAddress, Amount)>,
}

impl WatchList {
    fn has(&self, address: &EvmAddress) -> bool {
        self.treasury.as_ref() == Some(address) || self.addresses.contains_key(address)
    }
}

/// What an entry means for the books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogReading {
    /// Money came to one of the deposit addresses.
    Came { transaction: Hash, ordinal: u32, account: AccountId, address: EvmAddress, amount: Amount },
    /// Money came to the treasury from outside.
    CameToTreasury { amount: Amount },
    /// An authorization of ours was kept.
    Kept { nonce: Hash, transaction: Hash },
    /// An authorization of ours can never be kept.
    Withdrawn { nonce: Hash },
    /// Our keys, or our money, did what we did not ask for, or what cannot be counted: an operator must look.
    Strange(String),
}

/// The readings of all entries, which are all entries of some blocks. What is moved by an authorization is part of
/// keeping it: it is not told of twice, except to the receiver, if that is one of us.
pub fn read(logged: &[LogEntry], ours: &WatchList) -> Vec<LogReading> {
    let mut readings = Vec::new();
    // Authorizations that were used and whose money was not seen to move yet, with their transactions.
    let mut open: Vec<(Hash, Hash)> = Vec::new();
    for LogEntry { transaction, meaning, .. } in logged {
        match meaning {
            LogMeaning::Used { by, nonce } if ours.has(by) && ours.authorizations.contains_key(nonce) => {
                open.push((*transaction, *nonce));
            }
            LogMeaning::Used { by, nonce } if ours.has(by) => readings.push(LogReading::Strange(format!(
                "{by} used an authorization that is not in the books, {nonce}, in transaction {transaction}"
            ))),
            LogMeaning::Cancelled { by, nonce } if ours.has(by) => readings.push(cancelled(by, *nonce, ours)),
            LogMeaning::Used { .. } | LogMeaning::Cancelled { .. } | LogMeaning::Moved { .. } => {}
        }
    }
    for entry in logged {
        let LogMeaning::Moved { from, to, amount } = &entry.meaning else { continue };
        // Any account can have zero moved from any other, to appear in a user's list.
        if *amount == Some(Amount::ZERO) {
            continue;
        }
        if ours.has(from) {
            readings.push(left(entry, from, to, *amount, ours, &mut open));
        }
        if ours.has(to) {
            readings.extend(came(entry, from, to, *amount, ours));
        }
    }
    readings.extend(open.into_iter().map(|(transaction, nonce)| {
        LogReading::Strange(format!(
            "authorization {nonce} was used in transaction {transaction}, but no money moved"
        ))
    }));
    readings
}

fn cancelled(by: &EvmAddress, nonce: Hash, ours: &WatchList) -> LogReading {
    match ours.authorizations.contains_key(&nonce) {
        true => LogReading::Withdrawn { nonce },
        false => {
            LogReading::Strange(format!("{by} cancelled an authorization that is not in the books, {nonce}"))
        }
    }
}

fn left(
    entry: &LogEntry,
    from: &EvmAddress,
    to: &EvmAddress,
    amount: Option<Amount>,
    ours: &WatchList,
    open: &mut Vec<(Hash, Hash)>,
) -> LogReading {
    let is_this = |(transaction, nonce): &(Hash, Hash)| {
        let (by, payee, authorized) = &ours.authorizations[nonce];
        *transaction == entry.transaction && by == from && payee == to && Some(*authorized) == amount
    };
    match open.iter().position(is_this) {
        Some(place) => {
            let (transaction, nonce) = open.remove(place);
            LogReading::Kept { nonce, transaction }
        }
        None => {
            let amount =
                amount.map_or("an amount too large to count".to_owned(), |amount| format!("{amount} USDC"));
            let transaction = entry.transaction;
            LogReading::Strange(format!(
                "{amount} left {from} for {to} in transaction {transaction}, which is not in the books"
            ))
        }
    }
}

fn came(
    entry: &LogEntry,
    from: &EvmAddress,
    to: &EvmAddress,
    amount: Option<Amount>,
    ours: &WatchList,
) -> Option<LogReading> {
    let LogEntry { transaction, ordinal, .. } = *entry;
    let Some(amount) = amount else {
        let words = format!("{to} received an amount too large to count in transaction {transaction}");
        return Some(LogReading::Strange(words));
    };
    match ours.addresses.get(to) {
        Some(account) => {
            let (account, address) = (*account, to.clone());
            Some(LogReading::Came { transaction, ordinal, account, address, amount })
        }
        // What was swept there was ours before.
        None if ours.has(from) => None,
        None => Some(LogReading::CameToTreasury { amount }),
    }
}
