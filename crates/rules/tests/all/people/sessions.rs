//! Who is in, for how long, and what ends it.

use proptest::prelude::*;
use rules::change::Outcome;
use rules::command::PeopleCommand;
use rules::decisions::user::{Confirm, Edit, Factor, FinishSignIn, SignIn};
use rules::id::SessionId;
use rules::language::Language;
use rules::refusal::Refusal;
use rules::security::SecurityKind;
use rules::session::{IDLE_SECONDS, LONGEST_SECONDS, MAX_SESSIONS, PROVED_SECONDS, Session, Stage};
use rules::time::Timestamp;
use rules::user::{SecondFactor, User};
use rules::world::World;

use crate::people::support::{PASSWORD, START, act, actor, after, id, known, noted, session, user, world};

fn sign_in(world: &mut World, number: u8, password_hash: &str, now: Timestamp) -> Result<Session, Refusal> {
    let command = PeopleCommand::SignIn(SignIn {
        actor: actor(),
        password_hash: password_hash.to_owned(),
        session: session(number),
        device: None,
        forgiven: Vec::new(),
        successes: Vec::new(),
        language: Some(Language::Portuguese),
    });
    match act(world, command, now)?.outcome {
        Outcome::SignedIn(session, _) => Ok(session),
        other => panic!("{other:?}"),
    }
}

fn finish(
    world: &mut World,
    half: SessionId,
    number: u8,
    factor: Factor,
    now: Timestamp,
) -> Result<Session, Refusal> {
    let command = PeopleCommand::FinishSignIn(FinishSignIn {
        actor: actor(),
        factor,
        half,
        session: session(number),
        device: Some(1),
        forgiven: Vec::new(),
        successes: Vec::new(),
        language: Some(Language::Portuguese),
    });
    match act(world, command, now)?.outcome {
        Outcome::SignedIn(session, _) => Ok(session),
        other => panic!("{other:?}"),
    }
}

fn with_factor() -> Option<SecondFactor> {
    Some(SecondFactor { sealed_secret: vec![1], last_step: 100, recovery: vec![[5; 32], [6; 32]] })
}

#[test]
fn a_password_that_was_changed_in_the_meantime_opens_nothing() {
    let mut world = world(user(None), &[]);
    assert_eq!(sign_in(&mut world, 1, "another hash", START), Err(Refusal::SignInFailed));
    assert!(sign_in(&mut world, 1, PASSWORD, START).is_ok());
}

#[test]
fn the_first_complete_sign_in_gives_a_user_without_a_language_that_of_the_browser() {
    for (setting, expected) in [(None, Language::Portuguese), (Some(Language::French), Language::French)] {
        let mut world = world(User { language: setting, ..user(None) }, &[]);
        sign_in(&mut world, 1, PASSWORD, START).expect("the password is right");
        assert_eq!(known(&world).language, Some(expected));
    }
    let mut world = world(User { language: None, ..user(with_factor()) }, &[]);
    let half = sign_in(&mut world, 1, PASSWORD, START).expect("the password is right");
    assert_eq!(known(&world).language, None, "a thief may have the password");
    finish(&mut world, half.id, 2, Factor::Step(101), START).expect("the code is right");
    assert_eq!(known(&world).language, Some(Language::Portuguese));
}

#[test]
fn a_session_ends_when_nobody_uses_it_and_after_two_weeks_anyway() {
    let owner = user(None);
    let begun = Session::begin(session(1), &owner, Stage::Full, Default::default(), START);
    assert!(begun.is_alive(&owner, after(IDLE_SECONDS - 1)));
    assert!(!begun.is_alive(&owner, after(IDLE_SECONDS)));
    let used = Session { seen_at: after(LONGEST_SECONDS - 10), ..begun.clone() };
    assert!(used.is_alive(&owner, after(LONGEST_SECONDS - 1)));
    assert!(!used.is_alive(&owner, after(LONGEST_SECONDS)));
    assert!(begun.is_proved(after(PROVED_SECONDS - 1)) && !begun.is_proved(after(PROVED_SECONDS)));
    assert!(begun.is_proved(after(-60)) && !begun.is_proved(after(-61)), "a clock that ran ahead");
    let half = Session { stage: Stage::Password, ..begun };
    assert!(half.is_alive(&owner, after(599)) && !half.is_alive(&owner, after(600)));
    assert!(!half.is_proved(START));
}

#[test]
fn with_a_second_factor_the_password_opens_half_a_session_only() {
    let mut world = world(user(with_factor()), &[]);
    let half = sign_in(&mut world, 1, PASSWORD, START).expect("the password is right");
    assert_eq!(half.stage, Stage::Password);
    let confirm = Confirm {
        actor: actor(),
        session: half.id,
        password_hash: PASSWORD.to_owned(),
        factor: Some(Factor::Step(101)),
        forgiven: Vec::new(),
        successes: Vec::new(),
    };
    let refused = act(&mut world, PeopleCommand::Confirm(confirm), START);
    assert_eq!(refused.err(), Some(Refusal::SignInFailed), "half a session cannot be confirmed");
    let full = finish(&mut world, half.id, 2, Factor::Step(101), START).expect("the code is right");
    assert_eq!((full.stage, full.id == half.id), (Stage::Full, false), "it has a new name");
    assert!(world.sessions.get(&half.id).is_none(), "the half is gone");
    let again = finish(&mut world, half.id, 3, Factor::Step(102), START);
    assert_eq!(again, Err(Refusal::SignInFailed), "and cannot be used again");
}

#[test]
fn no_code_works_twice() {
    let mut world = world(user(with_factor()), &[]);
    for (number, factor, works) in [
        (1, Factor::Step(100), false),
        (2, Factor::Step(101), true),
        (3, Factor::Step(101), false),
        (4, Factor::Step(99), false),
        (5, Factor::Step(102), true),
        (6, Factor::Recovery([5; 32]), true),
        (7, Factor::Recovery([5; 32]), false),
        (8, Factor::Recovery([6; 32]), true),
        (9, Factor::Recovery([6; 32]), false),
        (10, Factor::Recovery([7; 32]), false),
    ] {
        let half = sign_in(&mut world, number, PASSWORD, START).expect("the password is right").id;
        let finished = finish(&mut world, half, number + 100, factor, START);
        assert_eq!(finished.is_ok(), works, "{factor:?}");
    }
    let left = known(&world).second_factor.as_ref().map(|second| (second.last_step, second.recovery.len()));
    assert_eq!(left, Some((102, 0)));
}

#[test]
fn a_new_password_ends_every_session_but_the_one_it_was_chosen_in() {
    let mut world = world(user(None), &[]);
    let (here, there) = (
        sign_in(&mut world, 1, PASSWORD, START).expect("in"),
        sign_in(&mut world, 2, PASSWORD, START).expect("in"),
    );
    let edit = Edit::Password { hash: "new".to_owned(), was: PASSWORD.to_owned(), access: String::new() };
    let change = act(&mut world, PeopleCommand::Edit(actor(), edit.clone(), Some(here.id)), START);
    assert_eq!(noted(&change.expect("changed")), [SecurityKind::PasswordChanged]);
    let alive =
        |id| world.sessions.get(&id).is_some_and(|session: &Session| session.is_alive(known(&world), START));
    assert!(alive(here.id) && !alive(there.id));
    let again = PeopleCommand::Edit(actor(), edit, None).into();
    let refused = rules::command::Command::decide(&again, &world, START);
    assert_eq!(refused.err(), Some(Refusal::SignInFailed), "a link for the old password is dead");
}

#[test]
fn signing_out_ends_ones_own_sessions_only() {
    let mut world = world(user(None), &[]);
    let mine = sign_in(&mut world, 1, PASSWORD, START).expect("in");
    let stranger = rules::security::Actor { user: id(9), ..actor() };
    act(&mut world, PeopleCommand::SignOut(stranger, mine.id), START).expect("nothing happens");
    assert!(world.sessions.get(&mine.id).is_some());
    act(&mut world, PeopleCommand::SignOut(actor(), mine.id), START).expect("out");
    assert!(world.sessions.get(&mine.id).is_none());
}

fn count(world: &World, stage: Stage) -> usize {
    world.sessions.rows().filter(|session| session.stage == stage).count()
}

#[test]
fn one_session_too_many_ends_the_one_that_was_not_used_for_the_longest() {
    let mut world = world(user(None), &[]);
    let all: Vec<Session> = (0..MAX_SESSIONS)
        .map(|number| sign_in(&mut world, number as u8, PASSWORD, after(number as i64)).expect("in"))
        .collect();
    let used = PeopleCommand::NoteSessions(vec![(all[0].id, after(1_000))]);
    act(&mut world, used, after(1_000)).expect("noted");
    let new = sign_in(&mut world, 200, PASSWORD, after(1_001)).expect("in");
    let ended: Vec<SessionId> =
        all.iter().map(|session| session.id).filter(|id| !world.sessions.contains(id)).collect();
    assert_eq!(ended, [all[1].id]);
    assert!(world.sessions.contains(&new.id));
}

/// Who has only the password cannot sign out the owner.
#[test]
fn sign_ins_without_the_second_factor_end_no_session() {
    let mut world = world(user(with_factor()), &[]);
    let half = sign_in(&mut world, 1, PASSWORD, START).expect("the password is right");
    let owner = finish(&mut world, half.id, 2, Factor::Step(101), START).expect("the code is right");
    for number in 3..=200 {
        sign_in(&mut world, number, PASSWORD, after(1)).expect("the password is right");
    }
    assert!(world.sessions.contains(&owner.id));
    assert_eq!((count(&world, Stage::Full), count(&world, Stage::Password)), (1, MAX_SESSIONS));
}

proptest! {
    /// However often a user signs in and is signed out, there are only so many sessions, and the new one is among
    /// them. Those that are over go first.
    #[test]
    fn nobody_has_more_sessions_than_allowed(
        pauses in prop::collection::vec((0..IDLE_SECONDS / 20, prop::bool::weighted(0.05)), 1..200),
    ) {
        let mut world = world(user(None), &[]);
        let mut now = START;
        for (number, (pause, signs_out)) in pauses.into_iter().enumerate() {
            now = now.plus_seconds(pause);
            if signs_out {
                let edit = PeopleCommand::Edit(actor(), Edit::SignOutEverywhere, None);
                act(&mut world, edit, now).expect("done");
            }
            let alive = |world: &World| {
                let user = known(world);
                world.sessions.rows().filter(|session| session.is_alive(user, now)).count()
            };
            let before = alive(&world);
            let new = sign_in(&mut world, number as u8, PASSWORD, now).expect("in");
            prop_assert!(world.sessions.contains(&new.id));
            prop_assert!(count(&world, Stage::Full) <= MAX_SESSIONS);
            prop_assert_eq!(alive(&world), (before + 1).min(MAX_SESSIONS));
        }
    }

    /// However sessions are begun, used and ended, an old epoch never opens anything.
    #[test]
    fn after_signing_out_everywhere_no_other_session_is_alive(keeps: bool, count in 1_u8..20) {
        let mut world = world(user(None), &[]);
        let sessions: Vec<Session> =
            (1..=count).map(|number| sign_in(&mut world, number, PASSWORD, START).expect("in")).collect();
        let kept = keeps.then(|| sessions[0].id);
        act(&mut world, PeopleCommand::Edit(actor(), Edit::SignOutEverywhere, kept), START).expect("done");
        for session in &sessions {
            let now = world.sessions.get(&session.id).expect("the row is there");
            prop_assert_eq!(now.is_alive(known(&world), START), Some(session.id) == kept);
        }
    }
}
