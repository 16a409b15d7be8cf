//! What users allowed Connect Apps, and the tokens that came of it.

use rules::account::Mode;
use rules::grant::{Code, Grant, Refresh, Token, TokenKind};
use rules::id::{AccountId, AppId, GrantId};
use rules::redirect_uri::RedirectUri;
use rules::scope::Scopes;
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

macro_rules! columns {
    () => {
        "g.id, g.app_id, g.user_id, g.account_id, g.scopes, g.created_at, g.code_hash, g.redirect_uri, g.challenge,
         g.connected_at, g.last_used_at, g.ended_at, g.refresh_current, g.refresh_previous, g.rotated_at,
         g.sealed_answer"
    };
}
const GRANT_COLUMNS: usize = 16;

/// A token with the grant it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownToken {
    pub token: Token,
    pub grant: Grant,
    pub mode: Mode,
    /// The account that what it does is charged to.
    pub charged: AccountId,
    /// Whether the app has been archived.
    pub app_is_gone: bool,
}

impl Store {
    pub async fn grant_by_code(&self, hash: &[u8; 32]) -> Result<Option<Grant>, Error> {
        const SQL: &str = concat!("select ", columns!(), " from grants g where g.code_hash = $1");
        self.query_one(SQL, &[hash.as_slice().into()], read_grant).await
    }

    pub async fn token_by_hash(&self, hash: &[u8; 32]) -> Result<Option<KnownToken>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            ", t.hash, t.grant_id, t.kind, t.scopes, t.created_at, t.expires_at, a.mode, c.archived_at,
                 coalesce(a.sponsor_id, a.id)
             from tokens t join grants g on g.id = t.grant_id join accounts a on a.id = g.account_id
             join connect_apps c on c.id = g.app_id where t.hash = $1"
        );
        self.query_one(SQL, &[hash.as_slice().into()], read_known_token).await
    }

    /// Grants of an account that are in force, with the name of the app, newest first.
    pub async fn grants_of(&self, account: AccountId) -> Result<Vec<(Grant, String)>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            ", c.name from grants g join connect_apps c on c.id = g.app_id
             where g.account_id = $1 and g.connected_at is not null and g.ended_at is null
                 and c.archived_at is null
             order by g.created_at desc, g.id desc"
        );
        let read = |row: &Row<'_>| Ok((read_grant(row)?, row.text(GRANT_COLUMNS)?.to_owned()));
        self.query(SQL, &[account.into()], read).await
    }

    /// What an app is allowed on an account, also by a code that is younger than this and was not exchanged yet.
    pub async fn open_grants(
        &self,
        account: AccountId,
        app: AppId,
        codes_since: Timestamp,
    ) -> Result<Vec<GrantId>, Error> {
        let sql = "select id from grants where account_id = $1 and app_id = $2 and ended_at is null
                       and (connected_at is not null or created_at > $3)";
        self.query(sql, &[account.into(), app.into(), codes_since.into()], |row| decode::id(row, 0)).await
    }

    /// The same for all apps.
    pub async fn all_open_grants(
        &self,
        account: AccountId,
        codes_since: Timestamp,
    ) -> Result<Vec<GrantId>, Error> {
        let sql = "select id from grants where account_id = $1 and ended_at is null
                       and (connected_at is not null or created_at > $2)";
        self.query(sql, &[account.into(), codes_since.into()], |row| decode::id(row, 0)).await
    }

    /// How many accounts an app is connected to.
    pub async fn connections_of(&self, app: AppId) -> Result<i64, Error> {
        let sql = "select count(distinct account_id) from grants
                   where app_id = $1 and connected_at is not null and ended_at is null";
        let found = self.query_one(sql, &[app.into()], |row| row.int(0)).await?;
        Ok(found.unwrap_or(0))
    }

    /// Some tokens whose time is over.
    pub async fn expired_tokens(&self, now: Timestamp, limit: usize) -> Result<Vec<[u8; 32]>, Error> {
        let sql = "select hash from tokens where expires_at <= $1 order by expires_at limit $2";
        self.query(sql, &[now.into(), Value::Int(limit as i64)], |row| decode::hash(row, 0)).await
    }
}

pub static LOCK_GRANTS: BatchStatement = BatchStatement::locking(
    "g",
    concat!("select ", columns!(), " from {rows} join grants g on g.id = k.id"),
    &[("id", Kind::Text)],
);

pub fn read_grant(row: &Row<'_>) -> Result<Grant, Error> {
    let optional_hash = |column: usize| match row.optional_bytes(column)? {
        Some(bytes) => bytes.try_into().map(Some).map_err(|_| decode::corrupt(column)),
        None => Ok(None),
    };
    let refresh = match optional_hash(12)? {
        None => None,
        Some(current) => Some(Refresh {
            current,
            previous: optional_hash(13)?,
            rotated_at: decode::time(row, 14)?,
            sealed_answer: row.bytes(15)?.to_owned(),
        }),
    };
    Ok(Grant {
        id: decode::id(row, 0)?,
        app: decode::id(row, 1)?,
        user: decode::id(row, 2)?,
        account: decode::id(row, 3)?,
        scopes: decode::named(row, 4, |text| Scopes::parse(text, ' ').ok())?,
        created_at: decode::time(row, 5)?,
        code: Code {
            hash: decode::hash(row, 6)?,
            redirect_uri: decode::named(row, 7, |text| RedirectUri::parse(text).ok())?,
            challenge: optional_hash(8)?,
        },
        connected_at: decode::optional_time(row, 9)?,
        last_used_at: decode::optional_time(row, 10)?,
        ended_at: decode::optional_time(row, 11)?,
        refresh,
    })
}

fn read_known_token(row: &Row<'_>) -> Result<KnownToken, Error> {
    let token = Token {
        hash: decode::hash(row, GRANT_COLUMNS)?,
        grant: decode::id(row, GRANT_COLUMNS + 1)?,
        kind: decode::named(row, GRANT_COLUMNS + 2, TokenKind::parse)?,
        scopes: decode::named(row, GRANT_COLUMNS + 3, |text| Scopes::parse(text, ' ').ok())?,
        created_at: decode::time(row, GRANT_COLUMNS + 4)?,
        expires_at: decode::time(row, GRANT_COLUMNS + 5)?,
    };
    let mode = decode::named(row, GRANT_COLUMNS + 6, Mode::parse)?;
    let app_is_gone = row.optional_int(GRANT_COLUMNS + 7)?.is_some();
    let charged = decode::id(row, GRANT_COLUMNS + 8)?;
    Ok(KnownToken { token, grant: read_grant(row)?, mode, charged, app_is_gone })
}

pub static INSERT_GRANTS: BatchStatement = BatchStatement::insert(
    "grants",
    &[
        ("id", Kind::Text),
        ("app_id", Kind::Text),
        ("user_id", Kind::Text),
        ("account_id", Kind::Text),
        ("scopes", Kind::Text),
        ("created_at", Kind::Int),
        ("code_hash", Kind::Bytes),
        ("redirect_uri", Kind::Text),
        ("challenge", Kind::Bytes),
    ],
);

pub fn grant_values(grant: &Grant) -> Vec<Value<'_>> {
    vec![
        grant.id.into(),
        grant.app.into(),
        grant.user.into(),
        grant.account.into(),
        grant.scopes.to_string().into(),
        grant.created_at.into(),
        grant.code.hash.as_slice().into(),
        grant.code.redirect_uri.as_str().into(),
        optional_bytes(grant.code.challenge.as_ref().map(|hash| hash.as_slice())),
    ]
}

pub static UPDATE_GRANTS: BatchStatement = BatchStatement::update(
    "grants",
    &[
        ("id", Kind::Text),
        ("connected_at", Kind::Int),
        ("last_used_at", Kind::Int),
        ("ended_at", Kind::Int),
        ("refresh_current", Kind::Bytes),
        ("refresh_previous", Kind::Bytes),
        ("rotated_at", Kind::Int),
        ("sealed_answer", Kind::Bytes),
    ],
);

pub fn progress_values(grant: &Grant) -> Vec<Value<'_>> {
    let refresh = grant.refresh.as_ref();
    vec![
        grant.id.into(),
        grant.connected_at.into(),
        grant.last_used_at.into(),
        grant.ended_at.into(),
        optional_bytes(refresh.map(|refresh| refresh.current.as_slice())),
        optional_bytes(refresh.and_then(|refresh| refresh.previous.as_ref()).map(|hash| hash.as_slice())),
        refresh.map(|refresh| refresh.rotated_at).into(),
        optional_bytes(refresh.map(|refresh| refresh.sealed_answer.as_slice())),
    ]
}

fn optional_bytes(bytes: Option<&[u8]>) -> Value<'_> {
    bytes.map_or(Value::Null, Value::Bytes)
}

pub static INSERT_TOKENS: BatchStatement = BatchStatement::insert(
    "tokens",
    &[
        ("hash", Kind::Bytes),
        ("grant_id", Kind::Text),
        ("kind", Kind::Text),
        ("scopes", Kind::Text),
        ("created_at", Kind::Int),
        ("expires_at", Kind::Int),
    ],
);

pub fn token_values(token: &Token) -> Vec<Value<'_>> {
    vec![
        token.hash.as_slice().into(),
        token.grant.into(),
        token.kind.name().into(),
        token.scopes.to_string().into(),
        token.created_at.into(),
        token.expires_at.into(),
    ]
}

pub static DELETE_TOKENS: BatchStatement = BatchStatement::new(
    "delete from tokens where hash in (select hash from {rows})",
    &[("hash", Kind::Bytes)],
);
