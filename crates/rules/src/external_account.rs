//! Accounts outside Florin that money is sent to.

pub mod bank_account;
pub mod external_wallet;

use std::fmt;

use crate::id::{BankAccountId, ExternalWalletId};

/// Where a withdrawal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    BankAccount(BankAccountId),
    ExternalWallet(ExternalWalletId),
}

impl Destination {
    pub fn parse(id: &str) -> Option<Destination> {
        let bank_account = BankAccountId::parse(id).map(Destination::BankAccount);
        bank_account.or_else(|| ExternalWalletId::parse(id).map(Destination::ExternalWallet))
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Destination::BankAccount(id) => id.fmt(f),
            Destination::ExternalWallet(id) => id.fmt(f),
        }
    }
}
