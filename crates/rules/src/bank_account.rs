//! Bank accounts: one rail each, details sealed, archived for good.

use crate::account::Caller;
use crate::archive_status::ArchiveStatus;
use crate::change::{Change, Outcome, Row};
use crate::event::{ChangeKind, Event, EventPayload};
use crate::id::{AccountId, AppId, BankAccountId, EventId};
use crate::named_enum;
use crate::rail::Rail;
use crate::refusal::{Noun, Refusal};
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
    let (bank_account, rows) = happened(bank_account, ChangeKind::Created, new.event, now);
    Ok(Change { outcome: Outcome::BankAccount(bank_account), rows })
}

/// An archived account can still be renamed: its name is only a label.
pub fn rename(
    world: &World,
    caller: &Caller,
    id: BankAccountId,
    (name, event): (&str, EventId),
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?.clone();
    if known.name == name {
        return Ok(Change { outcome: Outcome::BankAccount(known), rows: Vec::new() });
    }
    let renamed = BankAccount { name: name.to_owned(), ..known };
    let now = world.account(caller.account)?.time(now);
    let (renamed, rows) = happened(renamed, ChangeKind::Updated, event, now);
    Ok(Change { outcome: Outcome::BankAccount(renamed), rows })
}

/// Archiving is final and repeatable.
pub fn archive(
    world: &World,
    caller: &Caller,
    id: BankAccountId,
    event: EventId,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?;
    let now = world.account(caller.account)?.time(now);
    let rows = match known.status {
        ArchiveStatus::Archived => Vec::new(),
        ArchiveStatus::Active => {
            let archived = BankAccount { status: ArchiveStatus::Archived, ..known.clone() };
            happened(archived, ChangeKind::Archived, event, now).1
        }
    };
    Ok(Change { outcome: Outcome::Archived(id), rows })
}

/// Another account's or app's bank account is as unknown as one that never was.
pub fn visible<'a>(world: &'a World, caller: &Caller, id: BankAccountId) -> Option<&'a BankAccount> {
    let known = world.bank_accounts.get(&id);
    known.filter(|known| known.account == caller.account && caller.reaches(known.app))
}

fn find<'a>(world: &'a World, caller: &Caller, id: BankAccountId) -> Result<&'a BankAccount, Refusal> {
    visible(world, caller, id).ok_or(Refusal::NotFound(Noun::BankAccount))
}

/// It is so from now on, and an event tells of it.
fn happened(
    bank_account: BankAccount,
    turn: ChangeKind,
    event: EventId,
    now: Timestamp,
) -> (BankAccount, Vec<Row>) {
    let bank_account = BankAccount { events: bank_account.events + 1, ..bank_account };
    let event = Event {
        id: event,
        account: bank_account.account,
        payload: EventPayload::BankAccountChanged(turn, bank_account.clone()),
        sequence: bank_account.events,
        at: now,
    };
    let rows = vec![Row::BankAccount(bank_account.clone()), Row::Event(event)];
    (bank_account, rows)
}
