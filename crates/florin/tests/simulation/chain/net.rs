//! The chain itself: blocks that follow one another, a pool of what waits, fees, and reorganizations that are never
//! deeper than what is final, unless the test wants that.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use evm::{Address, B256, TokenLogEvent, U256, keccak256};

use super::keys::{self, FLOAT, OUTSIDER};
use super::token::{Token, TokenCall};
use crate::rng::Rng;

pub const GWEI: u128 = 1_000_000_000;
pub const TIP: u128 = GWEI;
pub const FIRST_CODE: B256 = B256::repeat_byte(0xc0);
pub const USUAL_FEE: u128 = 10 * GWEI;
pub const MUCH_GAS: u128 = 1_000_000_000 * GWEI;
const GAS_USED: u128 = 80_000;

#[derive(Clone, Debug)]
pub struct Tx {
    pub hash: B256,
    /// Of the gas account, if it is one of ours.
    pub gas: Option<Gas>,
    pub calls: Vec<TokenCall>,
}

#[derive(Clone, Copy, Debug)]
pub struct Gas {
    pub nonce: u64,
    pub max_fee: u128,
    pub tip: u128,
    pub limit: u64,
}

pub struct Block {
    pub number: u64,
    pub hash: B256,
    pub parent: B256,
    pub time: u64,
    pub txs: Vec<Tx>,
    pub events: Vec<TokenLogEvent>,
    /// At its end.
    pub token: Token,
}

/// One transaction that a node was given.
pub struct Sending {
    pub hash: B256,
    pub nonce: u64,
    pub authorization: B256,
}

pub struct Net {
    blocks: HashMap<B256, Arc<Block>>,
    /// The blocks that count, by number.
    pub path: Vec<B256>,
    pub depth: usize,
    /// Of the gas account, by nonce.
    pub pool: BTreeMap<u64, Tx>,
    /// All others.
    pub others: Vec<Tx>,
    pub base_fee: u128,
    pub code: B256,
    pub checks_signatures: bool,
    /// Those whose signatures were checked.
    pub seen: HashSet<B256>,
    /// What has come since the last check.
    pub sendings: Vec<Sending>,
    /// How many hashes were made.
    made: u64,
}

impl Net {
    pub fn new(depth: usize, time: u64) -> Net {
        let mut token = Token { wei: MUCH_GAS, ..Token::default() };
        token.balances.insert(keys::treasury(), U256::from(FLOAT));
        token.balances.insert(OUTSIDER, U256::from(1_000_000_000 * FLOAT as u64));
        let first = Block {
            number: 0,
            hash: B256::repeat_byte(1),
            parent: B256::ZERO,
            time,
            txs: Vec::new(),
            events: Vec::new(),
            token,
        };
        let path = vec![first.hash];
        let blocks = HashMap::from([(first.hash, Arc::new(first))]);
        Net {
            blocks,
            path,
            depth,
            pool: BTreeMap::new(),
            others: Vec::new(),
            base_fee: USUAL_FEE,
            code: FIRST_CODE,
            checks_signatures: true,
            seen: HashSet::new(),
            sendings: Vec::new(),
            made: 0,
        }
    }

    pub fn hash(&mut self) -> B256 {
        self.made += 1;
        keccak256(self.made.to_be_bytes())
    }

    pub fn block(&self, hash: B256) -> Option<&Arc<Block>> {
        self.blocks.get(&hash)
    }

    pub fn head(&self) -> &Block {
        &self.blocks[self.path.last().expect("there is a first block")]
    }

    /// The last block that is final.
    pub fn last_final(&self) -> &Block {
        &self.blocks[&self.path[self.final_number()]]
    }

    pub fn final_number(&self) -> usize {
        (self.path.len() - 1).saturating_sub(self.depth)
    }

    /// Another account's transaction waits to be included.
    pub fn submit(&mut self, calls: Vec<TokenCall>) -> B256 {
        let hash = self.hash();
        self.others.push(Tx { hash, gas: None, calls });
        hash
    }

    /// One more block. What waits is in it, or not.
    pub fn mine(&mut self, rng: &mut Rng, time: u64, percent: usize) {
        let parent = self.blocks[self.path.last().expect("a block")].clone();
        let (hash, time) = (self.hash(), time.max(parent.time + 1));
        let mut block = Block {
            number: parent.number + 1,
            hash,
            parent: parent.hash,
            time,
            txs: Vec::new(),
            events: Vec::new(),
            token: parent.token.clone(),
        };
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        for tx in std::mem::take(&mut self.others) {
            if rng.chance(percent) { taken.push(tx) } else { left.push(tx) }
        }
        self.others = left;
        while !taken.is_empty() {
            if rng.chance(50) {
                self.include_ours(&mut block, rng, percent);
            }
            let next = taken.remove(rng.below(taken.len()));
            block.include(next, self.base_fee);
        }
        self.include_ours(&mut block, rng, percent);
        let nonce = block.token.nonce;
        self.pool.retain(|known, _| *known >= nonce);
        self.path.push(hash);
        self.blocks.insert(hash, Arc::new(block));
    }

    fn include_ours(&mut self, block: &mut Block, rng: &mut Rng, percent: usize) {
        while let Some(tx) = self.pool.get(&block.token.nonce) {
            let gas = tx.gas.expect("it is ours");
            let pays = gas.max_fee >= self.base_fee && block.token.wei >= u128::from(gas.limit) * gas.max_fee;
            if !pays || !rng.chance(percent) {
                return;
            }
            let tx = self.pool.remove(&block.token.nonce).expect("it is there");
            block.include(tx, self.base_fee);
        }
    }

    /// The last blocks never were; others took their place, and what was in them waits again, or is lost.
    pub fn reorganize(&mut self, rng: &mut Rng, depth: usize, kept: usize) {
        let depth = depth.min(self.path.len() - 1);
        let mut times = Vec::new();
        for _ in 0..depth {
            let gone = self.blocks[&self.path.pop().expect("a block")].clone();
            times.push(gone.time);
            for tx in gone.txs.iter().filter(|_| rng.chance(kept)) {
                match tx.gas {
                    Some(gas) => _ = self.pool.entry(gas.nonce).or_insert_with(|| tx.clone()),
                    None => self.others.push(tx.clone()),
                }
            }
        }
        for time in times.into_iter().rev() {
            self.mine(rng, time, 60);
        }
    }

    /// The call of a transaction of ours that waits, for a front-runner.
    pub fn waiting_calls(&self) -> Vec<TokenCall> {
        self.pool.values().flat_map(|tx| tx.calls.clone()).collect()
    }
}

impl Block {
    fn include(&mut self, tx: Tx, base_fee: u128) {
        if let Some(gas) = tx.gas {
            self.token.nonce += 1;
            self.token.wei -= GAS_USED * gas.max_fee.min(base_fee + gas.tip);
        }
        let mut after = self.token.clone();
        let mut logs = Vec::new();
        for call in &tx.calls {
            match after.act(call, self.time) {
                Ok(said) => logs.extend(said),
                // Everything of it is undone, but gas and nonce are gone.
                Err(_) => {
                    self.txs.push(tx);
                    return;
                }
            }
        }
        self.token = after;
        for (ordinal, token_event) in logs.into_iter().enumerate() {
            let Some(token_event) = token_event else { continue };
            let (block_number, block_hash, ordinal) = (self.number, self.hash, ordinal as u32);
            self.events.push(TokenLogEvent {
                block_number,
                block_hash,
                transaction: tx.hash,
                ordinal,
                token_event,
            });
        }
        self.txs.push(tx);
    }
}

/// What an outsider sends.
pub fn payment(to: Address, micros: i64) -> TokenCall {
    TokenCall::Move { from: OUTSIDER, to, value: U256::from(micros) }
}
