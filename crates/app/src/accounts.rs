//! Accounts: balance, address on the chain, transactions, statements, and the sums of the overview.

mod overview;
mod statements;
mod transactions;

pub use overview::{DaySum, MAX_COUNTED, OVERVIEW_DAYS, Overview};
pub use statements::StatementFigures;

use std::sync::Arc;

use bytes::Bytes;
use rules::account::{Caller, Mode};
use rules::evm_address::EvmAddress;
use rules::refusal::{Noun, Refusal};
use store::Balance;

use crate::chain::ChainWorker;
use crate::platform::failure::Failure;
use crate::platform::{Platform, wire};
use statements::KnownSums;

/// What an account has: its balance, its address on the chain and its transactions.
pub struct Accounts {
    platform: Arc<Platform>,
    chain: Arc<ChainWorker>,
    known_sums: KnownSums,
}

impl Accounts {
    pub(crate) fn new(platform: Arc<Platform>, chain: Arc<ChainWorker>) -> Accounts {
        Accounts { platform, chain, known_sums: KnownSums::default() }
    }

    pub async fn balance(&self, caller: &Caller) -> Result<Bytes, Failure> {
        let balance = self.balance_of(caller).await?;
        let address = self.address_of(caller).await;
        Ok(wire::balance(&balance, self.chain_of(caller.mode), address.as_ref()).into())
    }

    pub async fn balance_of(&self, caller: &Caller) -> Result<Balance, Failure> {
        Ok(self.platform.store.balance(caller.account).await?.ok_or(Refusal::NotFound(Noun::Account))?)
    }

    /// Where the account is paid over the chain. One that cannot be had now is left out: the balance is more urgent.
    pub async fn address_of(&self, caller: &Caller) -> Option<EvmAddress> {
        if caller.mode == Mode::Test {
            return None;
        }
        match self.chain.deposit_address(caller.account).await {
            Ok(given) => given.map(|given| given.address),
            Err(failure) => {
                tracing::warn!(?failure, "deposit address not created");
                None
            }
        }
    }

    pub fn chain_of(&self, mode: Mode) -> &rails::Chain {
        rails::Chain::of(mode, &self.platform.settings.live_chain)
    }
}
