//! API keys, found by the hash of what a caller presents.

use rules::account::Mode;
use rules::api_key::ApiKey;
use rules::id::AccountId;
use rules::scope::Scopes;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

/// A key, the mode of the account it acts on, and the account that what it does is charged to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownKey {
    pub key: ApiKey,
    pub mode: Mode,
    pub charged: AccountId,
}

impl Store {
    pub async fn api_key_by_hash(&self, hash: &[u8; 32]) -> Result<Option<KnownKey>, Error> {
        let sql = "select t.id, t.account_id, t.app_id, t.name, t.scopes, t.hash, t.secret_version, t.hint,
                       t.created_at, t.last_used_at, t.revoked_at, a.mode,
                       coalesce(a.sponsor_id, a.id)
                   from api_keys t join accounts a on a.id = t.account_id where t.hash = $1";
        self.query_one(sql, &[hash.as_slice().into()], read_known_key).await
    }

    /// All keys of an account, oldest first, revoked ones too.
    pub async fn api_keys_of(&self, account: AccountId) -> Result<Vec<KnownKey>, Error> {
        let sql = "select t.id, t.account_id, t.app_id, t.name, t.scopes, t.hash, t.secret_version, t.hint,
                       t.created_at, t.last_used_at, t.revoked_at, a.mode,
                       coalesce(a.sponsor_id, a.id)
                   from api_keys t join accounts a on a.id = t.account_id
                   where t.account_id = $1 order by t.created_at, t.id";
        self.query(sql, &[account.into()], read_known_key).await
    }
}

fn read_known_key(row: &Row<'_>) -> Result<KnownKey, Error> {
    Ok(KnownKey {
        key: read_api_key(row)?,
        mode: decode::named(row, 11, Mode::parse)?,
        charged: decode::id(row, 12)?,
    })
}

pub static LOCK_API_KEYS: BatchStatement = BatchStatement::locking(
    "t",
    "select t.id, t.account_id, t.app_id, t.name, t.scopes, t.hash, t.secret_version, t.hint,
         t.created_at, t.last_used_at, t.revoked_at
     from {rows} join api_keys t on t.id = k.id",
    &[("id", Kind::Text)],
);

/// Their account is locked, so none can be added meanwhile.
pub static FIND_ACTIVE_API_KEYS: BatchStatement = BatchStatement::new(
    "select t.id, t.account_id, t.app_id, t.name, t.scopes, t.hash, t.secret_version, t.hint,
         t.created_at, t.last_used_at, t.revoked_at
     from {rows} join api_keys t on t.account_id = k.account_id and t.revoked_at is null",
    &[("account_id", Kind::Text)],
);

pub fn read_api_key(row: &Row<'_>) -> Result<ApiKey, Error> {
    Ok(ApiKey {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        app: decode::id(row, 2)?,
        name: row.text(3)?.to_owned(),
        scopes: decode::named(row, 4, |text| Scopes::parse(text, ' ').ok())?,
        hash: decode::hash(row, 5)?,
        secret_version: row.int(6)?.try_into().map_err(|_| decode::corrupt(6))?,
        hint: row.text(7)?.to_owned(),
        created_at: decode::time(row, 8)?,
        last_used_at: decode::optional_time(row, 9)?,
        revoked_at: decode::optional_time(row, 10)?,
    })
}

const COLUMNS: &[(&str, Kind)] = &[
    ("id", Kind::Text),
    ("account_id", Kind::Text),
    ("app_id", Kind::Text),
    ("name", Kind::Text),
    ("scopes", Kind::Text),
    ("hash", Kind::Bytes),
    ("secret_version", Kind::Int),
    ("hint", Kind::Text),
    ("created_at", Kind::Int),
    ("last_used_at", Kind::Int),
    ("revoked_at", Kind::Int),
];

pub static INSERT_API_KEYS: BatchStatement = BatchStatement::new(
    "insert into api_keys (id, account_id, app_id, name, scopes, hash, secret_version, hint, created_at,
         last_used_at, revoked_at)
     select id, account_id, app_id, name, scopes, hash, secret_version, hint, created_at, last_used_at, revoked_at
     from {rows}",
    COLUMNS,
);

pub static UPDATE_API_KEYS: BatchStatement = BatchStatement::new(
    "update api_keys set hash = k.hash, secret_version = k.secret_version, last_used_at = k.last_used_at,
         revoked_at = k.revoked_at
     from {rows} where api_keys.id = k.id",
    COLUMNS,
);

pub fn api_key_values(key: &ApiKey) -> Vec<Value<'_>> {
    vec![
        key.id.into(),
        key.account.into(),
        key.app.into(),
        (&key.name).into(),
        key.scopes.to_string().into(),
        key.hash.as_slice().into(),
        i64::from(key.secret_version).into(),
        (&key.hint).into(),
        key.created_at.into(),
        key.last_used_at.into(),
        key.revoked_at.into(),
    ]
}
