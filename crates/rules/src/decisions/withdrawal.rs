//! Withdrawals: USDC that is set aside, sent to a bank account or to a wallet elsewhere, and gone when it has arrived.

mod create;

pub use create::{CreateWithdrawal, QUEUED_SECONDS, create, needs};
pub(crate) use create::{NamedDestination, create_automatic};

use crate::account::{Account, Caller, Mode};
use crate::change::{Change, Outcome};
use crate::decisions::external_transfer::Transition;
use crate::external_transfer::{Route, Submission};
use crate::id::{AccountId, EventKind, Series, TransactionId};
use crate::ledger::{LedgerAccountId, Operation};
use crate::money::Amount;
use crate::refusal::{Noun, Refusal};
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::transaction::{FailureReason, Transaction, TransactionStatus, TransactionType};
use crate::world::{Needs, World};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CancelWithdrawal {
    pub caller: Caller,
    pub id: TransactionId,
    pub events: Series<EventKind>,
    /// When the server that cancels it was started.
    pub server_since: Timestamp,
}

impl CancelWithdrawal {
    pub(crate) fn needs(&self, needs: &mut Needs) {
        needs.balance_of(self.caller.account);
        needs.moved.insert(LedgerAccountId::Held(self.caller.account));
        needs.transactions.insert((self.caller.account, self.id));
        needs.network |= self.caller.mode == Mode::Live;
    }
}

/// As long as it has not been sent.
pub fn cancel(world: &World, cancel: &CancelWithdrawal, now: Timestamp) -> Result<Change, Refusal> {
    let account = world.account(cancel.caller.account)?;
    let known = find(world, account.id, cancel.id)?;
    if known.status != TransactionStatus::Queued {
        return Err(Refusal::InvalidState { noun: Noun::Withdrawal, state: known.status.name() });
    }
    let external_transfer = known.external_transfer.as_ref().expect("a withdrawal has one");
    // It would be on its way if money were not stopped. Its owner cannot wait and see how the rate moves.
    let is_due = external_transfer.next_at.is_none_or(|due| due <= account.time(now));
    if is_due {
        world.check_money_may_leave()?;
    }
    if account.mode == Mode::Live && external_transfer.route == Route::Chain {
        check_not_paid_on_chain(world, known, is_due, cancel.server_since)?;
    }
    let mut transition = Transition::new(account, known.clone(), cancel.events, now);
    give_back(&mut transition, account, TransactionStatus::Cancelled, None);
    Ok(transition.change())
}

/// While books and chain are being compared, it is not known what was sent. The same is true of books that were
/// restored from a backup: a withdrawal that waits in them may have been paid since. So a server cancels what is due,
/// and is older than the server, only when the books know a block that is younger than the server.
fn check_not_paid_on_chain(
    world: &World,
    known: &Transaction,
    is_due: bool,
    server_since: Timestamp,
) -> Result<(), Refusal> {
    world.check_money_may_leave()?;
    let is_unread = world.network().is_some_and(|network| network.last.at < server_since);
    if is_due && known.created_at < server_since && is_unread {
        return Err(Refusal::ChainUnread);
    }
    Ok(())
}

fn find(world: &World, account: AccountId, id: TransactionId) -> Result<&Transaction, Refusal> {
    let known = world.transaction(account, id, TransactionType::Withdrawal);
    known.ok_or(Refusal::NotFound(Noun::Withdrawal))
}

/// For how long the answer to an order that was given is awaited before it is asked after.
pub const ANSWER_SECONDS: i64 = 60;

/// The order is about to be given: the process that gets a withdrawal as the answer gives it, and no other ever does.
pub fn send(
    world: &World,
    account: AccountId,
    id: TransactionId,
    events: Series<EventKind>,
    now: Timestamp,
) -> Result<Change, Refusal> {
    world.check_money_may_leave()?;
    let account = world.account(account)?;
    let known = find(world, account.id, id)?;
    let due_at = known.external_transfer.as_ref().and_then(|external_transfer| external_transfer.next_at);
    let is_due = due_at.is_some_and(|due| due <= account.time(now));
    if known.status != TransactionStatus::Queued || !is_due || account.locked_at.is_some() {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    }
    let mut transition = Transition::new(account, known.clone(), events, now);
    let ask_at = transition.now().plus_seconds(ANSWER_SECONDS);
    transition.external_transfer().submission = Submission::Sent;
    transition.external_transfer().next_at = Some(ask_at);
    transition.step(TransactionStatus::Processing, None);
    Ok(transition.change())
}

/// What became of an order that was given, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RailAnswer {
    pub submission: Submission,
    /// When to ask again, by the account's clock; never if the outcome is reported from elsewhere.
    pub ask_at: Option<Timestamp>,
    pub hash: Option<String>,
    /// Whether the rail has sent the money. An operator who pays by hand reports that later.
    pub is_sent: bool,
    pub events: Series<EventKind>,
}

pub fn note_answer(
    world: &World,
    account: AccountId,
    id: TransactionId,
    answer: &RailAnswer,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let account = world.account(account)?;
    let known = find(world, account.id, id)?;
    if known.status != TransactionStatus::Processing {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    }
    let mut transition = Transition::new(account, known.clone(), answer.events, now);
    let external_transfer = transition.external_transfer();
    external_transfer.submission = answer.submission;
    external_transfer.next_at = answer.ask_at;
    if let Some(hash) = &answer.hash {
        external_transfer.hash = Some(hash.clone());
    }
    if answer.is_sent && !known.is_sent() {
        transition.sent();
    }
    Ok(Change { outcome: Outcome::Done, rows: transition.rows().1 })
}

/// When an order is asked after again, first and at most.
const ASK_AGAIN_SECONDS: i64 = 3_600;

const LONGEST_ASK_AGAIN_SECONDS: i64 = SECONDS_PER_DAY;

/// What to do about an order that the rail could not tell anything of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnclearOrder {
    pub ask_at: Timestamp,
    /// Whether an operator should hear of it: when it becomes unclear, and then once a day.
    pub is_news: bool,
}

/// Each pause is as long as the order has been out, so pauses double, up to a day.
pub fn unclear_order(known: Submission, sent_at: Timestamp, now: Timestamp) -> UnclearOrder {
    let out_seconds = now.seconds_after(sent_at);
    let pause_seconds = out_seconds.clamp(ASK_AGAIN_SECONDS, LONGEST_ASK_AGAIN_SECONDS);
    let is_news = known != Submission::Unclear || out_seconds >= LONGEST_ASK_AGAIN_SECONDS;
    UnclearOrder { ask_at: now.plus_seconds(pause_seconds), is_news }
}

/// Records that an operator ordered the payment at a bank, under this reference.
pub fn report_sent(transition: &mut Transition<'_>, bank_reference: Option<&String>) {
    transition.external_transfer().bank_reference = bank_reference.cloned();
    transition.sent();
}

/// It has arrived.
pub fn complete(transition: &mut Transition<'_>, account: &Account) {
    transition.reach_processing();
    transition.step(TransactionStatus::Completed, None);
    let (id, amount) = (transition.transaction.id, transition.transaction.amount);
    let fees = transition.external_transfer().fees_of_withdrawal(amount);
    let (held, mode) = (LedgerAccountId::Held(account.id), account.mode);
    let crossed = Amount::from_micros(amount.micros() - fees.total().micros());
    let outside = transition.external_transfer().route.world(mode);
    transition.transfer(Operation::Resolve(id), held, outside, crossed);
    transition.transfer(Operation::Fee(id), held, LedgerAccountId::Fees(mode), fees.charged());
    transition.transfer(Operation::Rounding(id), held, LedgerAccountId::Rounding(mode), fees.rounding());
}

/// It will not arrive.
pub fn fail(transition: &mut Transition<'_>, account: &Account) {
    transition.reach_processing();
    give_back(transition, account, TransactionStatus::Failed, Some(FailureReason::Rejected));
}

/// It had arrived, and comes back: all of it, with what it had cost.
pub fn come_back(transition: &mut Transition<'_>, account: &Account) {
    if transition.transaction.status != TransactionStatus::Completed {
        complete(transition, account);
    }
    let now = transition.now();
    transition.external_transfer().returned_at = Some(now);
    transition.step(TransactionStatus::Failed, Some(FailureReason::ReturnedByBank));
    let (id, amount) = (transition.transaction.id, transition.transaction.amount);
    let fees = transition.external_transfer().fees_of_withdrawal(amount);
    let (available, mode) = (LedgerAccountId::Available(account.id), account.mode);
    let crossed = Amount::from_micros(amount.micros() - fees.total().micros());
    let outside = transition.external_transfer().route.world(mode);
    transition.transfer(Operation::Return(id), outside, available, crossed);
    transition.transfer(Operation::ReturnFee(id), LedgerAccountId::Fees(mode), available, fees.charged());
    transition.transfer(
        Operation::ReturnRounding(id),
        LedgerAccountId::Rounding(mode),
        available,
        fees.rounding(),
    );
}

fn give_back(
    transition: &mut Transition<'_>,
    account: &Account,
    status: TransactionStatus,
    reason: Option<FailureReason>,
) {
    transition.step(status, reason);
    let (id, amount) = (transition.transaction.id, transition.transaction.amount);
    let (held, available) = (LedgerAccountId::Held(account.id), LedgerAccountId::Available(account.id));
    transition.transfer(Operation::Resolve(id), held, available, amount);
}
