//! What must be true after every step, of everything that the step has touched. Each check says what it would mean if
//! it failed.

use rules::claim::CLAIM_SECONDS;
use rules::payout::LEASE_SECONDS;
use rules::time::MICROS_PER_SECOND;

use crate::external_transfers;
use crate::shadow::{Item, Shadow, is_end};

/// Checks one step of a process for which it was `now`.
pub fn check(shadow: &Shadow, now: i64) {
    for id in &shadow.touched_items {
        check_item(shadow, id, now);
    }
    for id in &shadow.touched_payouts {
        check_payout(shadow, id, now);
    }
    for id in &shadow.touched_arrivals {
        check_arrival(shadow, id);
    }
    shadow.labels.check(shadow);
    external_transfers::check(shadow);
    shadow.payments.check(shadow);
    check_money(shadow);
    check_freeze(shadow);
}

fn check_item(shadow: &Shadow, id: &str, now: i64) {
    let item = &shadow.items[id];
    let account = &shadow.accounts[&item.account];
    let was_pending = item.expires_at.is_some();
    let mut events = Vec::new();
    if was_pending {
        events.push("payout_item.pending_claim".to_owned());
    }
    if is_end(&item.status) {
        let shown = if item.status == "expired" { "cancelled" } else { &item.status };
        events.push(format!("payout_item.{shown}"));
    }
    check_events(id, &item.events, &events);
    assert_eq!(
        item.is_claimable,
        item.status == "pending_claim",
        "{id} is {}: can it be claimed?",
        item.status
    );
    assert_eq!(
        item.emails.len(),
        usize::from(was_pending),
        "{id} is {}: one email if it ever waited",
        item.status
    );
    for email in &item.emails {
        let (cause, status) = &shadow.emails[email];
        let first = &shadow.items[cause];
        assert_eq!((&first.payout, &first.recipient), (&item.payout, &item.recipient), "the email of {id}");
        let is_right =
            if account.mode == "test" { status == "kept" || status == "queued" } else { status == "queued" };
        assert!(is_right, "the email of {id} is {status}");
    }
    assert_eq!(item.completed_at.is_some(), is_end(&item.status), "{id} is {}: has it ended?", item.status);
    check_resolve(shadow, id, item);
    let address = &shadow.recipients[&item.recipient].1;
    let asks_to_fail = account.mode == "test" && address.contains("+fail@");
    let reason = match item.status.as_str() {
        "expired" => Some("claim_expired"),
        "failed" => Some("simulated_failure"),
        _ => None,
    };
    assert_eq!(item.reason.as_deref(), reason, "why is {id} {}?", item.status);
    assert!(item.status != "failed" || asks_to_fail, "{id} to {address} failed");
    assert!(
        !asks_to_fail || !matches!(item.status.as_str(), "completed" | "pending_claim"),
        "{id} to {address}"
    );
    if item.status != item.was {
        check_moment(shadow, id, now);
    }
}

/// Claiming ends and expiry begins at one moment, by the clock of the account that pays.
fn check_moment(shadow: &Shadow, id: &str, now: i64) {
    let item = &shadow.items[id];
    let account = &shadow.accounts[&item.account];
    let (earliest, latest) = (now + account.was_ahead, now + account.ahead);
    let Some(expiry) = item.expires_at else {
        return;
    };
    match item.status.as_str() {
        "expired" => assert!(latest >= expiry, "{id} expired too early"),
        "completed" => assert!(earliest < expiry, "{id} was claimed too late"),
        "pending_claim" if earliest == latest => {
            let expected = latest + CLAIM_SECONDS * MICROS_PER_SECOND;
            assert_eq!(expiry, expected, "{id} waits for thirty days");
        }
        _ => {}
    }
}

/// The money of an item that has ended is in exactly one place.
fn check_resolve(shadow: &Shadow, id: &str, item: &Item) {
    if !is_end(&item.status) {
        assert!(item.resolves.is_empty() && item.arrivals.is_empty(), "{id} is {} and moved", item.status);
        return;
    }
    let [resolve] = &item.resolves[..] else {
        panic!("{id} is {} and resolved {} times", item.status, item.resolves.len());
    };
    assert_eq!(resolve.debit, format!("{}:held", item.account), "{id} was reserved");
    assert_eq!(resolve.amount, item.amount, "{id} moves what it is about");
    if item.status != "completed" {
        assert_eq!(resolve.credit, format!("{}:available", item.account), "{id} goes back");
        assert!(item.arrivals.is_empty(), "{id} is {} and arrived", item.status);
        return;
    }
    let [arrival] = &item.arrivals[..] else {
        panic!("{id} arrived {} times", item.arrivals.len());
    };
    let arrival = &shadow.arrivals[arrival];
    assert_eq!(arrival.amount, item.amount, "{id} arrives whole");
    assert_eq!(resolve.credit, format!("{}:available", arrival.account), "{id} goes where it arrives");
    let (from, to) = (&shadow.accounts[&item.account], &shadow.accounts[&arrival.account]);
    assert_eq!(from.mode, to.mode, "{id} stays in its mode");
}

fn check_payout(shadow: &Shadow, id: &str, now: i64) {
    let payout = &shadow.payouts[id];
    let mut counters = [0_i64; 5];
    let mut total = 0;
    for item in &payout.items {
        let item = &shadow.items[item];
        total += item.amount;
        counters[match item.status.as_str() {
            "queued" | "processing" => 0,
            "pending_claim" => 1,
            "completed" => 2,
            "failed" => 3,
            _ => 4,
        }] += 1;
    }
    let [processing, pending, completed, failed, cancelled] = counters;
    let counted = format!("{processing} {pending} {completed} {failed} {cancelled}");
    assert_eq!(payout.counters, counted, "the counters of {id} are its items");
    assert_eq!(payout.items.len() as i64, payout.count, "{id} has all its items");
    assert_eq!(total, payout.total, "{id} is the sum of its items");
    assert_eq!(payout.holds, [total], "{id} reserved its total once");
    let status = match (processing + pending, completed, failed) {
        (0, 0, 0) => "cancelled",
        (0, 0, _) => "failed",
        (0, _, _) => "completed",
        _ => "processing",
    };
    assert_eq!(payout.status, status, "{id} with {counted}");
    assert_eq!(payout.completed_at.is_some(), status != "processing", "{id} is {status}: has it ended?");
    assert_eq!(payout.next_at.is_some(), processing > 0, "{id} with {counted}: is it due?");
    let mut events = vec!["payout.created".to_owned()];
    if status != "processing" {
        events.push(format!("payout.{status}"));
    }
    check_events(id, &payout.events, &events);
    if let Some(had) = payout.taken {
        assert!(had.is_none_or(|until| until <= now), "{id} was leased while another process had it");
        let lease = now + LEASE_SECONDS * MICROS_PER_SECOND;
        assert!(payout.next_at.is_none_or(|next| next == lease), "{id} was taken for too long or too short");
    }
}

fn check_arrival(shadow: &Shadow, id: &str) {
    let arrival = &shadow.arrivals[id];
    check_events(id, &arrival.events, &["inbound_transfer.completed".to_owned()]);
    assert_eq!(arrival.status, "completed", "{id} has arrived");
    let credits = if arrival.source.is_none() { vec![arrival.amount] } else { Vec::new() };
    assert_eq!(arrival.credits, credits, "{id} was credited once if it came from outside");
}

fn check_events(id: &str, events: &[(i64, String)], expected: &[String]) {
    let expected: Vec<(i64, String)> = (1..).zip(expected.iter().cloned()).collect();
    let mut events = events.to_vec();
    events.sort();
    assert_eq!(events, expected, "every change of {id} has its event, and they are counted without a gap");
}

fn check_money(shadow: &Shadow) {
    if shadow.touched_ledger.is_empty() {
        return;
    }
    for mode in ["live", "test"] {
        let balances = shadow.ledger.values().filter(|account| account.mode == mode);
        let sum: i128 = balances.map(|account| i128::from(account.balance)).sum();
        assert_eq!(sum, 0, "in {mode} money appeared or went missing");
    }
    for id in &shadow.touched_ledger {
        let account = &shadow.ledger[id];
        assert_eq!(account.balance, account.moved, "the balance of {id} is the sum of its transfers");
        let Some(owner) = &account.owner else {
            continue;
        };
        assert!(account.balance >= 0, "{id} is overdrawn");
        let of = |kind: &str| shadow.ledger[&format!("{owner}:{kind}")].balance;
        let known = &shadow.accounts[owner];
        assert_eq!(of("held"), known.open, "{owner} holds what its open items add up to");
        assert_eq!(
            of("available") + of("held") + known.paid_out,
            known.came_in,
            "what came in to {owner} is still there or was paid out"
        );
    }
}

/// While money is stopped, none leaves.
fn check_freeze(shadow: &Shadow) {
    if !(shadow.is_frozen && shadow.was_frozen) || shadow.freeze_changed {
        return;
    }
    assert_eq!(shadow.new_payouts, 0, "a payout was accepted while money is stopped");
    for id in &shadow.touched_items {
        let item = &shadow.items[id];
        assert!(
            item.status != "completed" || item.was == "completed",
            "{id} was paid while money is stopped"
        );
    }
}
