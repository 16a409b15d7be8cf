//! External wallets: addresses that somebody else holds the keys of, to which USDC can be withdrawn.

use crate::account::Caller;
use crate::change::{Change, Outcome, Row};
use crate::evm_address::EvmAddress;
use crate::id::{AccountId, AppId, ExternalWalletId};
use crate::refusal::{Noun, Refusal};
use crate::standing::Standing;
use crate::time::Timestamp;
use crate::world::World;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalWallet {
    pub id: ExternalWalletId,
    pub account: AccountId,
    /// Only the app that registered it sees it.
    pub app: AppId,
    pub name: String,
    pub status: Standing,
    /// The chain that the account's USDC was on when it was registered.
    pub chain: String,
    pub address: EvmAddress,
    pub created_at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateExternalWallet {
    pub id: ExternalWalletId,
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
    Ok(changed(ExternalWallet {
        id: new.id,
        account: caller.account,
        app: caller.app,
        name: new.name.clone(),
        status: Standing::Active,
        chain: new.chain.clone(),
        address: new.address.clone(),
        created_at: world.account(caller.account)?.time(now),
    }))
}

/// An archived wallet can still be renamed: its name is only a label.
pub fn rename(world: &World, caller: &Caller, id: ExternalWalletId, name: &str) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?;
    Ok(changed(ExternalWallet { name: name.to_owned(), ..known.clone() }))
}

/// Archiving is final and repeatable.
pub fn archive(world: &World, caller: &Caller, id: ExternalWalletId) -> Result<Change, Refusal> {
    let known = find(world, caller, id)?;
    let archived = ExternalWallet { status: Standing::Archived, ..known.clone() };
    Ok(Change { outcome: Outcome::ArchivedWallet(id), rows: vec![Row::ExternalWallet(archived)] })
}

/// Another account's or app's wallet is as unknown as one that never was.
pub fn visible<'a>(world: &'a World, caller: &Caller, id: ExternalWalletId) -> Option<&'a ExternalWallet> {
    let known = world.external_wallets.get(&id);
    known.filter(|known| known.account == caller.account && caller.reaches(known.app))
}

fn find<'a>(world: &'a World, caller: &Caller, id: ExternalWalletId) -> Result<&'a ExternalWallet, Refusal> {
    visible(world, caller, id).ok_or(Refusal::NotFound(Noun::ExternalWallet))
}

fn changed(wallet: ExternalWallet) -> Change {
    Change { outcome: Outcome::ExternalWallet(wallet.clone()), rows: vec![Row::ExternalWallet(wallet)] }
}
