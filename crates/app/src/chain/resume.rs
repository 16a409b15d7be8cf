//! Resumes outgoing money after an operator has verified the books and the chain.

use std::fmt;

use rules::command::ChainCommand;
use rules::decisions::chain::Accept;
use rules::freeze::{Cause, Resume};
use rules::id::FreezeId;
use rules::money::Amount;
use rules::refusal::Refusal;

use super::handshake::code;
use super::reconciliation::{in_words, unfit};
use super::{LiveChain, Pause};
use crate::chain::ChainWorker;
use crate::platform::failure::Failure;

/// A server may book a block at any moment.
const TRIES: usize = 20;

/// Why money stays stopped.
#[derive(Debug)]
pub enum StaysStopped {
    /// Books and chain differ.
    Differs(Vec<String>),
    /// Others' money is missing.
    TooLittle { needed: Amount, found: Amount },
    /// No node could be reached.
    Unknown(String),
}

impl fmt::Display for StaysStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StaysStopped::Differs(what) => write!(f, "books and chain differ: {}", what.join("; ")),
            StaysStopped::TooLittle { needed, found } => write!(
                f,
                "customers own {needed} USDC, but only {found} is on the chain: send the difference to the \
                 treasury first"
            ),
            StaysStopped::Unknown(why) => write!(f, "books and chain were not compared: {why}"),
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

impl ChainWorker {
    /// Lets money flow again if books and chain are the same. An operator who accepts the difference says that the
    /// token's new program is good, and that what is more or less at our addresses is the operator's own. It lifts
    /// the stops that the operator saw before proving the books, and no other.
    pub async fn resume_chain(&self, seen: &[FreezeId], accept: bool, by: &str) -> Result<(), StaysStopped> {
        if let Some(chain) = &self.live {
            let _turn = chain.turn.lock().await;
            self.verified_network(chain).await?;
            self.read_chain(chain).await?;
            if accept {
                self.accept(chain).await?;
            }
            let differences = self.differences(chain).await?;
            if !differences.is_empty() {
                return Err(StaysStopped::Differs(in_words(differences)));
            }
        }
        let reason = match accept {
            true => "the operator accepted the differences on the chain",
            false => "books and chain match",
        };
        let resuming = async {
            let despite = self.stops.accepted_findings().await?;
            self.stops
                .resume_money(seen, &Resume { by: by.to_owned(), reason: reason.to_owned(), despite })
                .await
        };
        resuming.await.map_err(|failure: Failure| StaysStopped::Unknown(failure.to_string()))
    }

    async fn accept(&self, chain: &LiveChain) -> Result<(), Pause> {
        let network = self.known_network().await?;
        let identity = chain.nodes.token_identity().await.map_err(unfit)?;
        if code(&identity) != network.code {
            self.chain_command(ChainCommand::AcceptCode(code(&identity))).await?;
        }
        for _ in 0..TRIES {
            let Some(found) = self.look(chain).await? else { return Ok(()) };
            match self.chain_command(ChainCommand::Accept(found)).await {
                Err(Failure::Refused(Refusal::ChainMoved)) => {}
                done => return Ok(done.map(drop)?),
            }
        }
        Err(Failure::Refused(Refusal::ChainMoved).into())
    }

    /// What is at all our addresses.
    async fn look(&self, chain: &LiveChain) -> Result<Option<Accept>, Pause> {
        let Some((books, known)) = self.all_addresses().await? else { return Ok(None) };
        let counted = |has: Option<Amount>| {
            has.ok_or_else(|| {
                Pause::Unfit(Cause::ChainDiffers, "an address holds more USDC than can be counted".to_owned())
            })
        };
        let treasury = counted(chain.treasury_holding(&books).await?)?;
        let (mut addresses, mut elsewhere) = (Vec::new(), 0);
        for (known, has) in chain.all_holdings(&books, known).await? {
            let has = counted(has)?;
            elsewhere += has.micros();
            if has != known.holds {
                addresses.push((known.address, has));
            }
        }
        let elsewhere = Amount::from_micros(elsewhere);
        Ok(Some(Accept { at: books.block_hash, treasury, addresses, elsewhere }))
    }
}
