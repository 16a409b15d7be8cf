//! Comparing the books with the chain, to the micro-unit, at the last block that the books know.

use evm::{Chain, U256};
use rules::chain::Hash;
use rules::freeze::Cause;
use rules::money::Amount;
use store::OnChain;

use super::meeting::code;
use super::moments::Moment;
use super::{LiveChain, Pause, words};
use crate::App;

/// As many addresses as one look compares, those that hold most.
const COMPARED_AT_ONCE: usize = 200;

/// Something that is not as it should be.
pub(super) struct Difference {
    cause: Cause,
    words: String,
}

pub(super) fn in_words(differences: Vec<Difference>) -> Vec<String> {
    differences.into_iter().map(|difference| difference.words).collect()
}

/// Another token than the books know, unless nobody could be asked.
pub(super) fn unfit(unfit: evm::Unfit) -> Pause {
    match unfit {
        evm::Unfit::Trouble(trouble) => Pause::Nodes(trouble),
        other => Pause::Unfit(Cause::TokenChanged, other.to_string()),
    }
}

impl App {
    /// Stops outgoing money, and says why, if the token is another one or somebody's money is not where it should be.
    pub(super) async fn compare(&self, chain: &LiveChain) -> Result<(), Pause> {
        let Some(books) = self.store.on_chain().await? else { return Ok(()) };
        if chain.remember().compared == Some(books.block_hash) {
            return Ok(());
        }
        let differences = self.differences(chain, &books).await?;
        if !differences.is_empty() {
            let cause = differences[0].cause;
            return Err(Pause::Unfit(cause, in_words(differences).join("; ")));
        }
        chain.remember().compared = Some(books.block_hash);
        chain.moments.pass(Moment::Compared).await;
        Ok(())
    }

    /// Everything that is not as it should be, the worst first.
    pub(super) async fn differences(
        &self,
        chain: &LiveChain,
        books: &OnChain,
    ) -> Result<Vec<Difference>, Pause> {
        let mut found = Vec::new();
        let network = self.known_network().await?;
        let identity = chain.nodes.token_identity().await.map_err(unfit)?;
        if code(&identity) != network.code {
            let words = format!("the program of the token {} has changed", network.token);
            found.push(Difference { cause: Cause::TokenChanged, words });
        }
        let (there, known) = books.sums();
        if there != known {
            let words = format!(
                "the books hold {} USDC of others and {} of the operator's, but count {} in the treasury and {} at \
                 deposit addresses",
                books.inside, books.own, books.treasury, books.elsewhere
            );
            found.push(Difference { cause: Cause::Books, words });
        }
        let held = self.store.holding_addresses(Amount::ZERO, COMPARED_AT_ONCE).await?;
        let mut expected = vec![(chain.treasury(), books.treasury)];
        expected.extend(held.into_iter().map(|known| (known.address, known.holds)));
        let owners: Vec<evm::Address> = expected.iter().map(|(address, _)| words::parsed(address)).collect();
        let there = chain.nodes.token_balances(&owners, words::b256(books.block_hash)).await?;
        // The books may have gone on since they were looked at; then this is for the next look.
        if self.block_of_the_books().await? != Some(books.block_hash) {
            return Ok(Vec::new());
        }
        for ((address, holds), has) in expected.into_iter().zip(there) {
            if has != U256::from(words::units(holds)) {
                let has = evm::micro_units(has).map_or("more than can be counted".to_owned(), |micros| {
                    Amount::from_micros(micros).to_string()
                });
                let words = format!("{address} has {has} USDC on the chain and {holds} in the books");
                found.push(Difference { cause: Cause::ChainDiffers, words });
            }
        }
        Ok(found)
    }

    async fn block_of_the_books(&self) -> Result<Option<Hash>, Pause> {
        Ok(self.store.network().await?.map(|network| network.last.hash))
    }
}
