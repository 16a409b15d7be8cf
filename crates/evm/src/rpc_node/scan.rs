//! Reads all that the token said in a range of blocks, and that it was all.
//!
//! Providers cut long answers off without saying so. What is proved of one node's answer:
//! - its blocks are a chain: each names the one before as its parent;
//! - no log is missing of a block that has none in the answer: the block's own bloom filter, which never forgets,
//!   does not name the token, or its receipts were read;
//! - no log is missing of a block that has some: the list of logs (which nodes keep in an index) is equal to the
//!   logs in the receipts (which nodes keep elsewhere), one by one;
//! - every log is of the block, by number and hash, that the chain has there.
//!
//! What is not proved here: that a node which lies in all of these alike tells the truth. For that, others are asked.

use std::ops::RangeInclusive;

use alloy_primitives::{B256, BloomInput};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde_json::json;

use super::{Header, MAX_AT_ONCE, RpcNode, hex};
use crate::chain::Scan;
use crate::chain_error::ChainError;
use crate::event::{Log, events};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogsOfReceipt {
    block_hash: B256,
    logs: Vec<Log>,
}

impl RpcNode {
    pub(crate) async fn scan(&self, range: RangeInclusive<u64>) -> Result<Scan, ChainError> {
        let headers = self.headers(range.clone()).await?;
        let mut listed = self.listed_logs(&range).await?;
        let received: Vec<Vec<Log>> = stream::iter(headers.clone())
            .map(|header| self.received_logs(header))
            .buffered(MAX_AT_ONCE)
            .try_collect()
            .await?;
        listed.sort_by_key(|log| (log.block_number, log.log_index));
        let mut rest = listed.as_slice();
        for (header, received) in headers.iter().zip(&received) {
            let length = rest.iter().take_while(|log| log.block_number == header.number).count();
            let (of_block, after) = rest.split_at(length);
            rest = after;
            self.check(header, of_block, received)?;
        }
        if let Some(log) = rest.first() {
            return Err(
                self.incomplete(log.block_number, "it returned a log outside of the requested blocks")
            );
        }
        let events = events(&listed).map_err(|what| self.rpc.garbled(&what))?;
        Ok(Scan { blocks: headers.iter().map(Header::block).collect(), events })
    }

    async fn headers(&self, range: RangeInclusive<u64>) -> Result<Vec<Header>, ChainError> {
        let headers: Vec<Header> = stream::iter(range)
            .map(|number| self.header_there(number))
            .buffered(MAX_AT_ONCE)
            .try_collect()
            .await?;
        let broken = headers.windows(2).find(|pair| pair[1].parent_hash != pair[0].hash);
        match broken {
            Some(pair) => Err(self.incomplete(pair[1].number, "its parent is not the previous block")),
            None => Ok(headers),
        }
    }

    /// All logs of the token in these blocks, of whatever kind, as the node's index has them.
    async fn listed_logs(&self, range: &RangeInclusive<u64>) -> Result<Vec<Log>, ChainError> {
        let filter =
            json!({ "address": self.token, "fromBlock": hex(*range.start()), "toBlock": hex(*range.end()) });
        self.ask("eth_getLogs", json!([filter])).await
    }

    /// The same of one block, as its receipts have them. They are asked for only if the block names the token.
    async fn received_logs(&self, header: Header) -> Result<Vec<Log>, ChainError> {
        if !header.logs_bloom.contains_input(BloomInput::Raw(self.token.as_slice())) {
            return Ok(Vec::new());
        }
        let receipts: Option<Vec<LogsOfReceipt>> =
            self.ask("eth_getBlockReceipts", json!([hex(header.number)])).await?;
        let receipts = receipts
            .ok_or_else(|| ChainError::Behind { rpc: self.host().to_owned(), block: header.number })?;
        if receipts.iter().any(|receipt| receipt.block_hash != header.hash) {
            return Err(self.incomplete(header.number, "its receipts are of another block"));
        }
        let logs = receipts.into_iter().flat_map(|receipt| receipt.logs);
        Ok(logs.filter(|log| log.address == self.token).collect())
    }

    fn check(&self, header: &Header, listed: &[Log], received: &[Log]) -> Result<(), ChainError> {
        if listed.iter().any(|log| log.removed || log.block_hash != header.hash || log.address != self.token)
        {
            return Err(self.incomplete(header.number, "it returned a log of another block or contract"));
        }
        if listed != received {
            let (listed, received) = (listed.len(), received.len());
            let why = format!("it returned {listed} logs of the token, but its receipts have {received}");
            return Err(self.incomplete(header.number, &why));
        }
        Ok(())
    }

    fn incomplete(&self, block: u64, why: &str) -> ChainError {
        ChainError::Incomplete { rpc: self.host().to_owned(), block, why: why.to_owned() }
    }
}
