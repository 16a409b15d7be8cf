//! Deposits and withdrawals beside the database: what the journal says of them, and what must be true of it.

use rules::transaction::{TransactionStatus, TransactionType};

use crate::database::Entry;
use crate::shadow::{Shadow, is_end};

#[derive(Clone, Debug)]
pub struct ExternalTransfer {
    pub account: String,
    pub kind: TransactionType,
    pub amount: i64,
    pub status: TransactionStatus,
    /// At the beginning of the step.
    pub was: TransactionStatus,
    pub reason: Option<String>,
    /// Every transfer: its step, where from, where to, how much.
    pub moved: Vec<(String, String, String, i64)>,
    pub events: Vec<(i64, String)>,
    /// What was said of it, in order, and what that did.
    pub notices: Vec<(String, String)>,
}

impl ExternalTransfer {
    pub fn is_open(&self) -> bool {
        !self.status.is_end()
    }

    fn is_back(&self) -> bool {
        self.reason.as_deref() == Some("returned_by_bank")
    }

    fn steps(&self, step: &str) -> Vec<&(String, String, String, i64)> {
        self.moved.iter().filter(|(known, ..)| known == step).collect()
    }

    fn sum(&self, steps: &[&str]) -> i64 {
        let some = self.moved.iter().filter(|(step, ..)| steps.contains(&step.as_str()));
        some.map(|(.., amount)| amount).sum()
    }
}

impl Shadow {
    pub fn external_transfer(&mut self, id: &str) -> Option<&mut ExternalTransfer> {
        let known = self.external_transfers.get_mut(id)?;
        self.touched_external_transfers.insert(id.to_owned());
        Some(known)
    }

    pub fn new_external_transfer(&mut self, entry: &Entry, kind: TransactionType) {
        let (account, amount) = (entry.text(0), entry.int(3));
        let status = TransactionStatus::parse(&entry.text(2)).expect("a state");
        assert_eq!(status, TransactionStatus::first(kind), "{} begins at the beginning", entry.id);
        if kind == TransactionType::Withdrawal {
            self.accounts.get_mut(&account).expect("an account").open += amount;
        }
        let external_transfer = ExternalTransfer {
            account,
            kind,
            amount,
            status,
            was: status,
            reason: None,
            moved: Vec::new(),
            events: Vec::new(),
            notices: Vec::new(),
        };
        assert!(
            self.external_transfers.insert(entry.id.clone(), external_transfer).is_none(),
            "{} is new",
            entry.id
        );
        self.touched_external_transfers.insert(entry.id.clone());
    }

    /// Every step goes the way of the table, and what leaves the account is counted.
    pub fn external_transfer_progress(&mut self, entry: &Entry) {
        let next = TransactionStatus::parse(&entry.text(1)).expect("a state");
        let external_transfer = self.external_transfer(&entry.id).expect("an external transfer");
        let (before, kind, amount) =
            (external_transfer.status, external_transfer.kind, external_transfer.amount);
        assert_eq!(before.name(), entry.text(0), "{} changed without the journal", entry.id);
        let may = before == next || before.leads_to(kind, next);
        assert!(may, "{} was {} and became {}", entry.id, before.name(), next.name());
        external_transfer.status = next;
        external_transfer.reason = entry.optional_text(2);
        let new_amount = entry.int(5);
        if new_amount != amount {
            let is_awaited = before == TransactionStatus::AwaitingTransfer;
            assert!(kind == TransactionType::Deposit && is_awaited, "{} changed its amount", entry.id);
            external_transfer.amount = new_amount;
        }
        let (account, is_back) = (external_transfer.account.clone(), external_transfer.is_back());
        let owner = self.accounts.get_mut(&account).expect("an account");
        let ended = next != before && next.is_end();
        match kind {
            TransactionType::Deposit if ended && next == TransactionStatus::Completed => {
                owner.came_in += new_amount;
            }
            TransactionType::Withdrawal if ended => {
                owner.open -= if before.is_end() { 0 } else { amount };
                owner.paid_out += match next {
                    TransactionStatus::Completed => amount,
                    TransactionStatus::Failed if is_back && before == TransactionStatus::Completed => -amount,
                    _ => 0,
                };
            }
            _ => {}
        }
    }
}

/// Checks everything that the step has touched.
pub fn check(shadow: &Shadow) {
    for id in &shadow.touched_external_transfers {
        let external_transfer = &shadow.external_transfers[id];
        match external_transfer.kind {
            TransactionType::Deposit => check_deposit(id, external_transfer),
            _ => check_withdrawal(id, external_transfer),
        }
        check_events(id, external_transfer);
        assert_eq!(is_end(external_transfer.status.name()), external_transfer.status.is_end());
    }
}

fn check_deposit(id: &str, deposit: &ExternalTransfer) {
    let status = deposit.status.name();
    if deposit.status != TransactionStatus::Completed {
        assert!(deposit.moved.is_empty(), "{id} is {status} and moved money");
        return;
    }
    let [(_, from, to, amount)] = &deposit.steps("credit")[..] else {
        panic!("{id} is {status} and was not credited once");
    };
    assert!(from.contains(":world:bank:"), "{id} came from {from}");
    assert_eq!((to, *amount), (&format!("{}:available", deposit.account), deposit.amount), "{id}");
    assert_eq!(deposit.moved.len(), 1 + deposit.steps("fee").len(), "{id} moved something else");
}

fn check_withdrawal(id: &str, withdrawal: &ExternalTransfer) {
    let ExternalTransfer { amount, status, .. } = *withdrawal;
    let held = format!("{}:held", withdrawal.account);
    assert_eq!(withdrawal.sum(&["hold"]), amount, "{id} reserved its amount once");
    let resolves = withdrawal.steps("resolve");
    if withdrawal.is_open() {
        assert_eq!(withdrawal.moved.len(), 1, "{id} is {} and moved money", status.name());
        return;
    }
    let [(_, from, to, resolved)] = &resolves[..] else {
        panic!("{id} is {} and resolved {} times", status.name(), resolves.len());
    };
    assert_eq!(*from, held, "{id} was reserved");
    if status == TransactionStatus::Completed || withdrawal.is_back() {
        assert!(to.contains(":world:"), "{id} went to {to}");
        assert_eq!(withdrawal.sum(&["resolve", "fee", "rounding"]), amount, "{id} left whole");
    } else {
        assert_eq!((*resolved, to), (amount, &format!("{}:available", withdrawal.account)), "{id} goes back");
    }
    let back = withdrawal.sum(&["return", "return_fee", "return_rounding"]);
    assert_eq!(back, if withdrawal.is_back() { amount } else { 0 }, "{id} comes back whole, if it does");
    check_what_was_said(id, withdrawal);
}

/// The same things said, in whatever order, end in the same way.
fn check_what_was_said(id: &str, withdrawal: &ExternalTransfer) {
    let said = |what: &str| withdrawal.notices.iter().any(|(outcome, _)| outcome == what);
    let expected = match withdrawal.status {
        TransactionStatus::Cancelled => return,
        TransactionStatus::Failed => said("failed") || said("returned"),
        _ => said("completed") && !said("failed") && !said("returned"),
    };
    assert!(expected, "{id} is {} after {:?}", withdrawal.status.name(), withdrawal.notices);
}

fn check_events(id: &str, external_transfer: &ExternalTransfer) {
    let noun = external_transfer.kind.name();
    let mut expected = vec![format!("{noun}.created")];
    let was_sent = matches!(
        external_transfer.status,
        TransactionStatus::Processing | TransactionStatus::Completed | TransactionStatus::Failed
    );
    if was_sent {
        expected.push(format!("{noun}.processing"));
    }
    if external_transfer.is_back() {
        expected.extend(["completed", "returned"].map(|what| format!("{noun}.{what}")));
    } else if external_transfer.status.is_end() {
        expected.push(format!("{noun}.{}", external_transfer.status.name()));
    }
    let expected: Vec<(i64, String)> = (1..).zip(expected).collect();
    let mut events = external_transfer.events.clone();
    events.sort();
    assert_eq!(events, expected, "every change of {id} has its event, and they are counted without a gap");
}
