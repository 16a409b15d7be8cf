//! The first contact with a network: verifies that the network, the token and the keys are those of the books.

use std::fmt;

use evm::{Address, FundsSigner, KnownBlock, NetworkMismatch, keccak256};
use rules::chain::{ChainNetwork, FinalBlock, Hash};
use rules::command::ChainCommand;
use rules::freeze::Cause;
use rules::money::Amount;
use rules::refusal::Refusal;

use super::{LiveChain, Pause, VerifiedNetwork, convert};
use crate::chain::ChainWorker;
use crate::platform::failure::Failure;

/// Why live money cannot be on this network.
#[derive(Debug)]
pub enum ChainProblem {
    Unfit(NetworkMismatch),
    /// The books are those of another network.
    OtherNetwork(String),
    /// The books say that more is there.
    TooLittle {
        needed: Amount,
        found: Amount,
    },
    Nodes(evm::ChainError),
    Failure(Failure),
}

impl fmt::Display for ChainProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainProblem::Unfit(unfit) => unfit.fmt(f),
            ChainProblem::OtherNetwork(why) => write!(
                f,
                "this database belongs to another network or other keys: {why}. A database never changes its \
                 network; correct the settings, or use another database"
            ),
            ChainProblem::TooLittle { needed, found } => write!(
                f,
                "the books expect {needed} USDC on the chain, but the treasury has {found}: send the difference to \
                 the treasury, or correct its key"
            ),
            ChainProblem::Nodes(trouble) => trouble.fmt(f),
            ChainProblem::Failure(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for ChainProblem {}

impl From<evm::ChainError> for ChainProblem {
    fn from(trouble: evm::ChainError) -> ChainProblem {
        ChainProblem::Nodes(trouble)
    }
}

impl From<Failure> for ChainProblem {
    fn from(failure: Failure) -> ChainProblem {
        ChainProblem::Failure(failure)
    }
}

impl From<store::Error> for ChainProblem {
    fn from(error: store::Error) -> ChainProblem {
        ChainProblem::Failure(error.into())
    }
}

impl ChainWorker {
    /// For the start: refuses a network that cannot be the right one. Nodes that cannot be asked are no reason to
    /// refuse one that the books know; nothing is sent or credited until they can.
    pub async fn meet_chain(&self) -> Result<(), ChainProblem> {
        let Some(chain) = &self.live else { return Ok(()) };
        match chain.verified_network.get_or_try_init(|| self.meet(chain)).await {
            Ok(_) => Ok(()),
            Err(ChainProblem::Unfit(NetworkMismatch::ChainError(trouble)) | ChainProblem::Nodes(trouble))
                if self.platform.store.network().await?.is_some() =>
            {
                tracing::warn!(%trouble, "the chain isn't readable yet; nothing is sent or credited until it is");
                Ok(())
            }
            Err(problem) => Err(problem),
        }
    }

    pub(super) async fn verified_network<'a>(
        &self,
        chain: &'a LiveChain,
    ) -> Result<&'a VerifiedNetwork, Pause> {
        let verified_network = chain.verified_network.get_or_try_init(|| self.meet(chain)).await;
        verified_network.map_err(|problem| match problem {
            ChainProblem::Unfit(NetworkMismatch::ChainError(trouble)) | ChainProblem::Nodes(trouble) => {
                Pause::Nodes(trouble)
            }
            ChainProblem::Failure(failure) => Pause::Failure(failure),
            other => Pause::Unfit(Cause::Settings, other.to_string()),
        })
    }

    async fn meet(&self, chain: &LiveChain) -> Result<VerifiedNetwork, ChainProblem> {
        let known = self.platform.store.network().await?;
        // At the first start every node must fit. Later, one node alone must not stop all money.
        let identity = match known {
            None => chain.nodes.verify().await,
            Some(_) => chain.nodes.token_identity().await,
        };
        let identity = identity.map_err(ChainProblem::Unfit)?;
        let known = match known {
            Some(known) => known,
            None => self.first_meeting(chain, code(&identity)).await?,
        };
        let configured = as_configured(&chain.network, chain.treasury, chain.gas.address(), &known);
        if let Some(why) = configured.differs_from(&known) {
            return Err(ChainProblem::OtherNetwork(why));
        }
        self.check_deposit_keys(chain, &known).await?;
        let funds = chain.funds.lock().expect("no thread panics while it takes the key").take();
        let funds = funds.expect("a network is met once");
        let mut limits = chain.settings.limits.clone();
        // What is sent to these would be lost, or belong to no account.
        limits.denied.extend([chain.treasury, chain.gas.address(), chain.network.token]);
        let funds = FundsSigner::new(funds, limits, identity.domain);
        Ok(VerifiedNetwork { funds, domain: identity.domain })
    }

    /// By the first and the last address that was given.
    async fn check_deposit_keys(&self, chain: &LiveChain, known: &ChainNetwork) -> Result<(), ChainProblem> {
        for index in [0, known.next_index - 1] {
            for given in self.platform.store.deposit_addresses(index.max(0), 1).await? {
                if chain.key_of(&given).is_none() {
                    let why = format!("the deposit keys in the settings don't belong to {}", given.address);
                    return Err(ChainProblem::OtherNetwork(why));
                }
            }
        }
        Ok(())
    }

    async fn first_meeting(&self, chain: &LiveChain, code: Hash) -> Result<ChainNetwork, ChainProblem> {
        let head = chain.nodes.finalized(None).await?;
        let balances = chain.nodes.token_balances(&[chain.treasury], head.hash).await?;
        let holds = balances.first().map(|has| evm::micro_units(*has).unwrap_or(i64::MAX)).unwrap_or(0);
        let last = FinalBlock {
            number: convert::number(head.number),
            hash: convert::hash(head.hash),
            at: convert::time(head.timestamp),
        };
        let verified_network = ChainNetwork {
            name: chain.network.name.clone(),
            chain_id: convert::number(chain.network.chain_id),
            token: convert::address(chain.network.token),
            code,
            treasury: chain.treasury(),
            gas_account: convert::address(chain.gas.address()),
            last,
            holds: Amount::from_micros(holds),
            own: Amount::ZERO,
            next_index: 0,
            next_nonce: 0,
            created_at: self.platform.clock.now(),
        };
        match self.chain_command(ChainCommand::Meet(verified_network)).await {
            Ok(known) => Ok(known.outcome()),
            Err(Failure::Refused(Refusal::InsufficientFunds { needed, available })) => {
                Err(ChainProblem::TooLittle { needed, found: available })
            }
            Err(failure) => Err(failure.into()),
        }
    }
}

/// The network and the keys of the settings, with everything else as the books know it.
pub fn as_configured(
    network: &evm::EvmNetwork,
    treasury: Address,
    gas: Address,
    known: &ChainNetwork,
) -> ChainNetwork {
    ChainNetwork {
        name: network.name.clone(),
        chain_id: convert::number(network.chain_id),
        token: convert::address(network.token),
        treasury: convert::address(treasury),
        gas_account: convert::address(gas),
        ..known.clone()
    }
}

/// The token's program, and the one that it hands its work to, if it does.
pub(super) fn code(identity: &evm::TokenIdentity) -> Hash {
    let behind = identity.implementation.map_or([0; 32], |code| code.hash.0);
    convert::hash(keccak256([identity.code.0, behind].concat()))
}

pub(super) fn known_block(network: &ChainNetwork) -> KnownBlock {
    KnownBlock { number: convert::known_number(network.last.number), hash: convert::b256(network.last.hash) }
}
