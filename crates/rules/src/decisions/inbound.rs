//! Money that arrives from outside.

use crate::account::{Account, Caller, Mode};
use crate::automatic_withdrawal::IncomingPayment;
use crate::change::{Change, Outcome, Row};
use crate::decisions::sandbox;
use crate::event::{Event, EventPayload};
use crate::id::{EventId, TransactionId};
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::money::Amount;
use crate::refusal::{Limit, Refusal};
use crate::time::Timestamp;
use crate::transaction::{Source, Transaction, TransactionStatus, TransactionType};
use crate::world::{Needs, World};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewInboundTransfer {
    pub id: TransactionId,
    pub event: EventId,
    pub amount: Amount,
    /// What happened outside, by a name that is used once.
    pub external_reference: String,
}

/// Books money that came over the chain.
pub fn book(account: &Account, arrival: &NewInboundTransfer, real_now: Timestamp) -> (Transaction, Vec<Row>) {
    let now = account.time(real_now);
    let transaction = Transaction {
        status: TransactionStatus::Completed,
        completed_at: Some(now),
        source: Some(Source::External(arrival.external_reference.clone())),
        ..Transaction::new(arrival.id, account.id, TransactionType::InboundTransfer, arrival.amount, now)
    };
    let mut rows = vec![
        Row::NewTransaction(transaction.clone()),
        Row::Transfer(Transfer {
            operation: Operation::Credit(arrival.id),
            debit: LedgerAccountId::WorldChain(account.mode),
            credit: LedgerAccountId::Available(account.id),
            amount: arrival.amount,
            created_at: real_now,
        }),
        Row::Event(Event {
            id: arrival.event,
            account: account.id,
            payload: EventPayload::InboundTransferCompleted(transaction.clone()),
            sequence: 1,
            at: now,
        }),
    ];
    let payment = IncomingPayment::to(account, arrival.id, arrival.amount, real_now);
    rows.extend(payment.map(Row::IncomingPayment));
    (transaction, rows)
}

/// How far below zero simulated money may take the outside: half of what can be counted. The other half is for what
/// new test accounts start with, so that no account can keep the others from joining.
const LOWEST_OUTSIDE: i64 = -(i64::MAX / 2);

/// Both sides: neither may grow beyond what can be counted.
pub fn needs(needs: &mut Needs, caller: &Caller) {
    needs.balance_of(caller.account);
    needs.test_money.insert(caller.account);
    needs.balances.insert(LedgerAccountId::WorldChain(caller.mode));
    needs.moved.insert(LedgerAccountId::WorldChain(caller.mode));
}

/// Money for a test account, as if it had been sent. One account may create so much in all.
pub fn simulate(
    world: &World,
    caller: &Caller,
    arrival: &NewInboundTransfer,
    most: Amount,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let account = world.account(caller.account)?;
    let created = match account.mode {
        Mode::Test => Some(sandbox::create_money(world, account, arrival.amount, most)?),
        Mode::Live => None,
    };
    // The ledger counts in 64 bits; what would not fit is refused before it gets there.
    let inside = world.balance(LedgerAccountId::Available(account.id)).micros();
    let outside = world.balance(LedgerAccountId::WorldChain(account.mode)).micros();
    let (inside, outside) =
        (inside.checked_add(arrival.amount.micros()), outside.checked_sub(arrival.amount.micros()));
    if inside.is_none() || outside.is_none_or(|outside| outside < LOWEST_OUTSIDE) {
        return Err(Refusal::LimitExceeded(Limit::Balance));
    }
    let (transaction, rows) = book(account, arrival, now);
    let rows = rows.into_iter().chain(created).collect();
    Ok(Change { outcome: Outcome::Transaction(transaction), rows })
}
