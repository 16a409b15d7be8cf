//! Live money on a model of a chain. Only tests turn this on.

use std::sync::Arc;

use evm::Chain;

use super::chain_client::ChainClient;
use super::crash_points::CrashPoints;
use super::{ChainKeys, ChainSettings, LiveChain};

impl LiveChain {
    /// Live money is on a model of a network, and the process may die at these moments.
    pub(crate) fn model(
        model: Arc<impl Chain + 'static>,
        network: evm::EvmNetwork,
        keys: ChainKeys,
        settings: ChainSettings,
        crash_points: CrashPoints,
    ) -> LiveChain {
        LiveChain::on(ChainClient::Model(model), network, keys, settings, crash_points)
    }
}
