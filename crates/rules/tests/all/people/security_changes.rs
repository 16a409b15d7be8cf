//! Changes to a user's means of access are logged and emailed, so there are only so many, and none for nothing.

use rules::api_key::ApiKey;
use rules::attempt::Guard;
use rules::change::{Change, Row};
use rules::command::{Audited, Command, ConnectCommand, PeopleCommand};
use rules::connect_app::{ClientSecret, MAX_CONNECT_APPS};
use rules::decisions::api_key::CreateApiKey;
use rules::decisions::connect_app::{AppEdit, CreateConnectApp};
use rules::decisions::user::Edit;
use rules::id::AppId;
use rules::refusal::{Limit, Refusal};
use rules::scope::Scopes;
use rules::security::SecurityKind;
use rules::time::Timestamp;
use rules::world::World;

use crate::people::support::{START, actor, after, id, noted, user, world};

/// So many are free.
const FREE: usize = 300;

fn secret() -> ClientSecret {
    ClientSecret { hash: [1; 32], version: 1, hint: "abcd".to_owned() }
}

fn audited(
    world: &mut World,
    kind: SecurityKind,
    command: Command,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let audited = Audited { actor: actor(), kind, about: String::new(), mode: None, command };
    let change = Command::Audited(Box::new(audited)).decide(world, now)?;
    change.rows.iter().cloned().for_each(|row| world.put(row));
    Ok(change)
}

fn create_app(world: &mut World, number: u16) -> Result<Change, Refusal> {
    let create = CreateConnectApp {
        id: AppId::new(number.into(), [0; 10]),
        owner: actor().user,
        name: "Books".to_owned(),
        redirect_uris: Vec::new(),
        secret: secret(),
    };
    audited(world, SecurityKind::AppCreated, ConnectCommand::CreateApp(create).into(), START)
}

fn edit_app(world: &mut World, edit: AppEdit, now: Timestamp) -> Result<Change, Refusal> {
    let kind = match edit {
        AppEdit::Archive => SecurityKind::AppArchived,
        AppEdit::Secret(_) | AppEdit::Describe { .. } => SecurityKind::AppSecretRotated,
    };
    let command = ConnectCommand::EditApp(actor().user, AppId::new(1, [0; 10]), edit);
    audited(world, kind, command.into(), now)
}

fn emails(change: &Change) -> usize {
    change.rows.iter().filter(|row| matches!(row, Row::Email(_))).count()
}

#[test]
fn a_user_has_only_so_many_apps_and_archiving_one_makes_room() {
    let mut world = world(user(None), &[]);
    for number in 0..MAX_CONNECT_APPS as u16 {
        create_app(&mut world, number).expect("room");
    }
    assert_eq!(create_app(&mut world, 999), Err(Refusal::LimitExceeded(Limit::ConnectApps)));
    edit_app(&mut world, AppEdit::Archive, START).expect("an app");
    create_app(&mut world, 999).expect("room again");
}

#[test]
fn rotating_a_secret_again_and_again_is_refused_before_it_fills_a_mailbox() {
    let mut world = world(user(None), &[]);
    create_app(&mut world, 1).expect("room");
    for _ in 1..FREE {
        let change = edit_app(&mut world, AppEdit::Secret(secret()), START).expect("free");
        assert_eq!((noted(&change).len(), emails(&change)), (1, 1));
    }
    let refused = edit_app(&mut world, AppEdit::Secret(secret()), START);
    assert_eq!(refused, Err(Refusal::TooManyAttempts { seconds: 60 }));
    let everywhere = PeopleCommand::Edit(actor(), Edit::SignOutEverywhere, None);
    assert!(Command::from(everywhere).decide(&world, START).is_err(), "it can be repeated, so it counts");
    let later = after(Guard::SecurityChange.fades_seconds());
    edit_app(&mut world, AppEdit::Secret(secret()), later).expect("one has faded");
    edit_app(&mut world, AppEdit::Archive, later).expect("what ends access is never refused");
}

#[test]
fn what_changes_nothing_is_neither_logged_nor_emailed() {
    let mut world = world(user(None), &[]);
    let off = PeopleCommand::Edit(actor(), Edit::NoSecondFactor, None);
    assert_eq!(Command::from(off).decide(&world, START).expect("allowed").rows, []);

    let create = CreateApiKey {
        id: id(5),
        account: actor().home,
        name: "CI".to_owned(),
        scopes: Scopes::default(),
        hash: [1; 32],
        secret_version: 1,
        hint: "abcd".to_owned(),
    };
    audited(&mut world, SecurityKind::KeyCreated, Command::CreateApiKey(create), START).expect("created");
    let revoke = || Command::RevokeApiKey(id(5), Some(actor().home));
    let first = audited(&mut world, SecurityKind::KeyRevoked, revoke(), START).expect("revoked");
    assert_eq!(noted(&first), [SecurityKind::KeyRevoked]);
    let second = audited(&mut world, SecurityKind::KeyRevoked, revoke(), after(9)).expect("repeatable");
    assert_eq!(second.rows, []);
    let revoked_at = world.api_keys.get(&id(5)).and_then(|key: &ApiKey| key.revoked_at);
    assert_eq!(revoked_at, Some(START), "the first time counts");
}
