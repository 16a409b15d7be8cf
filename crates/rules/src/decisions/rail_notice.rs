//! Notices: what a bank, a chain or an operator says has happened outside. Each has a name that is used once, so it can
//! be told any number of times, and notices may come in any order: the same set of them always ends in the same ledger.
//!
//! Money that came is credited, whatever was said before. An order that failed or came back gives its money back,
//! whatever was said before; that it arrived counts only if neither was said.

mod deposits;
mod parked;

use crate::account::{Account, Mode};
use crate::automatic_withdrawal::OffReason;
use crate::chain::Hash;
use crate::change::{Change, Outcome, Row};
use crate::decisions::external_transfer::Transition;
use crate::decisions::payout::NewIds;
use crate::decisions::switch_off::{self, SwitchOff};
use crate::decisions::withdrawal;
use crate::external_transfer::Route;
use crate::id::{AccountId, RailNoticeId, RailNoticeKind, Series, TransactionId};
use crate::ledger::LedgerAccountId;
use crate::money::Amount;
use crate::pricing::Terms;
use crate::rail_notice::{Effect, RailNotice, RailOutcome};
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::transaction::{FailureReason, Transaction, TransactionStatus, TransactionType};
use crate::world::{Needs, World};
pub use parked::{
    MatchMoney, ParkMoney, SendBack, match_parked, needs_to_match, needs_to_park, needs_to_send_back, park,
    send_back,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakeRailNotice {
    pub id: RailNoticeId,
    /// For what is booked of it beside the deposit.
    pub parts: Series<RailNoticeKind>,
    pub name: String,
    pub account: AccountId,
    pub transaction: TransactionId,
    pub mode: Mode,
    pub route: Route,
    pub reference: String,
    pub outcome: RailOutcome,
    /// When something may still follow, by the account's clock.
    pub look_again_at: Option<Timestamp>,
    /// When the bank received the money, by the account's clock; None if that is now.
    pub received_at: Option<Timestamp>,
    /// The current terms of deposits, for money that arrives late, twice or in excess.
    pub terms_today: Option<Terms>,
    /// The most that one payment may be worth; None if operators have decided.
    pub most: Option<Amount>,
    /// The most test money that one account may create in all.
    pub max_test_money: Amount,
    /// Its authorization on the chain. If it has one, only the chain reports its outcome.
    pub unless_authorized: Option<Hash>,
    pub fresh: NewIds,
}

/// Everything that any notice may move.
pub fn needs(needs: &mut Needs, notice: &TakeRailNotice) {
    let TakeRailNotice { account, transaction, mode, route, .. } = notice;
    needs.balance_of(*account);
    if *mode == Mode::Test {
        needs.test_money.insert(*account);
    }
    needs.transactions.insert((*account, *transaction));
    needs.automatic_withdrawals.insert(*account);
    needs.notices.insert(notice.name.clone());
    needs.authorizations.extend(notice.unless_authorized);
    needs.balances.insert(route.world(*mode));
    needs.moved.extend([
        LedgerAccountId::Held(*account),
        LedgerAccountId::Fees(*mode),
        LedgerAccountId::Rounding(*mode),
        LedgerAccountId::Suspense(*mode),
        route.world(*mode),
    ]);
}

/// Only the chain reports the outcome of an authorized payment, because it may be under way.
pub fn check_not_authorized(world: &World, notice: &TakeRailNotice) -> Result<(), Refusal> {
    match notice.unless_authorized {
        Some(nonce) if world.authorizations.contains(&nonce) => Err(Refusal::ChainDecides),
        Some(_) | None => Ok(()),
    }
}

/// Answers with the transaction as it is afterwards, also to a notice that was told before.
pub fn take(world: &World, notice: &TakeRailNotice, now: Timestamp) -> Result<Change, Refusal> {
    let account = world.account(notice.account)?;
    let known = world.any_transaction(notice.account, notice.transaction);
    let known = known.ok_or(Refusal::NotFound(Noun::Transaction))?;
    if world.notices.contains(&notice.name) {
        return Ok(Change { outcome: Outcome::Transaction(known.clone()), rows: Vec::new() });
    }
    check_not_authorized(world, notice)?;
    let taken = match known.kind {
        TransactionType::Deposit => deposits::about(world, account, known, notice, now)?,
        TransactionType::Withdrawal => {
            let mut taken = about_withdrawal(account, known, notice, now);
            taken.rows.extend(no_more_automatic(world, account, &taken.rows, notice, now));
            taken
        }
        TransactionType::Payout | TransactionType::InboundTransfer => {
            return Err(Refusal::NotFound(Noun::Transaction));
        }
    };
    let on_record = on_record(notice, &taken, account.time(now));
    let mut rows = taken.rows;
    let after = rows.iter().find_map(|row| match row {
        Row::Transaction(changed) => Some(changed.clone()),
        _ => None,
    });
    rows.push(Row::RailNotice(on_record));
    Ok(Change { outcome: Outcome::Transaction(after.unwrap_or_else(|| known.clone())), rows })
}

fn on_record(notice: &TakeRailNotice, taken: &AppliedNotice, now: Timestamp) -> RailNotice {
    RailNotice {
        id: notice.id,
        name: notice.name.clone(),
        mode: notice.mode,
        route: notice.route,
        outcome: notice.outcome.name(),
        reference: notice.reference.clone(),
        amount: notice.outcome.amount(),
        booked: taken.booked,
        received_at: taken.received_at,
        transaction: taken.about,
        effect: taken.effect,
        worth: taken.worth,
        created_at: taken.at.unwrap_or(now),
    }
}

/// What a notice did, and to what.
struct AppliedNotice {
    effect: Effect,
    about: Option<TransactionId>,
    booked: Option<Amount>,
    received_at: Option<Timestamp>,
    worth: Amount,
    /// When it goes on record, if not by the account's clock.
    at: Option<Timestamp>,
    rows: Vec<Row>,
}

impl AppliedNotice {
    fn new(effect: Effect, about: TransactionId, rows: Vec<Row>) -> AppliedNotice {
        let (booked, received_at, worth, at) = (None, None, Amount::ZERO, None);
        AppliedNotice { effect, about: Some(about), booked, received_at, worth, at, rows }
    }
}

fn about_withdrawal(
    account: &Account,
    known: &Transaction,
    notice: &TakeRailNotice,
    now: Timestamp,
) -> AppliedNotice {
    let mut transition = Transition::new(account, known.clone(), notice.fresh.events, now);
    let is_open = !known.status.is_end();
    match &notice.outcome {
        RailOutcome::Sent(bank_reference) if is_waiting_to_be_sent(known) => {
            withdrawal::report_sent(&mut transition, bank_reference.as_ref());
        }
        RailOutcome::Completed(proof) if is_open => {
            let external_transfer = transition.external_transfer();
            match notice.route {
                Route::Chain if proof.is_some() => external_transfer.hash.clone_from(proof),
                Route::Bank(_) if external_transfer.bank_reference.is_none() => {
                    external_transfer.bank_reference.clone_from(proof);
                }
                Route::Chain | Route::Bank(_) => {}
            }
            withdrawal::complete(&mut transition, account);
            transition.external_transfer().next_at = notice.look_again_at;
        }
        RailOutcome::Failed if is_open => withdrawal::fail(&mut transition, account),
        RailOutcome::Returned if is_open => withdrawal::come_back(&mut transition, account),
        RailOutcome::Failed | RailOutcome::Returned if known.status == TransactionStatus::Completed => {
            withdrawal::come_back(&mut transition, account);
        }
        // Reported as paid after its amount was refunded: it may have been paid twice.
        RailOutcome::Sent(_) | RailOutcome::Completed(_)
            if matches!(known.status, TransactionStatus::Failed | TransactionStatus::Cancelled)
                && known.failure_reason != Some(FailureReason::ReturnedByBank) =>
        {
            return AppliedNotice::new(Effect::Contradicted, known.id, Vec::new());
        }
        RailOutcome::Sent(_)
        | RailOutcome::Completed(_)
        | RailOutcome::Failed
        | RailOutcome::Returned
        | RailOutcome::Received(_)
        | RailOutcome::Expired => {
            return AppliedNotice::new(Effect::Ignored, known.id, Vec::new());
        }
    }
    AppliedNotice::new(Effect::Applied, known.id, transition.rows().1)
}

/// Whether an operator has the order and has not reported that it was sent.
fn is_waiting_to_be_sent(withdrawal: &Transaction) -> bool {
    withdrawal.status == TransactionStatus::Processing && !withdrawal.is_sent()
}

/// Money that did not arrive somewhere is not sent there again by itself.
fn no_more_automatic(
    world: &World,
    account: &Account,
    rows: &[Row],
    notice: &TakeRailNotice,
    now: Timestamp,
) -> Vec<Row> {
    let after = rows.iter().find_map(|row| match row {
        Row::Transaction(changed) => Some(changed),
        _ => None,
    });
    let Some((failed, destination)) =
        after.and_then(|changed| Some((changed.failure_reason?, changed.destination()?)))
    else {
        return Vec::new();
    };
    let reason = match failed {
        FailureReason::ReturnedByBank => OffReason::WithdrawalReturned,
        FailureReason::Rejected | FailureReason::ClaimExpired | FailureReason::SimulatedFailure => {
            OffReason::WithdrawalFailed
        }
    };
    let off = SwitchOff { account, destination, reason, email: notice.fresh.emails.nth(0) };
    switch_off::switch_off(world, &off, now)
}
