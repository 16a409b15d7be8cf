//! External wallets: addresses whose keys are held outside Florin, to which USDC can be withdrawn.

use crate::archive_status::ArchiveStatus;
use crate::evm_address::EvmAddress;
use crate::id::{AccountId, AppId, ExternalWalletId};
use crate::time::Timestamp;

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
