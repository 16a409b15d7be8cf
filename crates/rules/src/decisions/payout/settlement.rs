//! What can become of the items of one payout: each way moves the item, its money, its payout and their events
//! together. Nothing else changes an item.

use std::collections::HashMap;

use crate::account::Account;
use crate::automatic_withdrawal::IncomingPayment;
use crate::change::Row;
use crate::claim::{CLAIM_SECONDS, OpenClaim};
use crate::email::{Email, EmailKind};
use crate::email_address::EmailAddress;
use crate::event::{Event, EventPayload};
use crate::id::{AccountId, EmailId, EmailKind as EmailIdKind, EventId, EventKind, Series, TransactionKind};
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::payout::{Payout, PayoutStatus, Wallet};
use crate::time::Timestamp;
use crate::transaction::{
    FailureReason, ItemStatus, Source, Transaction, TransactionStatus, TransactionType,
};

/// Unused ids, for what one command may create.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewIds {
    pub events: Series<EventKind>,
    pub inbound: Series<TransactionKind>,
    pub emails: Series<EmailIdKind>,
}

/// Hands out fresh ids one after the other.
pub struct IdSupply {
    fresh: NewIds,
    events: usize,
    inbound: usize,
    emails: usize,
}

impl IdSupply {
    pub fn new(fresh: NewIds) -> IdSupply {
        IdSupply { fresh, events: 0, inbound: 0, emails: 0 }
    }

    pub fn event(&mut self) -> EventId {
        self.fresh.events.nth(count(&mut self.events))
    }

    pub fn email(&mut self) -> EmailId {
        self.fresh.emails.nth(count(&mut self.emails))
    }
}

fn count(used: &mut usize) -> usize {
    *used += 1;
    *used - 1
}

/// One payout on its way from what it was to what it becomes.
pub struct Settlement<'a> {
    payer: &'a Account,
    payout: Payout,
    was: PayoutStatus,
    supply: &'a mut IdSupply,
    /// Real time, before the account's clock is added.
    real_now: Timestamp,
    now: Timestamp,
    rows: Vec<Row>,
    /// One for each address that has something to claim, in the order of the items.
    emails: Vec<Email>,
    email_places: HashMap<String, usize>,
}

impl<'a> Settlement<'a> {
    pub fn new(
        payer: &'a Account,
        payout: &Payout,
        supply: &'a mut IdSupply,
        real_now: Timestamp,
    ) -> Settlement<'a> {
        Settlement {
            payer,
            was: payout.status,
            payout: payout.clone(),
            supply,
            real_now,
            now: payer.time(real_now),
            rows: Vec::with_capacity(5 * usize::try_from(payout.total_items).unwrap_or(0)),
            emails: Vec::new(),
            email_places: HashMap::new(),
        }
    }

    /// The money goes into the recipient's wallet, who sees it arrive.
    pub fn credit(&mut self, item: &Transaction, email: &EmailAddress, wallet: Wallet) {
        let arrived_at = self.real_now.plus_micros(wallet.clock_ahead);
        let inbound = Transaction {
            status: TransactionStatus::Completed,
            completed_at: Some(arrived_at),
            source: Some(Source::Item(item.id)),
            ..Transaction::new(
                self.supply.fresh.inbound.nth(count(&mut self.supply.inbound)),
                wallet.account,
                TransactionType::InboundTransfer,
                item.amount,
                arrived_at,
            )
        };
        // What goes back to the payer was theirs before.
        if wallet.withdraws_automatically && wallet.account != self.payer.id {
            let credited = (wallet.account, self.payer.mode);
            let payment = IncomingPayment::new(inbound.id, credited, item.amount, self.real_now);
            self.rows.push(Row::IncomingPayment(payment));
        }
        self.rows.push(Row::NewTransaction(inbound.clone()));
        self.resolve(item, LedgerAccountId::Available(wallet.account));
        self.end(item, email, TransactionStatus::Completed, None);
        self.happened(wallet.account, EventPayload::InboundTransferCompleted(inbound), 1, arrived_at);
    }

    /// The money goes back to where it was reserved.
    pub fn give_back(
        &mut self,
        item: &Transaction,
        email: &EmailAddress,
        status: TransactionStatus,
        reason: Option<FailureReason>,
    ) {
        self.resolve(item, LedgerAccountId::Available(self.payer.id));
        self.end(item, email, status, reason);
    }

    /// The recipient has no wallet yet: the money stays reserved, and an email will say where it can be claimed. All
    /// items to one address share one email.
    pub fn await_claim(&mut self, item: &Transaction, email: &EmailAddress) {
        let expires_at = self.now.plus_seconds(CLAIM_SECONDS);
        let email_id = self.announce(item, email);
        self.rows.push(Row::OpenClaim(OpenClaim {
            item: item.id,
            account: self.payer.id,
            mode: self.payer.mode,
            email: email.clone(),
            amount: item.amount,
            expires_at,
            email_id,
        }));
        let waiting = Transaction {
            status: TransactionStatus::PendingClaim,
            claim_expires_at: Some(expires_at),
            ..item.clone()
        };
        self.change(item, waiting, email);
    }

    fn announce(&mut self, item: &Transaction, email: &EmailAddress) -> EmailId {
        let place = *self.email_places.entry(email.lookup_key()).or_insert(self.emails.len());
        if place == self.emails.len() {
            let id = self.supply.email();
            let message = Email::new(id, EmailKind::Claim, email.clone(), item.id.to_string(), self.now);
            self.emails.push(message.caused_by(self.payer.id, self.payer.mode));
        }
        let message = &mut self.emails[place];
        message.items += 1;
        message.id
    }

    /// The emails that are now due.
    pub fn take_emails(&mut self) -> Vec<Email> {
        std::mem::take(&mut self.emails)
    }

    /// The rows of everything that happened, and of the payout as it is now.
    pub fn finish(mut self) -> (Payout, Vec<Row>) {
        assert!(self.emails.is_empty(), "the caller that makes items wait takes their emails");
        self.payout.status = self.payout.breakdown.status();
        if self.payout.breakdown.processing == 0 {
            self.payout.next_at = None;
        }
        if self.payout.status != self.was {
            self.payout.completed_at = Some(self.now);
            let ended = EventPayload::PayoutEnded(self.payout.clone());
            self.happened(self.payer.id, ended, 2, self.now);
        }
        self.rows.push(Row::Payout(self.payout.clone()));
        (self.payout, self.rows)
    }

    fn resolve(&mut self, item: &Transaction, credit: LedgerAccountId) {
        self.rows.push(Row::Transfer(Transfer {
            operation: Operation::Resolve(item.id),
            debit: LedgerAccountId::Held(self.payer.id),
            credit,
            amount: item.amount,
            created_at: self.real_now,
        }));
    }

    fn end(
        &mut self,
        item: &Transaction,
        email: &EmailAddress,
        status: TransactionStatus,
        failure_reason: Option<FailureReason>,
    ) {
        if item.status == TransactionStatus::PendingClaim {
            self.rows.push(Row::ClosedClaim(item.id));
        }
        let ended = Transaction { status, failure_reason, completed_at: Some(self.now), ..item.clone() };
        self.change(item, ended, email);
    }

    fn change(&mut self, from: &Transaction, to: Transaction, email: &EmailAddress) {
        let (was, is) = (from.status, to.status);
        assert!(was.leads_to(from.kind, is), "an item that is {} is never {}", was.name(), is.name());
        *self.payout.breakdown.counter(ItemStatus::of(from.status)) -= 1;
        *self.payout.breakdown.counter(ItemStatus::of(to.status)) += 1;
        // The only event an item can have had before is that it waits to be claimed.
        let sequence = if from.status == TransactionStatus::PendingClaim { 2 } else { 1 };
        let changed = EventPayload::ItemChanged { item: to.clone(), email: email.clone() };
        self.happened(self.payer.id, changed, sequence, self.now);
        self.rows.push(Row::Transaction(to));
    }

    fn happened(&mut self, account: AccountId, payload: EventPayload, sequence: i64, at: Timestamp) {
        let id = self.supply.event();
        self.rows.push(Row::Event(Event { id, account, payload, sequence, at }));
    }
}
