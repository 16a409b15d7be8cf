//! What a worker can ask of a chain. [`crate::Nodes`] asks real ones; a model in memory can answer the same
//! questions. Every answer is either known to as many nodes as must agree, or trouble; trouble never means "no".

use std::ops::RangeInclusive;

use alloy_primitives::{Address, B256, Bytes, U256};
use futures_util::future::BoxFuture;

use crate::broadcast::Broadcast;
use crate::chain_error::ChainError;
use crate::event::TokenLogEvent;
use crate::fees::MarketFees;
use crate::network_mismatch::NetworkMismatch;
use crate::token::TokenIdentity;

/// Of a range that is longer, only this much is read.
pub const LARGEST_RANGE_BLOCKS: u64 = 500;

/// A block that is final.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    pub number: u64,
    pub hash: B256,
    /// Seconds since 1970.
    pub timestamp: u64,
}

/// A block that was final at the last check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBlock {
    pub number: u64,
    pub hash: B256,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub number: u64,
    pub hash: B256,
    pub parent: B256,
    pub timestamp: u64,
}

/// Blocks that follow one another without a gap, and all that the token said in them, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scan {
    /// Never empty. The first one's parent must be what the cursor stands at.
    pub blocks: Vec<Block>,
    pub events: Vec<TokenLogEvent>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContractCall {
    pub from: Address,
    pub to: Address,
    pub data: Bytes,
}

/// What a call would do in the next block, if nothing else happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DryRun {
    Succeeds { gas: u64 },
    Reverts { reason: String },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NonceAt {
    /// After what was included.
    Latest,
    /// At the end of one block, as many nodes agree.
    Block(B256),
}

/// An answer of a chain, behind a pointer: a simulation can bring its own chain.
pub type ChainFuture<'a, T> = BoxFuture<'a, T>;

pub trait Chain: Send + Sync {
    /// Whether every node that answers is on the right network and knows the right token. For the start.
    fn verify(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>>;

    /// Who the token is now, to be compared with who it was.
    fn token_identity(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>>;

    /// The last final block that enough nodes agree upon. What was final before must still be there, or it is
    /// [`ChainError::FinalizedChanged`]; the answer may be an older block while nodes lag.
    fn finalized(&self, known: Option<KnownBlock>) -> ChainFuture<'_, Result<Head, ChainError>>;

    /// All that the token itself said in these blocks, complete. The blocks must be final.
    fn scan(&self, blocks: RangeInclusive<u64>) -> ChainFuture<'_, Result<Scan, ChainError>>;

    /// What each of them has of the token, at the end of one block.
    fn token_balances<'a>(
        &'a self,
        owners: &'a [Address],
        at: B256,
    ) -> ChainFuture<'a, Result<Vec<U256>, ChainError>>;

    /// Whether an authorization was used or cancelled, at the end of one block.
    fn authorization_state(
        &self,
        authorizer: Address,
        nonce: B256,
        at: B256,
    ) -> ChainFuture<'_, Result<bool, ChainError>>;

    /// In wei.
    fn gas_balance(&self, owner: Address) -> ChainFuture<'_, Result<U256, ChainError>>;

    /// The next nonce of an account. Other nodes may lag behind it.
    fn gas_nonce(&self, owner: Address, at: NonceAt) -> ChainFuture<'_, Result<u64, ChainError>>;

    fn fees(&self) -> ChainFuture<'_, Result<MarketFees, ChainError>>;

    /// To every node. What they say is no proof of anything; only a finalized event is.
    fn send_raw<'a>(&'a self, raw: &'a Bytes) -> ChainFuture<'a, Broadcast>;

    /// Whether a call would revert: a deny list, a pause, an authorization that was used.
    fn simulate<'a>(&'a self, call: &'a ContractCall) -> ChainFuture<'a, Result<DryRun, ChainError>>;
}
