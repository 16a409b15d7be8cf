//! The properties themselves. The run checks money, counters, events and ends after every batch by itself.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::change::Outcome;
use rules::command::Command;
use rules::decisions::payout::SettlePayout;
use rules::idempotency::IdempotencyRequest;
use rules::payout::{Payout, PayoutStatus};
use rules::refusal::Refusal;

use crate::payouts::acts::{Act, Run, acts};
use crate::payouts::invariants::resolves;
use crate::payouts::kept::Told;
use crate::payouts::people::{EMAIL_LIMITS, START};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn money_is_conserved_and_counters_are_items_whatever_happens(acts in acts(40)) {
        Run::new().go(&acts);
    }

    #[test]
    fn every_item_resolves_at_most_once_whether_all_race_in_one_batch_or_in_many(
        before in acts(12),
        race in acts(25),
        together: bool,
    ) {
        let mut run = Run::new();
        run.go(&before);
        // All look at the same rows, as several processes would, and then all act.
        (0..8).for_each(|which| run.look(which));
        let race: Vec<(Act, bool)> = race.into_iter().map(|(act, _)| (act, !together)).collect();
        run.go(&race);
        for row in run.kept.transactions.values().filter(|row| row.payout.is_some()) {
            prop_assert_eq!(resolves(&run.kept, row.id), usize::from(row.status.is_end()));
        }
    }

    #[test]
    fn settling_by_counters_that_are_no_longer_true_does_nothing(acts in acts(30)) {
        let mut run = Run::new();
        run.go(&acts);
        run.kept.freeze = None;
        for seen in std::mem::take(&mut run.seen) {
            let is_stale = run.kept.payouts[&seen.payout].breakdown != seen.seen;
            let before = run.kept.clone();
            let fresh = run.ids.fresh();
            let told = run.kept.one(Command::SettlePayout(SettlePayout { fresh, ..seen }), run.now);
            if is_stale {
                prop_assert_eq!(told, Ok(Outcome::Done));
                prop_assert_eq!(&before, &run.kept);
            }
        }
    }

    #[test]
    fn the_same_key_and_body_is_told_the_same_and_another_body_is_refused(acts in acts(40)) {
        let mut run = Run::new();
        let mut first: BTreeMap<String, (IdempotencyRequest, Vec<u8>)> = BTreeMap::new();
        for (_, claim, told) in run.go(&acts) {
            let Some(claim) = claim else { continue };
            match (first.get(&claim.id.key), told) {
                (None, Ok(Told::Now(outcome))) => {
                    let body = format!("{outcome:?}").into_bytes();
                    first.insert(claim.id.key.clone(), (claim, body));
                }
                (None, Ok(Told::Again(_))) => prop_assert!(false, "nothing was said before"),
                (None, Err(refusal)) => {
                    let reused = matches!(refusal, Refusal::IdempotencyKeyReused { .. });
                    prop_assert!(!reused, "nothing was done with this key: {refusal}");
                }
                (Some((known, body)), told) if known.fingerprint == claim.fingerprint => {
                    prop_assert_eq!(told, Ok(Told::Again(body.clone())));
                }
                (Some(_), told) => {
                    let reused = matches!(told, Err(Refusal::IdempotencyKeyReused { .. }));
                    prop_assert!(reused, "{told:?}");
                }
            }
        }
    }

    #[test]
    fn a_decision_is_the_same_again_in_a_batch_of_its_own(acts in acts(20), last in acts(2)) {
        let (mut once, mut again) = (Run::new(), Run::new());
        once.go(&acts);
        again.go(&acts);
        prop_assert_eq!(&once.kept, &again.kept, "the same acts leave the same rows");
        let told: Vec<_> = once.go(&last).into_iter().map(|(_, _, told)| told).collect();
        let told_again: Vec<_> = again.go(&last).into_iter().map(|(_, _, told)| told).collect();
        prop_assert_eq!(told, told_again);
    }

    #[test]
    fn a_preview_promises_what_then_happens(
        before in acts(15),
        items in proptest::collection::vec((0_usize..6, 1_i64..4_000_000_000), 1..6),
    ) {
        let mut run = Run::new();
        run.go(&before);
        let pay = run.go(&[(Act::Pay { who: 1, items, has_key: false }, true)]);
        let Some((Command::CreatePayout(caller, new), _, told)) = pay.into_iter().next() else { panic!("a payout") };
        let Ok(Told::Now(Outcome::Payout(payout))) = told else { return Ok(()) };
        let settled = settle(&mut run, &payout);
        let preview = run.kept.one(Command::PreviewPayout(caller, new), run.now);
        let Ok(Outcome::Preview(preview)) = preview else { panic!("a preview") };
        for (item, row) in preview.items.iter().zip(&settled) {
            let promised = item.as_ref().expect("every recipient is known").status;
            prop_assert_eq!(promised, *row);
        }
    }

    #[test]
    fn whatever_was_accepted_comes_to_an_end(acts in acts(30)) {
        let mut run = Run::new();
        run.go(&acts);
        run.go(&[(Act::Resume, true)]);
        let payouts = run.kept.payouts.len();
        for which in 0..payouts {
            run.seen.clear();
            run.look(which);
            run.go(&[(Act::Settle(0), true)]);
        }
        // Later than every expiry, whatever the clocks did.
        run.now = START.plus_seconds(10_000 * 86_400);
        let items = run.kept.transactions.len();
        let all: Vec<(Act, bool)> =
            (0..items).map(|first| (Act::Expire { first, count: 1 }, true)).collect();
        run.go(&all);
        for payout in run.kept.payouts.values() {
            prop_assert_ne!(payout.status, PayoutStatus::Processing);
        }
    }
}

/// Settles a payout, and says what became of its items.
fn settle(run: &mut Run, payout: &Payout) -> Vec<rules::transaction::ItemStatus> {
    let (account, id, seen) = (payout.account, payout.id, payout.breakdown);
    let (items, fresh) = (run.kept.due_items(id), run.ids.fresh());
    let mode = run.kept.accounts[&account].mode;
    let settle = SettlePayout { account, mode, payout: id, seen, items, fresh, email_limits: EMAIL_LIMITS };
    run.kept.one(Command::SettlePayout(settle), run.now).expect("nothing is in the way");
    let rows = run.kept.transactions.values().filter(|row| row.payout == Some(id));
    rows.map(|row| rules::transaction::ItemStatus::of(row.status)).collect()
}
