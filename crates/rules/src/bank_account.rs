//! Bank accounts: one rail each, details sealed, archived for good.

use crate::account::Caller;
use crate::change::{Change, Outcome, Row};
use crate::id::{AccountId, AppId, BankAccountId};
use crate::rail::Rail;
use crate::refusal::{Noun, Refusal};
use crate::standing::Standing;
use crate::time::Timestamp;
use crate::world::World;

/// Who holds a bank account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HolderType {
    Business,
    Individual,
}

impl HolderType {
    pub const ALL: [HolderType; 2] = [HolderType::Business, HolderType::Individual];

    pub const fn name(self) -> &'static str {
        match self {
            HolderType::Business => "business",
            HolderType::Individual => "individual",
        }
    }

    pub fn parse(name: &str) -> Option<HolderType> {
        HolderType::ALL.into_iter().find(|holder| holder.name() == name)
    }

    /// Says which owner names are missing or out of place: each with its field and what to do.
    pub fn check_names(self, has: impl Fn(&str) -> bool) -> Vec<(&'static str, &'static str)> {
        const NAMES: [&str; 3] = ["owner_business_name", "owner_first_name", "owner_last_name"];
        let rule = |field: &'static str| -> Option<(&'static str, &'static str)> {
            let belongs = (self == HolderType::Business) == (field == "owner_business_name");
            match (belongs, has(field)) {
                (true, true) | (false, false) => None,
                (true, false) => Some((field, "is required for this bank_account_holder_type")),
                (false, true) => {
                    Some((field, "does not belong to this bank_account_holder_type: leave it out"))
                }
            }
        };
        NAMES.into_iter().filter_map(rule).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BankAccountType {
    Checking,
    Savings,
}

impl BankAccountType {
    pub const NAMES: [&str; 2] = ["checking", "savings"];
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
    pub status: Standing,
    pub rail: Rail,
    /// The rail object as JSON, sealed to this row.
    pub details: Sealed,
    pub created_at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateBankAccount {
    pub id: BankAccountId,
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
    Ok(changed(BankAccount {
        id: new.id,
        account: caller.account,
        app: caller.app,
        name: new.name.clone(),
        status: Standing::Active,
        rail: new.rail,
        details: new.details.clone(),
        created_at: world.account(caller.account)?.time(now),
    }))
}

/// An archived account can still be renamed: its name is only a label.
pub fn rename(world: &World, caller: &Caller, id: BankAccountId, name: &str) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?;
    Ok(changed(BankAccount { name: name.to_owned(), ..known.clone() }))
}

/// Archiving is final and repeatable.
pub fn archive(world: &World, caller: &Caller, id: BankAccountId) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?;
    let archived = BankAccount { status: Standing::Archived, ..known.clone() };
    Ok(Change { outcome: Outcome::Archived(id), rows: vec![Row::BankAccount(archived)] })
}

/// Another account's or app's bank account is as unknown as one that never was.
pub fn visible<'a>(world: &'a World, caller: &Caller, id: BankAccountId) -> Option<&'a BankAccount> {
    let known = world.bank_accounts.get(&id);
    known.filter(|known| known.account == caller.account && caller.reaches(known.app))
}

fn find<'a>(world: &'a World, caller: &Caller, id: BankAccountId) -> Result<&'a BankAccount, Refusal> {
    visible(world, caller, id).ok_or(Refusal::NotFound(Noun::BankAccount))
}

fn changed(bank_account: BankAccount) -> Change {
    Change { outcome: Outcome::BankAccount(bank_account.clone()), rows: vec![Row::BankAccount(bank_account)] }
}
