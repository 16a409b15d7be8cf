//! Live money on a model of a chain. Only tests turn this on.

use std::sync::Arc;

use evm::Chain;

use super::crash_points::CrashPoints;
use super::{ChainKeys, ChainSettings, LiveChain};

impl LiveChain {
    /// Live money is on a model of a network, and the process may die at these moments.
    pub(crate) fn model(
        model: Arc<dyn Chain>,
        network: evm::EvmNetwork,
        keys: ChainKeys,
        settings: ChainSettings,
        crash_points: CrashPoints,
    ) -> LiveChain {
        LiveChain::on(model, network, keys, settings, crash_points)
    }
}
