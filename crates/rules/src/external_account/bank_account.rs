//! Bank accounts: one rail each, details sealed, archived for good.

use crate::account::Caller;
use crate::archive_status::ArchiveStatus;
use crate::change::Change;
use crate::external_account::{self, external_account};
use crate::id::{AccountId, AppId, BankAccountId, EventId};
use crate::named_enum;
use crate::rail::Rail;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

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

external_account!(BankAccount, BankAccountId, bank_accounts, BankAccountChanged, Archived);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateBankAccount {
    pub id: BankAccountId,
    /// The id of the event of its creation.
    pub event: EventId,
    pub name: String,
    pub rail: Rail,
    pub details: Sealed,
}

pub fn create(
    world: &World,
    caller: &Caller,
    new: &CreateBankAccount,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let now = world.account(caller.account)?.time(now);
    let bank_account = BankAccount {
        id: new.id,
        account: caller.account,
        app: caller.app,
        name: new.name.clone(),
        status: ArchiveStatus::Active,
        rail: new.rail,
        details: new.details.clone(),
        created_at: now,
        events: 0,
    };
    Ok(external_account::create(bank_account, new.event, now))
}
