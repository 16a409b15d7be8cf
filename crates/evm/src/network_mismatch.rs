//! Why a network or a token is not the configured one: what was expected, what was found, and what to do.

use std::fmt;

use alloy_primitives::{Address, B256};

use crate::chain_error::ChainError;
use crate::token::DECIMALS;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkMismatch {
    WrongChain {
        network: String,
        rpc: String,
        expected: u64,
        found: u64,
    },
    NoCode {
        network: String,
        rpc: String,
        token: Address,
    },
    WrongDecimals {
        rpc: String,
        token: Address,
        found: u8,
    },
    NotUsdc {
        rpc: String,
        token: Address,
        function: &'static str,
        why: String,
    },
    WrongDomain {
        rpc: String,
        token: Address,
        calls_itself: String,
        domains: Box<Domains>,
    },
    /// Nodes see different tokens.
    Differs {
        one: String,
        other: String,
    },
    /// Too few nodes could be asked.
    ChainError(ChainError),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domains {
    pub expected: B256,
    pub found: B256,
}

impl From<ChainError> for NetworkMismatch {
    fn from(trouble: ChainError) -> NetworkMismatch {
        NetworkMismatch::ChainError(trouble)
    }
}

impl fmt::Display for NetworkMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkMismatch::WrongChain { network, rpc, expected, found } => write!(
                f,
                "the network {network} has chain ID {expected}, but the node at {rpc} is on a chain with ID \
                 {found}. Correct the chain ID, or set the URL of a node of {network}"
            ),
            NetworkMismatch::NoCode { network, rpc, token } => write!(
                f,
                "the node at {rpc} has no contract at the token's address, {token}. Correct the address: it must \
                 be that of USDC on {network}"
            ),
            NetworkMismatch::WrongDecimals { rpc, token, found } => write!(
                f,
                "USDC has {DECIMALS} decimals, but the token at {token} has {found} according to the node at \
                 {rpc}: it is another token. Correct the token's address"
            ),
            NetworkMismatch::NotUsdc { rpc, token, function, why } => write!(
                f,
                "USDC has the function {function}, but the contract at {token} does not according to the node at \
                 {rpc} ({why}): it is another contract. Correct the token's address"
            ),
            NetworkMismatch::WrongDomain { rpc, token, calls_itself, domains } => write!(
                f,
                "the token at {token} is named {calls_itself}, whose EIP-712 domain is {}, but it uses {} \
                 according to the node at {rpc}: no signature of this server would be valid. Correct the token's \
                 address",
                domains.expected, domains.found
            ),
            NetworkMismatch::Differs { one, other } => write!(
                f,
                "the nodes at {one} and {other} report different code or names at the token's address: one of \
                 them is on another chain, lags far behind, or returns false data. Remove it, or wait \
                 until it has caught up"
            ),
            NetworkMismatch::ChainError(trouble) => write!(
                f,
                "the token was not verified: {trouble}. Check the nodes' URLs, and that this machine can reach \
                 them"
            ),
        }
    }
}

impl std::error::Error for NetworkMismatch {}
