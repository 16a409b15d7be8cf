//! What one process sees of the chain: nodes that are late, on a branch that will be dropped, silent, or wrong where
//! they are allowed to be. The caller waits at least once, so that anything can happen in between.

use std::future::poll_fn;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;

use evm::{
    Address, B256, Block, Broadcast, BroadcastResult, Bytes, Chain, ChainError, ChainFuture, ContractCall,
    DryRun, Head, KnownBlock, MarketFees, NetworkMismatch, NonceAt, Scan, TokenIdentity, U256,
};

use super::keys::{self, CHAIN_ID, DOMAIN, TOKEN};
use super::net::{Gas, Net, Sending, TIP, Tx};
use super::raw;
use super::token::{Token, TokenCall};
use crate::rng::Rng;

pub struct View {
    net: Arc<Mutex<Net>>,
    mood: Mutex<Mood>,
}

struct Mood {
    rng: Rng,
    /// How many of a hundred questions have no answer.
    trouble: usize,
    /// How many of a hundred pieces of advice are wrong.
    lies: usize,
    /// The blocks as they were when the node stopped following.
    path: Option<Arc<Vec<B256>>>,
}

impl View {
    pub fn new(net: Arc<Mutex<Net>>, seed: u64) -> View {
        View { net, mood: Mutex::new(Mood { rng: Rng::new(seed), trouble: 0, lies: 0, path: None }) }
    }

    pub fn disturb(&self, trouble: usize, lies: usize) {
        let mut mood = self.mood();
        (mood.trouble, mood.lies) = (trouble, lies);
    }

    /// The node sees nothing new from now on.
    pub fn fall_behind(&self) {
        let path = self.net().path.clone();
        self.mood().path = Some(Arc::new(path));
    }

    pub fn catch_up(&self) {
        self.mood().path = None;
    }

    fn net(&self) -> MutexGuard<'_, Net> {
        self.net.lock().expect("the chain goes on")
    }

    fn mood(&self) -> MutexGuard<'_, Mood> {
        self.mood.lock().expect("a mood")
    }

    fn chance(&self, percent: usize) -> bool {
        self.mood().rng.chance(percent)
    }

    /// The blocks that this node has, if it does not follow. It leaves a branch at the latest when another is final.
    fn own_path(&self, net: &Net) -> Option<Arc<Vec<B256>>> {
        let mut mood = self.mood();
        let may_stay = |path: &Arc<Vec<B256>>| {
            let common = path.iter().zip(&net.path).take_while(|(one, other)| one == other).count();
            common == path.len() || common > net.final_number()
        };
        mood.path = mood.path.take().filter(may_stay);
        mood.path.clone()
    }

    /// Asks, and is answered a little later, by what was true a little earlier, or not at all.
    async fn ask<T>(
        &self,
        question: impl Fn(&Net, &[B256]) -> Result<T, ChainError>,
    ) -> Result<T, ChainError> {
        let is_slow_at_first = self.chance(50);
        if is_slow_at_first {
            pause().await;
        }
        let answer = {
            let net = self.net();
            let own = self.own_path(&net);
            question(&net, own.as_deref().unwrap_or(&net.path))
        };
        if !is_slow_at_first {
            pause().await;
        }
        let trouble = self.mood().trouble;
        if self.chance(trouble) { Err(self.trouble()) } else { answer }
    }

    fn trouble(&self) -> ChainError {
        let (rpc, why) = ("model".to_owned(), "on purpose".to_owned());
        match self.mood().rng.below(5) {
            0 => ChainError::Unreachable { rpc, why },
            1 => ChainError::Refused { rpc, code: -32_000, message: why, data: None },
            2 => ChainError::Garbled { rpc, what: why },
            3 => ChainError::Incomplete { rpc, block: 0, why },
            _ => ChainError::Disagreement { what: why, needed: 2, answers: Vec::new() },
        }
    }

    async fn identity(&self) -> Result<TokenIdentity, NetworkMismatch> {
        let (name, version) = ("USD Coin".to_owned(), "2".to_owned());
        let code = self.ask(|net, _| Ok(net.code)).await?;
        Ok(TokenIdentity { name, version, domain: DOMAIN, code, implementation: None })
    }

    /// A node is given a transaction.
    fn take(&self, raw: &Bytes) -> BroadcastResult {
        let transaction = raw::transaction(raw);
        assert_eq!((transaction.chain_id, transaction.to), (CHAIN_ID, TOKEN));
        let authorization = raw::authorization(&transaction.data);
        let hash = evm::keccak256(raw);
        let evm::EvmTransaction { nonce, fees, gas_limit: limit, .. } = transaction;
        let mut net = self.net();
        if net.checks_signatures && net.seen.insert(hash) {
            raw::check_signatures(raw);
        }
        net.sendings.push(Sending { hash, nonce, authorization: authorization.nonce });
        let gas = Gas { nonce, max_fee: fees.max_fee, tip: fees.tip, limit };
        let enough = net.head().token.wei >= u128::from(limit) * fees.max_fee;
        let known = net.pool.get(&nonce).map(|known| (known.hash, known.gas.expect("ours")));
        match known {
            _ if nonce < net.head().token.nonce => BroadcastResult::NonceTooLow,
            _ if !enough => BroadcastResult::InsufficientGas,
            Some((known, _)) if known == hash => BroadcastResult::AlreadyKnown,
            Some((_, known)) if fees.max_fee * 8 < known.max_fee * 9 || fees.tip * 8 < known.tip * 9 => {
                BroadcastResult::ReplacementUnderpriced
            }
            _ => {
                net.pool
                    .insert(nonce, Tx { hash, gas: Some(gas), calls: vec![TokenCall::Use(authorization)] });
                BroadcastResult::Accepted
            }
        }
    }
}

impl Chain for View {
    fn verify(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>> {
        Box::pin(async move { self.identity().await })
    }

    fn token_identity(&self) -> ChainFuture<'_, Result<TokenIdentity, NetworkMismatch>> {
        Box::pin(async move { self.identity().await })
    }

    fn finalized(&self, known: Option<KnownBlock>) -> ChainFuture<'_, Result<Head, ChainError>> {
        Box::pin(async move {
            self.ask(|net, path| {
                let there = known.and_then(|known| path.get(known.number as usize).map(|is| (known, *is)));
                if let Some((KnownBlock { number, hash: was }, is)) =
                    there.filter(|(known, is)| known.hash != *is)
                {
                    return Err(ChainError::FinalizedChanged { number, was, is });
                }
                let number = (path.len() - 1).saturating_sub(net.depth);
                let block = net.block(path[number]).expect("it is known");
                Ok(Head { number: block.number, hash: block.hash, timestamp: block.time })
            })
            .await
        })
    }

    fn scan(&self, blocks: RangeInclusive<u64>) -> ChainFuture<'_, Result<Scan, ChainError>> {
        Box::pin(async move {
            let (first, last) = blocks.into_inner();
            self.ask(|net, path| {
                let there = path.get(first as usize..=last as usize).ok_or_else(|| behind(last))?;
                let blocks = there.iter().map(|hash| shown(net, *hash)).collect();
                let events = there.iter().flat_map(|hash| net.block(*hash).expect("a block").events.clone());
                Ok(Scan { blocks, events: events.collect() })
            })
            .await
        })
    }

    fn token_balances<'a>(
        &'a self,
        owners: &'a [Address],
        at: B256,
    ) -> ChainFuture<'a, Result<Vec<U256>, ChainError>> {
        Box::pin(async move {
            self.ask(|net, path| {
                let token = token_at(net, path, at)?;
                Ok(owners.iter().map(|owner| token.balance(*owner)).collect())
            })
            .await
        })
    }

    fn authorization_state(
        &self,
        _: Address,
        nonce: B256,
        at: B256,
    ) -> ChainFuture<'_, Result<bool, ChainError>> {
        Box::pin(async move {
            self.ask(|net, path| Ok(token_at(net, path, at)?.ended.contains_key(&nonce))).await
        })
    }

    fn gas_balance(&self, owner: Address) -> ChainFuture<'_, Result<U256, ChainError>> {
        Box::pin(async move {
            assert_eq!(owner, keys::gas_account());
            self.ask(|net, path| Ok(U256::from(newest(net, path).wei))).await
        })
    }

    fn gas_nonce(&self, owner: Address, at: NonceAt) -> ChainFuture<'_, Result<u64, ChainError>> {
        Box::pin(async move {
            assert_eq!(owner, keys::gas_account());
            self.ask(|net, path| match at {
                NonceAt::Latest => Ok(newest(net, path).nonce),
                NonceAt::Block(at) => Ok(token_at(net, path, at)?.nonce),
            })
            .await
        })
    }

    fn fees(&self) -> ChainFuture<'_, Result<MarketFees, ChainError>> {
        Box::pin(async move { self.ask(|net, _| Ok(MarketFees { base_fee: net.base_fee, tip: TIP })).await })
    }

    fn send_raw<'a>(&'a self, raw: &'a Bytes) -> ChainFuture<'a, Broadcast> {
        Box::pin(async move {
            pause().await;
            let trouble = self.mood().trouble;
            let unclear = || BroadcastResult::Unclear { why: "timeout".to_owned() };
            let is_lost = self.chance(trouble);
            let sent = if is_lost { unclear() } else { self.take(raw) };
            pause().await;
            let lies = self.mood().lies;
            let said = match self.mood().rng.below(100) {
                dice if dice < trouble => unclear(),
                // What a node answers to a send decides nothing, whatever it is.
                dice if dice < trouble + lies => {
                    BroadcastResult::Rejected { message: "on purpose".to_owned() }
                }
                dice if dice < trouble + 2 * lies => BroadcastResult::NonceTooLow,
                _ => sent,
            };
            Broadcast { answers: vec![("model".to_owned(), said)] }
        })
    }

    fn simulate<'a>(&'a self, call: &'a ContractCall) -> ChainFuture<'a, Result<DryRun, ChainError>> {
        Box::pin(async move {
            let authorization = raw::authorization(&call.data);
            let lies = self.mood().lies;
            let is_wrong = self.chance(lies);
            self.ask(|net, path| {
                let head = net.block(*path.last().expect("a block")).expect("it is known");
                let acted = head.token.clone().act(&TokenCall::Use(authorization), head.time + 12);
                Ok(match acted {
                    Ok(_) if !is_wrong => DryRun::Succeeds { gas: 80_000 },
                    Err(_) if is_wrong => DryRun::Succeeds { gas: 80_000 },
                    Ok(_) => DryRun::Reverts { reason: "on purpose".to_owned() },
                    Err(reason) => DryRun::Reverts { reason: reason.to_owned() },
                })
            })
            .await
        })
    }
}

fn shown(net: &Net, hash: B256) -> Block {
    let block = net.block(hash).expect("it is known");
    Block { number: block.number, hash, parent: block.parent, timestamp: block.time }
}

fn newest<'a>(net: &'a Net, path: &[B256]) -> &'a Token {
    &net.block(*path.last().expect("a block")).expect("it is known").token
}

/// The token at the end of a block, if this node has that.
fn token_at<'a>(net: &'a Net, path: &[B256], at: B256) -> Result<&'a Token, ChainError> {
    let found = net.block(at).filter(|block| path.get(block.number as usize) == Some(&at));
    found.map(|block| &block.token).ok_or_else(|| behind(0))
}

fn behind(block: u64) -> ChainError {
    ChainError::Behind { rpc: "model".to_owned(), block }
}

/// Others go on meanwhile.
async fn pause() {
    let mut is_over = false;
    poll_fn(|_| if std::mem::replace(&mut is_over, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}
