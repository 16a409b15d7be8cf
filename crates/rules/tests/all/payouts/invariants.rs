//! What is true of the rows after every batch.

use std::collections::BTreeMap;

use rules::account::Mode;
use rules::email::{EmailQueue, EmailStatus};
use rules::event::{EventPayload, RecipientChangeKind};
use rules::id::TransactionId;
use rules::ledger::{LedgerAccountId, Operation, Transfer};
use rules::payout::{Breakdown, Payout, PayoutStatus};
use rules::recipient::Recipient;
use rules::transaction::{FailureReason, Source, Transaction, TransactionStatus as Status, TransactionType};

use crate::payouts::kept::Kept;

pub fn check(kept: &Kept) {
    let transfers: BTreeMap<Operation, Transfer> =
        kept.transfers.iter().map(|transfer| (transfer.operation, *transfer)).collect();
    let mut events: BTreeMap<String, Vec<(i64, &str)>> = BTreeMap::new();
    for event in &kept.events {
        let of_object = events.entry(event.payload.object()).or_default();
        of_object.push((event.sequence, event.payload.kind().name()));
    }
    let of = |object: &str| events.get(object).cloned().unwrap_or_default();
    for row in kept.transactions.values() {
        match row.kind {
            TransactionType::Payout => {
                check_item(kept, row, transfers.get(&Operation::Resolve(row.id)));
                assert_eq!(of(&row.id.to_string()), events_of(row), "the events of {}", row.id);
            }
            TransactionType::InboundTransfer => {
                assert_eq!(of(&row.id.to_string()), [(1, "inbound_transfer.completed")]);
                check_payment(kept, row);
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    for payout in kept.payouts.values() {
        check_payout(kept, payout, transfers.get(&Operation::Hold(payout.id)));
        let mut expected = vec![(1, "payout.created")];
        if payout.status != PayoutStatus::Processing {
            expected.push((2, payout.status.event().name()));
        }
        assert_eq!(of(&payout.id.to_string()), expected, "the events of {}", payout.id);
    }
    for recipient in kept.recipients.values() {
        check_recipient(kept, recipient);
    }
    check_money(kept);
}

/// What others pay is to be withdrawn, if the owner wants that. What comes back to the payer is not.
fn check_payment(kept: &Kept, row: &Transaction) {
    let Some(Source::Item(item)) = row.source else { return };
    let is_wanted = kept.accounts[&row.account].withdraws_automatically;
    let is_from_others = kept.transactions[&item].account != row.account;
    let expected = (is_wanted && is_from_others).then_some((row.account, row.amount));
    let known = kept.payments.get(&row.id).map(|payment| (payment.account, payment.amount));
    assert_eq!(known, expected, "the payment {}", row.id);
}

/// Every change of what GET shows has its event, and nothing else has one. A user joins once, if at all.
fn check_recipient(kept: &Kept, recipient: &Recipient) {
    let mut last: Option<(Recipient, &str)> = None;
    let mut sequence = 0;
    for event in &kept.events {
        let EventPayload::RecipientChanged { turn, recipient: seen, nickname } = &event.payload else {
            continue;
        };
        if seen.id != recipient.id {
            continue;
        }
        sequence += 1;
        assert_eq!((event.sequence, event.account), (sequence, recipient.account), "{}", recipient.id);
        let expected = match &last {
            None => RecipientChangeKind::Created,
            Some((before, _)) if !before.on_platform() && seen.on_platform() => RecipientChangeKind::Joined,
            Some((before, called)) => {
                let shown =
                    |row: &Recipient, nickname: &str| (row.display_name().to_owned(), nickname.to_owned());
                assert_ne!(shown(before, called), shown(seen, nickname), "something changed");
                assert_eq!(before.on_platform(), seen.on_platform(), "no recipient leaves the platform");
                RecipientChangeKind::Updated
            }
        };
        assert_eq!(*turn, expected, "event {sequence} of {}", recipient.id);
        last = Some((seen.clone(), nickname));
    }
    let (last, nickname) = last.expect("it was created");
    let now = kept.shown(recipient);
    let own_app = kept.accounts[&recipient.account].own_app;
    let called = kept.nicknames.get(&(own_app, recipient.id)).map_or("", String::as_str);
    assert_eq!(
        (last.display_name(), last.on_platform(), nickname),
        (now.display_name(), now.on_platform(), called),
        "the last event of {} shows what GET shows",
        recipient.id
    );
    assert_eq!(recipient.events, sequence, "{} counts its events", recipient.id);
}

/// What an item must have told by now.
fn events_of(item: &Transaction) -> Vec<(i64, &'static str)> {
    let waited = item.claim_expires_at.map(|_| "payout_item.pending_claim");
    let ended = match item.status {
        Status::Completed => Some("payout_item.completed"),
        Status::Failed => Some("payout_item.failed"),
        Status::Cancelled | Status::Expired => Some("payout_item.cancelled"),
        _ => None,
    };
    (1..).zip(waited.into_iter().chain(ended)).collect()
}

fn check_item(kept: &Kept, item: &Transaction, resolve: Option<&Transfer>) {
    let id = item.id;
    let account = &kept.accounts[&item.account];
    let arrived: Vec<&Transaction> =
        kept.transactions.values().filter(|row| row.source == Some(Source::Item(id))).collect();
    assert_eq!(kept.claims.contains_key(&id), item.status == Status::PendingClaim, "the claim of {id}");
    if let Some(claim) = kept.claims.get(&id) {
        let message =
            kept.messages.iter().find(|message| message.id == claim.email_id).expect("an email announces it");
        let is_right =
            message.to.lookup_key() == claim.email.lookup_key() && message.account == Some(item.account);
        assert!(is_right, "the email of {id}");
        let first = TransactionId::parse(&message.cause).expect("an item");
        assert_eq!(Some(first.payout()), item.payout, "the email of {id}");
        match account.mode {
            Mode::Live => {
                assert_eq!((message.status, message.queue), (EmailStatus::Queued, EmailQueue::Claims))
            }
            Mode::Test => {
                assert!(
                    matches!(message.status, EmailStatus::Kept | EmailStatus::Queued),
                    "{id} is never sent"
                );
                assert_eq!(message.queue, EmailQueue::Sandbox);
            }
        }
    }
    assert_eq!(item.completed_at.is_some(), item.status.is_end(), "{id} has ended");
    let reason = match item.status {
        Status::Expired => Some(FailureReason::ClaimExpired),
        Status::Failed => Some(FailureReason::SimulatedFailure),
        _ => None,
    };
    assert_eq!(item.failure_reason, reason, "why {id} ended");
    let Some(resolve) = resolve else {
        assert!(!item.status.is_end() && arrived.is_empty(), "{id} moved no money and is {:?}", item.status);
        return;
    };
    assert!(item.status.is_end(), "{id} moved money and is {:?}", item.status);
    let (debit, amount) = (LedgerAccountId::Held(item.account), item.amount);
    assert_eq!((resolve.debit, resolve.amount), (debit, amount), "{id} moves what was reserved for it");
    let goes_to = match (item.status, &arrived[..]) {
        (Status::Completed, [arrival]) => {
            assert_eq!(arrival.amount, amount, "{id} arrives whole");
            arrival.account
        }
        (Status::Completed, several) => panic!("{id} arrived {} times", several.len()),
        (_, []) => item.account,
        (status, _) => panic!("{id} is {status:?} and arrived"),
    };
    assert_eq!(resolve.credit, LedgerAccountId::Available(goes_to), "{id} is in one place");
}

fn check_payout(kept: &Kept, payout: &Payout, hold: Option<&Transfer>) {
    let id = payout.id;
    let items: Vec<&Transaction> = kept.transactions.values().filter(|row| row.payout == Some(id)).collect();
    let count =
        |statuses: &[Status]| items.iter().filter(|item| statuses.contains(&item.status)).count() as i64;
    let breakdown = Breakdown {
        cancelled: count(&[Status::Cancelled, Status::Expired]),
        completed: count(&[Status::Completed]),
        failed: count(&[Status::Failed]),
        pending_claim: count(&[Status::PendingClaim]),
        processing: count(&[Status::Queued, Status::Processing]),
    };
    assert_eq!(payout.breakdown, breakdown, "the counters of {id} are its items");
    assert_eq!(payout.total_items, items.len() as i64, "{id} has all its items");
    let total: i128 = items.iter().map(|item| i128::from(item.amount.micros())).sum();
    assert_eq!(i128::from(payout.total_amount.micros()), total, "{id} is the sum of its items");
    let hold = hold.unwrap_or_else(|| panic!("{id} reserved nothing"));
    assert_eq!(hold.amount, payout.total_amount, "{id} reserved its total");
    let expected = match breakdown {
        Breakdown { processing: 0, pending_claim: 0, completed: 0, failed: 0, .. } => PayoutStatus::Cancelled,
        Breakdown { processing: 0, pending_claim: 0, completed: 0, .. } => PayoutStatus::Failed,
        Breakdown { processing: 0, pending_claim: 0, .. } => PayoutStatus::Completed,
        _ => PayoutStatus::Processing,
    };
    assert_eq!(payout.status, expected, "the status of {id} follows from its counters");
    assert_eq!(payout.completed_at.is_some(), expected != PayoutStatus::Processing, "{id} has ended");
    assert_eq!(payout.next_at.is_some(), breakdown.processing > 0, "{id} is due");
}

fn check_money(kept: &Kept) {
    let mut sums: BTreeMap<LedgerAccountId, i128> = BTreeMap::new();
    for transfer in &kept.transfers {
        let amount = i128::from(transfer.amount.micros());
        *sums.entry(transfer.debit).or_default() -= amount;
        *sums.entry(transfer.credit).or_default() += amount;
    }
    for (id, balance) in &kept.balances {
        assert_eq!(i128::from(*balance), sums.get(id).copied().unwrap_or(0), "{id} is what was moved");
    }
    for mode in Mode::ALL {
        let inside = kept.accounts.values().filter(|account| account.mode == mode);
        let inside = inside
            .flat_map(|account| [LedgerAccountId::Available(account.id), LedgerAccountId::Held(account.id)]);
        let sides = inside.chain([LedgerAccountId::WorldChain(mode)]);
        let sum: i128 = sides.map(|id| i128::from(kept.balances[&id])).sum();
        assert_eq!(sum, 0, "{mode:?} sums up to zero");
    }
    for account in kept.accounts.keys() {
        let rows = || kept.transactions.values().filter(|row| row.account == *account);
        let sum = |wanted: &dyn Fn(&Transaction) -> bool| -> i128 {
            rows().filter(|row| wanted(row)).map(|row| i128::from(row.amount.micros())).sum()
        };
        let is_item = |row: &Transaction| row.kind == TransactionType::Payout;
        let came_in = sum(&|row| row.kind == TransactionType::InboundTransfer);
        let paid_out = sum(&|row| is_item(row) && row.status == Status::Completed);
        let returned = sum(&|row| is_item(row) && row.status.is_end() && row.status != Status::Completed);
        let open = sum(&|row| is_item(row) && !row.status.is_end());
        let asked: i128 = sum(&is_item);
        let [available, held] = [LedgerAccountId::Available(*account), LedgerAccountId::Held(*account)]
            .map(|id| i128::from(kept.balances[&id]));
        assert_eq!(held, open, "{account} holds what is open");
        assert_eq!(available + held + paid_out, came_in, "{account} has what came in and was not paid");
        assert_eq!(held + paid_out + returned, asked, "{account} paid, holds or got back what it promised");
    }
}

/// What had ended is as it was, and what was written down stays written.
pub fn check_ends(before: &Kept, after: &Kept) {
    for (id, row) in before.transactions.iter().filter(|(_, row)| row.status.is_end()) {
        assert_eq!(Some(row), after.transactions.get(id), "{id} had ended");
    }
    let ended = |payout: &&Payout| payout.status != PayoutStatus::Processing;
    for payout in before.payouts.values().filter(ended) {
        assert_eq!(Some(payout), after.payouts.get(&payout.id), "{} had ended", payout.id);
    }
    assert!(after.transfers.starts_with(&before.transfers), "a transfer stays");
    assert!(after.events.starts_with(&before.events), "an event stays");
    for (id, answer) in before.answers.iter().filter(|(_, answer)| answer.expires_at.is_none()) {
        assert_eq!(Some(answer), after.answers.get(id), "an answer about money stays");
    }
}

/// How often an item's money has moved.
pub fn resolves(kept: &Kept, item: TransactionId) -> usize {
    kept.transfers.iter().filter(|transfer| transfer.operation == Operation::Resolve(item)).count()
}
