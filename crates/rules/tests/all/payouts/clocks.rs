//! Time: leases, the clock of a test account, and the moment at which a claim is over.

use proptest::prelude::*;
use rules::account::Mode;
use rules::change::Outcome;
use rules::claim::CLAIM_SECONDS;
use rules::command::Command;
use rules::payout::{LEASE_SECONDS, Payout};
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;

use crate::payouts::acts::{Act, Run};
use crate::payouts::people::{START, caller};

/// A run in which this test account has a payout that waits to be claimed.
fn waiting() -> Run {
    let mut run = Run::new();
    let pay = Act::Pay { who: 1, items: vec![(4, 1_000_000)], has_key: false };
    run.go(&[(pay, true)]);
    run.look(0);
    run.go(&[(Act::Settle(0), true)]);
    run
}

fn status(run: &Run) -> TransactionStatus {
    let item = run.kept.transactions.values().find(|row| row.payout.is_some());
    item.expect("there is one item").status
}

fn lease(run: &mut Run, now: Timestamp) -> Vec<Payout> {
    let all = run.kept.payouts.values().map(|payout| (payout.account, payout.id)).collect();
    match run.kept.one(Command::LeasePayouts(all), now) {
        Ok(Outcome::Leased(payouts)) => payouts,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_clock_that_is_moved_in_steps_ends_where_one_that_is_moved_at_once_does(
        steps in proptest::collection::vec(0_i64..5_000_000, 1..8),
    ) {
        let (mut slow, mut fast) = (waiting(), waiting());
        let expire = Act::Expire { first: 0, count: 1 };
        for seconds in &steps {
            slow.go(&[(Act::Advance { who: 1, seconds: *seconds }, true), (expire.clone(), true)]);
        }
        let all = Act::Advance { who: 1, seconds: steps.iter().sum() };
        fast.go(&[(all, true), (expire, true)]);
        prop_assert_eq!(&slow.kept.accounts, &fast.kept.accounts);
        prop_assert_eq!(status(&slow), status(&fast));
        prop_assert_eq!(&slow.kept.balances, &fast.kept.balances);
    }

    #[test]
    fn a_payout_is_leased_to_one_worker_at_a_time(
        looks in proptest::collection::vec(0_i64..4_000_000, 1..30),
    ) {
        let mut run = Run::new();
        run.go(&[(Act::Pay { who: 1, items: vec![(4, 1_000_000)], has_key: false }, true)]);
        let (mut now, mut free_at) = (START, START.plus_seconds(LEASE_SECONDS));
        for micros in looks {
            now = now.plus_micros(micros);
            let leased = lease(&mut run, now);
            prop_assert_eq!(leased.len(), usize::from(free_at <= now));
            if let Some(payout) = leased.first() {
                free_at = now.plus_seconds(LEASE_SECONDS);
                prop_assert_eq!(payout.next_at, Some(free_at));
            }
        }
    }
}

#[test]
fn claiming_ends_and_expiry_begins_at_the_same_microsecond() {
    for (micros, is_over) in [(-1, false), (0, true), (1, true)] {
        let expiry = START.plus_seconds(CLAIM_SECONDS);
        for (act, ends) in [
            (Act::SimulateClaim(0), (!is_over).then_some(TransactionStatus::Completed)),
            (Act::Claim { first: 0, count: 1, into: 3 }, (!is_over).then_some(TransactionStatus::Completed)),
            (Act::Expire { first: 0, count: 1 }, is_over.then_some(TransactionStatus::Expired)),
        ] {
            let mut run = waiting();
            run.now = expiry.plus_micros(micros);
            run.go(&[(act.clone(), true)]);
            assert_eq!(status(&run), ends.unwrap_or(TransactionStatus::PendingClaim), "{micros} {act:?}");
        }
    }
}

#[test]
fn the_clock_of_one_account_moves_nobody_elses() {
    let mut run = waiting();
    let other = caller(&run.kept, "bob@example.com", Mode::Test).account;
    run.go(&[
        (Act::Advance { who: 3, seconds: CLAIM_SECONDS }, true),
        (Act::Expire { first: 0, count: 1 }, true),
    ]);
    assert_eq!(status(&run), TransactionStatus::PendingClaim);
    assert_eq!(run.kept.accounts[&other].clock_ahead, CLAIM_SECONDS * 1_000_000);
    run.go(&[
        (Act::Advance { who: 1, seconds: CLAIM_SECONDS }, true),
        (Act::Expire { first: 0, count: 1 }, true),
    ]);
    assert_eq!(status(&run), TransactionStatus::Expired);
}

#[test]
fn the_clock_of_a_test_account_can_be_moved_a_hundred_years_and_no_further() {
    let mut run = Run::new();
    let payer = caller(&run.kept, "ada@example.com", Mode::Test);
    let century = 100 * 366 * 86_400;
    for (seconds, is_moved) in [(century, true), (1, false), (i64::MAX, false)] {
        let told = run.kept.one(Command::AdvanceClock(payer, seconds), START);
        assert_eq!(told.is_ok(), is_moved, "{seconds}");
    }
}

#[test]
fn a_payout_that_nobody_settles_any_more_is_not_leased() {
    let mut run = waiting();
    assert_eq!(lease(&mut run, START.plus_seconds(1_000_000)), []);
}
