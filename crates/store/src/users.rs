//! Users and their accounts.

use rules::account::{Account, Mode};
use rules::id::{AccountId, UserId};
use rules::user::{SecondFactor, User};

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

macro_rules! columns {
    () => {
        "u.id, u.email, u.name, u.password_hash, u.created_at, u.verified_at, u.epoch, u.factor_secret,
         u.factor_step, u.factor_recovery, u.latest_device"
    };
}
const USER_COLUMNS: usize = 11;

impl Store {
    /// The account of the user with this email in this mode.
    pub async fn account_of(&self, email_key: &str, mode: Mode) -> Result<Option<Account>, Error> {
        let sql = "select a.id, a.user_id, a.mode, a.own_app_id, a.created_at, a.clock_ahead, a.sponsor_id
                   from accounts a join users u on u.id = a.user_id where u.email_key = $1 and a.mode = $2";
        self.query_one(sql, &[email_key.into(), mode.name().into()], read_account).await
    }

    pub async fn user_by_email(&self, email_key: &str) -> Result<Option<User>, Error> {
        const SQL: &str = concat!("select ", columns!(), " from users u where u.email_key = $1");
        self.query_one(SQL, &[email_key.into()], read_user).await
    }

    /// The accounts of a user: live and test, or test alone.
    pub async fn accounts_of(&self, user: UserId) -> Result<Vec<Account>, Error> {
        let sql = "select id, user_id, mode, own_app_id, created_at, clock_ahead, sponsor_id from accounts
                   where user_id = $1 order by mode";
        self.query(sql, &[user.into()], read_account).await
    }

    /// What an account's owner is called, and where they get email.
    pub async fn owner_of(&self, account: AccountId) -> Result<Option<(Mode, User)>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            ", a.mode from accounts a join users u on u.id = a.user_id where a.id = $1"
        );
        let read = |row: &Row<'_>| Ok((decode::named(row, USER_COLUMNS, Mode::parse)?, read_user(row)?));
        self.query_one(SQL, &[account.into()], read).await
    }
}

pub static FIND_USERS: BatchStatement = BatchStatement::new(
    concat!("select ", columns!(), " from {rows} join users u on u.email_key = k.email_key"),
    &[("email_key", Kind::Text)],
);

pub fn read_user(row: &Row<'_>) -> Result<User, Error> {
    read_user_from(row, 0)
}

/// The same, where other columns come first.
pub fn read_user_from(row: &Row<'_>, first: usize) -> Result<User, Error> {
    Ok(User {
        id: decode::id(row, first)?,
        email: decode::email(row, first + 1)?,
        name: row.text(first + 2)?.to_owned(),
        password_hash: row.text(first + 3)?.to_owned(),
        created_at: decode::time(row, first + 4)?,
        verified_at: decode::optional_time(row, first + 5)?,
        epoch: row.int(first + 6)?,
        second_factor: read_second_factor(row, first + 7)?,
        latest_device: row.int(first + 10)?,
    })
}

fn read_second_factor(row: &Row<'_>, first: usize) -> Result<Option<SecondFactor>, Error> {
    let Some(secret) = row.optional_bytes(first)? else { return Ok(None) };
    let (codes, rest) = row.bytes(first + 2)?.as_chunks::<32>();
    if !rest.is_empty() {
        return Err(decode::corrupt(first + 2));
    }
    let recovery = codes.to_vec();
    Ok(Some(SecondFactor { sealed_secret: secret.to_owned(), last_step: row.int(first + 1)?, recovery }))
}

pub static INSERT_USERS: BatchStatement = BatchStatement::insert(
    "users",
    &[
        ("id", Kind::Text),
        ("email", Kind::Text),
        ("email_key", Kind::Text),
        ("name", Kind::Text),
        ("password_hash", Kind::Text),
        ("created_at", Kind::Int),
        ("verified_at", Kind::Int),
        ("latest_device", Kind::Int),
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
        user.latest_device.into(),
    ]
}

/// What users can change about themselves.
pub static UPDATE_USERS: BatchStatement = BatchStatement::update(
    "users",
    &[
        ("id", Kind::Text),
        ("name", Kind::Text),
        ("password_hash", Kind::Text),
        ("epoch", Kind::Int),
        ("latest_device", Kind::Int),
        ("factor_secret", Kind::Bytes),
        ("factor_step", Kind::Int),
        ("factor_recovery", Kind::Bytes),
    ],
);

pub fn changed_values(user: &User) -> Vec<Value<'_>> {
    let second = user.second_factor.as_ref();
    vec![
        user.id.into(),
        (&user.name).into(),
        (&user.password_hash).into(),
        user.epoch.into(),
        user.latest_device.into(),
        second.map_or(Value::Null, |second| second.sealed_secret.as_slice().into()),
        second.map_or(Value::Null, |second| second.last_step.into()),
        second.map_or(Value::Null, |second| second.recovery.as_flattened().into()),
    ]
}

/// Locking the account serializes everything one account does, across all processes: its recipients, its stored
/// answers and its money need no further locks.
pub static LOCK_ACCOUNTS: BatchStatement = BatchStatement::locking(
    "a",
    "select a.id, a.user_id, a.mode, a.own_app_id, a.created_at, a.clock_ahead, a.sponsor_id, a.simulated_in
     from {rows} join accounts a on a.id = k.id",
    &[("id", Kind::Text)],
);

/// The accounts that test money of these accounts is charged to. It never changes, so it needs no lock.
pub static FIND_SPONSORS: BatchStatement = BatchStatement::new(
    "select a.sponsor_id from {rows} join accounts a on a.id = k.id where a.sponsor_id is not null",
    &[("id", Kind::Text)],
);

pub fn read_account(row: &Row<'_>) -> Result<Account, Error> {
    read_account_from(row, 0)
}

/// The same, where other columns come first.
pub fn read_account_from(row: &Row<'_>, first: usize) -> Result<Account, Error> {
    Ok(Account {
        id: decode::id(row, first)?,
        user: decode::id(row, first + 1)?,
        mode: decode::named(row, first + 2, Mode::parse)?,
        own_app: decode::id(row, first + 3)?,
        created_at: decode::time(row, first + 4)?,
        clock_ahead: row.int(first + 5)?,
        sponsor: decode::optional_id(row, first + 6)?,
    })
}

/// With how much test money it has created.
pub fn read_locked_account(row: &Row<'_>) -> Result<(Account, i64), Error> {
    Ok((read_account(row)?, row.int(7)?))
}

pub static UPDATE_SIMULATED_IN: BatchStatement =
    BatchStatement::update("accounts", &[("id", Kind::Text), ("simulated_in", Kind::Int)]);

/// Only the clock of a test account ever changes, and how much test money it has created.
pub static UPDATE_ACCOUNTS: BatchStatement =
    BatchStatement::update("accounts", &[("id", Kind::Text), ("clock_ahead", Kind::Int)]);

pub fn clock_values(account: &Account) -> Vec<Value<'_>> {
    vec![account.id.into(), account.clock_ahead.into()]
}

pub static INSERT_ACCOUNTS: BatchStatement = BatchStatement::insert(
    "accounts",
    &[
        ("id", Kind::Text),
        ("user_id", Kind::Text),
        ("mode", Kind::Text),
        ("own_app_id", Kind::Text),
        ("created_at", Kind::Int),
        ("sponsor_id", Kind::Text),
    ],
);

pub fn account_values(account: &Account) -> Vec<Value<'_>> {
    vec![
        account.id.into(),
        account.user.into(),
        account.mode.name().into(),
        account.own_app.into(),
        account.created_at.into(),
        account.sponsor.into(),
    ]
}
