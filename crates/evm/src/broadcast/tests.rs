//! The dialects of nodes, as their sources have them.

use super::*;

fn said(code: i64, message: &str) -> BroadcastResult {
    classify(Err(ChainError::Refused { rpc: "n".to_owned(), code, message: message.to_owned(), data: None }))
}

#[test]
fn every_node_is_understood_in_its_own_words() {
    let rows = [
        // geth
        (-32000, "already known", BroadcastResult::AlreadyKnown),
        (-32000, "nonce too low: next nonce 5, tx nonce 4", BroadcastResult::NonceTooLow),
        (-32000, "replacement transaction underpriced", BroadcastResult::ReplacementUnderpriced),
        (
            -32000,
            "replacement transaction underpriced: new tx gas fee cap 1 <= 2 queued",
            BroadcastResult::ReplacementUnderpriced,
        ),
        (
            -32000,
            "insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1",
            BroadcastResult::InsufficientGas,
        ),
        (-32000, "transaction underpriced: gas tip cap 0, minimum needed 1", BroadcastResult::FeeTooLow),
        (
            -32000,
            "max fee per gas less than block base fee: address 0x0, maxFeePerGas: 1, baseFee: 7",
            BroadcastResult::FeeTooLow,
        ),
        // erigon
        (-32000, "ALREADY_EXISTS: already known", BroadcastResult::AlreadyKnown),
        (-32000, "existing tx with same hash", BroadcastResult::AlreadyKnown),
        (-32000, "NONCE_TOO_LOW: nonce too low", BroadcastResult::NonceTooLow),
        (-32000, "could not replace existing tx", BroadcastResult::ReplacementUnderpriced),
        (-32000, "INTERNAL_ERROR: insufficient funds", BroadcastResult::InsufficientGas),
        (-32000, "FEE_TOO_LOW: underpriced", BroadcastResult::FeeTooLow),
        (-32000, "fee cap less than block base fee", BroadcastResult::FeeTooLow),
        // nethermind
        (-32010, "AlreadyKnown", BroadcastResult::AlreadyKnown),
        (-32010, "OldNonce, Current nonce: 5, nonce of rejected tx: 4", BroadcastResult::NonceTooLow),
        (-32010, "ReplacementNotAllowed", BroadcastResult::ReplacementUnderpriced),
        (
            -32010,
            "InsufficientFunds, Account balance: 0, cumulative cost: 1",
            BroadcastResult::InsufficientGas,
        ),
        (-32010, "FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 2", BroadcastResult::FeeTooLow),
        (-32010, "FeeTooLowToCompete", BroadcastResult::FeeTooLow),
        // besu
        (-32000, "Known transaction", BroadcastResult::AlreadyKnown),
        (-32001, "Nonce too low", BroadcastResult::NonceTooLow),
        (-32000, "Replacement transaction underpriced", BroadcastResult::ReplacementUnderpriced),
        (-32000, "TRANSACTION_REPLACEMENT_UNDERPRICED", BroadcastResult::ReplacementUnderpriced),
        (-32004, "Upfront cost exceeds account balance", BroadcastResult::InsufficientGas),
        (-32009, "Gas price below configured minimum gas price", BroadcastResult::FeeTooLow),
        // reth
        (-32000, "already known", BroadcastResult::AlreadyKnown),
        (-32000, "nonce too low: next nonce 12, tx nonce 11", BroadcastResult::NonceTooLow),
        (-32000, "replacement transaction underpriced", BroadcastResult::ReplacementUnderpriced),
        (
            -32003,
            "insufficient funds for gas * price + value: have 0 want 1",
            BroadcastResult::InsufficientGas,
        ),
        (-32003, "transaction underpriced", BroadcastResult::FeeTooLow),
        // anvil
        (-32003, "transaction already imported", BroadcastResult::AlreadyKnown),
        (-32003, "nonce too low", BroadcastResult::NonceTooLow),
        (-32003, "replacement transaction underpriced", BroadcastResult::ReplacementUnderpriced),
        (-32003, "Insufficient funds for gas * price + value", BroadcastResult::InsufficientGas),
        (-32003, "max fee per gas less than block base fee", BroadcastResult::FeeTooLow),
    ];
    for (code, message, expected) in rows {
        assert_eq!(said(code, message), expected, "{code} {message}");
    }
}

#[test]
fn what_does_not_tell_is_unclear_and_what_is_refused_is_rejected() {
    for (code, message) in [
        (-32603, "Internal error"),
        (-32005, "daily request count exceeded"),
        (-32000, "request timed out"),
        (-32000, "context deadline exceeded"),
        (429, "Too Many Requests"),
        (-32000, "service unavailable"),
    ] {
        assert!(matches!(said(code, message), BroadcastResult::Unclear { .. }), "{message}");
    }
    for message in [
        "intrinsic gas too low",
        "exceeds block gas limit",
        "invalid sender",
        "nonce too high",
        "unknown transaction type",
        "",
    ] {
        assert_eq!(said(-32000, message), BroadcastResult::Rejected { message: message.to_owned() });
    }
    let silent = ChainError::Unreachable { rpc: "n".to_owned(), why: "no answer".to_owned() };
    assert!(matches!(classify(Err(silent)), BroadcastResult::Unclear { .. }));
    let garbled = ChainError::Garbled { rpc: "n".to_owned(), what: "<html>".to_owned() };
    assert!(matches!(classify(Err(garbled)), BroadcastResult::Unclear { .. }));
    assert_eq!(classify(Ok(())), BroadcastResult::Accepted);
}

#[test]
fn the_most_telling_answer_of_several_nodes_counts() {
    let rejected = || BroadcastResult::Rejected { message: "no".to_owned() };
    let unclear = || BroadcastResult::Unclear { why: "silence".to_owned() };
    let rows = [
        (vec![rejected(), BroadcastResult::Accepted, unclear()], BroadcastResult::Accepted),
        (vec![BroadcastResult::NonceTooLow, BroadcastResult::AlreadyKnown], BroadcastResult::AlreadyKnown),
        // It may be in the pool of the one that was silent, so it is not said that there is no gas for it.
        (vec![BroadcastResult::InsufficientGas, unclear()], unclear()),
        (vec![unclear(), BroadcastResult::NonceTooLow], BroadcastResult::NonceTooLow),
        (vec![BroadcastResult::InsufficientGas, rejected()], BroadcastResult::InsufficientGas),
    ];
    for (answers, expected) in rows {
        let answers = answers.into_iter().map(|sent| ("n".to_owned(), sent)).collect();
        assert_eq!(Broadcast { answers }.outcome(), &expected);
    }
}
