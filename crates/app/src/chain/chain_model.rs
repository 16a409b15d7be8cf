//! A model of a chain behind a pointer, so that a simulation can bring its own. Only tests turn this on.

use std::ops::RangeInclusive;
use std::pin::Pin;

use evm::{
    Address, B256, Broadcast, Bytes, Chain, ChainError, ContractCall, DryRun, Head, KnownBlock, MarketFees,
    NetworkMismatch, NonceAt, Scan, TokenIdentity, U256,
};

type ChainFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Everything that can be asked of a chain, in a form that can be pointed to.
pub(crate) trait Model: Send + Sync {
    fn verify(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>>;
    fn token_identity(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>>;
    fn finalized(&self, known: Option<KnownBlock>) -> ChainFuture<'_, Result<Head, ChainError>>;
    fn scan(&self, blocks: RangeInclusive<u64>) -> ChainFuture<'_, Result<Scan, ChainError>>;
    fn token_balances<'a>(
        &'a self,
        owners: &'a [Address],
        at: B256,
    ) -> ChainFuture<'a, Result<Vec<U256>, ChainError>>;
    fn authorization_state(
        &self,
        by: Address,
        nonce: B256,
        at: B256,
    ) -> ChainFuture<'_, Result<bool, ChainError>>;
    fn gas_balance(&self, owner: Address) -> ChainFuture<'_, Result<U256, ChainError>>;
    fn gas_nonce(&self, owner: Address, at: NonceAt) -> ChainFuture<'_, Result<u64, ChainError>>;
    fn fees(&self) -> ChainFuture<'_, Result<MarketFees, ChainError>>;
    fn send_raw<'a>(&'a self, raw: &'a Bytes) -> ChainFuture<'a, Broadcast>;
    fn simulate<'a>(&'a self, call: &'a ContractCall) -> ChainFuture<'a, Result<DryRun, ChainError>>;
}

impl<C: Chain> Model for C {
    fn verify(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>> {
        Box::pin(Chain::verify(self))
    }

    fn token_identity(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>> {
        Box::pin(Chain::token_identity(self))
    }

    fn finalized(&self, known: Option<KnownBlock>) -> ChainFuture<'_, Result<Head, ChainError>> {
        Box::pin(Chain::finalized(self, known))
    }

    fn scan(&self, blocks: RangeInclusive<u64>) -> ChainFuture<'_, Result<Scan, ChainError>> {
        Box::pin(Chain::scan(self, blocks))
    }

    fn token_balances<'a>(
        &'a self,
        owners: &'a [Address],
        at: B256,
    ) -> ChainFuture<'a, Result<Vec<U256>, ChainError>> {
        Box::pin(Chain::token_balances(self, owners, at))
    }

    fn authorization_state(
        &self,
        by: Address,
        nonce: B256,
        at: B256,
    ) -> ChainFuture<'_, Result<bool, ChainError>> {
        Box::pin(Chain::authorization_state(self, by, nonce, at))
    }

    fn gas_balance(&self, owner: Address) -> ChainFuture<'_, Result<U256, ChainError>> {
        Box::pin(Chain::gas_balance(self, owner))
    }

    fn gas_nonce(&self, owner: Address, at: NonceAt) -> ChainFuture<'_, Result<u64, ChainError>> {
        Box::pin(Chain::gas_nonce(self, owner, at))
    }

    fn fees(&self) -> ChainFuture<'_, Result<MarketFees, ChainError>> {
        Box::pin(Chain::fees(self))
    }

    fn send_raw<'a>(&'a self, raw: &'a Bytes) -> ChainFuture<'a, Broadcast> {
        Box::pin(Chain::send_raw(self, raw))
    }

    fn simulate<'a>(&'a self, call: &'a ContractCall) -> ChainFuture<'a, Result<DryRun, ChainError>> {
        Box::pin(Chain::simulate(self, call))
    }
}
