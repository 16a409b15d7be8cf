//! Relaying: transactions of the gas account bring authorizations to the token. Each is stored before it is sent. One
//! that is not included is sent again, and then offers more under the same nonce. What the nodes answer decides
//! nothing.

use std::collections::HashSet;

use evm::{Bytes, ContractCall, DryRun, EvmTransaction, GasFees, MarketFees, NonceAt};
use futures_util::future::join_all;
use rules::chain::{Authorization, ChainNetwork, ChainPayment, Hash, MARGIN_SECONDS, RelayTransaction};
use rules::command::ChainCommand;
use rules::decisions::chain::NewRelayTransactions;
use rules::time::Timestamp;

use super::crash_points::CrashPoint;
use super::turns::in_turns;
use super::{LiveChain, Pause, convert};
use crate::chain::ChainWorker;
use crate::platform::failure::Failure;

/// As many as wait for a block at one time: each follows the one before it, so nodes keep them.
const MAX_WAITING: i64 = 256;
pub(super) const AT_ONCE: usize = 2_000;
/// Questions to the nodes.
pub(super) const SIDE_BY_SIDE: usize = 16;
/// A transfer with an authorization takes about 80,000; where the cost of another chain is part of it, far more.
const MIN_GAS: u64 = 200_000;
/// Ethereum includes no transaction with more (EIP-7825), and no transfer takes as much elsewhere.
const MAX_GAS: u64 = 1 << 24;
/// No transfer is known to take more.
const MAX_PLAUSIBLE_GAS: u64 = 2_000_000;
const SEND_AGAIN_SECONDS: i64 = 15;
/// When the market asks for more than is offered, and when it does not.
const OFFER_MORE_SECONDS: i64 = 60;
const PATIENCE_SECONDS: i64 = 600;
/// What the token refuses is asked about again after a minute, and then after twice as long each time.
const REFUSED_SECONDS: i64 = 60;
const MAX_REFUSED_SECONDS: i64 = 3_600;

/// So many pages of authorizations are looked through for those whose turn it is.
const MAX_PAGES: usize = 10;
/// So many that the token has refused before are asked about in one round, and this part of the room is kept for them.
const MAX_AGAIN: usize = 16;

/// What the token has said to an authorization before.
enum Refusals {
    None,
    /// It refused it so long ago that it is asked again.
    DueAgain,
    Recent,
}

/// That the token would refuse an authorization, and for how long that is believed.
pub(super) struct RefusalBackoff {
    at: Timestamp,
    seconds: i64,
}

impl ChainWorker {
    /// Relays what nothing relays, and sends what is not included yet.
    pub(super) async fn relay_authorizations(&self, chain: &LiveChain) -> Result<(), Pause> {
        // Stopping money also stops what was already authorized.
        if self.platform.store.freeze().await?.is_some() {
            return Ok(());
        }
        let network = self.known_network().await?;
        let (gas, at) = (chain.gas.address(), convert::b256(network.last.hash));
        let made = convert::number(chain.nodes.gas_nonce(gas, NonceAt::Block(at)).await?);
        let included = convert::number(chain.nodes.gas_nonce(gas, NonceAt::Latest).await?);
        let under_way = self.platform.store.relay_transactions_from(included.max(made), AT_ONCE).await?;
        let next = network.next_nonce.max(made);
        let room = usize::try_from(MAX_WAITING - (next - included).max(0)).unwrap_or(0);
        let waiting = self.uncarried(chain, &network, made, room).await?;
        if under_way.is_empty() {
            chain.mended("rejected");
        }
        if under_way.is_empty() && waiting.is_empty() {
            return Ok(());
        }
        let market = chain.nodes.fees().await?;
        let mut relay_transactions = self.first_relay_transactions(chain, &waiting, next, market).await?;
        relay_transactions.extend(self.dearer_relay_transactions(chain, &under_way, market).await?);
        let kept = self.keep_relay_transactions(chain, made, &relay_transactions).await;
        // What was kept before is sent again in any case.
        let new: Vec<RelayTransaction> = match kept {
            Ok(()) => {
                relay_transactions.into_iter().map(|(_, relay_transaction)| relay_transaction).collect()
            }
            Err(_) => Vec::new(),
        };
        let now = self.platform.clock.now();
        let again = chain.to_send_again(&under_way, &new, now);
        self.broadcast(chain, again.into_iter().chain(new), now).await;
        chain.crash_points.pass(CrashPoint::Sent).await;
        Ok(kept?)
    }

    async fn keep_relay_transactions(
        &self,
        chain: &LiveChain,
        made: i64,
        relay_transactions: &[(ChainPayment, RelayTransaction)],
    ) -> Result<(), Failure> {
        if relay_transactions.is_empty() {
            return Ok(());
        }
        chain.crash_points.pass(CrashPoint::RelayTransactionsSigned).await;
        let relay = NewRelayTransactions { made, relay_transactions: relay_transactions.to_vec() };
        self.chain_command(ChainCommand::Relay(relay)).await?;
        chain.crash_points.pass(CrashPoint::RelayTransactionsKept).await;
        Ok(())
    }

    /// Authorizations that nothing relays and that can be begun, as many as there is room for: accounts take turns, and
    /// what the token has refused before comes last and takes little of the room. If there are more than are looked
    /// through in one round, the next goes on behind them.
    async fn uncarried(
        &self,
        chain: &LiveChain,
        network: &ChainNetwork,
        made: i64,
        room: usize,
    ) -> Result<Vec<Authorization>, Pause> {
        let (mut first, mut again) = (Vec::new(), Vec::new());
        if room == 0 {
            return Ok(Vec::new());
        }
        let mut last = chain.remember().relay_from.take();
        for _ in 0..MAX_PAGES {
            let some = self.platform.store.uncarried_authorizations(made, last.as_ref(), AT_ONCE).await?;
            last = some.last().cloned();
            if last.is_none() {
                break;
            }
            let now = self.platform.clock.now();
            for authorization in some.into_iter().filter(|some| can_begin(some, network)) {
                match chain.refusal(&authorization, now) {
                    Refusals::None => first.push(authorization),
                    Refusals::DueAgain if again.len() < MAX_AGAIN => again.push(authorization),
                    Refusals::DueAgain | Refusals::Recent => {}
                }
            }
        }
        chain.remember().relay_from = last;
        let kept_for_them = again.len().min(room / MAX_AGAIN);
        let mut waiting = in_turns(first, room - kept_for_them);
        again.truncate(room - waiting.len());
        waiting.extend(again);
        Ok(waiting)
    }

    /// Under nonces that follow each other. What would fail now is not tried: the gas would be wasted.
    async fn first_relay_transactions(
        &self,
        chain: &LiveChain,
        waiting: &[Authorization],
        next: i64,
        market: MarketFees,
    ) -> Result<Vec<(ChainPayment, RelayTransaction)>, Pause> {
        let mut dry_run = Vec::new();
        for some in waiting.chunks(SIDE_BY_SIDE) {
            dry_run.extend(join_all(some.iter().map(|authorization| chain.foretell(authorization))).await);
        }
        let fees = market.offer(chain.settings.max_gas_price);
        let mut relay_transactions = Vec::new();
        for (authorization, dry_run) in waiting.iter().zip(dry_run) {
            let payment = authorization.payment.id();
            let gas_limit = match dry_run {
                Ok(DryRun::Succeeds { gas }) => gas_limit(gas),
                Ok(DryRun::Reverts { reason }) => {
                    tracing::debug!(%payment, %reason, "the token would reject a payment");
                    self.warn_once(chain, "token", format!("the token would reject payments: {reason}"));
                    chain.refuse(authorization.nonce, self.platform.clock.now());
                    continue;
                }
                Err(trouble) => {
                    self.warn_once(
                        chain,
                        "dry run",
                        format!("the outcome of {payment} is unknown: {trouble}"),
                    );
                    continue;
                }
            };
            let nonce = next + relay_transactions.len() as i64;
            let relay_transaction =
                self.relay_transaction(chain, authorization, nonce, fees, gas_limit).await?;
            relay_transactions.extend(
                relay_transaction.map(|relay_transaction| (authorization.payment, relay_transaction)),
            );
        }
        Ok(relay_transactions)
    }

    /// The same once more, for more, where no miner took the offer: the first of them, because the others wait for
    /// these anyway. How much gas each takes is asked anew: it may have been too much for a block, or for the gas
    /// account.
    async fn dearer_relay_transactions(
        &self,
        chain: &LiveChain,
        under_way: &[RelayTransaction],
        market: MarketFees,
    ) -> Result<Vec<(ChainPayment, RelayTransaction)>, Pause> {
        let (now, asked) = (self.platform.clock.now(), market.offer(chain.settings.max_gas_price));
        let has_gas = chain.remember().has_gas;
        // Offering more of what there is none of does not help; asking for less does.
        let may_help = |known: &&RelayTransaction| has_gas || known.gas_limit > MAX_PLAUSIBLE_GAS as i64;
        let is_due = |known: &&RelayTransaction| {
            let offered = offer_of(known);
            let is_too_little = asked.max_fee > offered.max_fee || asked.tip > offered.tip;
            has_waited(known, if is_too_little { OFFER_MORE_SECONDS } else { PATIENCE_SECONDS }, now)
        };
        let mut due: Vec<&RelayTransaction> = under_way.iter().filter(may_help).filter(is_due).collect();
        due.sort_by_key(|known| known.nonce);
        due.truncate(SIDE_BY_SIDE);
        let dearer = due.into_iter().map(|known| self.dearer(chain, known, market));
        let dearer = join_all(dearer).await.into_iter().collect::<Result<Vec<_>, Pause>>()?;
        Ok(dearer.into_iter().flatten().collect())
    }

    async fn dearer(
        &self,
        chain: &LiveChain,
        known: &RelayTransaction,
        market: MarketFees,
    ) -> Result<Option<(ChainPayment, RelayTransaction)>, Pause> {
        let Some(fees) = offer_of(known).bumped(market, chain.settings.max_gas_price) else {
            let words = "gas costs more than the settings allow; payments wait";
            self.warn_once(chain, "fees", words.to_owned());
            return Ok(None);
        };
        // Also for an authorization that has ended: its nonce keeps the following ones waiting.
        let Some(authorization) = self.platform.store.authorization(known.authorization).await? else {
            return Ok(None);
        };
        let before = convert::known_number(known.gas_limit);
        let gas_limit = match chain.foretell(&authorization).await {
            Ok(DryRun::Succeeds { gas }) => gas_limit(gas),
            // It only has to use up its nonce.
            Ok(DryRun::Reverts { .. }) => before.min(MAX_PLAUSIBLE_GAS),
            Err(_) => before.min(MAX_GAS),
        };
        let dearer = self.relay_transaction(chain, &authorization, known.nonce, fees, gas_limit).await?;
        Ok(dearer.map(|dearer| (authorization.payment, dearer)))
    }

    async fn relay_transaction(
        &self,
        chain: &LiveChain,
        authorization: &Authorization,
        nonce: i64,
        fees: GasFees,
        gas_limit: u64,
    ) -> Result<Option<RelayTransaction>, Pause> {
        let transaction = EvmTransaction {
            chain_id: chain.network.chain_id,
            nonce: convert::known_number(nonce),
            fees,
            gas_limit,
            to: chain.network.token,
            data: Bytes::copy_from_slice(&authorization.call),
        };
        let Ok(signed) = transaction.sign(&*chain.gas).await else {
            self.warn_once(chain, "key", "the gas key did not sign".to_owned());
            return Ok(None);
        };
        let wei = |amount: u128| i64::try_from(amount).unwrap_or(i64::MAX);
        Ok(Some(RelayTransaction {
            hash: convert::hash(signed.hash),
            authorization: authorization.nonce,
            nonce,
            max_fee: wei(fees.max_fee),
            tip: wei(fees.tip),
            gas_limit: convert::number(gas_limit),
            raw: signed.raw.to_vec(),
            created_at: self.platform.clock.now(),
        }))
    }

    /// To every node. In the order of their nonces, so that none waits for one that the node does not have.
    async fn broadcast(
        &self,
        chain: &LiveChain,
        relay_transactions: impl Iterator<Item = RelayTransaction>,
        now: Timestamp,
    ) {
        let mut relay_transactions: Vec<RelayTransaction> = relay_transactions.collect();
        relay_transactions
            .sort_by_key(|relay_transaction| (relay_transaction.nonce, relay_transaction.max_fee));
        let mut sent = Vec::new();
        for some in relay_transactions.chunks(SIDE_BY_SIDE) {
            sent.extend(join_all(some.iter().map(|relay_transaction| chain.send(relay_transaction))).await);
        }
        let (mut is_out_of_gas, mut refused) = (false, None);
        for (hash, broadcast) in &sent {
            tracing::debug!(%hash, outcome = ?broadcast.outcome(), "sent");
            metrics::counter!("florin_chain_sends_total").increment(1);
            is_out_of_gas |= matches!(broadcast.outcome(), evm::BroadcastResult::InsufficientGas);
            refused = refused.or(broadcast.rejection());
            chain.remember().sent.insert(*hash, now);
        }
        if let Some(message) = refused {
            let words = format!("the nodes reject a payment: {message}");
            self.warn_once(chain, "rejected", words);
        }
        if is_out_of_gas {
            let words = "the gas account's balance is too low for the waiting payments; fund it";
            self.warn_once(chain, "gas", words.to_owned());
        } else if !sent.is_empty() {
            chain.mended("gas");
        }
        if !sent.is_empty() {
            chain.remember().has_gas = !is_out_of_gas;
        }
    }
}

impl LiveChain {
    /// Simulates the authorization on the latest state of the chain.
    async fn foretell(&self, authorization: &Authorization) -> Result<DryRun, evm::ChainError> {
        let (from, to) = (self.gas.address(), self.network.token);
        self.nodes
            .simulate(&ContractCall { from, to, data: Bytes::copy_from_slice(&authorization.call) })
            .await
    }

    /// The token would refuse it: it is looked at again after a while, and delays no other authorization until then.
    fn refuse(&self, authorization: Hash, now: Timestamp) {
        let mut memory = self.remember();
        memory.refused.retain(|_, known| known.at.plus_seconds(2 * MAX_REFUSED_SECONDS) > now);
        let before = memory.refused.get(&authorization).map(|known| known.seconds * 2);
        let seconds = before.unwrap_or(REFUSED_SECONDS).min(MAX_REFUSED_SECONDS);
        memory.refused.insert(authorization, RefusalBackoff { at: now, seconds });
    }

    fn refusal(&self, authorization: &Authorization, now: Timestamp) -> Refusals {
        let memory = self.remember();
        match memory.refused.get(&authorization.nonce) {
            None => Refusals::None,
            Some(known) if known.at <= now && known.at.plus_seconds(known.seconds) > now => Refusals::Recent,
            Some(_) => Refusals::DueAgain,
        }
    }

    async fn send(&self, relay_transaction: &RelayTransaction) -> (Hash, evm::Broadcast) {
        (relay_transaction.hash, self.nodes.send_raw(&Bytes::copy_from_slice(&relay_transaction.raw)).await)
    }

    /// What waits in no block and was not sent for a while, the dearest of each nonce.
    fn to_send_again(
        &self,
        under_way: &[RelayTransaction],
        dearer: &[RelayTransaction],
        now: Timestamp,
    ) -> Vec<RelayTransaction> {
        let mut memory = self.remember();
        memory
            .sent
            .retain(|hash, _| under_way.iter().any(|relay_transaction| relay_transaction.hash == *hash));
        let is_silent = |relay_transaction: &&RelayTransaction| {
            let sent = memory.sent.get(&relay_transaction.hash);
            // If the clock was set back since, how long ago that was is unknown.
            sent.is_none_or(|at| *at > now || at.plus_seconds(SEND_AGAIN_SECONDS) <= now)
        };
        let replaced: HashSet<i64> = dearer.iter().map(|relay_transaction| relay_transaction.nonce).collect();
        let waiting = under_way.iter().filter(|known| !replaced.contains(&known.nonce));
        waiting.filter(is_silent).cloned().collect()
    }
}

fn offer_of(known: &RelayTransaction) -> GasFees {
    GasFees { max_fee: known.max_fee as u128, tip: known.tip as u128 }
}

/// Nothing is begun shortly before an authorization ends.
fn can_begin(authorization: &Authorization, network: &ChainNetwork) -> bool {
    network.last.at.plus_seconds(MARGIN_SECONDS) < authorization.valid_before
}

/// Since it was made, or since a clock that was far ahead was set right.
fn has_waited(relay_transaction: &RelayTransaction, seconds: i64, now: Timestamp) -> bool {
    relay_transaction.created_at.plus_seconds(seconds) <= now
        || relay_transaction.created_at > now.plus_seconds(seconds)
}

/// Half as much again as it would take now.
fn gas_limit(dry_run: u64) -> u64 {
    (dry_run.saturating_add(dry_run / 2)).clamp(MIN_GAS, MAX_GAS)
}
