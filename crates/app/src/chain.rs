//! The worker of the live chain: it reads what became final, books what that says, compares the books with the chain,
//! and sends what was authorized. Everything it decides rests on the last block that the books know; any number of
//! processes may do it at once, because each step is refused where the books have moved on.

mod addresses;
mod authorizations;
mod block_reader;
mod convert;
mod crash_points;
mod expiry;
mod handshake;
#[cfg(feature = "simulated")]
mod model_setup;
mod reconciliation;
mod relay;
mod restore;
mod resume;
mod status;
mod turns;

pub(crate) use authorizations::is_for_the_chain;
#[cfg(feature = "simulated")]
pub use crash_points::{CrashPoint, CrashPoints};
pub use handshake::{ChainProblem, as_configured};
pub use resume::StaysStopped;
pub use status::ChainStatus;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard};

use evm::{Address, DepositKeys, FundsSigner, Nodes, Signer};
use rules::chain::{Authorization, Hash};
use rules::command::ChainCommand;
use rules::evm_address::EvmAddress;
use rules::freeze::Cause;
use rules::id::{AccountId, TransactionId};
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::time::Timestamp;
use tokio::sync::OnceCell;

use crate::platform::Platform;
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;
use crate::stops::Stops;

/// The secrets of live money. The first two may be held elsewhere, such as by a key management service.
pub struct ChainKeys {
    /// Of the treasury: it only signs authorizations.
    pub funds: Box<dyn Signer>,
    /// Of the gas account: it only sends.
    pub gas: Box<dyn Signer>,
    pub deposits: DepositKeys,
}

/// What an operator can choose about the chain.
#[derive(Clone, Debug)]
pub struct ChainSettings {
    pub limits: evm::SigningLimits,
    /// Smaller transfers are not credited.
    pub min_arrival: Amount,
    /// A deposit address that holds this much is emptied into the treasury.
    pub sweep_above: Amount,
    /// In wei for each unit of gas.
    pub max_gas_price: u128,
}

/// What is known once the nodes and the token were found to be the right ones.
pub(crate) struct VerifiedNetwork {
    funds: FundsSigner,
    domain: evm::B256,
}

pub(crate) struct LiveChain {
    nodes: Arc<dyn evm::Chain>,
    crash_points: crash_points::CrashPoints,
    network: evm::EvmNetwork,
    settings: ChainSettings,
    gas: Box<dyn Signer>,
    /// Taken when the network was met.
    funds: Mutex<Option<Box<dyn Signer>>>,
    treasury: Address,
    deposits: DepositKeys,
    verified_network: OnceCell<VerifiedNetwork>,
    memory: Mutex<Memory>,
    /// Held by the process that does a round.
    turn: tokio::sync::Mutex<()>,
}

/// What one process remembers, to ask less. Nothing of it decides about money.
#[derive(Default)]
pub(crate) struct Memory {
    addresses: HashMap<Address, (EvmAddress, AccountId)>,
    /// Of the first address that is not among them.
    next_index: i64,
    /// When each relay transaction was last sent.
    sent: HashMap<Hash, Timestamp>,
    /// Authorizations that the token would refuse.
    refused: HashMap<Hash, relay::RefusalBackoff>,
    /// When the operator was last shown how it stands.
    shown_at: Option<Timestamp>,
    /// The last block at which books and chain were found to be the same.
    compared: Option<Hash>,
    /// Of the deposit address that is compared next, in turn.
    compared_to: i64,
    range: block_reader::Range,
    /// Where to go on with withdrawals that are due, if a round did not get to the end of them.
    authorize_from: Option<store::DueTransferRow>,
    /// The same with authorizations that nothing relays.
    relay_from: Option<Authorization>,
    /// What this process sent last could be paid for.
    has_gas: bool,
    /// What is wrong, and when that was said.
    said: HashMap<(&'static str, String), Timestamp>,
}

/// Why a round ended early. The next one begins anew.
#[derive(Debug)]
pub(crate) enum Pause {
    /// The nodes could not tell.
    Nodes(evm::ChainError),
    /// They are not what they should be.
    Unfit(Cause, String),
    Failure(Failure),
}

impl From<evm::ChainError> for Pause {
    fn from(trouble: evm::ChainError) -> Pause {
        Pause::Nodes(trouble)
    }
}

impl From<Failure> for Pause {
    fn from(failure: Failure) -> Pause {
        Pause::Failure(failure)
    }
}

impl From<store::Error> for Pause {
    fn from(error: store::Error) -> Pause {
        Pause::Failure(error.into())
    }
}

/// The name of the one authorization that a withdrawal can ever have.
pub(crate) fn authorization_of(withdrawal: TransactionId) -> Hash {
    convert::hash(evm::payment_nonce(&withdrawal.to_string()))
}

/// Live money on a chain, if it is on one.
pub struct ChainWorker {
    platform: Arc<Platform>,
    stops: Arc<Stops>,
    /// The network that live money is on, if it is on one.
    live: Option<LiveChain>,
}

impl ChainWorker {
    pub(crate) fn new(platform: Arc<Platform>, stops: Arc<Stops>, live: Option<LiveChain>) -> ChainWorker {
        ChainWorker { platform, stops, live }
    }

    /// Whether live money is on a network.
    pub fn is_on_chain(&self) -> bool {
        self.live.is_some()
    }

    /// The smallest transfer that is credited, if live money is on a network. None where all are credited.
    pub fn min_arrival(&self) -> Option<Amount> {
        let min = self.live.as_ref()?.settings.min_arrival;
        (min > Amount::ZERO).then_some(min)
    }

    /// The most that the key signs at once, if live money is on a network.
    pub(crate) fn max_per_payment(&self) -> Option<Amount> {
        let most = self.live.as_ref()?.settings.limits.per_payment;
        Some(Amount::from_micros(i64::try_from(most).unwrap_or(i64::MAX)))
    }

    /// One round: reads, books, compares, sends. What cannot be done now is done in the next one.
    pub async fn chain_round(&self) {
        let Some(chain) = &self.live else { return };
        let _turn = chain.turn.lock().await;
        match self.try_round(chain).await {
            Ok(()) => chain.mended("round"),
            Err(pause) => self.report(chain, pause).await,
        }
        if chain.is_time_to_show(self.platform.clock.now()) {
            self.show_chain(chain).await;
        }
    }

    async fn try_round(&self, chain: &LiveChain) -> Result<(), Pause> {
        self.verified_network(chain).await?;
        self.read_chain(chain).await?;
        self.compare(chain).await?;
        self.give_up_authorizations(chain).await?;
        // What only gives money back goes on; nothing leaves.
        if self.platform.store.freeze().await?.is_some() {
            return Ok(());
        }
        self.authorize_withdrawals(chain).await?;
        self.authorize_sweeps(chain, chain.settings.sweep_above).await?;
        self.relay_authorizations(chain).await
    }

    async fn report(&self, chain: &LiveChain, pause: Pause) {
        match pause {
            Pause::Nodes(trouble) if trouble.needs_somebody() => {
                self.stop_because(Cause::ChainRewritten, trouble.to_string()).await
            }
            Pause::Nodes(trouble) => self.warn_once(chain, "round", trouble.to_string()),
            Pause::Unfit(cause, words) => {
                self.warn_once(chain, "round", words.clone());
                self.stop_because(cause, words).await;
            }
            // Another process was faster, or will be.
            Pause::Failure(Failure::Refused(Refusal::ChainMoved)) => {}
            Pause::Failure(failure) => self.warn_once(chain, "round", failure.to_string()),
        }
    }

    async fn chain_command(&self, command: ChainCommand) -> Result<CommandResponse, Failure> {
        self.platform.writer.submit_in_background(command.into()).await
    }

    /// Logs each reason once an hour, until the operation succeeds.
    fn warn_once(&self, chain: &LiveChain, what: &'static str, words: String) {
        let (now, mut memory) = (self.platform.clock.now(), chain.remember());
        memory.said.retain(|_, at| *at <= now && at.plus_seconds(SAID_AGAIN_SECONDS) > now);
        // Words may name amounts, and thousands of different ones may wait.
        if memory.said.keys().filter(|(said, _)| *said == what).count() >= MAX_SAID_OF_EACH {
            return;
        }
        if let Entry::Vacant(new) = memory.said.entry((what, words)) {
            tracing::warn!(what, reason = new.key().1, "chain operation failed; will retry");
            new.insert(now);
        }
    }

    /// No money leaves until an operator has looked.
    async fn stop_because(&self, cause: Cause, reason: String) {
        // The first reason stays, and is logged once.
        if self.stops.is_stopped_for(cause).await {
            return;
        }
        tracing::error!(
            cause = cause.name(),
            reason,
            "outgoing money is stopped until an operator has checked the chain"
        );
        if let Err(failure) = self.stops.stop_money(cause, reason).await {
            tracing::error!(?failure, "outgoing money not stopped; will retry");
        }
    }
}

/// How often gauges are set: that asks the nodes, too.
const SHOWN_EVERY_SECONDS: i64 = 15;
const SAID_AGAIN_SECONDS: i64 = 3_600;
const MAX_SAID_OF_EACH: usize = 10;

impl LiveChain {
    /// Live money is on this network.
    pub(crate) fn new(nodes: Nodes, keys: ChainKeys, settings: ChainSettings) -> LiveChain {
        let network = nodes.network().clone();
        LiveChain::on(Arc::new(nodes), network, keys, settings, crash_points::CrashPoints::default())
    }

    fn on(
        nodes: Arc<dyn evm::Chain>,
        network: evm::EvmNetwork,
        keys: ChainKeys,
        settings: ChainSettings,
        crash_points: crash_points::CrashPoints,
    ) -> LiveChain {
        let treasury = keys.funds.address();
        LiveChain {
            nodes,
            crash_points,
            network,
            settings,
            gas: keys.gas,
            funds: Mutex::new(Some(keys.funds)),
            treasury,
            deposits: keys.deposits,
            verified_network: OnceCell::new(),
            memory: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    fn remember(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().expect("no thread panics while it remembers")
    }

    fn is_time_to_show(&self, now: Timestamp) -> bool {
        let mut memory = self.remember();
        let is_time =
            memory.shown_at.is_none_or(|at| at > now || at.plus_seconds(SHOWN_EVERY_SECONDS) <= now);
        if is_time {
            memory.shown_at = Some(now);
        }
        is_time
    }

    fn treasury(&self) -> EvmAddress {
        convert::address(self.treasury)
    }

    /// Logs that an operation succeeds again after a warning.
    fn mended(&self, what: &'static str) {
        let mut memory = self.remember();
        let before = memory.said.len();
        memory.said.retain(|(said, _), _| *said != what);
        if memory.said.len() < before {
            tracing::info!(what, "chain operation succeeded again");
        }
    }
}
