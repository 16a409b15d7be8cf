//! Users and their accounts.

use rules::account::{Account, Mode, User};

use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;

impl Store {
    /// The account of the user with this e-mail in this mode.
    pub async fn account_of(&self, email_key: &str, mode: Mode) -> Result<Option<Account>, Error> {
        let sql = "select a.id, a.user_id, a.mode, a.own_app_id, a.created_at, a.clock_ahead
                   from accounts a join users u on u.id = a.user_id where u.email_key = $1 and a.mode = $2";
        self.query_one(sql, &[email_key.into(), mode.name().into()], read_account).await
    }
}

pub static FIND_USERS: Each = Each::new(
    "select u.id, u.email, u.name, u.password_hash, u.created_at, u.verified_at
     from {rows} join users u on u.email_key = k.email_key",
    &[("email_key", Kind::Text)],
);

pub fn read_user(row: &Row<'_>) -> Result<User, Error> {
    Ok(User {
        id: decode::id(row, 0)?,
        email: decode::email(row, 1)?,
        name: row.text(2)?.to_owned(),
        password_hash: row.text(3)?.to_owned(),
        created_at: decode::time(row, 4)?,
        verified_at: decode::optional_time(row, 5)?,
    })
}

pub static INSERT_USERS: Each = Each::insert(
    "users",
    &[
        ("id", Kind::Text),
        ("email", Kind::Text),
        ("email_key", Kind::Text),
        ("name", Kind::Text),
        ("password_hash", Kind::Text),
        ("created_at", Kind::Int),
        ("verified_at", Kind::Int),
    ],
);

pub fn user_values(user: &User) -> Vec<Value<'_>> {
    vec![
        user.id.into(),
        user.email.as_str().into(),
        user.email.lookup_key().into(),
        (&user.name).into(),
        (&user.password_hash).into(),
        user.created_at.into(),
        user.verified_at.into(),
    ]
}

/// Locking the account serializes everything one account does, across all processes: its recipients, its stored
/// answers and its money need no further locks.
pub static LOCK_ACCOUNTS: Each = Each::locking(
    "a",
    "select a.id, a.user_id, a.mode, a.own_app_id, a.created_at, a.clock_ahead
     from {rows} join accounts a on a.id = k.id",
    &[("id", Kind::Text)],
);

pub fn read_account(row: &Row<'_>) -> Result<Account, Error> {
    Ok(Account {
        id: decode::id(row, 0)?,
        user: decode::id(row, 1)?,
        mode: decode::named(row, 2, Mode::parse)?,
        own_app: decode::id(row, 3)?,
        created_at: decode::time(row, 4)?,
        clock_ahead: row.int(5)?,
    })
}

/// Only the clock of a test account ever changes.
pub static UPDATE_ACCOUNTS: Each =
    Each::update("accounts", &[("id", Kind::Text), ("clock_ahead", Kind::Int)]);

pub fn clock_values(account: &Account) -> Vec<Value<'_>> {
    vec![account.id.into(), account.clock_ahead.into()]
}

pub static INSERT_ACCOUNTS: Each = Each::insert(
    "accounts",
    &[
        ("id", Kind::Text),
        ("user_id", Kind::Text),
        ("mode", Kind::Text),
        ("own_app_id", Kind::Text),
        ("created_at", Kind::Int),
    ],
);

pub fn account_values(account: &Account) -> Vec<Value<'_>> {
    vec![
        account.id.into(),
        account.user.into(),
        account.mode.name().into(),
        account.own_app.into(),
        account.created_at.into(),
    ]
}
