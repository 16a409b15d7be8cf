//! Totals and balances at the edge of what can be counted: exact, or refused before anything is written.

use proptest::prelude::*;
use rules::account::Mode;
use rules::change::Outcome;
use rules::command::Command;
use rules::decisions::payout::PayoutLimits;
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::refusal::{Limit, Refusal};

use crate::payouts::invariants;
use crate::payouts::kept::Kept;
use crate::payouts::people::{Ids, NO_LIMITS, START, caller, founded, to};

/// An account with exactly this much, however little or much that is.
fn with_balance(micros: i64) -> (Kept, Ids, rules::account::Caller) {
    let mut ids = Ids::default();
    let mut kept = founded(&mut ids);
    let payer = caller(&kept, "ada@example.com", Mode::Live);
    let available = LedgerAccountId::Available(payer.account);
    // As if it had come from outside before counting began.
    let had = kept.balances.insert(available, micros).expect("a balance");
    *kept.balances.get_mut(&LedgerAccountId::WorldChain(Mode::Live)).expect("the outside") += had - micros;
    (kept, ids, payer)
}

fn amounts() -> impl Strategy<Value = Vec<i64>> {
    let edge = prop_oneof![
        (1_i64 << 62) - 3..=(1 << 62) + 3,
        i64::MAX - 3..=i64::MAX,
        1_i64..=3,
        (1_i64 << 61)..(1 << 62)
    ];
    proptest::collection::vec(prop_oneof![2 => edge, 1 => 1_i64..1 << 50], 1..=100)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn a_total_is_the_exact_sum_or_the_payout_is_refused_and_nothing_written(
        amounts in amounts(),
        balance in prop_oneof![Just(i64::MAX / 2), 1_i64..i64::MAX / 2],
    ) {
        let (mut kept, mut ids, payer) = with_balance(balance);
        let before = kept.clone();
        let sum: i128 = amounts.iter().map(|amount| i128::from(*amount)).sum();
        let items = amounts.iter().map(|amount| (to("carl@example.com"), *amount)).collect();
        let told = kept.one(Command::CreatePayout(payer, ids.payout(items, NO_LIMITS)), START);
        if sum > i128::from(i64::MAX) {
            let most = NO_LIMITS.payout;
            prop_assert_eq!(told, Err(Refusal::LimitExceeded(Limit::Payout { most })));
        } else if sum > i128::from(balance) {
            let (needed, available) = (Amount::from_micros(sum as i64), Amount::from_micros(balance));
            prop_assert_eq!(told, Err(Refusal::InsufficientFunds { needed, available }));
        } else {
            let Ok(Outcome::Payout(payout)) = told else { panic!("{told:?}") };
            prop_assert_eq!(i128::from(payout.total_amount.micros()), sum);
            prop_assert_eq!(i128::from(kept.balances[&LedgerAccountId::Held(payer.account)]), sum);
            prop_assert_eq!(kept.balances[&LedgerAccountId::Available(payer.account)], balance - sum as i64);
            return Ok(());
        }
        prop_assert_eq!(before, kept, "a refused payout leaves nothing");
    }

    #[test]
    fn a_hundred_ordinary_amounts_add_up_to_the_last_micro_unit(
        amounts in proptest::collection::vec(1_i64..=1_000_000_000_000, 1..=100),
    ) {
        let (mut kept, mut ids, payer) = with_balance(i64::MAX / 2);
        let items = amounts.iter().map(|amount| (to("carl@example.com"), *amount)).collect();
        let told = kept.one(Command::CreatePayout(payer, ids.payout(items, NO_LIMITS)), START);
        let Ok(Outcome::Payout(payout)) = told else { panic!("{told:?}") };
        prop_assert_eq!(payout.total_amount.micros(), amounts.iter().sum::<i64>());
        prop_assert_eq!(payout.total_items, amounts.len() as i64);
    }

    #[test]
    fn money_that_could_not_be_counted_does_not_come_in(amounts in amounts()) {
        let mut ids = Ids::default();
        let mut kept = founded(&mut ids);
        for micros in amounts {
            let payer = caller(&kept, "bob@example.com", Mode::Test);
            let before = kept.clone();
            let inbound = ids.inbound(payer, micros);
            match kept.one(inbound, START) {
                Ok(_) => {}
                Err(refusal) => {
                    prop_assert_eq!(refusal, Refusal::LimitExceeded(Limit::Balance));
                    prop_assert_eq!(&before, &kept);
                }
            }
        }
        invariants::check(&kept);
        // However much one account has, others can still join.
        let join = ids.join("newcomer@example.com");
        prop_assert!(kept.one(join, START).is_ok());
    }
}

#[test]
fn the_limits_of_the_operator_are_inclusive() {
    let limits = PayoutLimits {
        least: Amount::from_micros(2),
        item: Amount::from_micros(10),
        payout: Amount::from_micros(25),
    };
    let item = Limit::Item { items: vec![0, 2], most: limits.item };
    let least = Limit::LeastItem { items: vec![1, 3], least: limits.least };
    let whole = Limit::Payout { most: limits.payout };
    for (amounts, refusal) in [
        (vec![10], None),
        (vec![11, 1, 11], Some(Refusal::LimitExceeded(item))),
        (vec![10, 10, 5], None),
        (vec![10, 10, 6], Some(Refusal::LimitExceeded(whole))),
        (vec![10, 1, 2, 1], Some(Refusal::LimitExceeded(least))),
        (vec![2, 2], None),
    ] {
        let (mut kept, mut ids, payer) = with_balance(1_000);
        let items = amounts.iter().map(|amount| (to("carl@example.com"), *amount)).collect();
        let told = kept.one(Command::CreatePayout(payer, ids.payout(items, limits)), START);
        assert_eq!(told.err(), refusal, "{amounts:?}");
    }
}
