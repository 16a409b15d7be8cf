//! How a node says that a call reverted: the contract answered, and its answer was no. Each kind of node has a code
//! and words of its own for it. Anything else that a node refuses says nothing about the contract.

use alloy_sol_types::{Revert, SolError};

use crate::chain_error::ChainError;

/// Of geth and those who follow it; of Parity, Nethermind and those who follow them.
const CODES: [i64; 2] = [3, -32015];

/// What nodes write, in small letters, with whatever code.
const WORDS: [&str; 5] =
    ["revert", "vm execution error", "invalid opcode", "bad instruction", "invalid jump destination"];

/// What the contract said, if it was the contract that refused.
pub(crate) fn reason(trouble: &ChainError) -> Option<String> {
    let ChainError::Refused { code, message, data, .. } = trouble else { return None };
    let said = message.to_lowercase();
    if !CODES.contains(code) && !WORDS.iter().any(|word| said.contains(word)) {
        return None;
    }
    let decoded = data.as_ref().and_then(|data| Revert::abi_decode(data).ok());
    Some(decoded.map_or_else(|| message.clone(), |revert| revert.reason))
}

#[cfg(test)]
mod tests {
    use alloy_primitives::Bytes;

    use super::*;

    fn refused(code: i64, message: &str, data: Option<Bytes>) -> ChainError {
        ChainError::Refused { rpc: "n".to_owned(), code, message: message.to_owned(), data }
    }

    #[test]
    fn every_node_says_in_its_own_words_that_a_call_reverted() {
        let rows = [
            // geth, erigon, reth, anvil
            (3, "execution reverted"),
            (3, "execution reverted: Pausable: paused"),
            (-32000, "execution reverted"),
            (-32000, "invalid opcode: INVALID"),
            (-32000, "invalid jump destination"),
            // besu
            (-32000, "Execution reverted"),
            (-32000, "Invalid opcode: 0xfe"),
            // nethermind, parity
            (-32015, "VM execution error."),
            (-32015, "VM execution error"),
            (-32015, "Bad instruction fe"),
            // hardhat, ganache
            (-32603, "Error: VM Exception while processing transaction: reverted with reason string 'no'"),
            (-32000, "VM Exception while processing transaction: revert no"),
            // providers that keep the words and change the code
            (-32603, "Internal error: execution reverted"),
            (-32000, "transaction would be Reverted"),
        ];
        for (code, message) in rows {
            assert_eq!(reason(&refused(code, message, None)).as_deref(), Some(message), "{code} {message}");
        }
    }

    #[test]
    fn what_a_node_cannot_do_says_nothing_about_the_contract() {
        let rows = [
            (-32000, "header not found"),
            (-32000, "missing trie node 0x1 (path )"),
            (-32001, "Resource not found"),
            (-32005, "daily request count exceeded, request rate limited"),
            (-32016, "rate limit exceeded"),
            (429, "Too Many Requests"),
            (-32600, "Must be authenticated!"),
            (-32601, "the method eth_call does not exist"),
            (-32603, "Internal error"),
            (-32000, "execution timeout"),
            (-32000, ""),
        ];
        for (code, message) in rows {
            assert_eq!(reason(&refused(code, message, None)), None, "{code} {message}");
        }
        let silent = ChainError::Unreachable { rpc: "n".to_owned(), why: "reverted to silence".to_owned() };
        assert_eq!(reason(&silent), None);
    }

    #[test]
    fn the_words_of_the_contract_are_those_in_the_data() {
        let data = Revert::from("Pausable: paused").abi_encode();
        let said = reason(&refused(-32015, "VM execution error.", Some(data.into())));
        assert_eq!(said.as_deref(), Some("Pausable: paused"));
        let said = reason(&refused(3, "execution reverted", Some(Bytes::from_static(&[1, 2]))));
        assert_eq!(said.as_deref(), Some("execution reverted"));
    }
}
