//! External transfers: what a deposit or a withdrawal has beyond other transactions. Its money moves between Florin and
//! a bank, or a chain, and everything that this needs is kept with it, whatever becomes of the bank account or of the
//! wallet.

use crate::account::{Account, Mode};
use crate::change::{Change, Outcome, Row};
use crate::event::{Event, EventPayload};
use crate::external_account::bank_account::Sealed;
use crate::id::{EventKind, ExternalWalletId, QuoteId, Series};
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::money::{Amount, Currency};
use crate::named_enum;
use crate::pricing::{Fees, Terms};
use crate::rail::Rail;
use crate::rate_lock::RateLock;
use crate::time::Timestamp;
use crate::transaction::{FailureReason, Transaction, TransactionStatus};

/// Which way the money takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Route {
    Bank(Rail),
    Chain,
}

impl Route {
    pub const fn name(self) -> &'static str {
        match self {
            Route::Bank(rail) => rail.payment_rail(),
            Route::Chain => "chain",
        }
    }

    pub fn parse(name: &str) -> Option<Route> {
        if name == "chain" { Some(Route::Chain) } else { Rail::parse(name).map(Route::Bank) }
    }

    /// The currency on the other side.
    pub const fn currency(self) -> Currency {
        match self {
            Route::Bank(rail) => rail.currency(),
            Route::Chain => Currency::Usdc,
        }
    }

    /// Everything outside that money came from or went to on this route.
    pub const fn world(self, mode: Mode) -> LedgerAccountId {
        match self {
            Route::Bank(rail) => LedgerAccountId::WorldBank(mode, rail),
            Route::Chain => LedgerAccountId::WorldChain(mode),
        }
    }
}

/// Where the other side is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counterparty {
    /// A deposit goes to the operator's own account: whose name it has, and its details as a JSON object of texts.
    Operator { name: String, details: String },
    /// A withdrawal goes to a bank account: its details, sealed to that account.
    BankAccount(Sealed),
    /// Or to an address on a chain.
    Address { wallet: ExternalWalletId, chain: String, address: String },
    /// Money that came over a chain, to an address of the account's own.
    DepositAddress { chain: String, address: String },
    /// Money that came in without having been announced, or too late.
    Somebody,
}

named_enum! {
    /// What is known of an order to pay that was given to a bank or a chain. It is given once.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Submission {
        /// Not given yet, or nothing to give.
        None = "none",
        /// It was, or is about to be, given; there is no answer yet.
        Sent = "sent",
        /// It was taken.
        Taken = "taken",
        /// Whether it was is unknown. It is asked after, and never given again.
        Unclear = "unclear",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalTransfer {
    /// That of its account: live ones are processed before test ones.
    pub mode: Mode,
    pub route: Route,
    pub counterparty: Counterparty,
    pub terms: Terms,
    /// The money on the other side, in the route's currency: as much as was announced until it has come.
    pub outside: Amount,
    pub announced: Amount,
    /// How far the terms of a deposit hold.
    pub rate_lock: Option<RateLock>,
    /// The most that one payment for a deposit may be worth, as it was when the deposit was made.
    pub max_worth: Option<Amount>,
    /// When the bank received the money of a deposit, by the account's clock.
    pub received_at: Option<Timestamp>,
    /// What its payer must quote, or what the bank knows it by. Never used twice.
    pub reference: String,
    pub quote: Option<QuoteId>,
    pub submission: Submission,
    /// Until when a deposit is awaited.
    pub expires_at: Option<Timestamp>,
    /// When it should be looked at again, by the account's clock.
    pub next_at: Option<Timestamp>,
    pub processing_at: Option<Timestamp>,
    pub returned_at: Option<Timestamp>,
    /// The transaction on the chain that carried it.
    pub hash: Option<String>,
    /// How many events it has had.
    pub events: i64,
}

impl ExternalTransfer {
    /// One that nothing has happened to yet.
    pub fn new(
        mode: Mode,
        route: Route,
        counterparty: Counterparty,
        terms: Terms,
        outside: Amount,
        reference: String,
    ) -> ExternalTransfer {
        ExternalTransfer {
            mode,
            route,
            counterparty,
            terms,
            outside,
            announced: outside,
            rate_lock: None,
            max_worth: None,
            received_at: None,
            reference,
            quote: None,
            submission: Submission::None,
            expires_at: None,
            next_at: None,
            processing_at: None,
            returned_at: None,
            hash: None,
            events: 0,
        }
    }

    /// What it costs on the way out; what is wrong with its price was refused when it was made.
    pub fn fees_of_withdrawal(&self, inside: Amount) -> Fees {
        self.terms.withdrawal(inside).map_or(Fees::default(), |price| price.fees)
    }

    pub fn fees_of_deposit(&self) -> Fees {
        self.terms.deposit(self.outside).map_or(Fees::default(), |price| price.fees)
    }
}

/// One transaction on its way from what it was to what it becomes: every step of the table with its event, and the
/// money that moves.
pub struct Transition<'a> {
    account: &'a Account,
    pub transaction: Transaction,
    events: Series<EventKind>,
    used: usize,
    real_now: Timestamp,
    rows: Vec<Row>,
    is_new: bool,
}

impl<'a> Transition<'a> {
    pub fn new(
        account: &'a Account,
        transaction: Transaction,
        events: Series<EventKind>,
        real_now: Timestamp,
    ) -> Transition<'a> {
        let (rows, is_new) = (Vec::new(), false);
        Transition { account, transaction, events, used: 0, real_now, rows, is_new }
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
        self.rows.push(Row::Event(Event {
            id,
            account: self.account.id,
            payload: EventPayload::ExternalTransferChanged(self.transaction.clone()),
            sequence,
            at,
        }));
    }

    pub fn rows(self) -> (Transaction, Vec<Row>) {
        let Transition { transaction, mut rows, is_new, .. } = self;
        rows.push(if is_new {
            Row::NewTransaction(transaction.clone())
        } else {
            Row::Transaction(transaction.clone())
        });
        (transaction, rows)
    }

    pub fn change(self) -> Change {
        let (transaction, rows) = self.rows();
        Change { outcome: Outcome::Transaction(transaction), rows }
    }
}
