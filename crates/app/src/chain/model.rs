//! A model of a chain behind a pointer, so that a simulation can bring its own. Only tests turn this on.

use std::ops::RangeInclusive;
use std::pin::Pin;
use std::sync::Arc;

use evm::{
    Address, B256, Broadcast, Bytes, Call, Chain, Foretold, Head, Known, MarketFees, NonceAt, Scan,
    TokenIdentity, Trouble, U256, Unfit,
};

use super::line::Line;
use super::moments::Moments;
use super::{ChainKeys, ChainSettings};
use crate::App;

type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Everything that can be asked of a chain, in a form that can be pointed to.
pub(crate) trait Model: Send + Sync {
    fn verify(&self) -> Answer<'_, Result<TokenIdentity, Unfit>>;
    fn token_identity(&self) -> Answer<'_, Result<TokenIdentity, Unfit>>;
    fn finalized(&self, known: Option<Known>) -> Answer<'_, Result<Head, Trouble>>;
    fn scan(&self, blocks: RangeInclusive<u64>) -> Answer<'_, Result<Scan, Trouble>>;
    fn token_balances<'a>(
        &'a self,
        owners: &'a [Address],
        at: B256,
    ) -> Answer<'a, Result<Vec<U256>, Trouble>>;
    fn authorization_state(&self, by: Address, nonce: B256, at: B256) -> Answer<'_, Result<bool, Trouble>>;
    fn gas_balance(&self, owner: Address) -> Answer<'_, Result<U256, Trouble>>;
    fn gas_nonce(&self, owner: Address, at: NonceAt) -> Answer<'_, Result<u64, Trouble>>;
    fn fees(&self) -> Answer<'_, Result<MarketFees, Trouble>>;
    fn send_raw<'a>(&'a self, raw: &'a Bytes) -> Answer<'a, Broadcast>;
    fn simulate<'a>(&'a self, call: &'a Call) -> Answer<'a, Result<Foretold, Trouble>>;
}

impl<C: Chain> Model for C {
    fn verify(&self) -> Answer<'_, Result<TokenIdentity, Unfit>> {
        Box::pin(Chain::verify(self))
    }

    fn token_identity(&self) -> Answer<'_, Result<TokenIdentity, Unfit>> {
        Box::pin(Chain::token_identity(self))
    }

    fn finalized(&self, known: Option<Known>) -> Answer<'_, Result<Head, Trouble>> {
        Box::pin(Chain::finalized(self, known))
    }

    fn scan(&self, blocks: RangeInclusive<u64>) -> Answer<'_, Result<Scan, Trouble>> {
        Box::pin(Chain::scan(self, blocks))
    }

    fn token_balances<'a>(
        &'a self,
        owners: &'a [Address],
        at: B256,
    ) -> Answer<'a, Result<Vec<U256>, Trouble>> {
        Box::pin(Chain::token_balances(self, owners, at))
    }

    fn authorization_state(&self, by: Address, nonce: B256, at: B256) -> Answer<'_, Result<bool, Trouble>> {
        Box::pin(Chain::authorization_state(self, by, nonce, at))
    }

    fn gas_balance(&self, owner: Address) -> Answer<'_, Result<U256, Trouble>> {
        Box::pin(Chain::gas_balance(self, owner))
    }

    fn gas_nonce(&self, owner: Address, at: NonceAt) -> Answer<'_, Result<u64, Trouble>> {
        Box::pin(Chain::gas_nonce(self, owner, at))
    }

    fn fees(&self) -> Answer<'_, Result<MarketFees, Trouble>> {
        Box::pin(Chain::fees(self))
    }

    fn send_raw<'a>(&'a self, raw: &'a Bytes) -> Answer<'a, Broadcast> {
        Box::pin(Chain::send_raw(self, raw))
    }

    fn simulate<'a>(&'a self, call: &'a Call) -> Answer<'a, Result<Foretold, Trouble>> {
        Box::pin(Chain::simulate(self, call))
    }
}

impl App {
    /// Live money is on a model of a network from now on, and the process may die at these moments.
    pub fn with_model_chain(
        self,
        model: Arc<impl Chain + 'static>,
        network: evm::Network,
        keys: ChainKeys,
        settings: ChainSettings,
        moments: Moments,
    ) -> App {
        self.on_line(Line::Model(model), network, keys, settings, moments)
    }
}
