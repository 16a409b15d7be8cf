//! A user whom an operator keeps out.

use rules::account::Account;
use rules::change::Change;
use rules::command::PeopleCommand;
use rules::decisions::user::{Confirm, Edit, Factor, FinishSignIn, SignIn};
use rules::refusal::Refusal;
use rules::security::SecurityKind;
use rules::session::{Session, Stage};
use rules::user::SecondFactor;
use rules::world::World;

use crate::people::support::{PASSWORD, START, act, actor, after, id, known, noted, session, user, world};

fn lock() -> Edit {
    Edit::Lock("stolen laptop (uid 1000)".to_owned(), vec![actor().home])
}

fn unlock() -> Edit {
    Edit::Unlock("found (uid 1000)".to_owned(), vec![actor().home])
}

fn edit(world: &mut World, edit: Edit, seconds: i64) -> Result<Change, Refusal> {
    act(world, PeopleCommand::Edit(actor(), edit, None), after(seconds))
}

fn sign_in(world: &mut World, seconds: i64) -> Result<Change, Refusal> {
    let sign_in = SignIn {
        actor: actor(),
        password_hash: PASSWORD.to_owned(),
        session: session(30),
        device: None,
        forgiven: Vec::new(),
        successes: Vec::new(),
        language: None,
    };
    act(world, PeopleCommand::SignIn(sign_in), after(seconds))
}

#[test]
fn every_session_ends_and_none_begins_until_the_user_is_unlocked() {
    let open = Session::begin(session(20), &user(None), Stage::Full, actor().client_info, START);
    let mut world = world(user(None), std::slice::from_ref(&open));
    let locked = edit(&mut world, lock(), 1).expect("it is locked");
    assert_eq!(noted(&locked), [SecurityKind::Locked]);
    assert_eq!(known(&world).locked_at, Some(after(1)));
    assert!(!open.is_alive(known(&world), after(1)), "the session has ended");
    assert_eq!(sign_in(&mut world, 2), Err(Refusal::UserLocked));
    let unlocked = edit(&mut world, unlock(), 3).expect("it is unlocked");
    assert_eq!(noted(&unlocked), [SecurityKind::Unlocked]);
    assert_eq!(known(&world).locked_at, None);
    assert!(!open.is_alive(known(&world), after(3)), "an ended session stays ended");
    assert!(sign_in(&mut world, 4).is_ok());
}

#[test]
fn a_second_lock_or_unlock_changes_nothing() {
    let mut world = world(user(None), &[]);
    assert_eq!(edit(&mut world, unlock(), 1).expect("done").rows, []);
    edit(&mut world, lock(), 2).expect("it is locked");
    assert_eq!(edit(&mut world, lock(), 3).expect("done").rows, []);
    assert_eq!(known(&world).locked_at, Some(after(2)), "since when stays as it was");
}

#[test]
fn a_wrong_password_says_nothing_about_the_lock() {
    let mut world = world(user(None), &[]);
    edit(&mut world, lock(), 1).expect("it is locked");
    let guess = SignIn {
        actor: actor(),
        password_hash: "another".to_owned(),
        session: session(30),
        device: None,
        forgiven: Vec::new(),
        successes: Vec::new(),
        language: None,
    };
    assert_eq!(act(&mut world, PeopleCommand::SignIn(guess), after(2)), Err(Refusal::SignInFailed));
}

#[test]
fn who_was_half_signed_in_or_confirms_a_password_is_out_as_well() {
    let second = SecondFactor { sealed_secret: vec![1], last_step: 0, recovery: Vec::new() };
    let owner = user(Some(second));
    let half = Session::begin(session(20), &owner, Stage::Password, actor().client_info, START);
    let full = Session::begin(session(21), &owner, Stage::Full, actor().client_info, START);
    let mut world = world(owner, &[half.clone(), full.clone()]);
    edit(&mut world, lock(), 1).expect("it is locked");
    let finish = FinishSignIn {
        actor: actor(),
        factor: Factor::Step(7),
        half: half.id,
        session: session(30),
        device: None,
        forgiven: Vec::new(),
        successes: Vec::new(),
        language: None,
    };
    assert_eq!(act(&mut world, PeopleCommand::FinishSignIn(finish), after(2)), Err(Refusal::UserLocked));
    let confirm = Confirm {
        actor: actor(),
        session: full.id,
        password_hash: PASSWORD.to_owned(),
        factor: Some(Factor::Step(7)),
        forgiven: Vec::new(),
        successes: Vec::new(),
    };
    assert_eq!(act(&mut world, PeopleCommand::Confirm(confirm), after(2)), Err(Refusal::SignInFailed));
}

#[test]
fn a_new_password_does_not_unlock() {
    let mut world = world(user(None), &[]);
    edit(&mut world, lock(), 1).expect("it is locked");
    let new = Edit::Password { hash: "new".to_owned(), was: PASSWORD.to_owned(), access: String::new() };
    edit(&mut world, new, 2).expect("the link still works");
    assert_eq!(known(&world).locked_at, Some(after(1)));
}

#[test]
fn the_accounts_are_locked_with_the_user_and_no_others() {
    let mut world = world(user(None), &[]);
    let own = *world.account(actor().home).expect("the user's account");
    let other = Account { id: id(40), user: id(41), ..own };
    world.accounts.load(other.id, other);
    let accounts = vec![own.id, other.id];
    let locked_at = |world: &World, account: Account| world.account(account.id).expect("known").locked_at;
    edit(&mut world, Edit::Lock("x".to_owned(), accounts.clone()), 1).expect("it is locked");
    assert_eq!((locked_at(&world, own), locked_at(&world, other)), (Some(after(1)), None));
    edit(&mut world, Edit::Unlock("x".to_owned(), accounts), 2).expect("it is unlocked");
    assert_eq!(locked_at(&world, own), None);
}
