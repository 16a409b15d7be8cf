//! Authorizing a payment on the chain, relaying it, giving it up and refusing it. A payment has one authorization for
//! ever.

use std::collections::HashSet;

use crate::chain::{
    Authorization, AuthorizationEnd, ChainNetwork, ChainPayment, DepositAddress, Hash, MARGIN_SECONDS,
    RelayTransaction,
};
use crate::change::{Change, Outcome, Row};
use crate::decisions::chain::blocks::AuthorizationOutcome;
use crate::decisions::chain::network::known;
use crate::decisions::external_transfer::Transition;
use crate::decisions::rail_notice;
use crate::external_transfer::{Counterparty, Submission};
use crate::id::{AccountId, EventKind, Series, TransactionId};
use crate::rail_notice::RailOutcome;
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::transaction::{Transaction, TransactionStatus, TransactionType};
use crate::world::{Needs, World};

/// An authorization that was just signed and not published yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAuthorization {
    pub authorization: Authorization,
    pub events: Series<EventKind>,
}

pub(crate) fn needs_to_authorize(needs: &mut Needs, new: &NewAuthorization) {
    needs.network = true;
    needs.freeze = true;
    needs.authorizations.insert(new.authorization.nonce);
    match new.authorization.payment {
        ChainPayment::Withdrawal(account, id) => {
            needs.accounts.insert(account);
            needs.transactions.insert((account, id));
        }
        ChainPayment::Sweep(_) => _ = needs.deposit_addresses.insert(new.authorization.from.to_string()),
    }
}

/// Keeps the authorization, if there is none yet. Only what is kept may ever be sent.
pub(crate) fn authorize(world: &World, new: &NewAuthorization, now: Timestamp) -> Result<Change, Refusal> {
    let network = known(world)?;
    let authorization = &new.authorization;
    if world.authorizations.contains(&authorization.nonce) {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    }
    world.check_money_may_leave()?;
    let kept = Row::Authorization(Box::new(authorization.clone()));
    match authorization.payment {
        ChainPayment::Withdrawal(account, id) => {
            let account = world.account(account)?;
            account.check_not_locked()?;
            let withdrawal = payable(world, account.id, id, account.time(now))?;
            check_terms(withdrawal, authorization, network)?;
            let mut transition = Transition::new(account, withdrawal.clone(), new.events, now);
            transition.external_transfer().submission = Submission::Taken;
            transition.external_transfer().next_at = None;
            transition.step(TransactionStatus::Processing, None);
            transition.sent();
            transition.put(kept);
            Ok(transition.change())
        }
        ChainPayment::Sweep(_) => {
            let from = world.deposit_addresses.get(authorization.from.as_str()).ok_or(Refusal::ChainMoved)?;
            if from.sweep.is_some()
                || authorization.amount > from.holds
                || authorization.to != network.treasury
            {
                return Err(Refusal::ChainMoved);
            }
            let swept = DepositAddress { sweep: Some(authorization.nonce), ..from.clone() };
            let rows = vec![kept, Row::DepositAddress(Box::new(swept))];
            Ok(Change { outcome: Outcome::Done, rows })
        }
    }
}

/// A withdrawal that is due and was not authorized yet.
fn payable(
    world: &World,
    account: AccountId,
    id: TransactionId,
    now: Timestamp,
) -> Result<&Transaction, Refusal> {
    let known = world.transaction(account, id, TransactionType::Withdrawal);
    let known = known.ok_or(Refusal::NotFound(Noun::Withdrawal))?;
    let due_at = known.external_transfer.as_ref().and_then(|external_transfer| external_transfer.next_at);
    if known.status != TransactionStatus::Queued || due_at.is_none_or(|due| due > now) {
        return Err(Refusal::InvalidState { noun: Noun::Withdrawal, state: known.status.name() });
    }
    Ok(known)
}

/// What is authorized is what the withdrawal says, from the treasury, while the authorization can still be kept.
fn check_terms(
    withdrawal: &Transaction,
    authorization: &Authorization,
    network: &ChainNetwork,
) -> Result<(), Refusal> {
    let external_transfer = withdrawal.external_transfer.as_deref().expect("withdrawals cross");
    let goes_there = matches!(&external_transfer.counterparty, Counterparty::Address { chain, address, .. }
        if *address == authorization.to.as_str() && *chain == network.name);
    let is_good = authorization.from == network.treasury
        && authorization.amount == external_transfer.outside
        && authorization.valid_before > network.last.at.plus_seconds(MARGIN_SECONDS);
    if goes_there && is_good { Ok(()) } else { Err(Refusal::ChainMoved) }
}

/// Transactions that were just signed and not published yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRelayTransactions {
    /// How many transactions the gas account had made by a block that the books know. An older one is only more
    /// careful: more is taken for being under way.
    pub made: i64,
    /// With what each is for.
    pub relay_transactions: Vec<(ChainPayment, RelayTransaction)>,
}

pub(crate) fn needs_to_relay(needs: &mut Needs, relay: &NewRelayTransactions) {
    needs.network = true;
    for (payment, relay_transaction) in &relay.relay_transactions {
        needs.authorizations.insert(relay_transaction.authorization);
        needs.relay_transactions_of.insert(relay_transaction.authorization);
        if let ChainPayment::Withdrawal(account, id) = payment {
            needs.accounts.insert(*account);
            needs.transactions.insert((*account, *id));
        }
    }
}

/// Keeps them, all or none, one for each authorization. One with a nonce that the authorization has is the same for
/// more; a new nonce is for an authorization that nothing relays any more, and follows the one before it.
pub(crate) fn relay(world: &World, relay: &NewRelayTransactions) -> Result<Change, Refusal> {
    let network = known(world)?;
    let mut next = network.next_nonce.max(relay.made);
    let mut authorizations = HashSet::new();
    for (payment, relay_transaction) in &relay.relay_transactions {
        let authorization =
            world.authorizations.get(&relay_transaction.authorization).ok_or(Refusal::ChainMoved)?;
        if authorization.payment != *payment || !authorizations.insert(authorization.nonce) {
            return Err(Refusal::ChainMoved);
        }
        let of_authorization =
            || world.relay_transactions.rows().filter(|known| known.authorization == authorization.nonce);
        let mut same = of_authorization().filter(|known| known.nonce == relay_transaction.nonce).peekable();
        if same.peek().is_some() {
            if !same.all(|known| offers_more(relay_transaction, known)) {
                return Err(Refusal::ChainMoved);
            }
        } else {
            let is_relayed = of_authorization().any(|known| known.nonce >= relay.made);
            if is_relayed || authorization.end.is_some() || relay_transaction.nonce != next {
                return Err(Refusal::ChainMoved);
            }
            next += 1;
        }
    }
    let moved = ChainNetwork { next_nonce: next, ..network.clone() };
    let mut rows: Vec<Row> = Vec::new();
    for (payment, relay_transaction) in &relay.relay_transactions {
        rows.push(Row::RelayTransaction(Box::new(relay_transaction.clone())));
        rows.extend(shown(world, *payment, relay_transaction));
    }
    if moved.next_nonce != network.next_nonce {
        rows.push(Row::Network(Box::new(moved)));
    }
    Ok(Change { outcome: Outcome::Done, rows })
}

/// Nodes replace one transaction by another only for more on both, and most want a tenth. What they would refuse
/// must not be taken for what was offered last: more could never be offered.
fn offers_more(new: &RelayTransaction, known: &RelayTransaction) -> bool {
    let an_eighth_more = |new: i64, known: i64| i128::from(new) * 8 >= i128::from(known) * 9;
    new.max_fee > known.max_fee
        && an_eighth_more(new.max_fee, known.max_fee)
        && an_eighth_more(new.tip, known.tip)
}

/// A user who waits for a withdrawal sees what relays it.
fn shown(world: &World, payment: ChainPayment, relay_transaction: &RelayTransaction) -> Option<Row> {
    let ChainPayment::Withdrawal(account, id) = payment else { return None };
    let known = world.transaction(account, id, TransactionType::Withdrawal)?;
    let mut noted = known.clone();
    noted.external_transfer.as_mut().filter(|_| known.status == TransactionStatus::Processing)?.hash =
        Some(relay_transaction.hash.to_string());
    Some(Row::Transaction(noted))
}

/// An authorization whose time is over and that was not used at the last block that the books know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GiveUp {
    pub at: Hash,
    pub booked: AuthorizationOutcome,
}

pub(crate) fn needs_to_give_up(needs: &mut Needs, give_up: &GiveUp) {
    needs.network = true;
    give_up.booked.needs(needs);
}

/// Gives the money back, because nothing can take it any more.
pub(crate) fn give_up(world: &World, give_up: &GiveUp, now: Timestamp) -> Result<Change, Refusal> {
    let network = known(world)?;
    let booked = &give_up.booked;
    let authorization = world.authorizations.get(&booked.nonce).ok_or(Refusal::ChainMoved)?;
    if authorization.end.is_some() {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    }
    if network.last.hash != give_up.at || network.last.at < authorization.valid_before {
        return Err(Refusal::ChainMoved);
    }
    let mut rows = match authorization.payment {
        ChainPayment::Withdrawal(account, id) => {
            rail_notice::take(world, &booked.take_notice(account, id, RailOutcome::Failed), now)?.rows
        }
        ChainPayment::Sweep(_) => {
            let from = world.deposit_addresses.get(authorization.from.as_str()).ok_or(Refusal::ChainMoved)?;
            vec![Row::DepositAddress(Box::new(DepositAddress { sweep: None, ..from.clone() }))]
        }
    };
    rows.push(Row::Authorization(Box::new(authorization.ended(AuthorizationEnd::Expired, None, now))));
    Ok(Change { outcome: Outcome::Done, rows })
}

/// A withdrawal that the key will never sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithdrawalRefusal {
    pub booked: AuthorizationOutcome,
}

pub(crate) fn needs_to_refuse(needs: &mut Needs, refuse: &WithdrawalRefusal) {
    needs.network = true;
    refuse.booked.needs(needs);
}

/// Gives the money back, unless it was authorized or its outcome was reported meanwhile.
pub(crate) fn refuse(world: &World, refuse: &WithdrawalRefusal, now: Timestamp) -> Result<Change, Refusal> {
    known(world)?;
    match refuse.booked.payment {
        ChainPayment::Withdrawal(account, id)
            if !world.authorizations.contains(&refuse.booked.nonce) && is_queued(world, account, id) =>
        {
            rail_notice::take(world, &refuse.booked.take_notice(account, id, RailOutcome::Failed), now)
        }
        ChainPayment::Withdrawal(..) | ChainPayment::Sweep(_) => {
            Ok(Change { outcome: Outcome::Done, rows: Vec::new() })
        }
    }
}

fn is_queued(world: &World, account: AccountId, id: TransactionId) -> bool {
    let known = world.transaction(account, id, TransactionType::Withdrawal);
    known.is_some_and(|known| known.status == TransactionStatus::Queued)
}
