//! Deposits: fiat money that a customer sends and Florin credits as USDC when it arrives.

use std::sync::Arc;

use crate::account::{Account, Caller};
use crate::activity_email::ActivityEmail;
use crate::allocation::Part;
use crate::archive_status::ArchiveStatus;
use crate::automatic_withdrawal::IncomingPayment;
use crate::change::{Change, Outcome, Row};
use crate::decisions::external_transfer::Transition;
use crate::decisions::{external_account, quote};
use crate::event::{Event, EventPayload};
use crate::external_account::bank_account::BankAccount;
use crate::external_transfer::{Counterparty, ExternalTransfer, Route};
use crate::id::{AccountId, BankAccountId, EventId, EventKind, QuoteId, Series, TransactionId};
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::money::Amount;
use crate::pricing::Terms;
use crate::quote::Direction;
use crate::refusal::{Limit, Noun, Refusal};
use crate::tariff::Tariff;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::transaction::{FailureReason, Source, Transaction, TransactionStatus, TransactionType};
use crate::world::{Needs, World};

/// How long money is awaited.
pub const AWAITED_SECONDS: i64 = 7 * SECONDS_PER_DAY;

/// When one that cannot be credited is tried again.
const TRY_AGAIN_SECONDS: i64 = 3_600;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateDeposit {
    pub id: TransactionId,
    pub events: Series<EventKind>,
    pub bank_account: BankAccountId,
    /// In the currency of the bank account.
    pub amount: Amount,
    pub quote: Option<QuoteId>,
    /// What the payer must quote.
    pub reference: String,
    pub tariff: Arc<Tariff>,
    /// The most that it may be worth.
    pub most: Amount,
    /// How many of the account may be under way.
    pub max_open: usize,
    /// When the simulated bank will have news of it, in seconds from now.
    pub news_after: Option<i64>,
}

pub fn needs(needs: &mut Needs, caller: &Caller, new: &CreateDeposit) {
    needs.accounts.insert(caller.account);
    needs.open_transfers_of.insert((caller.account, new.max_open));
    needs.bank_accounts.insert((caller.account, new.bank_account));
    needs.quotes.extend(new.quote.map(|quote| (caller.account, quote)));
}

pub fn create(
    world: &World,
    caller: &Caller,
    new: &CreateDeposit,
    real_now: Timestamp,
) -> Result<Change, Refusal> {
    world.check_open_transfers(caller.account, new.max_open)?;
    let account = world.account(caller.account)?;
    let now = account.time(real_now);
    let bank_account = external_account::visible::<BankAccount>(world, caller, new.bank_account)
        .ok_or(Refusal::UnknownBankAccount)?;
    if bank_account.status == ArchiveStatus::Archived {
        return Err(Refusal::BankAccountArchived);
    }
    let rail = bank_account.rail;
    let (offered, beneficiary) = new.tariff.deposit(rail)?;
    let wanted = quote::QuoteUse { direction: Direction::Deposit, rail, amount: new.amount, by: new.id };
    let (terms, used) = quote::agree(world, caller, new.quote, &wanted, offered, real_now)?;
    let price = terms.deposit(new.amount)?;
    if price.crossed > new.most {
        return Err(Refusal::LimitExceeded(Limit::ExternalTransfer { most: new.most }));
    }
    let expires_at = now.plus_seconds(AWAITED_SECONDS);
    let news_at = new.news_after.map(|seconds| now.plus_seconds(seconds));
    // The terms were set when they were quoted, and hold as long as the quote at least.
    let quoted = new.quote.and_then(|id| world.quotes.get(&id));
    let set_at = quoted.map_or(now, |quote| quote.created_at);
    let mut rate_lock = new.tariff.rate_lock(rail).lock(new.amount, set_at);
    rate_lock.expires_at =
        quoted.map_or(rate_lock.expires_at, |quote| quote.expires_at.max(rate_lock.expires_at));
    let to_operator =
        Counterparty::Operator { name: beneficiary.name.clone(), details: beneficiary.details.clone() };
    let external_transfer = ExternalTransfer {
        quote: new.quote,
        rate_lock: Some(rate_lock),
        max_worth: Some(new.most),
        expires_at: Some(expires_at),
        next_at: Some(news_at.unwrap_or(expires_at).min(expires_at)),
        ..ExternalTransfer::new(
            account.mode,
            Route::Bank(rail),
            to_operator,
            terms,
            new.amount,
            new.reference.clone(),
        )
    };
    let transaction = Transaction {
        status: TransactionStatus::AwaitingTransfer,
        bank_account: Some(new.bank_account),
        external_transfer: Some(Box::new(external_transfer)),
        ..Transaction::new(new.id, caller.account, TransactionType::Deposit, price.inside, now)
    };
    let mut transition = Transition::begin(account, transaction, new.events, real_now);
    used.into_iter().for_each(|row| transition.put(row));
    Ok(transition.change())
}

/// As long as nothing has come. What comes nevertheless is credited all the same.
pub fn cancel(
    world: &World,
    caller: &Caller,
    id: TransactionId,
    events: Series<EventKind>,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let account = world.account(caller.account)?;
    let deposit = world
        .transaction(caller.account, id, TransactionType::Deposit)
        .ok_or(Refusal::NotFound(Noun::Deposit))?;
    if deposit.status != TransactionStatus::AwaitingTransfer {
        return Err(Refusal::InvalidState { noun: Noun::Deposit, state: deposit.status.name() });
    }
    let mut transition = Transition::new(account, deposit.clone(), events, now);
    transition.step(TransactionStatus::Cancelled, None);
    Ok(transition.change())
}

/// Money that was awaited has come: as much of it as is the deposit's, on the terms that it has.
pub fn receive(
    account: &Account,
    deposit: &Transaction,
    part: &Part,
    received_at: Timestamp,
    events: Series<EventKind>,
    now: Timestamp,
) -> Vec<Row> {
    let mut transition = Transition::new(account, deposit.clone(), events, now);
    transition.transaction.amount = part.price.inside;
    let external_transfer = transition.external_transfer();
    external_transfer.terms = part.terms;
    external_transfer.outside = part.price.outside;
    external_transfer.received_at = Some(received_at);
    external_transfer.next_at = Some(account.time(now));
    transition.step(TransactionStatus::Processing, None);
    transition.rows().1
}

/// Its money did not come: the bank says no, or nothing is heard.
pub fn end_without_money(
    account: &Account,
    deposit: &Transaction,
    status: TransactionStatus,
    events: Series<EventKind>,
    now: Timestamp,
) -> Vec<Row> {
    let mut transition = Transition::new(account, deposit.clone(), events, now);
    if status == TransactionStatus::Failed {
        transition.reach_processing();
        transition.step(status, Some(FailureReason::Rejected));
    } else {
        transition.step(status, None);
    }
    transition.rows().1
}

/// What has come is credited.
pub fn settle(
    world: &World,
    account: &Account,
    deposit: &Transaction,
    events: Series<EventKind>,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let mut transition = Transition::new(account, deposit.clone(), events, now);
    let (id, route, fees) = (
        deposit.id,
        transition.external_transfer().route,
        transition.external_transfer().fees_of_deposit().charged(),
    );
    check_room(world, account, route, transition.transaction.amount)?;
    transition.step(TransactionStatus::Completed, None);
    let world_side = route.world(account.mode);
    let amount = transition.transaction.amount;
    transition.transfer(Operation::Credit(id), world_side, LedgerAccountId::Available(account.id), amount);
    transition.transfer(Operation::Fee(id), world_side, LedgerAccountId::Fees(account.mode), fees);
    Ok(transition.change())
}

/// Money that came without a deposit that awaits it: too late, or a second time. It is credited as it is.
pub struct LateMoney<'a> {
    pub id: TransactionId,
    pub route: Route,
    pub terms: Terms,
    pub amount: Amount,
    pub reference: String,
    pub bank_account: Option<BankAccountId>,
    /// Who it came from, or where it came to, as far as that is known.
    pub counterparty: Counterparty,
    /// The transaction on the chain that carried it.
    pub hash: Option<String>,
    /// What happened outside, by a name that is used once.
    pub name: &'a str,
}

pub fn book_late(
    world: &World,
    account: &Account,
    late: &LateMoney<'_>,
    event: EventId,
    real_now: Timestamp,
) -> Result<(Transaction, Vec<Row>), Refusal> {
    let now = account.time(real_now);
    let price = late.terms.deposit(late.amount)?;
    check_room(world, account, late.route, price.inside)?;
    let external_transfer = ExternalTransfer {
        events: 1,
        hash: late.hash.clone(),
        ..ExternalTransfer::new(
            account.mode,
            late.route,
            late.counterparty.clone(),
            late.terms,
            late.amount,
            late.reference.clone(),
        )
    };
    let transaction = Transaction {
        status: TransactionStatus::Completed,
        completed_at: Some(now),
        bank_account: late.bank_account,
        source: Some(Source::External(late.name.to_owned())),
        external_transfer: Some(Box::new(external_transfer)),
        ..Transaction::new(late.id, account.id, TransactionType::InboundTransfer, price.inside, now)
    };
    let transfer = |operation, credit, amount| {
        let debit = late.route.world(account.mode);
        Row::Transfer(Transfer { operation, debit, credit, amount, created_at: real_now })
    };
    let mut rows = vec![
        Row::NewTransaction(transaction.clone()),
        transfer(Operation::Credit(late.id), LedgerAccountId::Available(account.id), price.inside),
        Row::Event(Event {
            id: event,
            account: account.id,
            payload: EventPayload::InboundTransferCompleted(transaction.clone()),
            sequence: 1,
            at: now,
        }),
    ];
    rows.extend(ActivityEmail::of_transfer(event.email(), &transaction, now).map(Row::ActivityEmail));
    // What comes through a bank is money of the account's own, as a deposit is.
    if late.route == Route::Chain {
        let payment = IncomingPayment::to(account, late.id, price.inside, real_now);
        rows.extend(payment.map(Row::IncomingPayment));
    }
    let fees = price.fees.charged();
    if fees > Amount::ZERO {
        rows.push(transfer(Operation::Fee(late.id), LedgerAccountId::Fees(account.mode), fees));
    }
    Ok((transaction, rows))
}

/// The ledger counts in 64 bits; what would not fit is refused before it gets there.
fn check_room(world: &World, account: &Account, route: Route, amount: Amount) -> Result<(), Refusal> {
    let fits = has_room(world, account, route, amount.micros(), amount.micros());
    if fits { Ok(()) } else { Err(Refusal::LimitExceeded(Limit::Balance)) }
}

/// Whether the ledger can count so much more in the balance, and so much more that came from outside.
pub fn has_room(world: &World, account: &Account, route: Route, more_inside: i64, more_outside: i64) -> bool {
    const FURTHEST: i64 = i64::MAX / 2;
    let inside = world.balance(LedgerAccountId::Available(account.id)).micros();
    let outside = world.balance(route.world(account.mode)).micros();
    inside.checked_add(more_inside).is_some_and(|sum| sum <= FURTHEST)
        && outside.checked_sub(more_outside).is_some_and(|left| left >= -FURTHEST)
}

/// There is no room for it in the balance: it is there, and waits until there is.
fn put_off(deposit: &Transaction, now: Timestamp) -> Change {
    let mut waiting = deposit.clone();
    waiting.external_transfer.as_mut().expect("deposits cross").next_at =
        Some(now.plus_seconds(TRY_AGAIN_SECONDS));
    Change { outcome: Outcome::Done, rows: vec![Row::Transaction(waiting)] }
}

/// A deposit that is due: its time to wait is over, or what has come is to be credited.
pub fn due(
    world: &World,
    account_id: AccountId,
    id: TransactionId,
    events: Series<EventKind>,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let account = world.account(account_id)?;
    let deposit = world
        .transaction(account_id, id, TransactionType::Deposit)
        .ok_or(Refusal::NotFound(Noun::Deposit))?;
    let expires_at =
        deposit.external_transfer.as_ref().and_then(|external_transfer| external_transfer.expires_at);
    match deposit.status {
        TransactionStatus::Processing => match settle(world, account, deposit, events, now) {
            Err(Refusal::LimitExceeded(_)) => Ok(put_off(deposit, account.time(now))),
            settled => settled,
        },
        TransactionStatus::AwaitingTransfer if expires_at.is_some_and(|end| end <= account.time(now)) => {
            let rows = end_without_money(account, deposit, TransactionStatus::Expired, events, now);
            Ok(Change { outcome: Outcome::Done, rows })
        }
        // The rail had no news; it is waited for to the end.
        TransactionStatus::AwaitingTransfer => {
            let mut waiting = deposit.clone();
            waiting.external_transfer.as_mut().expect("deposits cross").next_at = expires_at;
            Ok(Change { outcome: Outcome::Done, rows: vec![Row::Transaction(waiting)] })
        }
        _ => Ok(Change { outcome: Outcome::Done, rows: Vec::new() }),
    }
}
