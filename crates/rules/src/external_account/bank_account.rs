//! Bank accounts: one rail each, details sealed, archived for good.

use crate::archive_status::ArchiveStatus;
use crate::id::{AccountId, AppId, BankAccountId};
use crate::named_enum;
use crate::rail::Rail;
use crate::time::Timestamp;

named_enum! {
    /// Who holds a bank account.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum HolderType {
        Business = "business",
        Individual = "individual",
    }
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum BankAccountType {
        Checking = "checking",
        Savings = "savings",
    }
}

/// Encrypted bytes that only the vault can open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed(pub Vec<u8>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BankAccount {
    pub id: BankAccountId,
    pub account: AccountId,
    /// Only the app that registered it sees it.
    pub app: AppId,
    pub name: String,
    pub status: ArchiveStatus,
    pub rail: Rail,
    /// The rail object as JSON, sealed to this row.
    pub details: Sealed,
    pub created_at: Timestamp,
    /// How many events it has had.
    pub events: i64,
}
