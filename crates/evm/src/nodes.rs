//! Several nodes of one network as one chain: all are asked, and what enough of them say is believed. One that lies,
//! lags or is silent changes nothing but the log, as long as enough others do not.

mod agreement;
mod dry_run;
mod verify;

use std::fmt::Debug;
use std::future::Future;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use alloy_primitives::{Address, B256, Bytes, U256};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::time::timeout;

use crate::broadcast::{Broadcast, BroadcastResult, classify};
use crate::chain::{
    Block, Chain, ChainFuture, ContractCall, DryRun, Head, KnownBlock, LARGEST_RANGE_BLOCKS, NonceAt, Scan,
};
use crate::chain_error::ChainError;
use crate::fees::MarketFees;
use crate::network::{BadNetwork, EvmNetwork};
use crate::network_mismatch::NetworkMismatch;
use crate::rpc::RpcConnection;
use crate::rpc_node::RpcNode;
use crate::token::TokenIdentity;
use agreement::{agreed, all_said, enough_alike, enough_answers, is_taken, reached, too_few};
use dry_run::{dry_run, is_dry_run};

/// When enough nodes have answered, the others have this much longer.
const GRACE: Duration = Duration::from_millis(500);

pub struct Nodes {
    network: EvmNetwork,
    nodes: Vec<Arc<RpcNode>>,
}

/// Who answered, and what.
pub(crate) type NodeReply<T, E = ChainError> = (String, Result<T, E>);

impl Nodes {
    /// Each call of a node has the deadline for everything, from finding its address to the last byte of its answer.
    pub fn new(network: EvmNetwork, deadline: Duration) -> Result<Nodes, BadNetwork> {
        network.check()?;
        let line = RpcConnection::to(&network.rpc);
        let node = |url: &_| Arc::new(RpcNode::new(Clone::clone(url), line.clone(), deadline, network.token));
        let nodes = network.rpc.iter().map(node).collect();
        Ok(Nodes { network, nodes })
    }

    pub fn network(&self) -> &EvmNetwork {
        &self.network
    }

    async fn ask<'a, T, E, F>(
        &'a self,
        question: impl Fn(&'a Arc<RpcNode>) -> F,
        are_enough: impl Fn(usize, &[Option<Result<T, E>>]) -> bool,
    ) -> Vec<NodeReply<T, E>>
    where
        E: From<ChainError>,
        F: Future<Output = Result<T, E>> + Send + 'a,
    {
        self.ask_these(self.nodes.iter().collect(), question, are_enough).await
    }

    /// Asks these nodes at once. Once the answers are enough, the rest has a moment left: a node that hangs must not
    /// make everything as slow as its deadline.
    async fn ask_these<'a, T, E, F>(
        &'a self,
        nodes: Vec<&'a Arc<RpcNode>>,
        question: impl Fn(&'a Arc<RpcNode>) -> F,
        are_enough: impl Fn(usize, &[Option<Result<T, E>>]) -> bool,
    ) -> Vec<NodeReply<T, E>>
    where
        E: From<ChainError>,
        F: Future<Output = Result<T, E>> + Send + 'a,
    {
        let asked = nodes.iter().enumerate().map(|(index, node)| {
            let answer = question(node);
            // Boxed, so that the rest is compiled once for each kind of answer, and not for each question.
            Box::pin(async move { (index, answer.await) }) as BoxFuture<'a, _>
        });
        let mut open: FuturesUnordered<_> = asked.collect();
        let mut answers: Vec<Option<Result<T, E>>> = nodes.iter().map(|_| None).collect();
        while !are_enough(self.network.quorum, &answers) {
            let Some((index, answer)) = open.next().await else { break };
            answers[index] = Some(answer);
        }
        let rest = async {
            while let Some((index, answer)) = open.next().await {
                answers[index] = Some(answer);
            }
        };
        // Who did not answer in time has no answer, which is said below.
        let _ = timeout(GRACE, rest).await;
        let late = |node: &RpcNode| {
            let why = "it was slower than the other nodes".to_owned();
            ChainError::Unreachable { rpc: node.host().to_owned(), why }
        };
        let named = nodes.into_iter().zip(answers);
        named
            .map(|(node, answer)| (node.host().to_owned(), answer.unwrap_or_else(|| Err(late(node).into()))))
            .collect()
    }

    /// The one answer that enough nodes give.
    async fn agree<'a, T, F>(
        &'a self,
        what: &str,
        question: impl Fn(&'a Arc<RpcNode>) -> F,
    ) -> Result<T, ChainError>
    where
        T: PartialEq + Debug,
        F: Future<Output = Result<T, ChainError>> + Send + 'a,
    {
        agreed(what, self.network.quorum, self.ask(question, enough_alike).await)
    }

    /// The largest value that enough nodes have reached.
    async fn reach<'a, T, F>(
        &'a self,
        what: &str,
        question: impl Fn(&'a Arc<RpcNode>) -> F,
    ) -> Result<T, ChainError>
    where
        T: Ord,
        F: Future<Output = Result<T, ChainError>> + Send + 'a,
    {
        reached(what, self.network.quorum, self.ask(question, enough_answers).await)
    }

    /// The block of this number, as those nodes have it who have reached it: of the others it may be one that never
    /// becomes final.
    async fn final_block(&self, number: u64, reached: &[Option<u64>]) -> Result<Block, ChainError> {
        let nodes = self.nodes.iter().zip(reached);
        let nodes = nodes.filter(|(_, reached)| reached.is_some_and(|reached| reached >= number));
        let nodes = nodes.map(|(node, _)| node).collect();
        let answers = self.ask_these(nodes, |node| node.block_there(number), enough_alike).await;
        agreed(&format!("block {number}"), self.network.quorum, answers)
    }
}

impl Chain for Nodes {
    fn verify(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>> {
        Box::pin(async move {
            let answers = self.ask(|node| verify::look_at(node, &self.network), all_said).await;
            verify::all_fit(self.network.quorum, answers)
        })
    }

    fn token_identity(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>> {
        Box::pin(async move {
            let answers = self.ask(|node| verify::look_at(node, &self.network), enough_alike).await;
            verify::enough_fit(self.network.quorum, answers)
        })
    }

    fn finalized(&self, known: Option<KnownBlock>) -> ChainFuture<'_, Result<Head, ChainError>> {
        Box::pin(async move {
            let finality = self.network.finality;
            let said = self.ask(|node| node.finalized_number(finality), enough_answers).await;
            let numbers: Vec<Option<u64>> =
                said.iter().map(|(_, number)| number.as_ref().ok().copied()).collect();
            let number = reached("the last final block", self.network.quorum, said)?;
            // If fewer nodes than must agree have reached what was known, nothing can be said against it.
            if let Some(known) = known.filter(|known| known.number <= number) {
                let block = self.final_block(known.number, &numbers).await?;
                if block.hash != known.hash {
                    return Err(ChainError::FinalizedChanged {
                        number: known.number,
                        was: known.hash,
                        is: block.hash,
                    });
                }
            }
            let block = self.final_block(number, &numbers).await?;
            Ok(Head { number, hash: block.hash, timestamp: block.timestamp })
        })
    }

    fn scan(&self, blocks: RangeInclusive<u64>) -> ChainFuture<'_, Result<Scan, ChainError>> {
        Box::pin(async move {
            let (first, last) = blocks.into_inner();
            assert!(first <= last, "there are blocks to read");
            let last = last.min(first.saturating_add(LARGEST_RANGE_BLOCKS - 1));
            self.agree(&format!("what happened in blocks {first} to {last}"), |node| node.scan(first..=last))
                .await
        })
    }

    fn token_balances<'a>(
        &'a self,
        owners: &'a [Address],
        at: B256,
    ) -> ChainFuture<'a, Result<Vec<U256>, ChainError>> {
        Box::pin(async move {
            let what = format!("{} balances in block {at}", owners.len());
            self.agree(&what, |node| node.token_balances(owners, at)).await
        })
    }

    fn authorization_state(
        &self,
        authorizer: Address,
        nonce: B256,
        at: B256,
    ) -> ChainFuture<'_, Result<bool, ChainError>> {
        Box::pin(async move {
            let what = format!("the authorization {nonce}");
            self.agree(&what, |node| node.authorization_state(authorizer, nonce, at)).await
        })
    }

    fn gas_balance(&self, owner: Address) -> ChainFuture<'_, Result<U256, ChainError>> {
        Box::pin(async move { self.reach("the gas account's balance", |node| node.gas_balance(owner)).await })
    }

    fn gas_nonce(&self, owner: Address, at: NonceAt) -> ChainFuture<'_, Result<u64, ChainError>> {
        Box::pin(async move {
            let what = "the gas account's nonce";
            match at {
                NonceAt::Block(_) => self.agree(what, |node| node.gas_nonce(owner, at)).await,
                NonceAt::Latest => self.reach(what, |node| node.gas_nonce(owner, at)).await,
            }
        })
    }

    fn fees(&self) -> ChainFuture<'_, Result<MarketFees, ChainError>> {
        Box::pin(async move {
            let (mut base_fees, mut tips) = (Vec::new(), Vec::new());
            for (host, fees) in self.ask(|node| node.fees(), enough_answers).await {
                base_fees.push((host.clone(), fees.clone().map(|fees| fees.base_fee)));
                tips.push((host, fees.map(|fees| fees.tip)));
            }
            // Each for itself: who is believed about one says nothing about the other.
            let base_fee = reached("the base fee", self.network.quorum, base_fees)?;
            Ok(MarketFees { base_fee, tip: reached("the tip", self.network.quorum, tips)? })
        })
    }

    fn send_raw<'a>(&'a self, raw: &'a Bytes) -> ChainFuture<'a, Broadcast> {
        Box::pin(async move {
            let answers = self.ask(|node| sending(node.clone(), raw.clone()), is_taken).await;
            let unclear = |trouble| classify(Err(trouble));
            let answers = answers.into_iter().map(|(host, said)| (host, said.unwrap_or_else(unclear)));
            Broadcast { answers: answers.collect() }
        })
    }

    fn simulate<'a>(&'a self, call: &'a ContractCall) -> ChainFuture<'a, Result<DryRun, ChainError>> {
        Box::pin(async move {
            let answers = self.ask(|node| node.simulate(call), is_dry_run).await;
            dry_run(self.network.quorum, answers)
        })
    }
}

/// Gives a node a transaction. It goes on, until the node's deadline, although its caller no longer waits: what was
/// sent is to be on its way to every node.
async fn sending(node: Arc<RpcNode>, raw: Bytes) -> Result<BroadcastResult, ChainError> {
    let rpc = node.host().to_owned();
    let task = tokio::spawn(async move { classify(node.send_raw(&raw).await) });
    task.await.map_err(|stopped| ChainError::Unreachable { rpc, why: stopped.to_string() })
}
