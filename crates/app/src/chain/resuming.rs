//! Letting money flow again, after somebody has looked.

use std::fmt;

use evm::Chain;
use rules::command::ChainCommand;
use rules::money::Amount;
use rules::refusal::Refusal;

use super::meeting::code;
use super::reconciling::{in_words, unfit};
use super::{LiveChain, Pause, words};
use crate::App;
use crate::failure::Failure;

/// Why money stays stopped.
#[derive(Debug)]
pub enum StaysStopped {
    /// Books and chain differ.
    Differs(Vec<String>),
    /// Others' money is missing.
    TooLittle { needed: Amount, found: Amount },
    /// Nobody could be asked.
    Unknown(String),
}

impl fmt::Display for StaysStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StaysStopped::Differs(what) => write!(f, "books and chain differ: {}", what.join("; ")),
            StaysStopped::TooLittle { needed, found } => write!(
                f,
                "{needed} USDC of others should be on the chain, and {found} are: send the rest to the treasury first"
            ),
            StaysStopped::Unknown(why) => write!(f, "books and chain could not be compared: {why}"),
        }
    }
}

impl std::error::Error for StaysStopped {}

impl From<Pause> for StaysStopped {
    fn from(pause: Pause) -> StaysStopped {
        match pause {
            Pause::Failure(Failure::Refused(Refusal::InsufficientFunds { needed, available })) => {
                StaysStopped::TooLittle { needed, found: available }
            }
            other => StaysStopped::Unknown(other.to_string()),
        }
    }
}

impl From<store::Error> for StaysStopped {
    fn from(error: store::Error) -> StaysStopped {
        StaysStopped::Unknown(error.to_string())
    }
}

impl App {
    /// Lets money flow again if books and chain are the same. Whoever accepts the difference says that the token's new
    /// program is good, and that what is more or less in the treasury is the operator's own.
    pub async fn resume_chain(&self, accept: bool) -> Result<(), StaysStopped> {
        if let Some(chain) = &self.chain {
            let _turn = chain.turn.lock().await;
            self.met(chain).await?;
            self.read_chain(chain).await?;
            if accept {
                self.accept(chain).await?;
            }
            let books = self.store.on_chain().await?;
            let differences = match &books {
                Some(books) => self.differences(chain, books).await?,
                None => Vec::new(),
            };
            if !differences.is_empty() {
                return Err(StaysStopped::Differs(in_words(differences)));
            }
        }
        self.resume_money().await.map_err(|failure| StaysStopped::Unknown(format!("{failure:?}")))
    }

    async fn accept(&self, chain: &LiveChain) -> Result<(), Pause> {
        let network = self.known_network().await?;
        let identity = chain.nodes.token_identity().await.map_err(unfit)?;
        if code(&identity) != network.code {
            self.chain_command(ChainCommand::AcceptCode(code(&identity))).await?;
        }
        let Some(books) = self.store.on_chain().await? else { return Ok(()) };
        let there = chain.nodes.token_balances(&[chain.treasury], words::b256(books.block_hash)).await?;
        let there = there.first().and_then(|has| evm::micro_units(*has).ok()).map(Amount::from_micros);
        if let Some(there) = there.filter(|there| *there != books.treasury) {
            self.chain_command(ChainCommand::AcceptBalance(there, books.elsewhere)).await?;
        }
        Ok(())
    }
}
