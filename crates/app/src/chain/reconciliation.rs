//! Comparing the books with the chain, to the micro-unit, at the last block that the books know.

use std::collections::HashSet;
use std::time::Duration;

use rules::chain::{DepositAddress, Hash};
use rules::evm_address::EvmAddress;
use rules::freeze::Cause;
use rules::money::Amount;
use rules::refusal::Refusal;
use store::OnChain;

use super::crash_points::CrashPoint;
use super::handshake::code;
use super::{LiveChain, Pause, convert};
use crate::chain::ChainWorker;
use crate::platform::failure::Failure;

/// As many addresses as the database and the nodes are asked about at once.
const READ_AT_ONCE: usize = 2_000;
const COMPARED_AT_ONCE: usize = 200;
/// At each block: those that hold most, and some others in turn.
const COMPARED_ALWAYS: usize = 200;
const COMPARED_IN_TURN: usize = 50;
/// A server may book a block at any moment.
const TRIES: usize = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(250);

/// Something that is not as it should be.
pub(super) struct Difference {
    cause: Cause,
    words: String,
}

/// A deposit address, and what it has on the chain.
pub(super) type Holding = (DepositAddress, Option<Amount>);

pub(super) fn in_words(differences: Vec<Difference>) -> Vec<String> {
    differences.into_iter().map(|difference| difference.words).collect()
}

/// Another token than the books know, unless no node could be reached.
pub(super) fn unfit(unfit: evm::NetworkMismatch) -> Pause {
    match unfit {
        evm::NetworkMismatch::ChainError(trouble) => Pause::Nodes(trouble),
        other => Pause::Unfit(Cause::TokenChanged, other.to_string()),
    }
}

impl ChainWorker {
    /// Stops outgoing money, and says why, if the token is another one or a user's money is not where it should be.
    /// At each block the treasury and the deposit addresses that hold something are compared, and some others in turn.
    pub(super) async fn compare(&self, chain: &LiveChain) -> Result<(), Pause> {
        let Some(books) = self.platform.store.on_chain().await? else { return Ok(()) };
        if chain.remember().compared == Some(books.block_hash) {
            return Ok(());
        }
        let mut some = self.platform.store.holding_addresses(COMPARED_ALWAYS).await?;
        let from = chain.remember().compared_to;
        let others = self.platform.store.deposit_addresses(from, COMPARED_IN_TURN).await?;
        let next = if others.len() < COMPARED_IN_TURN { 0 } else { from + COMPARED_IN_TURN as i64 };
        let known: HashSet<i64> = some.iter().map(|known| known.index).collect();
        some.extend(others.into_iter().filter(|other| !known.contains(&other.index)));
        self.check_nothing_was_booked(&books).await?;
        let mut differences = self.unlike_the_books(chain, &books).await?;
        differences.extend(unlike(&chain.holdings(&books, some).await?));
        if let Some(worst) = differences.first() {
            let cause = worst.cause;
            return Err(Pause::Unfit(cause, in_words(differences).join("; ")));
        }
        chain.compared(books.block_hash, next);
        chain.crash_points.pass(CrashPoint::Compared).await;
        Ok(())
    }

    /// Everything that is not as it should be, at all addresses, the worst first. The nodes are asked about the block
    /// that the books had read when this began, so that it ends while a server books others.
    pub(super) async fn differences(&self, chain: &LiveChain) -> Result<Vec<Difference>, Pause> {
        let Some((books, addresses)) = self.all_addresses().await? else { return Ok(Vec::new()) };
        let mut found = self.unlike_the_books(chain, &books).await?;
        found.extend(unlike(&chain.all_holdings(&books, addresses).await?));
        Ok(found)
    }

    /// All deposit addresses with what the books say that they hold at one block.
    pub(super) async fn all_addresses(&self) -> Result<Option<(OnChain, Vec<DepositAddress>)>, Pause> {
        for _ in 0..TRIES {
            let Some(books) = self.platform.store.on_chain().await? else { return Ok(None) };
            let mut all = Vec::<DepositAddress>::new();
            loop {
                let from = all.last().map_or(0, |known| known.index + 1);
                let some = self.platform.store.deposit_addresses(from, READ_AT_ONCE).await?;
                if some.is_empty() {
                    break;
                }
                all.extend(some);
            }
            match self.check_nothing_was_booked(&books).await {
                Err(Pause::Failure(Failure::Refused(Refusal::ChainMoved))) => {
                    tokio::time::sleep(BETWEEN_TRIES).await
                }
                checked => return checked.map(|()| Some((books, all))),
            }
        }
        Err(Pause::Failure(Failure::Refused(Refusal::ChainMoved)))
    }

    /// The token, the sums of the books, and the treasury.
    async fn unlike_the_books(&self, chain: &LiveChain, books: &OnChain) -> Result<Vec<Difference>, Pause> {
        let mut found = Vec::new();
        let network = self.known_network().await?;
        let identity = chain.nodes.token_identity().await.map_err(unfit)?;
        if code(&identity) != network.code {
            let words = format!("the code of the token {} has changed", network.token);
            found.push(Difference { cause: Cause::TokenChanged, words });
        }
        let (there, known) = books.sums();
        if there != known {
            let words = format!(
                "the books owe {} USDC to customers and {} to the operator, but have {} in the treasury and {} at \
                 deposit addresses",
                books.inside, books.own, books.treasury, books.elsewhere
            );
            found.push(Difference { cause: Cause::Books, words });
        }
        let there = chain.treasury_holding(books).await?;
        found.extend(difference(&chain.treasury(), there, books.treasury));
        Ok(found)
    }

    /// What was read of the books is of two blocks if they have gone on meanwhile.
    async fn check_nothing_was_booked(&self, books: &OnChain) -> Result<(), Pause> {
        match self.known_network().await?.last.hash == books.block_hash {
            true => Ok(()),
            false => Err(Failure::Refused(Refusal::ChainMoved).into()),
        }
    }
}

impl LiveChain {
    /// Books and chain are the same at this block; the next look goes on with this address.
    fn compared(&self, block: Hash, next: i64) {
        let mut memory = self.remember();
        (memory.compared, memory.compared_to) = (Some(block), next);
    }

    pub(super) async fn treasury_holding(&self, books: &OnChain) -> Result<Option<Amount>, Pause> {
        Ok(self.balances(books, &[self.treasury]).await?[0])
    }

    /// The same for any number of addresses.
    pub(super) async fn all_holdings(
        &self,
        books: &OnChain,
        known: Vec<DepositAddress>,
    ) -> Result<Vec<Holding>, Pause> {
        let mut all = Vec::with_capacity(known.len());
        for some in known.chunks(COMPARED_AT_ONCE) {
            all.extend(self.holdings(books, some.to_vec()).await?);
        }
        Ok(all)
    }

    /// What these deposit addresses have on the chain.
    async fn holdings(&self, books: &OnChain, known: Vec<DepositAddress>) -> Result<Vec<Holding>, Pause> {
        let owners: Vec<evm::Address> = known.iter().map(|known| convert::parsed(&known.address)).collect();
        let there = self.balances(books, &owners).await?;
        Ok(known.into_iter().zip(there).collect())
    }

    /// At the last block of the books. None is more than can be counted.
    async fn balances(&self, books: &OnChain, owners: &[evm::Address]) -> Result<Vec<Option<Amount>>, Pause> {
        if owners.is_empty() {
            return Ok(Vec::new());
        }
        let there = self.nodes.token_balances(owners, convert::b256(books.block_hash)).await?;
        Ok(there.into_iter().map(|has| evm::micro_units(has).ok().map(Amount::from_micros)).collect())
    }
}

fn unlike(holdings: &[Holding]) -> impl Iterator<Item = Difference> {
    holdings.iter().filter_map(|(known, there)| difference(&known.address, *there, known.holds))
}

fn difference(address: &EvmAddress, there: Option<Amount>, known: Amount) -> Option<Difference> {
    if there == Some(known) {
        return None;
    }
    let has = there.map_or("more than can be counted".to_owned(), |has| format!("{has} USDC"));
    let words = format!("{address} has {has} on the chain, but {known} USDC in the books");
    Some(Difference { cause: Cause::ChainDiffers, words })
}
