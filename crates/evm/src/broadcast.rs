//! How a node responds to a submitted transaction. Each kind of node has its own wording, and no response proves that
//! the transaction will or won't be included.

use crate::chain_error::ChainError;

/// The answers that make a difference, the most telling first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BroadcastResult {
    /// It is in the node's pool.
    Accepted,
    /// It was there before.
    AlreadyKnown,
    /// A transaction with this nonce was included: perhaps this one.
    NonceTooLow,
    /// Another with this nonce waits and offers as much: perhaps this one for less.
    ReplacementUnderpriced,
    /// The node gave no answer, or none that tells. The transaction may be in the pool.
    Unclear { why: String },
    /// The gas account cannot pay for it.
    InsufficientGas,
    /// It offers less than the node takes.
    FeeTooLow,
    /// Refused for another reason.
    Rejected { message: String },
}

/// What every node said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broadcast {
    /// The host of each node, and its answer.
    pub answers: Vec<(String, BroadcastResult)>,
}

impl Broadcast {
    /// The most telling answer.
    pub fn outcome(&self) -> &BroadcastResult {
        self.answers.iter().map(|(_, sent)| sent).min().expect("there is at least one node")
    }

    /// Why a node rejects it, if none has it: those that say nothing may be away.
    pub fn rejection(&self) -> Option<&str> {
        let mut answers = self.answers.iter().map(|(_, sent)| sent);
        let is_out = |sent: &BroadcastResult| {
            matches!(sent, BroadcastResult::Rejected { .. } | BroadcastResult::Unclear { .. })
        };
        if !answers.clone().all(is_out) {
            return None;
        }
        answers.find_map(|sent| match sent {
            BroadcastResult::Rejected { message } => Some(message.as_str()),
            _ => None,
        })
    }
}

/// What nodes write, in small letters. The first line that fits counts.
const WORDS: [(BroadcastResult, &[&str]); 5] = [
    (
        BroadcastResult::AlreadyKnown,
        &[
            "already known",
            "alreadyknown",
            "already_exists",
            "known transaction",
            "known_transaction",
            "already imported",
            "already in mempool",
            "existing tx with same hash",
            "transaction already exists",
        ],
    ),
    (
        BroadcastResult::ReplacementUnderpriced,
        &[
            "replacement transaction underpriced",
            "replacement_underpriced",
            "replacementnotallowed",
            "could not replace existing",
            "transaction_replacement_underpriced",
            "not enough to replace",
        ],
    ),
    (
        BroadcastResult::NonceTooLow,
        &["nonce too low", "nonce_too_low", "oldnonce", "nonce is too low", "old nonce"],
    ),
    (
        BroadcastResult::InsufficientGas,
        &[
            "insufficient funds",
            "insufficientfunds",
            "upfront cost exceeds",
            "insufficient balance",
            "upfront_cost_exceeds_balance",
            "doesn't have enough funds",
        ],
    ),
    (
        BroadcastResult::FeeTooLow,
        &[
            "underpriced",
            "less than block base fee",
            "feetoolow",
            "fee too low",
            "gas price below",
            "gas_price_too_low",
            "below configured minimum",
            "gas price is too low",
            "fee cap less than",
        ],
    ),
];

/// The node may have been too busy to say what it did.
const UNCLEAR_WORDS: [&str; 9] = [
    "timeout",
    "timed out",
    "deadline exceeded",
    "internal error",
    "too many requests",
    "rate limit",
    "unavailable",
    "bad gateway",
    "request limit",
];
/// Internal error (JSON-RPC 2.0), and a limit that was exceeded (EIP-1474).
const UNCLEAR_CODES: [i64; 2] = [-32603, -32005];

pub(crate) fn classify(answer: Result<(), ChainError>) -> BroadcastResult {
    let trouble = match answer {
        Ok(()) => return BroadcastResult::Accepted,
        Err(trouble) => trouble,
    };
    let ChainError::Refused { code, message, .. } = trouble else {
        return BroadcastResult::Unclear { why: trouble.to_string() };
    };
    // "Known transaction" is good news, and "unknown transaction type" is not.
    let said = message.to_lowercase().replace("unknown", "");
    let fits = |words: &&[&str]| words.iter().any(|word| said.contains(word));
    if let Some((sent, _)) = WORDS.into_iter().find(|(_, words)| fits(words)) {
        return sent;
    }
    if UNCLEAR_CODES.contains(&code) || fits(&UNCLEAR_WORDS.as_slice()) {
        return BroadcastResult::Unclear { why: message };
    }
    BroadcastResult::Rejected { message }
}

#[cfg(test)]
mod tests;
