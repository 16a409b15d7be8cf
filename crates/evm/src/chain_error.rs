//! What can go wrong between Florin and the nodes. An error names the node and the problem, and says nothing about the
//! chain: a question without a response never means "no".

use std::fmt;

use alloy_primitives::{B256, Bytes};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChainError {
    /// No answer that counts: no connection, too slow, too long, or a server's error. What was asked may have
    /// been done.
    Unreachable { rpc: String, why: String },
    /// The node answered that it does not do this.
    Refused { rpc: String, code: i64, message: String, data: Option<Bytes> },
    /// The node sent a response that can't be parsed.
    Garbled { rpc: String, what: String },
    /// The node does not have this block yet, or no longer.
    Behind { rpc: String, block: u64 },
    /// The node's answers contradict each other: something was left out, or its blocks are not a chain.
    Incomplete { rpc: String, block: u64, why: String },
    /// Too few nodes say the same.
    Disagreement { what: String, needed: usize, answers: Vec<String> },
    /// A block that was final is another one now. Anything else may have changed with it.
    FinalizedChanged { number: u64, was: B256, is: B256 },
}

impl ChainError {
    /// Asking again can not make it right: a person has to look, and until then nothing may be sent or credited.
    pub fn needs_somebody(&self) -> bool {
        matches!(self, ChainError::FinalizedChanged { .. })
    }
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainError::Unreachable { rpc, why } => write!(f, "the node at {rpc} is unreachable: {why}"),
            ChainError::Refused { rpc, code, message, .. } => {
                write!(f, "the node at {rpc} returned error {code}: {message}")
            }
            ChainError::Garbled { rpc, what } => {
                write!(f, "the node at {rpc} returned an invalid response: {what}")
            }
            ChainError::Behind { rpc, block } => write!(f, "the node at {rpc} does not have block {block}"),
            ChainError::Incomplete { rpc, block, why } => {
                write!(f, "the node at {rpc} contradicts itself at block {block}: {why}")
            }
            ChainError::Disagreement { what, needed, answers } => {
                write!(f, "{needed} nodes must agree on {what}, but: {}", answers.join("; "))
            }
            ChainError::FinalizedChanged { number, was, is } => write!(
                f,
                "block {number} was final as {was} and is now {is}: the chain was rewritten deeper than its own \
                 rules allow, or the nodes follow another chain. Nothing is sent or credited until an operator has \
                 checked"
            ),
        }
    }
}

impl std::error::Error for ChainError {}
