//! Sending: what was promised is carried to the token by transactions of the gas account, each kept before it is sent.
//! One that is not included is sent again, and then offers more under the same nonce. What the nodes answer decides
//! nothing.

use std::collections::HashSet;

use evm::{Bytes, Call, Chain, Fees, Foretold, MarketFees, NonceAt, Transaction};
use futures_util::future::join_all;
use rules::chain::{Authorization, Carrier, Carry, GiveUp, Hash, MARGIN_SECONDS, Network, Payment};
use rules::command::ChainCommand;
use rules::freeze::Cause;
use rules::time::Timestamp;

use super::moments::Moment;
use super::{LiveChain, Pause, words};
use crate::App;
use crate::failure::Failure;

/// As many as wait for a block at one time: each follows the one before it, so nodes keep them.
const MOST_WAITING: i64 = 256;
const AT_ONCE: usize = 2_000;
const SIDE_BY_SIDE: usize = 16;
/// A transfer with an authorization takes about 80,000; where the cost of another chain is part of it, far more.
const LEAST_GAS: u64 = 200_000;
const MOST_GAS: u64 = 20_000_000;
const SEND_AGAIN_SECONDS: i64 = 15;
/// When the market asks for more than is offered, and when it does not.
const OFFER_MORE_SECONDS: i64 = 60;
const PATIENCE_SECONDS: i64 = 600;
/// What the token refuses is asked about again after a minute, and then after twice as long each time.
const REFUSED_SECONDS: i64 = 60;
const MOST_REFUSED_SECONDS: i64 = 3_600;

/// That the token would refuse a promise, and for how long that is believed.
pub(super) struct Refused {
    at: Timestamp,
    seconds: i64,
}

impl App {
    /// Carries what nothing carries, and sends what is not included yet.
    pub(super) async fn carry_promises(&self, chain: &LiveChain) -> Result<(), Pause> {
        // Whoever stops money stops what was promised, too.
        if self.store.freeze().await?.is_some() {
            return Ok(());
        }
        let network = self.known_network().await?;
        let (gas, at) = (chain.gas.address(), words::b256(network.last.hash));
        let made = words::number(chain.nodes.gas_nonce(gas, NonceAt::Block(at)).await?);
        let included = words::number(chain.nodes.gas_nonce(gas, NonceAt::Latest).await?);
        let under_way = self.store.carriers_from(included.max(made), AT_ONCE).await?;
        let next = network.next_nonce.max(made);
        let room = usize::try_from(MOST_WAITING - (next - included).max(0)).unwrap_or(0);
        let waiting = self.uncarried(chain, &network, made, room).await?;
        if under_way.is_empty() && waiting.is_empty() {
            return Ok(());
        }
        let market = chain.nodes.fees().await?;
        let mut carriers = self.first_carriers(chain, &waiting, next, market).await?;
        carriers.extend(self.dearer_carriers(chain, &under_way, market).await?);
        let kept = self.keep_carriers(chain, made, &carriers).await;
        // What was kept before is sent again in any case.
        let new: Vec<Carrier> = match kept {
            Ok(()) => carriers.into_iter().map(|(_, carrier)| carrier).collect(),
            Err(_) => Vec::new(),
        };
        let now = self.clock.now();
        let again = chain.to_send_again(&under_way, &new, now);
        self.broadcast(chain, again.into_iter().chain(new), now).await;
        chain.moments.pass(Moment::Sent).await;
        Ok(kept?)
    }

    async fn keep_carriers(
        &self,
        chain: &LiveChain,
        made: i64,
        carriers: &[(Payment, Carrier)],
    ) -> Result<(), Failure> {
        if carriers.is_empty() {
            return Ok(());
        }
        chain.moments.pass(Moment::CarriersSigned).await;
        let carry = Carry { made, carriers: carriers.to_vec() };
        self.chain_command(ChainCommand::Carry(carry)).await?;
        chain.moments.pass(Moment::CarriersKept).await;
        Ok(())
    }

    /// The oldest promises that nothing carries and that can be begun, as many as there is room for. Those that the
    /// token refuses keep nobody waiting, however many they are.
    async fn uncarried(
        &self,
        chain: &LiveChain,
        network: &Network,
        made: i64,
        room: usize,
    ) -> Result<Vec<Authorization>, Pause> {
        let (mut waiting, mut last) = (Vec::new(), None);
        while waiting.len() < room {
            let some = self.store.uncarried_authorizations(made, last.as_ref(), AT_ONCE).await?;
            last = some.last().cloned();
            if last.is_none() {
                break;
            }
            let now = self.clock.now();
            let can_go =
                |promise: &Authorization| can_begin(promise, network) && !chain.is_refused(promise, now);
            waiting.extend(some.into_iter().filter(can_go));
        }
        waiting.truncate(room);
        Ok(waiting)
    }

    /// Under nonces that follow each other. What would fail now is not tried: somebody would pay for nothing.
    async fn first_carriers(
        &self,
        chain: &LiveChain,
        waiting: &[Authorization],
        next: i64,
        market: MarketFees,
    ) -> Result<Vec<(Payment, Carrier)>, Pause> {
        let mut foretold = Vec::new();
        for some in waiting.chunks(SIDE_BY_SIDE) {
            foretold.extend(join_all(some.iter().map(|promise| chain.foretell(promise))).await);
        }
        let fees = market.offer(chain.settings.most_for_gas);
        let mut carriers = Vec::new();
        for (promise, foretold) in waiting.iter().zip(foretold) {
            let payment = promise.payment.id();
            let gas_limit = match foretold {
                Ok(Foretold::Succeeds { gas }) => gas_limit(gas),
                Ok(Foretold::Reverts { reason }) => {
                    self.warn_once(chain, "token", format!("the token would refuse {payment}: {reason}"));
                    chain.refuse(promise.nonce, self.clock.now());
                    continue;
                }
                Err(trouble) => {
                    self.warn_once(
                        chain,
                        "foretelling",
                        format!("nobody can tell what becomes of {payment}: {trouble}"),
                    );
                    continue;
                }
            };
            let nonce = next + carriers.len() as i64;
            let carrier = self.carrier(chain, promise, nonce, fees, gas_limit).await?;
            carriers.extend(carrier.map(|carrier| (promise.payment, carrier)));
        }
        Ok(carriers)
    }

    /// The same once more, for more, where nobody took what was offered.
    async fn dearer_carriers(
        &self,
        chain: &LiveChain,
        under_way: &[Carrier],
        market: MarketFees,
    ) -> Result<Vec<(Payment, Carrier)>, Pause> {
        // Offering more of what there is none of helps nobody.
        if !chain.remember().has_gas {
            return Ok(Vec::new());
        }
        let (now, asked) = (self.clock.now(), market.offer(chain.settings.most_for_gas));
        let mut carriers = Vec::new();
        for carrier in under_way {
            let offered = Fees { max_fee: carrier.max_fee as u128, tip: carrier.tip as u128 };
            let is_too_little = asked.max_fee > offered.max_fee || asked.tip > offered.tip;
            if !has_waited(carrier, if is_too_little { OFFER_MORE_SECONDS } else { PATIENCE_SECONDS }, now) {
                continue;
            }
            let Some(fees) = offered.bumped(market, chain.settings.most_for_gas) else {
                self.warn_once(
                    chain,
                    "fees",
                    "gas costs more than the settings allow; what is sent has to wait".to_owned(),
                );
                continue;
            };
            // Also for a promise that has ended: its nonce keeps the following ones waiting.
            if let Some(promise) = self.store.authorization(carrier.authorization).await? {
                let gas_limit = u64::try_from(carrier.gas_limit).unwrap_or(LEAST_GAS);
                let dearer = self.carrier(chain, &promise, carrier.nonce, fees, gas_limit).await?;
                carriers.extend(dearer.map(|dearer| (promise.payment, dearer)));
            }
        }
        Ok(carriers)
    }

    async fn carrier(
        &self,
        chain: &LiveChain,
        promise: &Authorization,
        nonce: i64,
        fees: Fees,
        gas_limit: u64,
    ) -> Result<Option<Carrier>, Pause> {
        let transaction = Transaction {
            chain_id: chain.network.chain_id,
            nonce: u64::try_from(nonce).unwrap_or(0),
            fees,
            gas_limit,
            to: chain.network.token,
            data: Bytes::copy_from_slice(&promise.call),
        };
        let Ok(signed) = transaction.sign(&*chain.gas).await else {
            self.warn_once(chain, "key", "the gas key could not be asked".to_owned());
            return Ok(None);
        };
        let wei = |amount: u128| i64::try_from(amount).unwrap_or(i64::MAX);
        Ok(Some(Carrier {
            hash: words::hash(signed.hash),
            authorization: promise.nonce,
            nonce,
            max_fee: wei(fees.max_fee),
            tip: wei(fees.tip),
            gas_limit: words::number(gas_limit),
            raw: signed.raw.to_vec(),
            created_at: self.clock.now(),
        }))
    }

    /// To every node. In the order of their nonces, so that none waits for one that nobody has.
    async fn broadcast(&self, chain: &LiveChain, carriers: impl Iterator<Item = Carrier>, now: Timestamp) {
        let mut carriers: Vec<Carrier> = carriers.collect();
        carriers.sort_by_key(|carrier| (carrier.nonce, carrier.max_fee));
        let mut sent = Vec::new();
        for some in carriers.chunks(SIDE_BY_SIDE) {
            sent.extend(join_all(some.iter().map(|carrier| chain.send(carrier))).await);
        }
        let mut is_out_of_gas = false;
        for (hash, broadcast) in &sent {
            tracing::debug!(%hash, outcome = ?broadcast.outcome(), "sent");
            metrics::counter!("florin_chain_sends_total").increment(1);
            is_out_of_gas |= matches!(broadcast.outcome(), evm::Sent::InsufficientGas);
            chain.remember().sent.insert(*hash, now);
        }
        if is_out_of_gas {
            let words = "the gas account cannot pay for what should be sent; fill it up";
            self.warn_once(chain, "gas", words.to_owned());
        } else if !sent.is_empty() {
            chain.mended("gas");
        }
        if !sent.is_empty() {
            chain.remember().has_gas = !is_out_of_gas;
        }
    }

    /// Gives back what can never be taken any more.
    pub(super) async fn give_up_promises(&self, chain: &LiveChain) -> Result<(), Pause> {
        let network = self.known_network().await?;
        let mut unexplained = Ok(());
        for promise in &self.store.late_authorizations(network.last.at, AT_ONCE).await? {
            let (from, nonce) = (words::parsed(&promise.from), words::b256(promise.nonce));
            let at = words::b256(network.last.hash);
            if chain.nodes.authorization_state(from, nonce, at).await? {
                let words = format!(
                    "the authorization of {} is used on the chain, but the books have not seen it",
                    promise.payment.id()
                );
                unexplained = Err(Pause::Unfit(Cause::Unexplained, words));
                continue;
            }
            chain.moments.pass(Moment::FoundOver).await;
            let booked = self.booked(promise, None);
            self.chain_command(ChainCommand::GiveUp(GiveUp { at: network.last.hash, booked })).await?;
            chain.moments.pass(Moment::GivenUp).await;
            tracing::warn!(
                payment = promise.payment.id(),
                "it could not be sent in time; its money is given back"
            );
        }
        unexplained
    }
}

impl LiveChain {
    /// What would become of it now.
    async fn foretell(&self, promise: &Authorization) -> Result<Foretold, evm::Trouble> {
        let (from, to) = (self.gas.address(), self.network.token);
        self.nodes.simulate(&Call { from, to, data: Bytes::copy_from_slice(&promise.call) }).await
    }

    /// The token would refuse it: it is looked at again after a while, and keeps nobody waiting until then.
    fn refuse(&self, promise: Hash, now: Timestamp) {
        let mut memory = self.remember();
        memory.refused.retain(|_, known| known.at.plus_seconds(2 * MOST_REFUSED_SECONDS) > now);
        let before = memory.refused.get(&promise).map(|known| known.seconds * 2);
        let seconds = before.unwrap_or(REFUSED_SECONDS).min(MOST_REFUSED_SECONDS);
        memory.refused.insert(promise, Refused { at: now, seconds });
    }

    fn is_refused(&self, promise: &Authorization, now: Timestamp) -> bool {
        let memory = self.remember();
        let known = memory.refused.get(&promise.nonce);
        known.is_some_and(|known| known.at <= now && known.at.plus_seconds(known.seconds) > now)
    }

    async fn send(&self, carrier: &Carrier) -> (Hash, evm::Broadcast) {
        (carrier.hash, self.nodes.send_raw(&Bytes::copy_from_slice(&carrier.raw)).await)
    }

    /// What waits in no block and was not sent for a while, the dearest of each nonce.
    fn to_send_again(&self, under_way: &[Carrier], dearer: &[Carrier], now: Timestamp) -> Vec<Carrier> {
        let mut memory = self.remember();
        memory.sent.retain(|hash, _| under_way.iter().any(|carrier| carrier.hash == *hash));
        let is_silent = |carrier: &&Carrier| {
            let sent = memory.sent.get(&carrier.hash);
            // If the clock was set back since, nobody knows how long ago that was.
            sent.is_none_or(|at| *at > now || at.plus_seconds(SEND_AGAIN_SECONDS) <= now)
        };
        let replaced: HashSet<i64> = dearer.iter().map(|carrier| carrier.nonce).collect();
        let waiting = under_way.iter().filter(|known| !replaced.contains(&known.nonce));
        waiting.filter(is_silent).cloned().collect()
    }
}

/// Nothing is begun shortly before a promise ends.
fn can_begin(promise: &Authorization, network: &Network) -> bool {
    network.last.at.plus_seconds(MARGIN_SECONDS) < promise.valid_before
}

/// Since it was made, or since a clock that was far ahead was set right.
fn has_waited(carrier: &Carrier, seconds: i64, now: Timestamp) -> bool {
    carrier.created_at.plus_seconds(seconds) <= now || carrier.created_at > now.plus_seconds(seconds)
}

/// Half as much again as it would take now.
fn gas_limit(foretold: u64) -> u64 {
    (foretold.saturating_add(foretold / 2)).clamp(LEAST_GAS, MOST_GAS)
}
