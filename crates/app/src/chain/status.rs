//! The state of the chain, as operators see it.

use rules::chain::{ChainNetwork, DepositAddress};
use rules::freeze::Freeze;
use rules::money::Amount;
use rules::time::Timestamp;
use store::OnChain;

use super::handshake::known_block;
use super::reconciliation::in_words;
use super::{LiveChain, Pause, StaysStopped, convert};
use crate::chain::ChainWorker;

/// Everything at one glance.
#[derive(Clone, Debug)]
pub struct ChainStatus {
    pub network: ChainNetwork,
    pub books: OnChain,
    /// The last final block, if the nodes could tell.
    pub head: Result<u64, String>,
    /// What the gas account has, in wei.
    pub gas: Result<evm::U256, String>,
    /// What a unit of gas costs now, in wei.
    pub gas_price: Result<u128, String>,
    /// How many authorizations are open, and since when the oldest.
    pub open: i64,
    pub oldest: Option<Timestamp>,
    /// What is not as it should be.
    pub differences: Result<Vec<String>, String>,
    /// The stops in force.
    pub stops: Vec<Freeze>,
}

impl ChainWorker {
    /// None where live money is on no chain, or the network was never met.
    pub async fn chain_status(&self) -> Result<Option<ChainStatus>, crate::platform::failure::Failure> {
        let Some(chain) = &self.live else { return Ok(None) };
        let (Some(network), Some(books)) =
            (self.platform.store.network().await?, self.platform.store.on_chain().await?)
        else {
            return Ok(None);
        };
        let (open, oldest) = self.platform.store.open_authorizations().await?;
        let head = chain.nodes.finalized(Some(known_block(&network))).await;
        let gas = chain.nodes.gas_balance(chain.gas.address()).await;
        let gas_price = chain.nodes.fees().await.map(|fees| fees.base_fee + fees.tip);
        let differences = self.differences(chain).await;
        Ok(Some(ChainStatus {
            network,
            books,
            head: head.map(|head| head.number).map_err(|trouble| trouble.to_string()),
            gas: gas.map_err(|trouble| trouble.to_string()),
            gas_price: gas_price.map_err(|trouble| trouble.to_string()),
            open,
            oldest,
            differences: differences.map(in_words).map_err(|pause| pause.to_string()),
            stops: self.platform.store.open_freezes().await?,
        }))
    }

    /// All that were ever given, by their keys.
    pub async fn deposit_addresses(
        &self,
        from: i64,
        limit: usize,
    ) -> Result<Vec<DepositAddress>, crate::platform::failure::Failure> {
        Ok(self.platform.store.deposit_addresses(from, limit).await?)
    }

    /// Authorizes a sweep of every deposit address that holds this much; the server carries them out.
    pub async fn sweep_now(&self, least: Amount) -> Result<(), StaysStopped> {
        let Some(chain) = &self.live else { return Ok(()) };
        let _turn = chain.turn.lock().await;
        self.verified_network(chain).await?;
        Ok(self.authorize_sweeps(chain, least).await?)
    }

    /// Gauges for the operator's alarms.
    pub(super) async fn show_chain(&self, chain: &LiveChain) {
        let Ok(Some(network)) = self.platform.store.network().await else { return };
        let now = self.platform.clock.now();
        metrics::gauge!("florin_chain_block").set(network.last.number as f64);
        // Known without any node, so that it also grows while none answers.
        metrics::gauge!("florin_chain_block_age_seconds").set(now.seconds_after(network.last.at) as f64);
        if let Ok((open, oldest)) = self.platform.store.open_authorizations().await {
            let age = oldest.map_or(0, |since| now.seconds_after(since));
            metrics::gauge!("florin_chain_unconfirmed").set(open as f64);
            metrics::gauge!("florin_chain_oldest_unconfirmed_seconds").set(age as f64);
        }
        if let Ok(head) = chain.nodes.finalized(None).await {
            let behind = convert::number(head.number) - network.last.number;
            metrics::gauge!("florin_chain_blocks_behind").set(behind.max(0) as f64);
        }
        if let Ok(gas) = chain.nodes.gas_balance(chain.gas.address()).await {
            metrics::gauge!("florin_chain_gas_wei").set(f64::from(gas));
        }
    }
}

impl std::fmt::Display for Pause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Pause::Nodes(trouble) => trouble.fmt(f),
            Pause::Unfit(_, words) => f.write_str(words),
            Pause::Failure(failure) => failure.fmt(f),
        }
    }
}
