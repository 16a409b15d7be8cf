//! Guessing gets slower, and locks no user out.

use proptest::prelude::*;
use rules::attempt::{FORGIVEN_SECONDS, Guard, GuardKey};
use rules::command::PeopleCommand;
use rules::decisions::user::SignIn;
use rules::refusal::Refusal;
use rules::security::SecurityKind;
use rules::time::Timestamp;
use rules::world::World;

use crate::people::support::{PASSWORD, START, act, actor, after, noted, session, user, world};

const PAIR: GuardKey = (Guard::Pair, [1; 32]);
const PERSON: GuardKey = (Guard::Person, [2; 32]);
const CODE: GuardKey = (Guard::Code, [5; 32]);
const EMAIL: GuardKey = (Guard::Email, [6; 32]);
const DAY: i64 = 24 * 3_600;

fn attempt(world: &mut World, names: &[GuardKey], now: Timestamp) -> Result<(), i64> {
    match act(world, PeopleCommand::Attempt(names.to_vec()), now) {
        Ok(_) => Ok(()),
        Err(Refusal::TooManyAttempts { seconds }) => Err(seconds),
        Err(refusal) => panic!("{refusal:?}"),
    }
}

#[test]
fn a_clock_that_ran_ahead_and_was_corrected_locks_nobody_out() {
    let mut world = world(user(None), &[]);
    for _ in 0..6 {
        let _ = attempt(&mut world, &[PAIR], after(DAY));
    }
    assert_eq!(attempt(&mut world, &[PAIR], START), Ok(()), "counted a day ahead");
    assert!(attempt(&mut world, &[PAIR], START).is_err(), "and it counts from now on");
}

#[test]
fn the_first_attempts_are_free_and_then_the_wait_doubles_up_to_its_limit() {
    for (guard, free, first, longest) in [
        (Guard::Pair, 5, 1, 3_600),
        (Guard::Person, 20, 1, 60),
        (Guard::Place, 50, 1, 900),
        (Guard::PlaceBlock, 400, 1, 112),
        (Guard::Success, 30, 1, 120),
        (Guard::SuccessPlace, 300, 1, 10),
        (Guard::SuccessBlock, 2_400, 1, 1),
        (Guard::Code, 5, 60, 7_200),
        (Guard::Email, 3, 900, 14_400),
        (Guard::Mailbox, 6, 900, 7_200),
        (Guard::Reset, 1, 43_200, 43_200),
        (Guard::Asker, 100, 1, 60),
        (Guard::AskerBlock, 800, 1, 8),
        (Guard::Alert, 1, 86_400, 86_400),
        (Guard::Rename, 3, 259_200, 259_200),
        (Guard::NewPassword, 5, 1, 3_600),
        (Guard::NewPasswordPlace, 20, 1, 60),
        (Guard::NewPasswordBlock, 160, 1, 8),
        (Guard::EndpointTest, 60, 30, 60),
        (Guard::SecurityChange, 300, 60, 600),
    ] {
        for count in 0..free {
            assert_eq!(guard.wait_seconds(count), 0, "{guard:?} {count}");
        }
        let mut expected = first;
        for count in free..free + 70 {
            assert_eq!(guard.wait_seconds(count), expected.min(longest), "{guard:?} {count}");
            expected = (expected * 2).min(longest);
        }
    }
}

#[test]
fn a_thousand_attempts_at_once_are_a_thousand() {
    let mut world = World::default();
    let passed = (0..1_000).filter(|_| attempt(&mut world, &[PAIR], START).is_ok()).count();
    assert_eq!(passed, 5);
}

#[test]
fn whoever_waits_as_long_as_they_are_told_may_try_again() {
    let mut world = World::default();
    let mut now = START;
    for _ in 0..40 {
        while let Err(seconds) = attempt(&mut world, &[PAIR, PERSON], now) {
            assert!((1..=3_600).contains(&seconds));
            // A long wait may end earlier, when one of the attempts has faded.
            let early = attempt(&mut world, &[PAIR, PERSON], now.plus_seconds((seconds - 1).min(590)));
            assert!(early.is_err());
            now = now.plus_seconds(seconds);
        }
    }
}

#[test]
fn a_refused_attempt_is_not_counted_and_a_day_without_any_forgives_all() {
    let mut world = World::default();
    for _ in 0..5 {
        attempt(&mut world, &[PAIR], START).expect("free");
    }
    for _ in 0..100 {
        assert_eq!(attempt(&mut world, &[PAIR], START), Err(1));
    }
    let next_day = after(24 * 3_600);
    for _ in 0..5 {
        attempt(&mut world, &[PAIR], next_day).expect("forgiven");
    }
    assert_eq!(attempt(&mut world, &[PAIR], next_day), Err(1));
}

#[test]
fn a_stranger_who_guesses_all_day_keeps_nobody_out_who_has_signed_in_from_their_device() {
    let mut world = World::default();
    let own_device = (Guard::Person, [9; 32]);
    let mut now = START;
    for _ in 0..10_000 {
        let _ = attempt(&mut world, &[(Guard::Pair, [3; 32]), PERSON], now);
        now = now.plus_seconds(5);
    }
    assert_eq!(attempt(&mut world, &[(Guard::Pair, [4; 32]), own_device], now), Ok(()));
}

#[test]
fn an_office_where_hundreds_sign_in_is_not_slowed_down_and_guesses_among_them_still_count() {
    let place = (Guard::Place, [5; 32]);
    let mut world = world(user(None), &[]);
    let enter = |world: &mut World| {
        attempt(world, &[place], START)?;
        let sign_in = SignIn {
            actor: actor(),
            password_hash: PASSWORD.to_owned(),
            session: session(1),
            device: Some(1),
            forgiven: vec![place],
            successes: Vec::new(),
            language: None,
        };
        act(world, PeopleCommand::SignIn(sign_in), START).expect("the password is right");
        Ok::<(), i64>(())
    };
    for _ in 0..500 {
        enter(&mut world).expect("no attempt waits");
    }
    for _ in 0..50 {
        attempt(&mut world, &[place], START).expect("free");
        let _ = enter(&mut world);
    }
    assert!(
        attempt(&mut world, &[place], START).is_err(),
        "fifty wrong ones are fifty, whichever attempts came between"
    );
}

/// The refused sign-in is not forgiven, so the next ones wait before a password is checked.
#[test]
fn right_passwords_are_limited_too_and_then_count_like_wrong_ones() {
    let success = (Guard::Success, [6; 32]);
    let mut world = world(user(None), &[]);
    let mut enter = |now: Timestamp| {
        attempt(&mut world, &[PAIR], now).map_err(|_| "before the password is checked")?;
        let sign_in = SignIn {
            actor: actor(),
            password_hash: PASSWORD.to_owned(),
            session: session(1),
            device: Some(1),
            forgiven: vec![PAIR],
            successes: vec![success],
            language: None,
        };
        act(&mut world, PeopleCommand::SignIn(sign_in), now).map_err(|_| "after it was checked").map(drop)
    };
    let results: Vec<_> = (0..100).map(|_| enter(START)).collect();
    assert!(results[..30].iter().all(Result::is_ok));
    assert!(results[30..35].iter().all(|result| *result == Err("after it was checked")));
    assert!(results[35..].iter().all(|result| *result == Err("before the password is checked")));
    let mut hourly =
        |hour: i64| (0..60).filter(|minute| enter(after(hour * 3_600 + minute * 60)).is_ok()).count();
    hourly(1);
    for hour in 2..24 {
        assert_eq!(hourly(hour), 30, "in the long run one every two minutes");
    }
}

#[test]
fn whoever_is_wrong_now_and_then_never_waits() {
    let mut world = World::default();
    for day in 0..30 {
        for _ in 0..4 {
            attempt(&mut world, &[PAIR, PERSON], after(day * DAY)).expect("it has faded");
        }
        for _ in 0..3 {
            attempt(&mut world, &[CODE], after(day * DAY)).expect("it has faded");
            attempt(&mut world, &[EMAIL], after(day * DAY)).expect("it has faded");
        }
    }
    for rename in 0..10 {
        attempt(&mut world, &[(Guard::Rename, [8; 32])], after(rename * 3 * DAY)).expect("it has faded");
    }
}

/// How many attempts a visitor gets in thirty days who tries as early as possible, and after so many rests for so
/// long.
fn most(guard: Guard, burst: i64, rest_seconds: i64) -> i64 {
    let (mut world, mut now, mut passed) = (World::default(), START, 0);
    while now < after(30 * DAY) {
        match attempt(&mut world, &[(guard, [1; 32])], now) {
            Ok(()) => {
                passed += 1;
                now = now.plus_seconds(if passed % burst == 0 { rest_seconds } else { 0 });
            }
            // A wait may end earlier than it says, when one of the attempts has faded.
            Err(seconds) => now = now.plus_seconds(seconds.min(30)),
        }
    }
    passed
}

#[test]
fn no_attacker_gets_more_than_so_many_attempts_in_thirty_days() {
    // What the free ones and the growing waits allow, and then one for each that fades, or for each longest wait.
    for (guard, in_thirty_days) in [
        (Guard::Pair, 17 + 30 * 24),
        (Guard::Person, 26 + 30 * 1_440),
        (Guard::Place, 60 + 30 * 144),
        (Guard::PlaceBlock, 407 + 30 * 1_152),
        (Guard::Success, 37 + 30 * 720),
        (Guard::SuccessPlace, 304 + 30 * 8_640),
        (Guard::Code, 12 + 30 * 12),
        (Guard::Email, 7 + 30 * 6),
        (Guard::Mailbox, 9 + 30 * 12),
        (Guard::Reset, 1 + 30 * 2),
        (Guard::Asker, 106 + 30 * 1_440),
        (Guard::AskerBlock, 804 + 30 * 10_800),
        (Guard::EndpointTest, 62 + 30 * 1_440),
        (Guard::SecurityChange, 304 + 30 * 144),
        (Guard::Alert, 1 + 30),
        (Guard::Rename, 3 + 10),
    ] {
        let (fullest, fades) = (guard.fullest(), guard.fades_seconds());
        for burst in [1, 2, fullest] {
            for rest in [0, fades, fullest * fades, FORGIVEN_SECONDS] {
                let got = most(guard, burst, rest);
                assert!(got <= in_thirty_days, "{guard:?} {burst} {rest}: {got}");
            }
        }
        assert!(fullest * fades <= FORGIVEN_SECONDS, "{guard:?} is forgiven before it has faded");
    }
}

#[test]
fn codes_are_few_in_the_first_hour_and_emails_on_the_first_day() {
    let within = |guard: Guard, seconds: i64| {
        let (mut world, mut passed) = (World::default(), 0);
        for second in (0..seconds).step_by(10) {
            while attempt(&mut world, &[(guard, [1; 32])], after(second)).is_ok() {
                passed += 1;
            }
        }
        passed
    };
    assert_eq!((within(Guard::Code, 3_600), within(Guard::Code, DAY)), (10, 22));
    assert_eq!(within(Guard::Email, DAY) + within(Guard::Reset, DAY), 12 + 2);
    assert_eq!(within(Guard::Mailbox, DAY), 20);
}

#[test]
fn an_alert_about_wrong_codes_comes_at_the_third_and_once_a_day() {
    let alerts = (Guard::Alert, [7; 32]);
    let mut world = world(user(None), &[]);
    let mut wrong = |now: Timestamp| {
        attempt(&mut world, &[CODE], now).ok()?;
        let change = act(&mut world, PeopleCommand::NoteWrongCode(actor(), CODE, alerts), now);
        Some(noted(&change.expect("it is noted"))[0])
    };
    let kinds: Vec<_> = (0..5).filter_map(|_| wrong(START)).collect();
    let (failed, guessed) = (SecurityKind::SignInFailed, SecurityKind::CodesGuessed);
    assert_eq!(kinds, [failed, failed, guessed, failed, failed]);
    assert!(guessed.is_mailed() && !failed.is_mailed());
    let rest: Vec<_> = (1..30 * 24).filter_map(|hour| wrong(after(hour * 3_600))).collect();
    let mailed = rest.iter().filter(|kind| **kind == guessed).count();
    assert!((28..=30).contains(&mailed), "{mailed} in thirty days");
}

proptest! {
    /// Whatever the pauses, no visitor gets more guesses in a day than the waits add up to.
    #[test]
    fn no_pattern_of_pauses_gets_many_guesses_in_a_day(pauses in prop::collection::vec(0_i64..600, 1..400)) {
        let mut world = World::default();
        let (mut now, mut passed) = (START, 0);
        for pause in pauses {
            now = now.plus_seconds(pause);
            if now >= after(24 * 3_600) {
                break;
            }
            passed += i64::from(attempt(&mut world, &[PAIR], now).is_ok());
        }
        // Five free, twelve that double up to an hour, then as many as fade: one in an hour.
        prop_assert!(passed <= 5 + 12 + 24, "{passed}");
    }
}
