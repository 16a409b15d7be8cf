//! Registering an external wallet.

use crate::account::Caller;
use crate::archive_status::ArchiveStatus;
use crate::change::Change;
use crate::decisions::external_account::{self, external_account};
use crate::evm_address::EvmAddress;
use crate::external_account::external_wallet::ExternalWallet;
use crate::id::{EventId, ExternalWalletId};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

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
