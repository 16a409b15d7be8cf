//! Summaries of payouts: every item is in one part, and no summary leaves out open items.

use proptest::prelude::*;
use rules::payout::{Breakdown, PayoutStatus};
use rules::payout_summary::{ItemOutcome, PayoutSummary};

fn breakdown() -> impl Strategy<Value = Breakdown> {
    let count = || prop_oneof![2 => Just(0_i64), 1 => 1_i64..=20];
    (count(), count(), count(), count(), count())
        .prop_map(|(cancelled, completed, failed, pending_claim, processing)| Breakdown {
            cancelled,
            completed,
            failed,
            pending_claim,
            processing,
        })
        .prop_filter("a payout has items", |breakdown| breakdown.total() > 0)
}

fn parts(breakdown: Breakdown, expired: i64) -> Vec<(ItemOutcome, i64)> {
    let summary = PayoutSummary::of(&breakdown, expired);
    summary.parts.iter().map(|part| (part.outcome, part.count)).collect()
}

#[test]
fn a_summary_lists_paid_then_open_then_returned_items() {
    use ItemOutcome::{BeingPaid, Cancelled, Expired, Failed, Paid, WaitingForClaim};
    let none = Breakdown::default();
    for (breakdown, expired, expected) in [
        (Breakdown { completed: 5, pending_claim: 2, ..none }, 0, vec![(Paid, 5), (WaitingForClaim, 2)]),
        (Breakdown { processing: 3, ..none }, 0, vec![(BeingPaid, 3)]),
        (
            Breakdown { completed: 1, failed: 1, cancelled: 3, ..none },
            2,
            vec![(Paid, 1), (Failed, 1), (Expired, 2), (Cancelled, 1)],
        ),
        (Breakdown { cancelled: 1, ..none }, 1, vec![(Expired, 1)]),
        // One more expired between the two counts.
        (Breakdown { cancelled: 1, pending_claim: 1, ..none }, 2, vec![(WaitingForClaim, 1), (Expired, 1)]),
    ] {
        assert_eq!(parts(breakdown, expired), expected);
    }
}

proptest! {
    #[test]
    fn every_item_is_in_one_part(breakdown in breakdown(), expired in 0_i64..=25) {
        let summary = PayoutSummary::of(&breakdown, expired);
        prop_assert_eq!(summary.parts.iter().map(|part| part.count).sum::<i64>(), summary.total);
        prop_assert_eq!(summary.total, breakdown.total());
        prop_assert!(summary.parts.iter().all(|part| part.count > 0));
        prop_assert!(summary.parts.is_sorted_by(|left, right| left.outcome < right.outcome));
        let gone = summary.count(ItemOutcome::Expired) + summary.count(ItemOutcome::Cancelled);
        prop_assert_eq!(gone, breakdown.cancelled);
        prop_assert_eq!(summary.is_uniform(), ItemOutcome::ALL.map(|outcome| summary.count(outcome))
            .contains(&summary.total));
    }

    #[test]
    fn a_summary_looks_open_exactly_while_the_payout_is(breakdown in breakdown(), expired in 0_i64..=25) {
        let summary = PayoutSummary::of(&breakdown, expired);
        let is_open = breakdown.status() == PayoutStatus::Processing;
        prop_assert_eq!(summary.mood().is_open(), is_open);
        prop_assert_eq!(summary.parts.iter().any(|part| part.outcome.is_open()), is_open);
        prop_assert!(summary.count(summary.mood()) > 0);
    }
}
