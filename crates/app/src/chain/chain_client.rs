//! What the worker reads from: the nodes, or in a simulation a model of the chain. A release knows only nodes.

use std::ops::RangeInclusive;

use evm::{
    Address, B256, Broadcast, Bytes, Chain, ChainError, ContractCall, DryRun, Head, KnownBlock, MarketFees,
    NetworkMismatch, Nodes, NonceAt, Scan, TokenIdentity, U256,
};

pub(crate) enum ChainClient {
    Nodes(Nodes),
    #[cfg(feature = "simulated")]
    Model(std::sync::Arc<dyn super::chain_model::Model>),
}

impl Chain for ChainClient {
    async fn verify(&self) -> Result<TokenIdentity, NetworkMismatch> {
        match self {
            ChainClient::Nodes(nodes) => nodes.verify().await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.verify().await,
        }
    }

    async fn token_identity(&self) -> Result<TokenIdentity, NetworkMismatch> {
        match self {
            ChainClient::Nodes(nodes) => nodes.token_identity().await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.token_identity().await,
        }
    }

    async fn finalized(&self, known: Option<KnownBlock>) -> Result<Head, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.finalized(known).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.finalized(known).await,
        }
    }

    async fn scan(&self, blocks: RangeInclusive<u64>) -> Result<Scan, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.scan(blocks).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.scan(blocks).await,
        }
    }

    async fn token_balances(&self, owners: &[Address], at: B256) -> Result<Vec<U256>, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.token_balances(owners, at).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.token_balances(owners, at).await,
        }
    }

    async fn authorization_state(
        &self,
        authorizer: Address,
        nonce: B256,
        at: B256,
    ) -> Result<bool, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.authorization_state(authorizer, nonce, at).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.authorization_state(authorizer, nonce, at).await,
        }
    }

    async fn gas_balance(&self, owner: Address) -> Result<U256, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.gas_balance(owner).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.gas_balance(owner).await,
        }
    }

    async fn gas_nonce(&self, owner: Address, at: NonceAt) -> Result<u64, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.gas_nonce(owner, at).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.gas_nonce(owner, at).await,
        }
    }

    async fn fees(&self) -> Result<MarketFees, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.fees().await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.fees().await,
        }
    }

    async fn send_raw(&self, raw: &Bytes) -> Broadcast {
        match self {
            ChainClient::Nodes(nodes) => nodes.send_raw(raw).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.send_raw(raw).await,
        }
    }

    async fn simulate(&self, call: &ContractCall) -> Result<DryRun, ChainError> {
        match self {
            ChainClient::Nodes(nodes) => nodes.simulate(call).await,
            #[cfg(feature = "simulated")]
            ChainClient::Model(model) => model.simulate(call).await,
        }
    }
}
