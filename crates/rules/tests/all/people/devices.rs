//! Browsers that have signed in: how many are known, and what forgets them.

use proptest::prelude::*;
use rules::change::Outcome;
use rules::command::PeopleCommand;
use rules::decisions::user::{Edit, SignIn};
use rules::device::MAX_DEVICES;
use rules::id::LongSeries;
use rules::security::SecurityKind;
use rules::user::SecondFactor;
use rules::world::World;

use crate::people::support::{PASSWORD, START, act, actor, id, known, noted, session, user, world};

/// Signs in with the number of a device, and returns the number the browser has afterwards and what was logged.
fn sign_in(world: &mut World, device: Option<i64>) -> (i64, Vec<SecurityKind>) {
    let (password_hash, forgiven, successes) = (PASSWORD.to_owned(), Vec::new(), Vec::new());
    let (actor, session, language) = (actor(), session(1), None);
    let sign_in = SignIn { actor, password_hash, session, device, forgiven, successes, language };
    let change = act(world, PeopleCommand::SignIn(sign_in), START).expect("the password is right");
    match change.outcome {
        Outcome::SignedIn(_, Some(number)) => (number, noted(&change)),
        other => panic!("{other:?}"),
    }
}

fn edit(world: &mut World, edit: Edit) {
    act(world, PeopleCommand::Edit(actor(), edit, None), START).expect("changed");
}

#[test]
fn a_known_browser_keeps_its_number_and_surprises_nobody() {
    let mut world = world(user(None), &[]);
    let (first, noted) = sign_in(&mut world, None);
    assert_eq!(noted, [SecurityKind::SignedInAnew]);
    assert_eq!(sign_in(&mut world, Some(first)), (first, vec![SecurityKind::SignedIn]));
    for made_up in [i64::MIN, -1, 0, first + 1, i64::MAX] {
        assert!(!known(&world).knows_device(made_up), "{made_up}");
    }
}

#[test]
fn what_changes_how_a_user_signs_in_forgets_every_device() {
    let factor = SecondFactor { sealed_secret: vec![1], last_step: 0, recovery: Vec::new() };
    let password =
        || Edit::Password { hash: PASSWORD.to_owned(), was: PASSWORD.to_owned(), access: String::new() };
    for (change, forgets) in [
        (password(), true),
        (Edit::SecondFactor(factor.clone()), true),
        (Edit::NoSecondFactor, true),
        (Edit::RecoveryCodes(Vec::new()), true),
        (Edit::SignOutEverywhere, true),
        (
            Edit::Name(
                "Lovelace".to_owned(),
                LongSeries::around(id(9)),
                (rules::attempt::Guard::Rename, [1; 32]),
            ),
            false,
        ),
    ] {
        let mut world = world(user(None), &[]);
        let numbers: Vec<i64> = (0..MAX_DEVICES).map(|_| sign_in(&mut world, None).0).collect();
        if matches!(change, Edit::RecoveryCodes(_) | Edit::NoSecondFactor) {
            let with_factor =
                rules::user::User { second_factor: Some(factor.clone()), ..known(&world).clone() };
            world.put(rules::change::Row::User(with_factor));
        }
        edit(&mut world, change.clone());
        for number in numbers {
            assert_eq!(known(&world).knows_device(number), !forgets, "{change:?}");
        }
    }
}

proptest! {
    /// However often a user signs in, with whatever numbers, the latest few are known and no other.
    #[test]
    fn only_the_latest_devices_are_known(steps in prop::collection::vec(0_usize..40, 1..60)) {
        let mut world = world(user(None), &[]);
        let mut given: Vec<i64> = vec![1];
        for step in steps {
            match given.get(step).copied() {
                _ if step == 39 => edit(&mut world, Edit::SignOutEverywhere),
                known => {
                    let (number, _) = sign_in(&mut world, known);
                    if !given.contains(&number) {
                        given.push(number);
                    }
                }
            }
            let user = known(&world);
            let alive: Vec<i64> = given.iter().copied().filter(|number| user.knows_device(*number)).collect();
            prop_assert!(alive.len() <= usize::try_from(MAX_DEVICES).expect("few"));
            prop_assert_eq!(&alive[..], &given[given.len() - alive.len()..], "the oldest are forgotten first");
        }
    }
}
