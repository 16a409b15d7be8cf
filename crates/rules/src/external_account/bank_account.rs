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

/// How the security log writes down which bank account was added. It holds no number: an email looks up as much of it
/// as pages show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoggedBankAccount<'a> {
    pub name: &'a str,
    pub rail: Rail,
    pub id: BankAccountId,
}

impl LoggedBankAccount<'_> {
    pub fn words(self) -> String {
        format!("{} ({}) {}", self.name, self.rail.name(), self.id)
    }

    /// Reads what `words` wrote.
    pub fn parse(words: &str) -> Option<LoggedBankAccount<'_>> {
        let (account, id) = words.rsplit_once(' ')?;
        let (name, rail) = account.strip_suffix(')')?.rsplit_once(" (")?;
        Some(LoggedBankAccount { name, rail: Rail::parse(rail)?, id: BankAccountId::parse(id)? })
    }
}
