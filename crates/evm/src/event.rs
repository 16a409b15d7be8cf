//! What the token said, and where. An event is known by its transaction and its place inside of it, which a
//! reorganization of the chain does not change; block and log index are where it happens to be.

use std::collections::HashMap;
use std::fmt;

use alloy_primitives::{Address, B256, Bytes, U256};
use alloy_sol_types::SolEvent;
use serde::Deserialize;

use crate::token::Token;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenLogEvent {
    pub block_number: u64,
    pub block_hash: B256,
    pub transaction: B256,
    /// Which of the token's own logs in the transaction it is, from 0. All of them count, also those of other kinds.
    pub ordinal: u32,
    pub token_event: TokenEvent,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenEvent {
    Transfer { from: Address, to: Address, value: U256 },
    AuthorizationUsed { authorizer: Address, nonce: B256 },
    AuthorizationCanceled { authorizer: Address, nonce: B256 },
}

/// More than the ledger can count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge(pub U256);

/// The token's smallest units are the ledger's micro-units, as long as they fit.
pub fn micro_units(value: U256) -> Result<i64, TooLarge> {
    i64::try_from(value).map_err(|_| TooLarge(value))
}

/// A log as a node lists it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Log {
    pub(crate) address: Address,
    topics: Vec<B256>,
    data: Bytes,
    #[serde(with = "quantity")]
    pub(crate) block_number: u64,
    pub(crate) block_hash: B256,
    transaction_hash: B256,
    #[serde(with = "quantity")]
    pub(crate) log_index: u64,
    #[serde(default)]
    pub(crate) removed: bool,
}

/// The events among the logs of the token, which are all of theirs and in the order of the chain.
pub(crate) fn events(logs: &[Log]) -> Result<Vec<TokenLogEvent>, String> {
    let mut counted = HashMap::<B256, u32>::new();
    let mut found = Vec::new();
    for log in logs {
        let count = counted.entry(log.transaction_hash).or_default();
        let ordinal = *count;
        *count += 1;
        if let Some(token_event) = log.token_event()? {
            let Log { block_number, block_hash, transaction_hash: transaction, .. } = *log;
            found.push(TokenLogEvent { block_number, block_hash, transaction, ordinal, token_event });
        }
    }
    Ok(found)
}

impl Log {
    fn token_event(&self) -> Result<Option<TokenEvent>, String> {
        let topics = || self.topics.iter().copied();
        let wrong = |_| format!("a log of the token in transaction {} lacks fields", self.transaction_hash);
        Ok(match self.topics.first() {
            Some(&Token::Transfer::SIGNATURE_HASH) => {
                let Token::Transfer { from, to, value } =
                    Token::Transfer::decode_raw_log_validate(topics(), &self.data).map_err(wrong)?;
                Some(TokenEvent::Transfer { from, to, value })
            }
            Some(&Token::AuthorizationUsed::SIGNATURE_HASH) => {
                let Token::AuthorizationUsed { authorizer, nonce } =
                    Token::AuthorizationUsed::decode_raw_log_validate(topics(), &self.data).map_err(wrong)?;
                Some(TokenEvent::AuthorizationUsed { authorizer, nonce })
            }
            Some(&Token::AuthorizationCanceled::SIGNATURE_HASH) => {
                let Token::AuthorizationCanceled { authorizer, nonce } =
                    Token::AuthorizationCanceled::decode_raw_log_validate(topics(), &self.data)
                        .map_err(wrong)?;
                Some(TokenEvent::AuthorizationCanceled { authorizer, nonce })
            }
            Some(_) | None => None,
        })
    }
}

/// Numbers as nodes write them, `0x1a`.
pub(crate) mod quantity {
    use alloy_primitives::U64;
    use serde::{Deserialize, Deserializer};

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(value: D) -> Result<u64, D::Error> {
        U64::deserialize(value).map(|number| number.to())
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} micro-units are more than the ledger can hold ({})", self.0, i64::MAX)
    }
}

impl std::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(transaction: u8, topics: &[B256], data: &[u8]) -> Log {
        Log {
            address: Address::ZERO,
            topics: topics.to_vec(),
            data: data.to_vec().into(),
            block_number: 7,
            block_hash: B256::ZERO,
            transaction_hash: B256::repeat_byte(transaction),
            log_index: 0,
            removed: false,
        }
    }

    fn transfer(transaction: u8) -> Log {
        let (from, to) = (Address::repeat_byte(1).into_word(), Address::repeat_byte(2).into_word());
        log(transaction, &[Token::Transfer::SIGNATURE_HASH, from, to], &U256::from(5).to_be_bytes::<32>())
    }

    #[test]
    fn values_fit_up_to_the_edge_and_not_beyond() {
        let most = U256::from(i64::MAX);
        assert_eq!(micro_units(U256::ZERO), Ok(0));
        assert_eq!(micro_units(most), Ok(i64::MAX));
        for value in [most + U256::ONE, U256::from(u64::MAX), U256::from(u64::MAX) + U256::ONE, U256::MAX] {
            assert_eq!(micro_units(value), Err(TooLarge(value)));
        }
    }

    #[test]
    fn an_ordinal_counts_the_logs_of_the_token_in_its_transaction() {
        let approval = log(1, &[B256::repeat_byte(8)], &[]);
        let logs = [transfer(1), approval, transfer(2), transfer(1), log(2, &[], &[]), transfer(2)];
        let found = events(&logs).expect("events");
        let keys: Vec<(u8, u32)> = found.iter().map(|event| (event.transaction[0], event.ordinal)).collect();
        assert_eq!(keys, [(1, 0), (2, 0), (1, 2), (2, 2)]);
    }

    #[test]
    fn a_log_that_only_looks_like_one_is_not_guessed_at() {
        let [from, to] = [Address::ZERO.into_word(); 2];
        let topic = Token::Transfer::SIGNATURE_HASH;
        for wrong in
            [log(1, &[topic, from, to], &[1]), log(1, &[topic, from], &[0; 32]), log(1, &[topic], &[0; 96])]
        {
            assert!(events(&[wrong]).is_err());
        }
    }
}
