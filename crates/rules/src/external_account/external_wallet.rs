//! External wallets: addresses whose keys are held outside Florin, to which USDC can be withdrawn.

use crate::account::Caller;
use crate::archive_status::ArchiveStatus;
use crate::change::Change;
use crate::evm_address::EvmAddress;
use crate::external_account::{self, external_account};
use crate::id::{AccountId, AppId, EventId, ExternalWalletId};
use crate::refusal::Refusal;
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

external_account!(ExternalWallet, ExternalWalletId, external_wallets, ExternalWalletChanged, ArchivedWallet);

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
    Ok(external_account::create(wallet, new.event, now))
}
