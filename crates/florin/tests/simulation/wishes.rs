//! What people come up with: mostly small payouts, now and then something that races, repeats, overflows or is not
//! theirs.

use std::collections::BTreeMap;

use app::SimulatedEvent;
use rules::time::SECONDS_PER_DAY;
use rules::transaction::TransactionType;

use crate::intent::{Whom, Wish};
use crate::labels;
use crate::payments;
use crate::rng::Rng;
use crate::shadow::{Item, Shadow, TAG};

/// Those who are there from the start.
pub const FOUNDERS: [&str; 3] = ["ada@example.com", "bob@example.com", "eve@example.com"];
const OTHERS: [&str; 9] = [
    "joan@example.com",
    "Joan@Example.com",
    "carl@example.com",
    "dora@example.com",
    "finn@example.com",
    "gus+fail@example.com",
    "hal+fail@example.com",
    "ida@example.com",
    "ADA@example.com",
];
/// Those who may join later.
const JOINERS: [&str; 4] = ["joan@example.com", "carl@example.com", "dora@example.com", "eve@example.com"];

/// A wish, and the account it is about.
pub fn wish(rng: &mut Rng, shadow: &Shadow, accounts: &[String], number: usize) -> (String, Wish) {
    let founders = &accounts[..accounts.len().min(2 * FOUNDERS.len())];
    let account = if rng.chance(85) { rng.pick(founders) } else { rng.pick(accounts) };
    let account = account.expect("the founders have accounts").clone();
    let resume = if shadow.is_frozen { 30 } else { 1 };
    match rng.weighted(&[40, 6, 8, 10, 9, 8, 4, 5, 4, 2, 1, resume, 7, 7, 18, 4, 12, 16]) {
        0 => {
            let items = items(rng, shadow, &account);
            (account, Wish::Payout(items))
        }
        1 => match recent(rng, &shadow.payouts) {
            Some((id, payout)) => (owner(rng, &payout.account, account), Wish::CancelPayout(id.clone())),
            None => inbound(rng, shadow, account, number),
        },
        kind @ 2..=4 => match hot_item(rng, shadow) {
            Some((id, item)) => about_item(rng, shadow, kind, id, item, account),
            None => inbound(rng, shadow, account, number),
        },
        5 => inbound(rng, shadow, account, number),
        6 => (account, Wish::Recipient(address(rng).to_owned())),
        7 => {
            let seconds = [1, 3_600, 29 * SECONDS_PER_DAY, 30 * SECONDS_PER_DAY, 31 * SECONDS_PER_DAY];
            let mine = test_accounts(shadow, accounts);
            let account = rng.pick(&mine).expect("the founders have test accounts").clone();
            (account, Wish::Advance(*rng.pick(&seconds).expect("some")))
        }
        8 => (account, Wish::Join((*rng.pick(&JOINERS).expect("some")).to_owned())),
        9 => {
            let items = items(rng, shadow, &account);
            (account, Wish::Preview(items))
        }
        10 => (account, Wish::Stop),
        11 => (account, Wish::Resume),
        16 => {
            let (account, wish) = labels::wish(rng, shadow, account);
            (account, Wish::Label(wish))
        }
        17 => automatic(rng, shadow, accounts, number),
        kind => external_transfer(rng, shadow, kind, account, number),
    }
}

/// What comes in is to be withdrawn, mostly, and something comes in.
fn automatic(rng: &mut Rng, shadow: &Shadow, accounts: &[String], number: usize) -> (String, Wish) {
    let mine = test_accounts(shadow, accounts);
    let account = rng.pick(&mine).expect("the founders have test accounts").clone();
    if rng.chance(60) {
        return (account, Wish::Inbound(rng.between(1, 900) * TAG + number as i64 + 1));
    }
    let to = payments::destination(rng, shadow, &account).filter(|_| rng.chance(90));
    let units = if rng.chance(50) { rng.between(1, 30) } else { rng.between(30, 900) };
    match to {
        Some(to) => (account, Wish::Automatic { to, units }),
        None => (account, Wish::NotAutomatic),
    }
}

/// Money in and out, what banks say of it, and second thoughts.
fn external_transfer(
    rng: &mut Rng,
    shadow: &Shadow,
    kind: usize,
    any_account: String,
    number: usize,
) -> (String, Wish) {
    let owners: Vec<(&String, &String)> = shadow.bank_accounts.iter().collect();
    let Some((owner_id, bank_account)) = rng.pick(&owners).copied() else {
        return inbound(rng, shadow, any_account, number);
    };
    let account = owner(rng, owner_id, any_account.clone());
    let bank_account = bank_account.clone();
    match kind {
        12 => (account, Wish::Deposit { bank_account, units: rng.between(1, 3_000) }),
        13 => {
            let available = shadow.ledger[&format!("{owner_id}:available")].balance / 1_000_000;
            let most = if rng.chance(10) { available.max(1) + 1 } else { 200 };
            (account, Wish::Withdraw { bank_account, units: rng.between(1, most) })
        }
        _ => {
            let open: Vec<_> =
                shadow.external_transfers.iter().filter(|(_, known)| known.is_open()).collect();
            let some = if rng.chance(70) && !open.is_empty() {
                rng.pick(&open).copied()
            } else {
                recent(rng, &shadow.external_transfers)
            };
            let Some((id, known)) = some else {
                return inbound(rng, shadow, any_account, number);
            };
            let account = owner(rng, &known.account, any_account);
            // The same path on live is not there.
            if shadow.accounts[&account].mode != "test" {
                return (known.account.clone(), Wish::CancelExternalTransfer(known.kind, id.clone()));
            }
            if kind == 15 {
                return (account, Wish::CancelExternalTransfer(known.kind, id.clone()));
            }
            (account, notice(rng, id, known.kind))
        }
    }
}

fn notice(rng: &mut Rng, id: &str, kind: TransactionType) -> Wish {
    use SimulatedEvent::{Completed, Expired, Failed, Received, Returned};
    let events = match kind {
        TransactionType::Deposit => [Received, Received, Failed, Expired],
        _ => [Completed, Completed, Failed, Returned],
    };
    let event = *rng.pick(&events).expect("some");
    let again = event == Received && rng.chance(15);
    let bank_reference = again.then(|| format!("payment {}", rng.below(2)));
    // More than was announced, less, or so much that some of it is parked.
    let units = (event == Received && rng.chance(40)).then(|| rng.between(1, 9_000));
    Wish::RailNotice { kind, id: id.to_owned(), event, bank_reference, units }
}

/// Several people want something of what one person is paid, all at the same time.
pub fn burst(rng: &mut Rng, shadow: &Shadow, accounts: &[String]) -> Vec<(String, Wish)> {
    let Some((_, hot)) = hot_item(rng, shadow) else {
        return Vec::new();
    };
    let same = shadow.items.iter().filter(|(_, item)| item.recipient == hot.recipient);
    let items: Vec<(&String, &Item)> = same.rev().take(3).collect();
    let wishes = (0..rng.between(2, 5)).map(|_| {
        let any_account = rng.pick(accounts).expect("the founders have accounts").clone();
        let (id, item) = *rng.pick(&items).expect("the hot one is among them");
        let kind = 2 + rng.below(3);
        about_item(rng, shadow, kind, id, item, any_account)
    });
    wishes.collect()
}

/// One that many want something of: it waits to be claimed, if any does.
fn hot_item<'s>(rng: &mut Rng, shadow: &'s Shadow) -> Option<(&'s String, &'s Item)> {
    let waiting: Vec<_> = shadow.items.iter().filter(|(_, item)| item.is_claimable).take(4).collect();
    if rng.chance(80) && !waiting.is_empty() {
        return rng.pick(&waiting).copied();
    }
    recent(rng, &shadow.items)
}

fn about_item(
    rng: &mut Rng,
    shadow: &Shadow,
    kind: usize,
    id: &str,
    item: &Item,
    any_account: String,
) -> (String, Wish) {
    let account = owner(rng, &item.account, any_account.clone());
    let wish = match kind {
        2 => {
            let other = shadow.payouts.keys().next().filter(|_| rng.chance(5));
            let payout = other.unwrap_or(&item.payout).clone();
            Wish::CancelItem { payout, item: id.to_owned() }
        }
        // The same path on live is not there.
        3 if shadow.accounts[&account].mode == "test" => Wish::SimulateClaim(id.to_owned()),
        _ => Wish::Claim { item: id.to_owned(), wallet: any_account },
    };
    (account, wish)
}

/// Mostly one of the last ones: what has ended long ago is not all that is asked about.
fn recent<'s, T>(rng: &mut Rng, all: &'s BTreeMap<String, T>) -> Option<(&'s String, &'s T)> {
    let most = if rng.chance(90) { all.len().min(12) } else { all.len() };
    if most == 0 { None } else { all.iter().nth_back(rng.below(most)) }
}

/// Nearly always the owner.
fn owner(rng: &mut Rng, owner: &str, stranger: String) -> String {
    if rng.chance(92) { owner.to_owned() } else { stranger }
}

fn test_accounts(shadow: &Shadow, accounts: &[String]) -> Vec<String> {
    accounts.iter().filter(|id| shadow.accounts[*id].mode == "test").cloned().collect()
}

fn inbound(rng: &mut Rng, shadow: &Shadow, account: String, number: usize) -> (String, Wish) {
    let outside = shadow.ledger[&format!("{}:world:chain", shadow.accounts[&account].mode)].balance;
    let units = match rng.below(100) {
        // So much that a few of them are more than can be counted, or exactly as much as still can be.
        0..3 => rng.between(1_000_000_000_000, 40_000_000_000_000),
        3 => (i64::MAX + outside) / TAG - 1,
        4 => (i64::MAX / 2 + outside) / TAG - 1,
        _ => rng.between(1, 5_000),
    };
    let units = units.max(1);
    (account, Wish::Inbound(units * TAG + number as i64 + 1))
}

fn address(rng: &mut Rng) -> &'static str {
    if rng.chance(35) { rng.pick(&FOUNDERS) } else { rng.pick(&OTHERS) }.expect("some")
}

fn items(rng: &mut Rng, shadow: &Shadow, account: &str) -> Vec<(Whom, i64)> {
    let count = match rng.below(200) {
        0 => 100,
        1..20 => rng.between(5, 12),
        _ => rng.between(1, 4),
    };
    let available = shadow.ledger[&format!("{account}:available")].balance;
    let most = match rng.below(100) {
        // All there is, one micro-unit too much, more than is allowed, more than can be added up.
        0..6 => None,
        6..9 => Some(available / count + 1),
        9..11 => Some(2_000_000_000_000),
        11 => Some(i64::MAX / 2),
        _ => Some(rng.between(1, 400_000_000)),
    };
    let mine: Vec<&String> =
        shadow.recipients.iter().filter(|(_, (owner, _))| owner == account).map(|(id, _)| id).collect();
    let items = (0..count).map(|_| {
        let whom = match rng.below(100) {
            0..25 if !mine.is_empty() => Whom::Id((*rng.pick(&mine).expect("some")).clone()),
            25..27 => Whom::Id("rcp_nobody".to_owned()),
            27..29 if !shadow.recipients.is_empty() => {
                let all: Vec<&String> = shadow.recipients.keys().collect();
                Whom::Id((*rng.pick(&all).expect("some")).clone())
            }
            _ => Whom::Address(address(rng).to_owned()),
        };
        let amount = match most {
            None => available / count,
            Some(most) if most < 1_000_000_000 => rng.between(1, most.max(1)),
            Some(most) => most,
        };
        (whom, amount.max(1))
    });
    items.collect()
}
