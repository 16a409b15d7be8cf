//! Guessing gets slower, and locks nobody out.

use proptest::prelude::*;
use rules::attempt::{Guard, Guarded};
use rules::command::PeopleCommand;
use rules::refusal::Refusal;
use rules::time::Timestamp;
use rules::user::SignIn;
use rules::world::World;

use crate::support::{PASSWORD, START, act, actor, after, session, user, world};

const PAIR: Guarded = (Guard::Pair, [1; 32]);
const PERSON: Guarded = (Guard::Person, [2; 32]);

fn attempt(world: &mut World, names: &[Guarded], now: Timestamp) -> Result<(), i64> {
    match act(world, PeopleCommand::Attempt(names.to_vec()), now) {
        Ok(_) => Ok(()),
        Err(Refusal::TooManyAttempts { seconds }) => Err(seconds),
        Err(refusal) => panic!("{refusal:?}"),
    }
}

#[test]
fn the_first_attempts_are_free_and_then_the_wait_doubles_up_to_its_limit() {
    for (guard, free, longest) in [
        (Guard::Pair, 5, 900),
        (Guard::Person, 20, 60),
        (Guard::Place, 50, 900),
        (Guard::Code, 5, 3_600),
        (Guard::Mail, 3, 900),
        (Guard::Asker, 100, 60),
        (Guard::NewPassword, 5, 900),
        (Guard::NewPasswordPlace, 20, 60),
    ] {
        for count in 0..free {
            assert_eq!(guard.wait_seconds(count), 0, "{guard:?} {count}");
        }
        let mut expected = 1;
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
            assert!((1..=900).contains(&seconds));
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
            is_new_device: false,
            forgiven: vec![place],
        };
        act(world, PeopleCommand::SignIn(sign_in), START).expect("the password is right");
        Ok::<(), i64>(())
    };
    for _ in 0..500 {
        enter(&mut world).expect("nobody waits");
    }
    for _ in 0..50 {
        attempt(&mut world, &[place], START).expect("free");
        let _ = enter(&mut world);
    }
    assert!(
        attempt(&mut world, &[place], START).is_err(),
        "fifty wrong ones are fifty, whoever got in between"
    );
}

#[test]
fn whoever_is_wrong_now_and_then_never_waits() {
    let mut world = World::default();
    for day in 0..30 {
        for hour in 0..24 {
            for _ in 0..4 {
                attempt(&mut world, &[PAIR, PERSON], after((day * 24 + hour) * 3_600)).expect("it has faded");
            }
        }
    }
}

proptest! {
    /// Whatever the pauses, nobody gets more guesses in a day than the waits add up to.
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
        // Five free, ten that double up to a quarter of an hour, then as many as fade: one in ten minutes.
        prop_assert!(passed <= 5 + 10 + 144, "{passed}");
    }
}
