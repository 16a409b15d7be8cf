//! The log of API requests of each account.

use rules::api_request::{ApiRequest, LoggedRequest};
use rules::id::{AccountId, ApiKeyId, AppId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Columns, Store, Value};
use crate::error::Error;
use crate::list::{List, ListPage, Position};
use crate::table::table;

table! {
    api_requests as r;
    columns api_request_columns {
        account_id: Text,
        id: Text,
        app_id: Text,
        key_id: Text,
        method: Text,
        path: Text,
        status: Int,
        error: Text,
        object_id: Text,
        is_creation: Int,
        took_micros: Int,
        address: Text,
        left_out: Int,
        created_at: Int,
    }
    unread { bodies: Bytes }
    read read_api_request -> ApiRequest {
        ApiRequest {
            account: account_id,
            id,
            app: app_id,
            key: key_id,
            method,
            path,
            status,
            error,
            object: object_id,
            is_creation,
            took_micros,
            address,
            left_out,
            created_at,
        }
    }
    write logged: &LoggedRequest {
        account_id: logged.request.account,
        id: &logged.request.id,
        app_id: logged.request.app,
        key_id: logged.request.key,
        method: &logged.request.method,
        path: &logged.request.path,
        status: logged.request.status.map(i64::from),
        error: &logged.request.error,
        object_id: &logged.request.object,
        is_creation: i64::from(logged.request.is_creation),
        took_micros: logged.request.took_micros,
        address: &logged.request.address,
        left_out: logged.request.left_out,
        created_at: logged.request.created_at,
        bodies: logged.sealed_bodies.as_slice(),
    }
}

/// Which requests of an account are shown.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ApiRequestFilter {
    /// The first of the statuses, and the first behind them.
    pub statuses: Option<(u16, u16)>,
    pub method: Option<&'static str>,
    pub credential: Option<ApiCredential>,
    pub object: Option<String>,
    /// A part of the path.
    pub path: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ApiCredential {
    Key(ApiKeyId),
    /// Access tokens of an app.
    App(AppId),
}

/// Entries that reads leave behind have an index of their own order; which kind is kept is counted by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ApiRequestKind {
    Read,
    Change,
}

impl Store {
    /// The log of an account, newest first.
    pub async fn api_requests(
        &self,
        account: AccountId,
        filter: &ApiRequestFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<ApiRequest>, Error> {
        const ALL: &str =
            concat!("select ", api_request_columns!(), " from api_requests r where r.account_id = $1");
        const OF_OBJECT: &str = concat!(
            "select ",
            api_request_columns!(),
            " from api_requests r where r.account_id = $1 and r.object_id <> '' and r.object_id = $2"
        );
        let (select, values): (&str, Vec<Value<'_>>) = match &filter.object {
            Some(object) => (OF_OBJECT, vec![account.into(), object.into()]),
            None => (ALL, vec![account.into()]),
        };
        let mut list = List::new(select, values, "r.created_at", "r.id");
        if let Some((first, end)) = filter.statuses {
            list.filter("r.status >=", i64::from(first));
            list.filter("r.status <", i64::from(end));
        }
        if let Some(method) = filter.method {
            list.filter("r.method =", method);
        }
        match filter.credential {
            None => {}
            Some(ApiCredential::Key(key)) => list.filter("r.key_id =", key),
            Some(ApiCredential::App(app)) => list.filter("r.key_id is null and r.app_id =", app),
        }
        if let Some(part) = &filter.path {
            list.filter("r.path like", containing(part));
        }
        let position = |request: &ApiRequest| Position::of(request.created_at, &request.id);
        list.page(self, after, size, read_api_request, position).await
    }

    /// One request, with its sealed bodies.
    pub async fn api_request(&self, account: AccountId, id: &str) -> Result<Option<LoggedRequest>, Error> {
        const SQL: &str = concat!(
            "select ",
            api_request_columns!(),
            ", r.bodies from api_requests r where r.account_id = $1 and r.id = $2"
        );
        let read = |columns: &mut Columns<'_>| {
            Ok(LoggedRequest { request: api_requests::read(columns)?, sealed_bodies: columns.read()? })
        };
        Ok(self.query_columns(SQL, &[account.into(), id.into()], read).await?.pop())
    }

    /// The id of the request that created an object.
    pub async fn creation_of(&self, account: AccountId, object: &str) -> Result<Option<String>, Error> {
        let sql = "select r.id from api_requests r
                   where r.account_id = $1 and r.object_id <> '' and r.object_id = $2 and r.is_creation = 1
                   order by r.created_at, r.id limit 1";
        Ok(self.query_columns(sql, &[account.into(), object.into()], |columns| columns.read()).await?.pop())
    }

    /// Some requests from before then.
    pub async fn old_api_requests(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, String)>, Error> {
        let sql =
            "select account_id, id from api_requests where created_at <= $1 order by created_at limit $2";
        let params = [before.into(), Value::Int(limit as i64)];
        self.query_columns(sql, &params, |columns| Ok((columns.read()?, columns.read()?))).await
    }

    /// Some requests of an account behind its newest, so many of which are kept.
    pub async fn surplus_api_requests(
        &self,
        account: AccountId,
        kind: ApiRequestKind,
        kept: usize,
        limit: usize,
    ) -> Result<Vec<(AccountId, String)>, Error> {
        let sql = match kind {
            ApiRequestKind::Read => {
                "select r.account_id, r.id from api_requests r where r.account_id = $1 and r.method = 'GET'
                 order by r.created_at desc, r.id desc limit $3 offset $2"
            }
            ApiRequestKind::Change => {
                "select r.account_id, r.id from api_requests r where r.account_id = $1 and r.method <> 'GET'
                 order by r.created_at desc, r.id desc limit $3 offset $2"
            }
        };
        let params = [account.into(), Value::Int(kept as i64), Value::Int(limit as i64)];
        self.query_columns(sql, &params, |columns| Ok((columns.read()?, columns.read()?))).await
    }
}

/// A pattern of `like` for texts with this part. What such a pattern reads as something else is left out.
fn containing(part: &str) -> Value<'static> {
    let plain: String = part.chars().filter(|letter| !['%', '\\'].contains(letter)).collect();
    Value::from(format!("%{plain}%"))
}

/// Personal accounts have no page that shows a log, so none is kept for them.
pub static INSERT_API_REQUESTS: BatchStatement = BatchStatement::new(
    "insert into api_requests (account_id, id, app_id, key_id, method, path, status, error, object_id, is_creation,
         took_micros, address, left_out, created_at, bodies)
     select k.account_id, k.id, k.app_id, k.key_id, k.method, k.path, k.status, k.error, k.object_id, k.is_creation,
         k.took_micros, k.address, k.left_out, k.created_at, k.bodies
     from {rows} where exists (select 1 from accounts a join users u on u.id = a.user_id
         where a.id = k.account_id and u.account_type = 'business')",
    api_requests::WRITTEN,
);

pub fn api_request_values(logged: &LoggedRequest) -> Vec<Value<'_>> {
    api_requests::values(logged)
}

pub static DELETE_API_REQUESTS: BatchStatement = BatchStatement::new(
    "delete from api_requests where (account_id, id) in (select k.account_id, k.id from {rows})",
    &[api_requests::kind::account_id, api_requests::kind::id],
);

pub fn api_request_key((account, id): &(AccountId, String)) -> Vec<Value<'_>> {
    vec![(*account).into(), id.into()]
}
