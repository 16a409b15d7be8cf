//! Payouts and claims while their sender is locked: they are on hold, and nothing is lost.

use rules::change::Outcome;
use rules::payout::PayoutStatus;
use rules::refusal::Refusal;
use rules::time::Timestamp;

use crate::payouts::acts::{Act, Run};
use crate::payouts::kept::Told;

/// The live account of the first founder.
const PAYER: usize = 0;
const TO_A_FOUNDER: (usize, i64) = (1, 2_000_000);
const TO_A_STRANGER: (usize, i64) = (2, 3_000_000);

/// A payout that was accepted and that a worker has seen.
fn paying(item: (usize, i64)) -> Run {
    let mut run = Run::new();
    run.go(&[(Act::Pay { who: PAYER, items: vec![item], has_key: false }, true)]);
    run.go(&[(Act::Look(0), true)]);
    run
}

/// Locks or unlocks the account that pays.
fn set_locked(run: &mut Run, locked_at: Option<Timestamp>) {
    let payer = run.kept.payouts.values().next().expect("a payout").account;
    run.kept.accounts.get_mut(&payer).expect("its account").locked_at = locked_at;
}

fn status(run: &Run) -> PayoutStatus {
    run.kept.payouts.values().next().expect("a payout").status
}

fn act(run: &mut Run, act: Act) -> Result<Told, Refusal> {
    run.go(&[(act, true)]).pop().expect("one command").2
}

#[test]
fn a_payout_settles_only_after_its_owner_is_unlocked() {
    let mut run = paying(TO_A_FOUNDER);
    let locked_at = Some(run.now);
    set_locked(&mut run, locked_at);
    assert_eq!(act(&mut run, Act::Settle(0)), Ok(Told::Now(Outcome::Done)));
    assert_eq!(status(&run), PayoutStatus::Processing);
    set_locked(&mut run, None);
    act(&mut run, Act::Settle(0)).expect("it settles");
    assert_eq!(status(&run), PayoutStatus::Completed);
}

#[test]
fn money_from_a_locked_user_can_be_claimed_only_after_the_unlock() {
    let mut run = paying(TO_A_STRANGER);
    act(&mut run, Act::Settle(0)).expect("it waits to be claimed");
    act(&mut run, Act::Join(TO_A_STRANGER.0)).expect("a new user");
    let locked_at = Some(run.now);
    set_locked(&mut run, locked_at);
    let claim = || Act::Claim { first: 0, count: 1, into: 0 };
    assert_eq!(act(&mut run, claim()), Err(Refusal::NothingToClaim));
    set_locked(&mut run, None);
    assert_eq!(act(&mut run, claim()), Ok(Told::Now(Outcome::Resolved(1))));
}

#[test]
fn a_locked_user_starts_no_payout() {
    let mut run = paying(TO_A_FOUNDER);
    let locked_at = Some(run.now);
    set_locked(&mut run, locked_at);
    let pay = Act::Pay { who: PAYER, items: vec![TO_A_FOUNDER], has_key: false };
    assert_eq!(act(&mut run, pay), Err(Refusal::UserLocked));
}
