//! Whom the worker asks: the nodes, or in a simulation a model of the chain. A release knows only nodes.

use std::ops::RangeInclusive;

use evm::{
    Address, B256, Broadcast, Bytes, Call, Chain, Foretold, Head, Known, MarketFees, Nodes, NonceAt, Scan,
    TokenIdentity, Trouble, U256, Unfit,
};

pub(crate) enum Line {
    Nodes(Nodes),
    #[cfg(feature = "simulated")]
    Model(std::sync::Arc<dyn super::model::Model>),
}

impl Chain for Line {
    async fn verify(&self) -> Result<TokenIdentity, Unfit> {
        match self {
            Line::Nodes(nodes) => nodes.verify().await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.verify().await,
        }
    }

    async fn token_identity(&self) -> Result<TokenIdentity, Unfit> {
        match self {
            Line::Nodes(nodes) => nodes.token_identity().await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.token_identity().await,
        }
    }

    async fn finalized(&self, known: Option<Known>) -> Result<Head, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.finalized(known).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.finalized(known).await,
        }
    }

    async fn scan(&self, blocks: RangeInclusive<u64>) -> Result<Scan, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.scan(blocks).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.scan(blocks).await,
        }
    }

    async fn token_balances(&self, owners: &[Address], at: B256) -> Result<Vec<U256>, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.token_balances(owners, at).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.token_balances(owners, at).await,
        }
    }

    async fn authorization_state(&self, authorizer: Address, nonce: B256, at: B256) -> Result<bool, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.authorization_state(authorizer, nonce, at).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.authorization_state(authorizer, nonce, at).await,
        }
    }

    async fn gas_balance(&self, owner: Address) -> Result<U256, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.gas_balance(owner).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.gas_balance(owner).await,
        }
    }

    async fn gas_nonce(&self, owner: Address, at: NonceAt) -> Result<u64, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.gas_nonce(owner, at).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.gas_nonce(owner, at).await,
        }
    }

    async fn fees(&self) -> Result<MarketFees, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.fees().await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.fees().await,
        }
    }

    async fn send_raw(&self, raw: &Bytes) -> Broadcast {
        match self {
            Line::Nodes(nodes) => nodes.send_raw(raw).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.send_raw(raw).await,
        }
    }

    async fn simulate(&self, call: &Call) -> Result<Foretold, Trouble> {
        match self {
            Line::Nodes(nodes) => nodes.simulate(call).await,
            #[cfg(feature = "simulated")]
            Line::Model(model) => model.simulate(call).await,
        }
    }
}
