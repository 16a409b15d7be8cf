//! Users and their accounts.

use rules::account::{Account, Mode};
use rules::id::{AccountId, UserId};
use rules::user::{SecondFactor, User};
use rules::zone::Zone;

use crate::engine::{BatchStatement, ColumnType, Columns, SqlRow, Store, Value, corrupt};
use crate::error::Error;
use crate::table::table;

table! {
    users as u;
    columns user_columns {
        id: Text,
        email: Text,
        name: Text,
        account_type: Text,
        password_hash: Text,
        created_at: Int,
        verified_at: Int,
        epoch: Int,
        factor_secret: Bytes,
        factor_step: Int,
        factor_recovery: Bytes,
        latest_device: Int,
        language: Text,
        time_zone: Text,
        locked_at: Int,
    }
    unread {
        email_key: Text,
    }
    read read_user -> User {
        User {
            id,
            email,
            name,
            account_type,
            password_hash,
            created_at,
            verified_at,
            epoch,
            second_factor: second_factor(factor_secret, factor_step, factor_recovery)?,
            latest_device,
            language,
            zone: known_zone(time_zone),
            locked_at,
        }
    }
    write user: &User {
        id: user.id,
        email: user.email.as_str(),
        email_key: user.email.lookup_key(),
        name: &user.name,
        account_type: user.account_type,
        password_hash: &user.password_hash,
        created_at: user.created_at,
        verified_at: user.verified_at,
        epoch: user.epoch,
        factor_secret: user.second_factor.as_ref().map(|second| second.sealed_secret.as_slice()),
        factor_step: user.second_factor.as_ref().map(|second| second.last_step),
        factor_recovery: user.second_factor.as_ref().map(|second| second.recovery.as_flattened()),
        latest_device: user.latest_device,
        language: user.language,
        time_zone: user.zone.map(Zone::name),
        locked_at: user.locked_at,
    }
    insert INSERT_USERS with user_values;
    /// What users can change about themselves.
    update UPDATE_USERS with changed_values by id:
        name, account_type, password_hash, epoch, latest_device, language, time_zone, factor_secret, factor_step,
        factor_recovery, locked_at;
}

/// Without the zones that only a newer server knows.
pub(crate) fn known_zone(name: Option<String>) -> Option<Zone> {
    Zone::parse(&name?)
}

/// A user with half of a second factor must not pass for one without.
fn second_factor(
    secret: Option<Vec<u8>>,
    step: Option<i64>,
    recovery: Option<Vec<[u8; 32]>>,
) -> Result<Option<SecondFactor>, Error> {
    let Some(sealed_secret) = secret else { return Ok(None) };
    let last_step = step.ok_or_else(|| corrupt("users.factor_step"))?;
    let recovery = recovery.ok_or_else(|| corrupt("users.factor_recovery"))?;
    Ok(Some(SecondFactor { sealed_secret, last_step, recovery }))
}

table! {
    accounts as a;
    columns account_columns {
        id: Text,
        user_id: Text,
        mode: Text,
        own_app_id: Text,
        created_at: Int,
        clock_ahead: Int,
        withdraws_automatically: Int,
        sponsor_id: Text,
        recipient_language: Text,
        locked_at: Int,
    }
    read read_account -> Account {
        Account {
            id,
            user: user_id,
            mode,
            own_app: own_app_id,
            created_at,
            clock_ahead,
            withdraws_automatically,
            sponsor: sponsor_id,
            recipient_language,
            locked_at,
        }
    }
    write account: &Account {
        id: account.id,
        user_id: account.user,
        mode: account.mode,
        own_app_id: account.own_app,
        created_at: account.created_at,
        clock_ahead: account.clock_ahead,
        withdraws_automatically: i64::from(account.withdraws_automatically),
        sponsor_id: account.sponsor,
        recipient_language: account.recipient_language,
        locked_at: account.locked_at,
    }
    insert INSERT_ACCOUNTS with account_values;
    /// What else changes is how much test money the account has created.
    update UPDATE_ACCOUNTS with changed_account_values by id:
        clock_ahead, withdraws_automatically, recipient_language, locked_at;
}

/// A user and their accounts, as operators see them. Simulated people are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedUser {
    pub user: User,
    pub live: Option<AccountId>,
    pub test: Option<AccountId>,
}

macro_rules! listed_users {
    () => {
        concat!(
            "select ",
            user_columns!(),
            ", l.id, t.id from users u
             left join accounts l on l.user_id = u.id and l.mode = 'live'
             left join accounts t on t.user_id = u.id and t.mode = 'test'"
        )
    };
}

fn read_listed_user(columns: &mut Columns<'_>) -> Result<ListedUser, Error> {
    Ok(ListedUser { user: users::read(columns)?, live: columns.read()?, test: columns.read()? })
}

impl Store {
    /// Users, newest first, from the one that follows `after`.
    pub async fn list_users(&self, after: Option<UserId>, limit: usize) -> Result<Vec<ListedUser>, Error> {
        const SQL: &str = concat!(
            listed_users!(),
            " where /* reads all: an operator asks */ u.id < $1 and u.verified_at is not null
              order by u.id desc limit $2"
        );
        // Behind every ID.
        let after = after.map_or_else(|| "~".to_owned(), |after| after.to_string());
        self.query_columns(SQL, &[after.into(), Value::Int(limit as i64)], read_listed_user).await
    }

    /// The owner of an account; nothing for simulated people.
    pub async fn listed_owner(&self, account: AccountId) -> Result<Option<ListedUser>, Error> {
        const SQL: &str = concat!(
            listed_users!(),
            " where /* reads all: an operator asks */ u.verified_at is not null
                  and u.id = (select a.user_id from accounts a where a.id = $1)"
        );
        Ok(self.query_columns(SQL, &[account.into()], read_listed_user).await?.pop())
    }

    pub async fn listed_user(&self, id: UserId) -> Result<Option<ListedUser>, Error> {
        const SQL: &str = concat!(listed_users!(), " where u.verified_at is not null and u.id = $1");
        Ok(self.query_columns(SQL, &[id.into()], read_listed_user).await?.pop())
    }

    /// The account of the user with this email in this mode.
    pub async fn account_of(&self, email_key: &str, mode: Mode) -> Result<Option<Account>, Error> {
        const SQL: &str = concat!(
            "select ",
            account_columns!(),
            " from accounts a join users u on u.id = a.user_id where u.email_key = $1 and a.mode = $2"
        );
        self.query_one(SQL, &[email_key.into(), mode.into()], read_account).await
    }

    pub async fn user_by_email(&self, email_key: &str) -> Result<Option<User>, Error> {
        const SQL: &str = concat!("select ", user_columns!(), " from users u where u.email_key = $1");
        self.query_one(SQL, &[email_key.into()], read_user).await
    }

    /// The accounts of a user: live and test, or test alone.
    pub async fn accounts_of(&self, user: UserId) -> Result<Vec<Account>, Error> {
        const SQL: &str =
            concat!("select ", account_columns!(), " from accounts a where a.user_id = $1 order by a.mode");
        self.query(SQL, &[user.into()], read_account).await
    }

    /// What an account's owner is called, and where they get email.
    pub async fn owner_of(&self, account: AccountId) -> Result<Option<(Mode, User)>, Error> {
        const SQL: &str = concat!(
            "select a.mode, ",
            user_columns!(),
            " from accounts a join users u on u.id = a.user_id where a.id = $1"
        );
        let read = |columns: &mut Columns<'_>| Ok((columns.read()?, users::read(columns)?));
        Ok(self.query_columns(SQL, &[account.into()], read).await?.pop())
    }
}

pub static FIND_USERS: BatchStatement = BatchStatement::new(
    concat!("select ", user_columns!(), " from {rows} join users u on u.email_key = k.email_key"),
    &[users::kind::email_key],
);

/// Locking the account serializes everything one account does, across all processes: its recipients, its stored
/// answers and its money need no further locks.
pub static LOCK_ACCOUNTS: BatchStatement = BatchStatement::locking(
    "a",
    concat!("select ", account_columns!(), ", a.simulated_in from {rows} join accounts a on a.id = k.id"),
    &[accounts::kind::id],
);

/// The accounts that test money of these accounts is charged to. It never changes, so it needs no lock.
pub static FIND_SPONSORS: BatchStatement = BatchStatement::new(
    "select a.sponsor_id from {rows} join accounts a on a.id = k.id where a.sponsor_id is not null",
    &[accounts::kind::id],
);

/// With how much test money it has created.
pub fn read_locked_account(row: &SqlRow<'_>) -> Result<(Account, i64), Error> {
    let mut columns = Columns::of(row);
    Ok((accounts::read(&mut columns)?, columns.read()?))
}

pub static UPDATE_SIMULATED_IN: BatchStatement =
    BatchStatement::update("accounts", &[accounts::kind::id, ("simulated_in", ColumnType::Int)]);
