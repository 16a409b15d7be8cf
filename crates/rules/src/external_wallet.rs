//! External wallets: addresses whose keys are held outside Florin, to which USDC can be withdrawn.

use crate::account::Caller;
use crate::archive_status::ArchiveStatus;
use crate::change::{Change, Outcome, Row};
use crate::event::{ChangeKind, Event, EventPayload};
use crate::evm_address::EvmAddress;
use crate::id::{AccountId, AppId, EventId, ExternalWalletId};
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::world::World;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalWallet {
    pub id: ExternalWalletId,
    pub account: AccountId,
    /// Only the app that registered it sees it.
    pub app: AppId,
    pub name: String,
    pub status: ArchiveStatus,
    /// The chain that the account's USDC was on when it was registered.
    pub chain: String,
    pub address: EvmAddress,
    pub created_at: Timestamp,
    /// How many events it has had.
    pub events: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateExternalWallet {
    pub id: ExternalWalletId,
    /// The id of the event of its creation.
    pub event: EventId,
    pub name: String,
    pub chain: String,
    pub address: EvmAddress,
    /// The chain that the account's USDC is on.
    pub own_chain: String,
}

/// USDC cannot leave for another chain than the one it is on.
pub fn create(
    world: &World,
    caller: &Caller,
    new: &CreateExternalWallet,
    now: Timestamp,
) -> Result<Change, Refusal> {
    if new.chain != new.own_chain {
        return Err(Refusal::OtherChain { own: new.own_chain.clone() });
    }
    let now = world.account(caller.account)?.time(now);
    let wallet = ExternalWallet {
        id: new.id,
        account: caller.account,
        app: caller.app,
        name: new.name.clone(),
        status: ArchiveStatus::Active,
        chain: new.chain.clone(),
        address: new.address.clone(),
        created_at: now,
        events: 0,
    };
    let (wallet, rows) = happened(wallet, ChangeKind::Created, new.event, now);
    Ok(Change { outcome: Outcome::ExternalWallet(wallet), rows })
}

/// An archived wallet can still be renamed: its name is only a label.
pub fn rename(
    world: &World,
    caller: &Caller,
    id: ExternalWalletId,
    (name, event): (&str, EventId),
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?.clone();
    if known.name == name {
        return Ok(Change { outcome: Outcome::ExternalWallet(known), rows: Vec::new() });
    }
    let renamed = ExternalWallet { name: name.to_owned(), ..known };
    let now = world.account(caller.account)?.time(now);
    let (renamed, rows) = happened(renamed, ChangeKind::Updated, event, now);
    Ok(Change { outcome: Outcome::ExternalWallet(renamed), rows })
}

/// Archiving is final and repeatable.
pub fn archive(
    world: &World,
    caller: &Caller,
    id: ExternalWalletId,
    event: EventId,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?;
    let now = world.account(caller.account)?.time(now);
    let rows = match known.status {
        ArchiveStatus::Archived => Vec::new(),
        ArchiveStatus::Active => {
            let archived = ExternalWallet { status: ArchiveStatus::Archived, ..known.clone() };
            happened(archived, ChangeKind::Archived, event, now).1
        }
    };
    Ok(Change { outcome: Outcome::ArchivedWallet(id), rows })
}

/// Another account's or app's wallet is as unknown as one that never was.
pub fn visible<'a>(world: &'a World, caller: &Caller, id: ExternalWalletId) -> Option<&'a ExternalWallet> {
    let known = world.external_wallets.get(&id);
    known.filter(|known| known.account == caller.account && caller.reaches(known.app))
}

fn find<'a>(world: &'a World, caller: &Caller, id: ExternalWalletId) -> Result<&'a ExternalWallet, Refusal> {
    visible(world, caller, id).ok_or(Refusal::NotFound(Noun::ExternalWallet))
}

/// It is so from now on, and an event tells of it.
fn happened(
    wallet: ExternalWallet,
    turn: ChangeKind,
    event: EventId,
    now: Timestamp,
) -> (ExternalWallet, Vec<Row>) {
    let wallet = ExternalWallet { events: wallet.events + 1, ..wallet };
    let event = Event {
        id: event,
        account: wallet.account,
        payload: EventPayload::ExternalWalletChanged(turn, wallet.clone()),
        sequence: wallet.events,
        at: now,
    };
    let rows = vec![Row::ExternalWallet(wallet.clone()), Row::Event(event)];
    (wallet, rows)
}
