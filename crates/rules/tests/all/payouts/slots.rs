//! Every state of an item against everything that can be done to it: one line each, and none missing.

use rules::transaction::TransactionStatus::{
    self, Cancelled, Completed, Expired, Failed, PendingClaim, Queued,
};

use crate::payouts::acts::{Act, Run};
use crate::payouts::invariants::resolves;

/// How an item of a test account comes into each state: its recipient, and what is done to it.
fn item_that_is(status: TransactionStatus) -> Run {
    let mut run = Run::new();
    let address = match status {
        // Oneself: no other recipient is paid at once in test mode.
        Completed => 0,
        Failed => 5,
        _ => 4,
    };
    run.go(&[(Act::Pay { who: 1, items: vec![(address, 1_000_000)], has_key: false }, true)]);
    run.look(0);
    let acts: &[Act] = match status {
        Queued => &[],
        PendingClaim | Completed | Failed => &[Act::Settle(0)],
        Cancelled => &[Act::CancelItem { which: 0, by_stranger: false }],
        Expired => &[Act::Settle(0), Act::Wait(30 * 86_400), Act::Expire { first: 0, count: 1 }],
        other => panic!("an item is never {other:?}"),
    };
    run.go(&acts.iter().map(|act| (act.clone(), true)).collect::<Vec<_>>());
    assert_eq!(status_of(&run), status);
    run
}

fn status_of(run: &Run) -> TransactionStatus {
    run.kept.transactions.values().find(|row| row.payout.is_some()).expect("one item").status
}

const SETTLE: Act = Act::Settle(0);
const CANCEL: Act = Act::CancelItem { which: 0, by_stranger: false };
const CANCEL_ALL: Act = Act::CancelPayout { which: 0, by_stranger: false };
const STRANGER_CANCELS: Act = Act::CancelItem { which: 0, by_stranger: true };
const STRANGER_CANCELS_ALL: Act = Act::CancelPayout { which: 0, by_stranger: true };
const CLAIM: Act = Act::Claim { first: 0, count: 1, into: 3 };
const CLAIM_INTO_LIVE: Act = Act::Claim { first: 0, count: 1, into: 2 };
const SIMULATE: Act = Act::SimulateClaim(0);
const EXPIRE: Act = Act::Expire { first: 0, count: 1 };
const LATER: Act = Act::Wait(30 * 86_400);
const LEASE: Act = Act::Lease;

#[test]
fn every_action_on_every_state_has_one_outcome() {
    // What is done, and what becomes of an item that is queued and of one that waits to be claimed.
    let table: [(&[Act], TransactionStatus, TransactionStatus); 14] = [
        (&[SETTLE], PendingClaim, PendingClaim),
        (&[CANCEL], Cancelled, Cancelled),
        (&[CANCEL_ALL], Cancelled, Cancelled),
        (&[STRANGER_CANCELS], Queued, PendingClaim),
        (&[STRANGER_CANCELS_ALL], Queued, PendingClaim),
        (&[CLAIM], Queued, Completed),
        (&[CLAIM_INTO_LIVE], Queued, PendingClaim),
        (&[SIMULATE], Queued, Completed),
        (&[EXPIRE], Queued, PendingClaim),
        (&[LATER, EXPIRE], Queued, Expired),
        (&[LATER, CLAIM], Queued, PendingClaim),
        (&[LATER, SIMULATE], Queued, PendingClaim),
        (&[LATER, CANCEL], Cancelled, Cancelled),
        (&[LATER, LEASE], Queued, PendingClaim),
    ];
    for (acts, from_queued, from_pending) in table {
        let ended = [Completed, Failed, Cancelled, Expired].map(|status| (status, status));
        for (from, to) in [(Queued, from_queued), (PendingClaim, from_pending)].into_iter().chain(ended) {
            let mut run = item_that_is(from);
            run.go(&acts.iter().map(|act| (act.clone(), true)).collect::<Vec<_>>());
            assert_eq!(status_of(&run), to, "{from:?}, then {acts:?}");
        }
    }
}

#[test]
fn whatever_comes_first_wins_and_the_others_find_the_slot_taken() {
    let racers = [CANCEL, CANCEL_ALL, CLAIM, SIMULATE, EXPIRE, SETTLE];
    for is_late in [false, true] {
        for first in &racers {
            for second in &racers {
                for third in &racers {
                    for together in [false, true] {
                        let mut run = item_that_is(PendingClaim);
                        if is_late {
                            run.go(&[(LATER, true)]);
                        }
                        let race = [first, second, third].map(|act| (act.clone(), !together));
                        let mut alone = item_that_is(PendingClaim);
                        if is_late {
                            alone.go(&[(LATER, true)]);
                        }
                        run.go(&race);
                        race.iter().for_each(|act| drop(alone.go(&[(act.0.clone(), true)])));
                        let what = format!("{first:?} {second:?} {third:?}, late: {is_late}");
                        assert_eq!(status_of(&run), status_of(&alone), "in one batch as in three: {what}");
                        let item = run.kept.transactions.values().find(|row| row.payout.is_some());
                        let (id, status) = item.map(|row| (row.id, row.status)).expect("one item");
                        assert_eq!(resolves(&run.kept, id), usize::from(status.is_end()), "{what}");
                    }
                }
            }
        }
    }
}
