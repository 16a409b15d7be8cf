//! API keys, found by the hash of what a caller presents.

use rules::account::Mode;
use rules::api_key::ApiKey;
use rules::id::AccountId;

use crate::engine::{BatchStatement, Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    api_keys as t;
    columns api_key_columns {
        id: Text,
        account_id: Text,
        app_id: Text,
        name: Text,
        scopes: Text,
        hash: Bytes,
        secret_version: Int,
        hint: Text,
        created_at: Int,
        last_used_at: Int,
        revoked_at: Int,
    }
    read read_api_key -> ApiKey {
        ApiKey {
            id,
            account: account_id,
            app: app_id,
            name,
            scopes,
            hash,
            secret_version,
            hint,
            created_at,
            last_used_at,
            revoked_at,
        }
    }
    write key: &ApiKey {
        id: key.id,
        account_id: key.account,
        app_id: key.app,
        name: &key.name,
        scopes: key.scopes,
        hash: &key.hash,
        secret_version: i64::from(key.secret_version),
        hint: &key.hint,
        created_at: key.created_at,
        last_used_at: key.last_used_at,
        revoked_at: key.revoked_at,
    }
    insert INSERT_API_KEYS with api_key_values;
}

pub static UPDATE_API_KEYS: BatchStatement = BatchStatement::new(
    "update api_keys set hash = k.hash, secret_version = k.secret_version, last_used_at = k.last_used_at,
         revoked_at = k.revoked_at
     from {rows} where api_keys.id = k.id",
    api_keys::WRITTEN,
);

/// A key, the mode of the account it acts on, and the account that what it does is charged to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownKey {
    pub key: ApiKey,
    pub mode: Mode,
    pub charged: AccountId,
    /// Whether an operator keeps its user out.
    pub is_locked: bool,
}

/// So many revoked keys are still listed.
const MAX_REVOKED_SHOWN: i64 = 100;

macro_rules! known_keys {
    () => {
        concat!(
            "select ",
            api_key_columns!(),
            ", a.mode, coalesce(a.sponsor_id, a.id), u.locked_at is not null from api_keys t
             join accounts a on a.id = t.account_id join users u on u.id = a.user_id"
        )
    };
}

impl Store {
    pub async fn api_key_by_hash(&self, hash: &[u8; 32]) -> Result<Option<KnownKey>, Error> {
        const SQL: &str = concat!(known_keys!(), " where t.hash = $1");
        self.query_one(SQL, &[hash.into()], read_known_key).await
    }

    /// The keys of an account that work, and those that were revoked last; oldest first.
    pub async fn api_keys_of(&self, account: AccountId) -> Result<Vec<KnownKey>, Error> {
        const SQL: &str = concat!(
            known_keys!(),
            " where t.account_id = $1 and (t.revoked_at is null or t.id in (
                  select id from api_keys where account_id = $1 and revoked_at is not null
                  order by revoked_at desc, id limit $2))
              order by t.created_at, t.id"
        );
        self.query(SQL, &[account.into(), Value::Int(MAX_REVOKED_SHOWN)], read_known_key).await
    }
}

fn read_known_key(row: &SqlRow<'_>) -> Result<KnownKey, Error> {
    let mut columns = Columns::of(row);
    Ok(KnownKey {
        key: api_keys::read(&mut columns)?,
        mode: columns.read()?,
        charged: columns.read()?,
        is_locked: columns.read()?,
    })
}

pub static LOCK_API_KEYS: BatchStatement = BatchStatement::locking(
    "t",
    concat!("select ", api_key_columns!(), " from {rows} join api_keys t on t.id = k.id"),
    &[api_keys::kind::id],
);

/// Their account is locked, so none can be added meanwhile.
pub static FIND_ACTIVE_API_KEYS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        api_key_columns!(),
        " from {rows} join api_keys t on t.account_id = k.account_id and t.revoked_at is null"
    ),
    &[api_keys::kind::account_id],
);
