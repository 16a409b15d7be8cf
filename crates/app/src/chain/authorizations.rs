//! Signs due authorizations with the treasury's key and stores them. Sends nothing.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use evm::{AuthorizationForm, NotSigned, SignedPayment, SigningRefusal, payment_nonce};
use rules::account::Mode;
use rules::chain::{Authorization, ChainNetwork, ChainPayment, DepositAddress, VALID_SECONDS};
use rules::command::ChainCommand;
use rules::decisions::chain::{NewAuthorization, WithdrawalRefusal};
use rules::evm_address::EvmAddress;
use rules::external_transfer::{Counterparty, Route};
use rules::freeze::Cause;
use rules::id::{AccountId, SweepId};
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::time::SECONDS_PER_DAY;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::crash_points::CrashPoint;
use super::{LiveChain, Pause, convert};
use crate::chain::ChainWorker;
use crate::platform::failure::Failure;

const AT_ONCE: usize = 200;
/// So many pages of withdrawals are looked at in one round.
const MAX_PAGES: usize = 10;
const SWEPT_AT_ONCE: usize = 50;
const SECONDS_PER_HOUR: i64 = 3_600;

/// Whether this is a withdrawal that only the chain's worker sends.
pub(crate) fn is_for_the_chain(found: &store::DueTransferRow) -> bool {
    let external_transfer = found.transaction.external_transfer.as_deref();
    found.mode == Mode::Live
        && found.transaction.kind == TransactionType::Withdrawal
        && found.transaction.status == TransactionStatus::Queued
        && external_transfer.is_some_and(|external_transfer| external_transfer.route == Route::Chain)
}

/// What accounts have had of the limits. Thousands of withdrawals of one account may wait, so each account is looked up
/// once.
#[derive(Default)]
struct Shares {
    /// In the last day, of accounts that were asked about.
    before: HashMap<AccountId, Vec<SignedPayment>>,
    /// Signed now, and not kept yet.
    signed: HashMap<AccountId, Vec<SignedPayment>>,
}

impl ChainWorker {
    /// Authorizes withdrawals that are due, as far as the treasury and the key's limits go. Deposits are read between
    /// two rounds, so a round authorizes some, and the next goes on behind them.
    pub(super) async fn authorize_withdrawals(&self, chain: &LiveChain) -> Result<(), Pause> {
        let (now, mut last) = (self.platform.clock.now(), chain.remember().authorize_from.take());
        for _ in 0..MAX_PAGES {
            let due =
                self.platform.store.due_external_transfers(Mode::Live, now, last.as_ref(), AT_ONCE).await?;
            last = due.last().cloned();
            if last.is_none() {
                return Ok(());
            }
            // Asked after what is due, so that what another process authorizes meanwhile counts twice, and never not
            // at all: both together stay within the limits.
            let network = self.known_network().await?;
            let mut free = network.holds.micros() - self.platform.store.authorized_and_open().await?.micros();
            let mut history = self.authorized_before(None).await?;
            let mut shares = Shares::default();
            // Written together at the end, so that hundreds of them take a few commits.
            let (mut keeping, mut refusing) = (Vec::new(), Vec::new());
            for found in due.iter().filter(|found| is_for_the_chain(found) && !found.is_held()) {
                let Some((authorization, amount)) = authorization_for(&found.transaction, &network, chain)
                else {
                    continue;
                };
                if amount.micros() > free {
                    self.warn_once(
                        chain,
                        "treasury",
                        format!("the treasury's balance is too low to pay {amount} USDC; fund it"),
                    );
                    continue;
                }
                let account = found.transaction.account;
                if !self.has_share(chain, account, authorization.value, &history, &mut shares).await? {
                    continue;
                }
                let signed = self
                    .verified_network(chain)
                    .await?
                    .funds
                    .pay(authorization, convert::seconds(now), &history)
                    .await;
                match signed {
                    Ok(signed) => {
                        chain.crash_points.pass(CrashPoint::AuthorizationSigned).await;
                        free -= amount.micros();
                        let spent = SignedPayment { at: convert::seconds(now), value: authorization.value };
                        history.push(spent);
                        shares.signed.entry(account).or_default().push(spent);
                        keeping
                            .push(self.keep(ChainPayment::Withdrawal(account, found.transaction.id), signed));
                    }
                    Err(NotSigned::Refused(refused)) if refused.is_final() => {
                        refusing.push(self.refuse(chain, &found.transaction, refused));
                    }
                    Err(NotSigned::Refused(refused)) => self.warn_once(chain, "limits", refused.to_string()),
                    Err(NotSigned::ChainError(trouble)) => self.warn_once(chain, "key", trouble.0),
                }
            }
            for kept in futures_util::future::join_all(keeping).await {
                match kept {
                    Ok(()) => chain.crash_points.pass(CrashPoint::AuthorizationKept).await,
                    // Cancelled a moment ago, its owner locked, or owned by another process by now.
                    Err(Failure::Refused(
                        Refusal::InvalidState { .. } | Refusal::UserLocked | Refusal::ChainMoved,
                    )) => {}
                    Err(Failure::Refused(Refusal::MoneyStopped)) => return Ok(()),
                    Err(failure) => return Err(failure.into()),
                }
            }
            futures_util::future::try_join_all(refusing).await?;
        }
        chain.remember().authorize_from = last;
        Ok(())
    }

    /// Whether the limits have room for this payment of an account.
    async fn has_share(
        &self,
        chain: &LiveChain,
        account: AccountId,
        value: u64,
        all: &[SignedPayment],
        shares: &mut Shares,
    ) -> Result<bool, Pause> {
        let (limits, now) = (&chain.settings.limits, convert::seconds(self.platform.clock.now()));
        if !limits.is_scarce(value, now, all) {
            return Ok(true);
        }
        let before = match shares.before.entry(account) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(self.authorized_before(Some(account)).await?),
        };
        let signed = shares.signed.get(&account).map_or(&[][..], Vec::as_slice);
        let checked = limits.check_share(value, now, all, &[before, signed].concat());
        if let Err(refused) = &checked {
            self.warn_once(chain, "shares", refused.to_string());
        }
        Ok(checked.is_ok())
    }

    /// Once it is kept it may be sent; before that only this process has seen it.
    async fn keep(&self, payment: ChainPayment, signed: evm::SignedAuthorization) -> Result<(), Failure> {
        let terms = signed.authorization;
        let amount = i64::try_from(terms.value).expect("the amount of a payment came from the books");
        let authorization = Authorization {
            nonce: convert::hash(terms.nonce),
            payment,
            from: convert::address(terms.from),
            to: convert::address(terms.to),
            amount: Amount::from_micros(amount),
            valid_before: convert::time(terms.valid_before),
            call: signed.calldata().to_vec(),
            created_at: self.platform.clock.now(),
            end: None,
            ended_at: None,
            transaction: None,
        };
        let events = self.platform.fresh().events;
        self.chain_command(ChainCommand::Authorize(NewAuthorization { authorization, events }))
            .await
            .map(drop)
    }

    /// Refunds payments that the key will never sign.
    async fn refuse(
        &self,
        chain: &LiveChain,
        withdrawal: &Transaction,
        refused: SigningRefusal,
    ) -> Result<(), Pause> {
        tracing::warn!(withdrawal = %withdrawal.id, %refused, "authorization will never be sent; its money is \
                                                               returned to the balance");
        let booked = self.unauthorized(chain, withdrawal.account, withdrawal.id);
        self.chain_command(ChainCommand::Refuse(WithdrawalRefusal { booked })).await?;
        chain.crash_points.pass(CrashPoint::NotAuthorized).await;
        Ok(())
    }

    /// What was authorized, for one account or for all, in the last hour and in the day before it: as much as the
    /// limits must know.
    async fn authorized_before(&self, account: Option<AccountId>) -> Result<Vec<SignedPayment>, Pause> {
        let now = self.platform.clock.now();
        let since = async |seconds: i64| match account {
            Some(account) => {
                self.platform.store.authorized_for_since(account, now.plus_seconds(-seconds)).await
            }
            None => self.platform.store.authorized_since(now.plus_seconds(-seconds)).await,
        };
        let (hour, day) = (since(SECONDS_PER_HOUR).await?, since(SECONDS_PER_DAY).await?);
        let before = Amount::from_micros(day.micros() - hour.micros());
        let an_hour_ago = now.plus_seconds(-SECONDS_PER_HOUR);
        Ok(vec![
            SignedPayment { at: convert::seconds(now), value: convert::units(hour) },
            SignedPayment { at: convert::seconds(an_hour_ago), value: convert::units(before) },
        ])
    }

    /// Authorizations to empty deposit addresses that hold this much, without any gas on them.
    pub(super) async fn authorize_sweeps(&self, chain: &LiveChain, least: Amount) -> Result<(), Pause> {
        let network = self.known_network().await?;
        for held in self.platform.store.addresses_to_sweep(least, SWEPT_AT_ONCE).await? {
            self.authorize_sweep(chain, &network, &held).await?;
        }
        Ok(())
    }

    async fn authorize_sweep(
        &self,
        chain: &LiveChain,
        network: &ChainNetwork,
        held: &DepositAddress,
    ) -> Result<(), Pause> {
        let id: SweepId = self.platform.dice.id(self.platform.clock.now());
        let Some(key) = chain.key_of(held) else {
            return Err(Pause::Unfit(
                Cause::Settings,
                format!(
                    "the deposit keys in the settings don't belong to {}: its money could not be spent",
                    held.address
                ),
            ));
        };
        let authorization =
            authorization(network, &held.address, &network.treasury, held.holds, &id.to_string());
        let domain = self.verified_network(chain).await?.domain;
        let signed = authorization.sign(AuthorizationForm::Transfer, domain, &key).await;
        let signed = signed.map_err(|trouble| Pause::Unfit(Cause::Settings, trouble.0))?;
        chain.crash_points.pass(CrashPoint::SweepSigned).await;
        match self.keep(ChainPayment::Sweep(id), signed).await {
            Ok(()) => {
                chain.crash_points.pass(CrashPoint::SweepKept).await;
                Ok(())
            }
            Err(Failure::Refused(Refusal::ChainMoved | Refusal::MoneyStopped)) => Ok(()),
            Err(failure) => Err(failure.into()),
        }
    }
}

fn authorization_for(
    withdrawal: &Transaction,
    network: &ChainNetwork,
    chain: &LiveChain,
) -> Option<(evm::TransferAuthorization, Amount)> {
    let (to, amount) = payee_of(withdrawal, network)?;
    let (from, id) = (chain.treasury(), withdrawal.id.to_string());
    Some((authorization(network, &from, &to, amount, &id), amount))
}

/// The recipient and amount of a withdrawal. None if it is for another chain.
pub(super) fn payee_of(withdrawal: &Transaction, network: &ChainNetwork) -> Option<(EvmAddress, Amount)> {
    let external_transfer = withdrawal.external_transfer.as_deref()?;
    let Counterparty::Address { chain: name, address, .. } = &external_transfer.counterparty else {
        return None;
    };
    let to = EvmAddress::parse(address).ok().filter(|_| *name == network.name)?;
    Some((to, external_transfer.outside))
}

/// Good for a while, by the clock of the last block that the books know.
fn authorization(
    network: &ChainNetwork,
    from: &EvmAddress,
    to: &EvmAddress,
    amount: Amount,
    id: &str,
) -> evm::TransferAuthorization {
    evm::TransferAuthorization {
        from: convert::parsed(from),
        to: convert::parsed(to),
        value: convert::units(amount),
        valid_after: 0,
        valid_before: convert::seconds(network.last.at.plus_seconds(VALID_SECONDS)),
        nonce: payment_nonce(id),
    }
}
