//! A deposit or a withdrawal from one status to the next: its transfers, its rows, its event and its email.

use crate::account::Account;
use crate::activity_email::ActivityEmail;
use crate::change::{Change, Outcome, Row};
use crate::event::{Event, EventPayload};
use crate::external_transfer::ExternalTransfer;
use crate::id::{EventKind, Series};
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::money::Amount;
use crate::time::Timestamp;
use crate::transaction::{FailureReason, Transaction, TransactionStatus};

/// One transaction on its way from what it was to what it becomes: every step of the table with its event, and the
/// money that moves.
pub struct Transition<'a> {
    account: &'a Account,
    pub transaction: Transaction,
    events: Series<EventKind>,
    used: usize,
    real_now: Timestamp,
    rows: Vec<Row>,
    /// About the last step: the owner needs none about those before it.
    email: Option<ActivityEmail>,
    is_new: bool,
}

impl<'a> Transition<'a> {
    pub fn new(
        account: &'a Account,
        transaction: Transaction,
        events: Series<EventKind>,
        real_now: Timestamp,
    ) -> Transition<'a> {
        let (rows, email, is_new) = (Vec::new(), None, false);
        Transition { account, transaction, events, used: 0, real_now, rows, email, is_new }
    }

    /// One that begins here.
    pub fn begin(
        account: &'a Account,
        transaction: Transaction,
        events: Series<EventKind>,
        real_now: Timestamp,
    ) -> Transition<'a> {
        let mut transition = Transition::new(account, transaction, events, real_now);
        transition.is_new = true;
        transition.happened();
        transition
    }

    /// What time it is for the account.
    pub fn now(&self) -> Timestamp {
        self.account.time(self.real_now)
    }

    pub fn external_transfer(&mut self) -> &mut ExternalTransfer {
        self.transaction.external_transfer.as_mut().expect("deposits and withdrawals cross")
    }

    /// Goes one step of the table.
    pub fn step(&mut self, to: TransactionStatus, reason: Option<FailureReason>) {
        let (from, kind) = (self.transaction.status, self.transaction.kind);
        assert!(from.next(kind).contains(&to), "{} {} is never {}", kind.name(), from.name(), to.name());
        let now = self.now();
        self.transaction.status = to;
        self.transaction.failure_reason = reason;
        if to == TransactionStatus::Processing {
            self.external_transfer().processing_at = Some(now);
        }
        if to.is_end() {
            self.external_transfer().next_at = None;
            // What comes back was completed before.
            if self.transaction.completed_at.is_none() {
                self.transaction.completed_at = Some(now);
            }
        }
        self.happened();
    }

    /// Gets to `processing` if it is not there yet.
    pub fn reach_processing(&mut self) {
        if self.transaction.status != TransactionStatus::Processing {
            self.step(TransactionStatus::Processing, None);
        }
    }

    /// Records that the rail has sent the money, and emails the owner. Writes no event, because the status stays the
    /// same.
    pub fn sent(&mut self) {
        let (at, id) = (self.now(), self.events.nth(self.used));
        self.external_transfer().sent_at.get_or_insert(at);
        self.used += 1;
        self.email = ActivityEmail::of_transfer(id.email(), &self.transaction, at);
    }

    /// Nothing moves where there is nothing.
    pub fn transfer(
        &mut self,
        operation: Operation,
        debit: LedgerAccountId,
        credit: LedgerAccountId,
        amount: Amount,
    ) {
        if amount > Amount::ZERO {
            let created_at = self.real_now;
            self.rows.push(Row::Transfer(Transfer { operation, debit, credit, amount, created_at }));
        }
    }

    pub fn put(&mut self, row: Row) {
        self.rows.push(row);
    }

    fn happened(&mut self) {
        let at = self.now();
        self.external_transfer().events += 1;
        let sequence = self.external_transfer().events;
        let id = self.events.nth(self.used);
        self.used += 1;
        self.email = ActivityEmail::of_transfer(id.email(), &self.transaction, at);
        self.rows.push(Row::Event(Event {
            id,
            account: self.account.id,
            payload: EventPayload::ExternalTransferChanged(self.transaction.clone()),
            sequence,
            at,
        }));
    }

    pub fn rows(self) -> (Transaction, Vec<Row>) {
        let Transition { transaction, mut rows, email, is_new, .. } = self;
        rows.push(if is_new {
            Row::NewTransaction(transaction.clone())
        } else {
            Row::Transaction(transaction.clone())
        });
        rows.extend(email.map(Row::ActivityEmail));
        (transaction, rows)
    }

    pub fn change(self) -> Change {
        let (transaction, rows) = self.rows();
        Change { outcome: Outcome::Transaction(transaction), rows }
    }
}
