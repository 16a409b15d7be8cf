//! Users, their two accounts, and who is calling.
//!
//! A user owns a live and a test account. An account is the tenant: every other row belongs to exactly one, so live
//! and test are apart in the same way as two strangers are.

use crate::change::{Change, Outcome, Row};
use crate::email::Email;
use crate::id::{AccountId, AppId, EventId, TransactionId, UserId};
use crate::inbound::{self, Arrival};
use crate::ledger;
use crate::money::{Amount, MICROS_PER_UNIT};
use crate::refusal::Refusal;
use crate::scope::Scopes;
use crate::time::Timestamp;
use crate::world::World;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mode {
    Live,
    Test,
}

impl Mode {
    pub const ALL: [Mode; 2] = [Mode::Live, Mode::Test];

    pub const fn name(self) -> &'static str {
        match self {
            Mode::Live => "live",
            Mode::Test => "test",
        }
    }

    pub fn parse(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Who is calling: the whole of what a credential can reach. Only authentication makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    pub account: AccountId,
    pub app: AppId,
    pub mode: Mode,
    pub scopes: Scopes,
}

/// A person who can sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    pub id: UserId,
    pub email: Email,
    pub name: String,
    /// A PHC string of argon2id, never the password.
    pub password_hash: String,
    pub created_at: Timestamp,
    /// When the person proved that the address is theirs.
    pub verified_at: Option<Timestamp>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    pub id: AccountId,
    pub user: UserId,
    pub mode: Mode,
    /// The app its API keys act as.
    pub own_app: AppId,
    pub created_at: Timestamp,
    /// How far the clock of a test account was moved forward, in microseconds. Always zero for a live one.
    pub clock_ahead: i64,
}

impl Account {
    /// What time it is for this account.
    pub const fn time(&self, real_now: Timestamp) -> Timestamp {
        real_now.plus_micros(self.clock_ahead)
    }
}

/// What a test account starts with: 10,000.00 USDC.
pub const TEST_FUNDS: Amount = Amount::from_micros(10_000 * MICROS_PER_UNIT);

/// The fresh ids one new account needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewAccount {
    pub id: AccountId,
    pub own_app: AppId,
    /// The inbound transfer that funds it, and its event; used in test mode only.
    pub funding: TransactionId,
    pub funding_event: EventId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateUser {
    pub id: UserId,
    pub email: Email,
    pub name: String,
    pub password_hash: String,
    pub live: NewAccount,
    pub test: NewAccount,
}

/// A new user, verified by the operator who vouches for the address, with both accounts and test funds.
pub fn create_user(world: &World, new: &CreateUser, now: Timestamp) -> Result<Change, Refusal> {
    if world.users.contains(&new.email.lookup_key()) {
        return Err(Refusal::EmailTaken);
    }
    let user = User {
        id: new.id,
        email: new.email.clone(),
        name: new.name.clone(),
        password_hash: new.password_hash.clone(),
        created_at: now,
        verified_at: Some(now),
    };
    let mut rows = vec![Row::User(user.clone())];
    for (mode, ids) in [(Mode::Live, new.live), (Mode::Test, new.test)] {
        let account =
            Account { id: ids.id, user: new.id, mode, own_app: ids.own_app, created_at: now, clock_ahead: 0 };
        rows.push(Row::Account(account));
        rows.extend(ledger::accounts_of(ids.id, mode, now).map(Row::LedgerAccount));
        if mode == Mode::Test {
            rows.extend(test_funds(&account, &ids, now));
        }
    }
    Ok(Change { outcome: Outcome::User(user), rows })
}

/// Test money is booked like any other: an inbound transfer that came from the simulated chain.
fn test_funds(account: &Account, ids: &NewAccount, now: Timestamp) -> [Row; 3] {
    let external_reference = format!("simulated:{}", ids.funding);
    let arrival =
        Arrival { id: ids.funding, event: ids.funding_event, amount: TEST_FUNDS, external_reference };
    inbound::book(account, &arrival, now).1
}
