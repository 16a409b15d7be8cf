//! What the database should hold, as the journal of its changes tells: kept beside it, so that every step can be
//! checked without reading everything again. It believes nothing that the journal did not say.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rules::transaction::TransactionType;

use crate::database::Entry;
use crate::external_transfers::ExternalTransfer;
use crate::labels::Labels;
use crate::payments::Payments;

/// What is left of an intent's amount is its number: no two intents bring the same money.
pub const TAG: i64 = 100_000;

#[derive(Clone, Debug)]
pub struct Account {
    pub mode: String,
    pub app: String,
    pub ahead: i64,
    /// At the beginning of the step.
    pub was_ahead: i64,
    pub came_in: i64,
    pub paid_out: i64,
    /// What its open items and withdrawals add up to.
    pub open: i64,
}

#[derive(Clone, Debug)]
pub struct LedgerAccount {
    pub mode: String,
    pub owner: Option<String>,
    pub balance: i64,
    /// What the transfers add up to.
    pub moved: i64,
}

#[derive(Clone, Debug)]
pub struct Resolve {
    pub debit: String,
    pub credit: String,
    pub amount: i64,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub account: String,
    pub payout: String,
    pub recipient: String,
    pub amount: i64,
    pub status: String,
    /// At the beginning of the step.
    pub was: String,
    pub reason: Option<String>,
    pub expires_at: Option<i64>,
    pub completed_at: Option<i64>,
    pub resolves: Vec<Resolve>,
    /// The inbound transfers that came from it.
    pub arrivals: Vec<String>,
    pub is_claimable: bool,
    /// The emails that announce it.
    pub emails: Vec<String>,
    pub events: Vec<(i64, String)>,
}

#[derive(Clone, Debug)]
pub struct Payout {
    pub account: String,
    pub total: i64,
    pub count: i64,
    pub items: Vec<String>,
    pub holds: Vec<i64>,
    /// Processing, pending, completed, failed, cancelled.
    pub counters: String,
    pub status: String,
    pub next_at: Option<i64>,
    /// A process took it in this step; who had it until when.
    pub taken: Option<Option<i64>>,
    pub completed_at: Option<i64>,
    pub events: Vec<(i64, String)>,
}

#[derive(Clone, Debug)]
pub struct Arrival {
    pub account: String,
    pub amount: i64,
    pub status: String,
    pub source: Option<String>,
    pub credits: Vec<i64>,
    pub events: Vec<(i64, String)>,
}

#[derive(Default)]
pub struct Shadow {
    pub users: HashSet<String>,
    pub accounts: BTreeMap<String, Account>,
    pub recipients: BTreeMap<String, (String, String)>,
    pub labels: Labels,
    pub payments: Payments,
    pub ledger: BTreeMap<String, LedgerAccount>,
    pub items: BTreeMap<String, Item>,
    pub payouts: BTreeMap<String, Payout>,
    pub arrivals: BTreeMap<String, Arrival>,
    pub external_transfers: BTreeMap<String, ExternalTransfer>,
    /// What caused each, and its status when it was written.
    pub emails: BTreeMap<String, (String, String)>,
    /// Who has which.
    pub bank_accounts: BTreeMap<String, String>,
    pub is_frozen: bool,
    pub was_frozen: bool,
    pub freeze_changed: bool,
    operations: HashSet<String>,
    references: HashSet<String>,
    tags: HashSet<i64>,
    addresses: HashSet<(String, String)>,
    pub touched_items: BTreeSet<String>,
    pub touched_payouts: BTreeSet<String>,
    pub touched_arrivals: BTreeSet<String>,
    pub touched_external_transfers: BTreeSet<String>,
    pub touched_ledger: BTreeSet<String>,
    pub new_payouts: usize,
}

impl Shadow {
    /// A new step begins: nothing was touched yet.
    pub fn begin(&mut self) {
        for id in std::mem::take(&mut self.touched_items) {
            let item = self.items.get_mut(&id).expect("it was touched");
            item.was = item.status.clone();
        }
        for id in std::mem::take(&mut self.touched_payouts) {
            self.payouts.get_mut(&id).expect("it was touched").taken = None;
        }
        for id in std::mem::take(&mut self.touched_external_transfers) {
            let external_transfer = self.external_transfers.get_mut(&id).expect("it was touched");
            external_transfer.was = external_transfer.status;
        }
        self.touched_arrivals.clear();
        self.labels.begin();
        self.touched_ledger.clear();
        self.accounts.values_mut().for_each(|account| account.was_ahead = account.ahead);
        (self.was_frozen, self.freeze_changed, self.new_payouts) = (self.is_frozen, false, 0);
    }

    pub fn apply(&mut self, entry: &Entry) {
        self.labels.apply(entry);
        self.payments.apply(entry);
        match entry.what.as_str() {
            "user" => assert!(self.users.insert(entry.text(0)), "one address is one user"),
            "account" => self.account(entry),
            "clock" => {
                assert!(entry.int(0) >= entry.int(1), "the clock of {} was moved back", entry.id);
                self.accounts.get_mut(&entry.id).expect("an account").ahead = entry.int(0);
            }
            "recipient" => {
                let (account, address) = (entry.text(0), entry.text(1));
                let is_new = self.addresses.insert((account.clone(), address.clone()));
                assert!(is_new, "{account} has two recipients at {address}");
                self.recipients.insert(entry.id.clone(), (account, address));
            }
            "ledger_account" => {
                let owner = entry.optional_text(2);
                let account = LedgerAccount { mode: entry.text(0), owner, balance: 0, moved: 0 };
                self.ledger.insert(entry.id.clone(), account);
            }
            "balance" => {
                self.touched_ledger.insert(entry.id.clone());
                self.ledger.get_mut(&entry.id).expect("a ledger account").balance = entry.int(0);
            }
            "transfer" => self.transfer(entry),
            "transaction" => self.transaction(entry),
            "progress" if self.external_transfers.contains_key(&entry.id) => {
                self.external_transfer_progress(entry)
            }
            "progress" => self.progress(entry),
            "bank_account" if entry.text(1) == "Pix" => {
                self.bank_accounts.insert(entry.text(0), entry.id.clone());
            }
            "bank_account" | "label" | "known" | "nickname" | "person" | "answer" => {}
            "payment" | "collected" | "automatic" | "setting" => {}
            "notice" => {
                let said = (entry.text(0), entry.text(1));
                // Money that came late or twice is an arrival of its own.
                if let Some(external_transfer) = self.external_transfer(&entry.id) {
                    external_transfer.notices.push(said);
                }
            }
            "payout" => self.payout(entry),
            "counters" => self.counters(entry),
            "email" => {
                self.emails.insert(entry.id.clone(), (entry.text(0), entry.text(1)));
            }
            what @ ("claim" | "closed") => {
                let (opens, item) = (what == "claim", self.item(&entry.id));
                assert_ne!(item.is_claimable, opens, "the claim of {} is {what} twice", entry.id);
                item.is_claimable = opens;
                if opens {
                    item.emails.push(entry.text(1));
                }
            }
            "event" => self.event(entry),
            "freeze" => {
                self.is_frozen = entry.optional_int(0).is_none();
                self.freeze_changed = true;
            }
            "reanswered" | "forgotten" => {
                let expiry = entry.optional_int(1);
                assert!(expiry.is_some(), "the answer about {} was to be kept for ever", entry.text(0));
            }
            other => panic!("the journal has a line of its own: {other}"),
        }
    }

    fn item(&mut self, id: &str) -> &mut Item {
        self.touched_items.insert(id.to_owned());
        self.items.get_mut(id).unwrap_or_else(|| panic!("{id} is no item"))
    }

    fn account(&mut self, entry: &Entry) {
        let (mode, app) = (entry.text(0), entry.text(1));
        let account = Account { mode, app, ahead: 0, was_ahead: 0, came_in: 0, paid_out: 0, open: 0 };
        self.accounts.insert(entry.id.clone(), account);
    }

    fn transfer(&mut self, entry: &Entry) {
        let (debit, credit, amount) = (entry.text(0), entry.text(1), entry.int(2));
        assert!(self.operations.insert(entry.id.clone()), "{} moved money twice", entry.id);
        for (side, difference) in [(&debit, -amount), (&credit, amount)] {
            self.touched_ledger.insert(side.clone());
            let account = self.ledger.get_mut(side).unwrap_or_else(|| panic!("{side} is no account"));
            account.moved = account.moved.checked_add(difference).expect("sums fit");
        }
        let (object, step) = entry.id.rsplit_once(':').expect("an operation names its step");
        if let Some(external_transfer) = self.external_transfer(object) {
            external_transfer.moved.push((step.to_owned(), debit, credit, amount));
            return;
        }
        match step {
            "hold" => {
                self.touched_payouts.insert(object.to_owned());
                self.payouts.get_mut(object).expect("a payout").holds.push(amount);
            }
            "resolve" => self.item(object).resolves.push(Resolve { debit, credit, amount }),
            "credit" => {
                self.touched_arrivals.insert(object.to_owned());
                self.arrivals.get_mut(object).expect("an arrival").credits.push(amount);
            }
            // What an arrival from a bank costs.
            "fee" => {
                assert!(self.arrivals.contains_key(object) && debit.contains(":world:bank:"), "{object}")
            }
            // What exceeds the limit of one transfer waits for an operator.
            "park" => {
                assert!(debit.contains(":world:bank:") && credit.ends_with(":suspense"), "{object}")
            }
            other => panic!("{other} is no step"),
        }
    }

    fn transaction(&mut self, entry: &Entry) {
        let (account, kind, status, amount) = (entry.text(0), entry.text(1), entry.text(2), entry.int(3));
        let owner = self.accounts.get_mut(&account).expect("an account");
        match kind.as_str() {
            "payout" => {
                owner.open += amount;
                let (payout, recipient) = (entry.text(4), entry.text(5));
                self.touched_payouts.insert(payout.clone());
                self.payouts.get_mut(&payout).expect("its payout").items.push(entry.id.clone());
                let item = Item {
                    account,
                    payout,
                    recipient,
                    amount,
                    was: status.clone(),
                    status,
                    reason: None,
                    expires_at: None,
                    completed_at: None,
                    resolves: Vec::new(),
                    arrivals: Vec::new(),
                    is_claimable: false,
                    emails: Vec::new(),
                    events: Vec::new(),
                };
                assert!(self.items.insert(entry.id.clone(), item).is_none(), "{} is new", entry.id);
                self.touched_items.insert(entry.id.clone());
            }
            "inbound_transfer" => {
                owner.came_in += amount;
                let source = entry.optional_text(6);
                match &source {
                    Some(item) => self.item(item).arrivals.push(entry.id.clone()),
                    // What a new test account starts with has no tag.
                    None if entry.text(7).starts_with("simulated:") => {
                        assert!(amount % TAG == 0 || self.tags.insert(amount % TAG), "{amount} came twice")
                    }
                    None => {}
                }
                let (credits, events) = (Vec::new(), Vec::new());
                let arrival = Arrival { account, amount, status, source, credits, events };
                self.arrivals.insert(entry.id.clone(), arrival);
                self.touched_arrivals.insert(entry.id.clone());
            }
            "deposit" => self.new_external_transfer(entry, TransactionType::Deposit),
            "withdrawal" => self.new_external_transfer(entry, TransactionType::Withdrawal),
            other => panic!("unexpected {other}"),
        }
    }

    fn progress(&mut self, entry: &Entry) {
        let item = self.item(&entry.id);
        assert_eq!(item.status, entry.text(0), "{} changed without the journal", entry.id);
        assert!(!is_end(&item.status), "{} had ended and became {}", entry.id, entry.text(1));
        item.status = entry.text(1);
        item.reason = entry.optional_text(2);
        item.expires_at = entry.optional_int(3);
        item.completed_at = entry.optional_int(4);
        if is_end(&item.status) {
            let (amount, is_paid) = (item.amount, item.status == "completed");
            let account = item.account.clone();
            let owner = self.accounts.get_mut(&account).expect("an account");
            owner.open -= amount;
            owner.paid_out += if is_paid { amount } else { 0 };
        }
    }

    fn payout(&mut self, entry: &Entry) {
        self.new_payouts += 1;
        self.touched_payouts.insert(entry.id.clone());
        // The same request with another body has the same reference up to the slash.
        let reference = entry.text(3);
        let intent = reference.split('/').next().expect("a first part").to_owned();
        assert!(self.references.insert(intent), "{reference} was paid twice");
        let payout = Payout {
            account: entry.text(0),
            total: entry.int(1),
            count: entry.int(2),
            items: Vec::new(),
            holds: Vec::new(),
            counters: format!("{} 0 0 0 0", entry.int(2)),
            status: "processing".to_owned(),
            next_at: entry.optional_int(5),
            taken: Some(None),
            completed_at: None,
            events: Vec::new(),
        };
        self.payouts.insert(entry.id.clone(), payout);
    }

    fn counters(&mut self, entry: &Entry) {
        self.touched_payouts.insert(entry.id.clone());
        let payout = self.payouts.get_mut(&entry.id).expect("a payout");
        assert_eq!(payout.status, entry.text(0), "{} changed without the journal", entry.id);
        assert_eq!(payout.status, "processing", "{} had ended", entry.id);
        payout.status = entry.text(1);
        payout.counters = entry.text(2);
        let (was, next) = (entry.optional_int(3), entry.optional_int(4));
        if was != next && next.is_some() {
            payout.taken = Some(was);
        }
        payout.next_at = next;
        payout.completed_at = entry.optional_int(5);
    }

    fn event(&mut self, entry: &Entry) {
        let (kind, sequence, data) = (entry.text(0), entry.int(1), entry.text(3));
        if ["recipient.", "bank_account.", "external_wallet."].iter().any(|noun| kind.starts_with(noun)) {
            return;
        }
        let (_, happened) = kind.rsplit_once('.').expect("an object and what happened to it");
        assert!(data.contains(&entry.id), "the event of {} shows something else", entry.id);
        let shown = match kind.as_str() {
            "payout.created" => "processing",
            "deposit.created" => "awaiting_transfer",
            "withdrawal.created" => "queued",
            "withdrawal.returned" => "failed",
            _ => happened,
        };
        let shows_status = data.contains(&format!("\"status\":\"{shown}\""));
        assert!(shows_status, "{kind} of {} shows {data}", entry.id);
        let event = (sequence, kind);
        if let Some(external_transfer) = self.external_transfer(&entry.id) {
            external_transfer.events.push(event);
            return;
        }
        if let Some(payout) = self.payouts.get_mut(&entry.id) {
            self.touched_payouts.insert(entry.id.clone());
            payout.events.push(event);
        } else if let Some(arrival) = self.arrivals.get_mut(&entry.id) {
            self.touched_arrivals.insert(entry.id.clone());
            arrival.events.push(event);
        } else {
            self.item(&entry.id).events.push(event);
        }
    }
}

pub fn is_end(status: &str) -> bool {
    matches!(status, "completed" | "failed" | "cancelled" | "expired")
}
