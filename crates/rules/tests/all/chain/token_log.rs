//! What the token's log means: every transfer that touches us is read once, and nothing else is.

use proptest::prelude::*;
use rules::chain::{Hash, LogEntry, LogMeaning, LogReading, WatchList, read};
use rules::evm_address::EvmAddress;
use rules::id::AccountId;
use rules::money::Amount;

use crate::chain::scene::{address, deposit, hash, treasury};

/// Two deposit addresses, the treasury, and two others.
fn parties() -> [EvmAddress; 5] {
    [treasury(), deposit(), address(10), address(0xb0), address(0xb1)]
}

const WITHDRAWAL: u8 = 1;
const SWEEP: u8 = 2;

fn ours() -> WatchList {
    let [treasury, first, second, payee, _] = parties();
    WatchList {
        treasury: Some(treasury.clone()),
        addresses: [(first.clone(), AccountId::new(1, [1; 10])), (second, AccountId::new(2, [1; 10]))].into(),
        authorizations: [
            (hash(WITHDRAWAL), (treasury.clone(), payee, Amount::from_micros(5))),
            (hash(SWEEP), (first, treasury, Amount::from_micros(7))),
        ]
        .into(),
    }
}

fn is_ours(party: &EvmAddress) -> bool {
    parties()[..3].contains(party)
}

fn meaning() -> impl Strategy<Value = LogMeaning> {
    let party = || (0..5usize).prop_map(|index| parties()[index].clone());
    let amount = prop_oneof![
        1 => Just(None),
        2 => Just(Some(0)),
        4 => Just(Some(5)),
        4 => Just(Some(7)),
        2 => (1..1_000i64).prop_map(Some),
    ];
    let amount = amount.prop_map(|amount: Option<i64>| amount.map(Amount::from_micros));
    prop_oneof![
        4 => (party(), party(), amount).prop_map(|(from, to, amount)| LogMeaning::Moved { from, to, amount }),
        2 => (party(), 1..4u8).prop_map(|(by, nonce)| LogMeaning::Used { by, nonce: hash(nonce) }),
        1 => (party(), 1..4u8).prop_map(|(by, nonce)| LogMeaning::Cancelled { by, nonce: hash(nonce) }),
        2 => Just(used(WITHDRAWAL, treasury())),
        2 => Just(moved(treasury(), address(0xb0), 5)),
        1 => Just(used(SWEEP, deposit())),
        1 => Just(moved(deposit(), treasury(), 7)),
    ]
}

fn used(nonce: u8, by: EvmAddress) -> LogMeaning {
    LogMeaning::Used { by, nonce: hash(nonce) }
}

fn moved(from: EvmAddress, to: EvmAddress, micros: i64) -> LogMeaning {
    LogMeaning::Moved { from, to, amount: Some(Amount::from_micros(micros)) }
}

/// Some transactions with some entries each.
fn logs() -> impl Strategy<Value = Vec<LogEntry>> {
    let entries = proptest::collection::vec(meaning(), 1..7);
    proptest::collection::vec(entries, 0..5).prop_map(|transactions| {
        let entries = |(number, meanings): (usize, Vec<LogMeaning>)| {
            let transaction = hash(100 + number as u8);
            let ordinals = (0..).zip(meanings);
            ordinals.map(move |(ordinal, meaning)| LogEntry { transaction, ordinal, meaning })
        };
        transactions.into_iter().enumerate().flat_map(entries).collect()
    })
}

fn is_nothing(entry: &LogEntry) -> bool {
    matches!(&entry.meaning, LogMeaning::Moved { amount: Some(amount), .. } if *amount == Amount::ZERO)
}

fn kept(readings: &[LogReading]) -> Vec<(Hash, Hash)> {
    let mut kept: Vec<(Hash, Hash)> = readings
        .iter()
        .filter_map(|reading| match reading {
            LogReading::Kept { nonce, transaction } => Some((*transaction, *nonce)),
            _ => None,
        })
        .collect();
    kept.sort();
    kept
}

fn count(readings: &[LogReading], is_one: impl Fn(&LogReading) -> bool) -> usize {
    readings.iter().filter(|reading| is_one(reading)).count()
}

fn is_strange(reading: &LogReading) -> bool {
    matches!(reading, LogReading::Strange(_))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_transfer_to_us_is_read_once(logs in logs()) {
        let readings = read(&logs, &ours());
        let mut expected = Vec::new();
        let mut to_treasury = 0;
        for entry in logs.iter().filter(|entry| !is_nothing(entry)) {
            let LogMeaning::Moved { from, to, amount: Some(amount) } = &entry.meaning else { continue };
            if *to == treasury() && !is_ours(from) {
                to_treasury += amount.micros();
            } else if let Some(account) = ours().addresses.get(to) {
                expected.push((entry.transaction, entry.ordinal, *account, to.clone(), *amount));
            }
        }
        let mut came = Vec::new();
        let mut came_to_treasury = 0;
        for reading in readings {
            match reading {
                LogReading::Came { transaction, ordinal, account, address, amount } => {
                    came.push((transaction, ordinal, account, address, amount));
                }
                LogReading::CameToTreasury { amount } => came_to_treasury += amount.micros(),
                LogReading::Kept { .. } | LogReading::Withdrawn { .. } | LogReading::Strange(_) => {}
            }
        }
        prop_assert_eq!(came, expected);
        prop_assert_eq!(came_to_treasury, to_treasury);
    }

    #[test]
    fn whatever_leaves_us_was_authorized_or_is_strange(logs in logs()) {
        let readings = read(&logs, &ours());
        let leaves = |entry: &&LogEntry| matches!(&entry.meaning, LogMeaning::Moved { from, .. } if is_ours(from));
        let left = logs.iter().filter(|entry| !is_nothing(entry)).filter(leaves).count();
        let kept = kept(&readings);
        let words = |reading: &LogReading| matches!(reading, LogReading::Strange(words) if words.contains(" left "));
        prop_assert_eq!(kept.len() + count(&readings, words), left);
        // And each authorization that was used is kept, or strange.
        let uses = logs.iter().filter(|entry| {
            matches!(&entry.meaning, LogMeaning::Used { by, nonce }
                if is_ours(by) && ours().authorizations.contains_key(nonce))
        });
        let unkept = |reading: &LogReading| {
            matches!(reading, LogReading::Strange(words) if words.contains("no money moved"))
        };
        prop_assert_eq!(kept.len() + count(&readings, unkept), uses.count());
        let unknown = logs.iter().filter(|entry| {
            matches!(&entry.meaning, LogMeaning::Used { by, nonce }
                if is_ours(by) && !ours().authorizations.contains_key(nonce))
        });
        let foreign = |reading: &LogReading| {
            matches!(reading, LogReading::Strange(words) if words.contains(" used an authorization that is not"))
        };
        prop_assert_eq!(count(&readings, foreign), unknown.count());
        let too_much = logs.iter().filter(|entry| {
            matches!(&entry.meaning, LogMeaning::Moved { to, amount: None, .. } if is_ours(to))
        });
        let beyond = |reading: &LogReading| {
            matches!(reading, LogReading::Strange(words) if words.contains("received an amount too large"))
        };
        prop_assert_eq!(count(&readings, beyond), too_much.count());
    }

    #[test]
    fn nothing_that_was_moved_says_nothing(logs in logs()) {
        let without: Vec<LogEntry> = logs.iter().filter(|entry| !is_nothing(entry)).cloned().collect();
        prop_assert_eq!(read(&logs, &ours()), read(&without, &ours()));
    }

    #[test]
    fn what_is_kept_does_not_depend_on_the_order_inside_a_transaction(
        logs in logs(), keys in proptest::collection::vec(any::<u32>(), 40),
    ) {
        let mut mixed: Vec<(Hash, u32, LogEntry)> =
            logs.iter().zip(&keys).map(|(entry, key)| (entry.transaction, *key, entry.clone())).collect();
        mixed.sort_by_key(|(transaction, key, _)| (*transaction, *key));
        let mixed: Vec<LogEntry> = mixed.into_iter().map(|(_, _, entry)| entry).collect();
        let (one, other) = (read(&logs, &ours()), read(&mixed, &ours()));
        prop_assert_eq!(kept(&one), kept(&other));
        prop_assert_eq!(count(&one, is_strange), count(&other, is_strange));
    }
}

#[test]
fn an_authorization_is_kept_by_the_money_that_it_moves_and_by_no_other() {
    let [treasury, first, _, payee, other] = parties();
    let pays = |from: &EvmAddress, to: &EvmAddress, micros| moved(from.clone(), to.clone(), micros);
    let rows = [
        (pays(&treasury, &payee, 5), true),
        (pays(&treasury, &payee, 6), false),
        (pays(&treasury, &other, 5), false),
        (pays(&first, &payee, 5), false),
    ];
    for (meaning, is_kept) in rows {
        let transaction = hash(100);
        let entries = [used(WITHDRAWAL, treasury.clone()), meaning.clone()];
        let logs: Vec<LogEntry> =
            (0..).zip(entries).map(|(ordinal, meaning)| LogEntry { transaction, ordinal, meaning }).collect();
        let readings = read(&logs, &ours());
        assert_eq!(kept(&readings).len(), usize::from(is_kept), "{meaning:?}");
        assert_eq!(readings.iter().any(is_strange), !is_kept, "{meaning:?}");
        let apart = vec![logs[0].clone(), LogEntry { transaction: hash(101), ..logs[1].clone() }];
        assert!(kept(&read(&apart, &ours())).is_empty(), "in another transaction");
    }
}
