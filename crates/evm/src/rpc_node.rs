//! One node: its answers as values. It believes what the node says as far as it does not contradict itself; whether
//! others say the same is not known here.

mod scan;

use std::time::Duration;

use alloy_primitives::{Address, B256, Bloom, Bytes, U64, U128, U256};
use alloy_sol_types::SolCall;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::chain::{Block, ContractCall, DryRun, NonceAt};
use crate::chain_error::ChainError;
use crate::event::quantity;
use crate::fees::MarketFees;
use crate::network::Finality;
use crate::revert;
use crate::rpc::{Rpc, RpcConnection};
use crate::rpc_url::RpcUrl;
use crate::token::Token;

/// Questions to one node that are open at the same time.
const MAX_AT_ONCE: usize = 8;
/// Balances are small questions, and there are as many as deposit addresses.
const MAX_BALANCES_AT_ONCE: usize = 32;
/// Of an answer that is not understood, in a message.
const MAX_WORDS: usize = 160;

pub(crate) struct RpcNode {
    rpc: Rpc,
    token: Address,
}

/// The part of a block's head that is used.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Header {
    #[serde(with = "quantity")]
    number: u64,
    hash: B256,
    parent_hash: B256,
    #[serde(with = "quantity")]
    timestamp: u64,
    logs_bloom: Bloom,
    base_fee_per_gas: Option<U128>,
}

impl Header {
    pub(crate) fn block(&self) -> Block {
        let Header { number, hash, parent_hash: parent, timestamp, .. } = *self;
        Block { number, hash, parent, timestamp }
    }

    pub(crate) fn base_fee(&self) -> u128 {
        self.base_fee_per_gas.unwrap_or_default().to()
    }
}

impl RpcNode {
    pub(crate) fn new(url: RpcUrl, line: RpcConnection, deadline: Duration, token: Address) -> RpcNode {
        RpcNode { rpc: Rpc::new(url, line, deadline), token }
    }

    pub(crate) fn host(&self) -> &str {
        self.rpc.host()
    }

    pub(crate) async fn chain_id(&self) -> Result<u64, ChainError> {
        self.number("eth_chainId", json!([])).await
    }

    /// None if the node does not have it.
    pub(crate) async fn header(&self, number: u64) -> Result<Option<Header>, ChainError> {
        let header: Option<Header> = self.ask("eth_getBlockByNumber", json!([hex(number), false])).await?;
        match header {
            Some(header) if header.number != number => {
                Err(self.rpc.garbled(&format!("block {} instead of block {number}", header.number)))
            }
            header => Ok(header),
        }
    }

    /// One that must be there.
    pub(crate) async fn header_there(&self, number: u64) -> Result<Header, ChainError> {
        let behind = || ChainError::Behind { rpc: self.host().to_owned(), block: number };
        self.header(number).await?.ok_or_else(behind)
    }

    pub(crate) async fn block_there(&self, number: u64) -> Result<Block, ChainError> {
        self.header_there(number).await.map(|header| header.block())
    }

    pub(crate) async fn latest(&self) -> Result<Header, ChainError> {
        self.tagged("latest").await
    }

    /// The number of the last block that the node takes for final.
    pub(crate) async fn finalized_number(&self, finality: Finality) -> Result<u64, ChainError> {
        match finality {
            Finality::Tag => self.tagged("finalized").await.map(|header| header.number),
            Finality::Depth(depth) => self.latest().await.map(|header| header.number.saturating_sub(depth)),
        }
    }

    async fn tagged(&self, tag: &str) -> Result<Header, ChainError> {
        let header: Option<Header> = self.ask("eth_getBlockByNumber", json!([tag, false])).await?;
        header.ok_or_else(|| self.rpc.garbled(&format!("it has no {tag} block")))
    }

    pub(crate) async fn code(&self, address: Address) -> Result<Bytes, ChainError> {
        self.ask("eth_getCode", json!([address, "latest"])).await
    }

    pub(crate) async fn storage(&self, address: Address, slot: B256) -> Result<B256, ChainError> {
        // Some nodes leave out the leading zeros.
        let word: U256 = self.ask("eth_getStorageAt", json!([address, slot, "latest"])).await?;
        Ok(B256::from(word))
    }

    /// A question to the token, now. The inner error is the contract's: it reverts, or answers what is not the
    /// type of this answer.
    pub(crate) async fn read<C: SolCall>(&self, call: C) -> Result<Result<C::Return, String>, ChainError> {
        match self.call_token(&call, json!("latest")).await {
            Ok(answer) => Ok(decoded::<C>(&answer)),
            Err(trouble) => revert::reason(&trouble).map(Err).ok_or(trouble),
        }
    }

    /// A question to the token at the end of one block (EIP-1898), which must be in the chain.
    pub(crate) async fn read_in<C: SolCall>(&self, call: C, block: B256) -> Result<C::Return, ChainError> {
        let at = json!({ "blockHash": block, "requireCanonical": true });
        let answer = self.call_token(&call, at).await?;
        decoded::<C>(&answer).map_err(|what| self.rpc.garbled(&what))
    }

    async fn call_token<C: SolCall>(&self, call: &C, at: Value) -> Result<Bytes, ChainError> {
        let question = json!({ "to": self.token, "data": Bytes::from(call.abi_encode()) });
        self.ask("eth_call", json!([question, at])).await
    }

    pub(crate) async fn token_balances(
        &self,
        owners: &[Address],
        block: B256,
    ) -> Result<Vec<U256>, ChainError> {
        let questions = stream::iter(owners.to_vec())
            .map(|account| self.read_in(Token::balanceOfCall { account }, block));
        questions.buffered(MAX_BALANCES_AT_ONCE).try_collect().await
    }

    pub(crate) async fn authorization_state(
        &self,
        authorizer: Address,
        nonce: B256,
        block: B256,
    ) -> Result<bool, ChainError> {
        self.read_in(Token::authorizationStateCall { authorizer, nonce }, block).await
    }

    pub(crate) async fn gas_balance(&self, owner: Address) -> Result<U256, ChainError> {
        self.ask("eth_getBalance", json!([owner, "latest"])).await
    }

    pub(crate) async fn gas_nonce(&self, owner: Address, at: NonceAt) -> Result<u64, ChainError> {
        let at = match at {
            NonceAt::Latest => json!("latest"),
            NonceAt::Block(hash) => json!({ "blockHash": hash }),
        };
        self.number("eth_getTransactionCount", json!([owner, at])).await
    }

    pub(crate) async fn fees(&self) -> Result<MarketFees, ChainError> {
        let tip: U128 = self.ask("eth_maxPriorityFeePerGas", json!([])).await?;
        Ok(MarketFees { base_fee: self.latest().await?.base_fee(), tip: tip.to() })
    }

    pub(crate) async fn send_raw(&self, raw: &Bytes) -> Result<(), ChainError> {
        let _hash: B256 = self.ask("eth_sendRawTransaction", json!([raw])).await?;
        Ok(())
    }

    pub(crate) async fn simulate(&self, call: &ContractCall) -> Result<DryRun, ChainError> {
        let question = json!({ "from": call.from, "to": call.to, "data": call.data });
        if let Err(trouble) = self.ask::<Bytes>("eth_call", json!([question, "latest"])).await {
            return dry_run_revert(trouble);
        }
        match self.number("eth_estimateGas", json!([question])).await {
            Ok(gas) => Ok(DryRun::Succeeds { gas }),
            Err(trouble) => dry_run_revert(trouble),
        }
    }

    async fn number(&self, method: &str, params: Value) -> Result<u64, ChainError> {
        self.ask::<U64>(method, params).await.map(|number| number.to())
    }

    async fn ask<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T, ChainError> {
        self.rpc.call(method, params).await
    }
}

fn hex(number: u64) -> String {
    format!("{number:#x}")
}

fn decoded<C: SolCall>(answer: &Bytes) -> Result<C::Return, String> {
    C::abi_decode_returns_validate(answer)
        .map_err(|error| format!("{} returned {}: {error}", C::SIGNATURE, clipped(answer)))
}

/// The beginning of an answer, which may be long.
fn clipped(answer: &Bytes) -> String {
    answer.to_string().chars().take(MAX_WORDS).collect()
}

/// A call that reverts is an answer, and not trouble.
fn dry_run_revert(trouble: ChainError) -> Result<DryRun, ChainError> {
    revert::reason(&trouble).map(|reason| DryRun::Reverts { reason }).ok_or(trouble)
}
