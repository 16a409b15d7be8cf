//! Accounts outside Florin that money is sent to.

pub mod bank_account;
pub mod external_wallet;

use crate::id::{BankAccountId, ExternalWalletId};

/// Where a withdrawal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    BankAccount(BankAccountId),
    ExternalWallet(ExternalWalletId),
}
