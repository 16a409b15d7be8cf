//! A user in a world of their own.

use rules::account::{Account, Mode};
use rules::change::{Change, Row};
use rules::command::{Command, PeopleCommand};
use rules::email_address::EmailAddress;
use rules::id::{Id, IdKind};
use rules::refusal::Refusal;
use rules::security::{Actor, ClientInfo, NewEntry, SecurityKind};
use rules::session::{NewSession, Session};
use rules::time::Timestamp;
use rules::user::{AccountType, SecondFactor, User};
use rules::world::World;

pub const START: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);
pub const PASSWORD: &str = "hash of the password";

pub fn id<K: IdKind>(number: u8) -> Id<K> {
    Id::new(1_800_000_000_000, [number; 10])
}

pub fn after(seconds: i64) -> Timestamp {
    START.plus_seconds(seconds)
}

pub fn email() -> EmailAddress {
    EmailAddress::parse("ada@example.com").expect("an address")
}

pub fn user(second_factor: Option<SecondFactor>) -> User {
    User {
        id: id(1),
        email: email(),
        name: "Ada".to_owned(),
        account_type: AccountType::Personal,
        password_hash: PASSWORD.to_owned(),
        created_at: START,
        verified_at: Some(START),
        epoch: 0,
        latest_device: 1,
        second_factor,
        language: None,
        zone: None,
        locked_at: None,
    }
}

pub fn actor() -> Actor {
    let entry = NewEntry { id: id(7), message: id(8) };
    Actor { user: id(1), email: email(), home: id(2), client_info: ClientInfo::default(), entry }
}

pub fn session(number: u8) -> NewSession {
    NewSession { id: id(number), hash: [number; 32] }
}

/// A world with this user and these sessions.
pub fn world(user: User, sessions: &[Session]) -> World {
    let mut world = World::default();
    let account = Account {
        id: id(2),
        user: user.id,
        mode: Mode::Live,
        own_app: id(3),
        created_at: START,
        clock_ahead: 0,
        withdraws_automatically: false,
        sponsor: None,
        recipient_language: None,
        locked_at: None,
    };
    world.accounts.load(account.id, account);
    world.users.load(user.email.lookup_key(), user);
    sessions.iter().for_each(|session| world.sessions.load(session.id, session.clone()));
    world
}

/// Decides, and lets the world take in what it changes.
pub fn act(world: &mut World, command: PeopleCommand, now: Timestamp) -> Result<Change, Refusal> {
    let change = Command::from(command).decide(world, now)?;
    change.rows.iter().cloned().for_each(|row| world.put(row));
    Ok(change)
}

pub fn known(world: &World) -> &User {
    world.users.get("ada@example.com").expect("the user")
}

pub fn noted(change: &Change) -> Vec<SecurityKind> {
    let kind = |row: &Row| match row {
        Row::SecurityEntry(entry) => Some(entry.kind),
        _ => None,
    };
    change.rows.iter().filter_map(kind).collect()
}
