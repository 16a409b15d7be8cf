//! What users allowed Connect Apps, and the tokens that came of it.

use rules::account::Mode;
use rules::grant::{AuthorizationCode, Grant, OAuthToken, Refresh};
use rules::id::{AccountId, AppId, GrantId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Columns, SqlRow, Store, Value, corrupt};
use crate::error::Error;
use crate::table::table;

table! {
    grants as g;
    columns grant_columns {
        id: Text,
        app_id: Text,
        user_id: Text,
        account_id: Text,
        scopes: Text,
        created_at: Int,
        code_hash: Bytes,
        redirect_uri: Text,
        challenge: Bytes,
        connected_at: Int,
        last_used_at: Int,
        ended_at: Int,
        refresh_current: Bytes,
        refresh_previous: Bytes,
        rotated_at: Int,
        sealed_answer: Bytes,
    }
    read read_grant -> Grant {
        Grant {
            id,
            app: app_id,
            user: user_id,
            account: account_id,
            scopes,
            created_at,
            code: AuthorizationCode { hash: code_hash, redirect_uri, challenge },
            connected_at,
            last_used_at,
            ended_at,
            refresh: refresh(refresh_current, refresh_previous, rotated_at, sealed_answer)?,
        }
    }
    write grant: &Grant {
        id: grant.id,
        app_id: grant.app,
        user_id: grant.user,
        account_id: grant.account,
        scopes: grant.scopes,
        created_at: grant.created_at,
        code_hash: &grant.code.hash,
        redirect_uri: grant.code.redirect_uri.as_str(),
        challenge: grant.code.challenge.as_ref(),
        connected_at: grant.connected_at,
        last_used_at: grant.last_used_at,
        ended_at: grant.ended_at,
        refresh_current: grant.refresh.as_ref().map(|refresh| &refresh.current),
        refresh_previous: grant.refresh.as_ref().and_then(|refresh| refresh.previous.as_ref()),
        rotated_at: grant.refresh.as_ref().map(|refresh| refresh.rotated_at),
        sealed_answer: grant.refresh.as_ref().map(|refresh| refresh.sealed_answer.as_slice()),
    }
    insert INSERT_GRANTS with grant_values;
    update UPDATE_GRANTS with progress_values by id:
        connected_at, last_used_at, ended_at, refresh_current, refresh_previous, rotated_at, sealed_answer;
}

/// There are refresh tokens if there is a current one.
fn refresh(
    current: Option<[u8; 32]>,
    previous: Option<[u8; 32]>,
    rotated_at: Option<Timestamp>,
    sealed_answer: Option<Vec<u8>>,
) -> Result<Option<Refresh>, Error> {
    let Some(current) = current else { return Ok(None) };
    let rotated_at = rotated_at.ok_or_else(|| corrupt("grants.rotated_at"))?;
    let sealed_answer = sealed_answer.ok_or_else(|| corrupt("grants.sealed_answer"))?;
    Ok(Some(Refresh { current, previous, rotated_at, sealed_answer }))
}

table! {
    tokens as t;
    columns token_columns {
        hash: Bytes,
        grant_id: Text,
        kind: Text,
        scopes: Text,
        created_at: Int,
        expires_at: Int,
    }
    read -> OAuthToken {
        OAuthToken { hash, grant: grant_id, kind, scopes, created_at, expires_at }
    }
    write token: &OAuthToken {
        hash: &token.hash,
        grant_id: token.grant,
        kind: token.kind,
        scopes: token.scopes,
        created_at: token.created_at,
        expires_at: token.expires_at,
    }
    insert INSERT_TOKENS with token_values;
}

/// A token with the grant it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownToken {
    pub token: OAuthToken,
    pub grant: Grant,
    pub mode: Mode,
    /// The account that what it does is charged to.
    pub charged: AccountId,
    /// Whether the app has been archived.
    pub app_is_gone: bool,
    /// Whether an operator has locked the user who consented, or the owner of the app.
    pub is_locked: bool,
}

impl Store {
    pub async fn grant_by_code(&self, hash: &[u8; 32]) -> Result<Option<Grant>, Error> {
        const SQL: &str = concat!("select ", grant_columns!(), " from grants g where g.code_hash = $1");
        self.query_one(SQL, &[hash.as_slice().into()], read_grant).await
    }

    pub async fn token_by_hash(&self, hash: &[u8; 32]) -> Result<Option<KnownToken>, Error> {
        const SQL: &str = concat!(
            "select ",
            token_columns!(),
            ", ",
            grant_columns!(),
            ", a.mode, coalesce(a.sponsor_id, a.id), c.archived_at is not null,
                 u.locked_at is not null or o.locked_at is not null
             from tokens t join grants g on g.id = t.grant_id join accounts a on a.id = g.account_id
             join users u on u.id = a.user_id join connect_apps c on c.id = g.app_id
             join users o on o.id = c.user_id where t.hash = $1"
        );
        self.query_one(SQL, &[hash.as_slice().into()], read_known_token).await
    }

    /// Grants of an account that are in force, with the name of the app, newest first.
    pub async fn grants_of(&self, account: AccountId) -> Result<Vec<(Grant, String)>, Error> {
        const SQL: &str = concat!(
            "select ",
            grant_columns!(),
            ", c.name from grants g join connect_apps c on c.id = g.app_id
             where g.account_id = $1 and g.connected_at is not null and g.ended_at is null
                 and c.archived_at is null
             order by g.created_at desc, g.id desc"
        );
        self.query_columns(SQL, &[account.into()], |columns| Ok((grants::read(columns)?, columns.read()?)))
            .await
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
        self.query_columns(sql, &[account.into(), app.into(), codes_since.into()], |columns| columns.read())
            .await
    }

    /// The same for all apps.
    pub async fn all_open_grants(
        &self,
        account: AccountId,
        codes_since: Timestamp,
    ) -> Result<Vec<GrantId>, Error> {
        let sql = "select id from grants where account_id = $1 and ended_at is null
                       and (connected_at is not null or created_at > $2)";
        self.query_columns(sql, &[account.into(), codes_since.into()], |columns| columns.read()).await
    }

    /// Some tokens whose time is over.
    pub async fn expired_tokens(&self, now: Timestamp, limit: usize) -> Result<Vec<[u8; 32]>, Error> {
        let sql = "select hash from tokens where expires_at <= $1 order by expires_at limit $2";
        self.query_columns(sql, &[now.into(), Value::Int(limit as i64)], |columns| columns.read()).await
    }
}

pub static LOCK_GRANTS: BatchStatement = BatchStatement::locking(
    "g",
    concat!("select ", grant_columns!(), " from {rows} join grants g on g.id = k.id"),
    &[grants::kind::id],
);

fn read_known_token(row: &SqlRow<'_>) -> Result<KnownToken, Error> {
    let mut columns = Columns::of(row);
    Ok(KnownToken {
        token: tokens::read(&mut columns)?,
        grant: grants::read(&mut columns)?,
        mode: columns.read()?,
        charged: columns.read()?,
        app_is_gone: columns.read()?,
        is_locked: columns.read()?,
    })
}

pub static DELETE_TOKENS: BatchStatement =
    BatchStatement::new("delete from tokens where hash in (select hash from {rows})", &[tokens::kind::hash]);
