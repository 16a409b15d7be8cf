//! Stored answers to requests with an `Idempotency-Key`.

use rules::idempotency::{StoredResponse, StoredResponseId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    stored_responses as t;
    columns answer_columns {
        account_id: Text,
        app_id: Text,
        path: Text,
        key: Text,
        fingerprint: Bytes,
        object: Text,
        body: Bytes,
        created_at: Int,
        expires_at: Int,
    }
    read read_answer -> (StoredResponseId, StoredResponse) {
        (
            StoredResponseId { account: account_id, app: app_id, path, key },
            StoredResponse { fingerprint, object, sealed_body: body, created_at, expires_at },
        )
    }
}

impl Store {
    /// Some answers whose time is over.
    pub async fn expired_answers(
        &self,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<StoredResponseId>, Error> {
        let sql =
            "select account_id, app_id, path, key from stored_responses where expires_at <= $1 limit $2";
        self.query_columns(sql, &[now.into(), Value::Int(limit as i64)], read_answer_id).await
    }
}

const KEY: &[(&str, ColumnType)] = &[
    stored_responses::kind::account_id,
    stored_responses::kind::app_id,
    stored_responses::kind::path,
    stored_responses::kind::key,
];

pub static FIND_ANSWERS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        answer_columns!(),
        " from {rows} join stored_responses t
          on t.account_id = k.account_id and t.app_id = k.app_id and t.path = k.path and t.key = k.key"
    ),
    KEY,
);

fn read_answer_id(columns: &mut Columns<'_>) -> Result<StoredResponseId, Error> {
    Ok(StoredResponseId {
        account: columns.read()?,
        app: columns.read()?,
        path: columns.read()?,
        key: columns.read()?,
    })
}

pub fn answer_id_values(id: &StoredResponseId) -> Vec<Value<'_>> {
    vec![id.account.into(), id.app.into(), (&id.path).into(), (&id.key).into()]
}

/// An expired answer that was not deleted yet is replaced.
pub static PUT_ANSWERS: BatchStatement = BatchStatement::new(
    "insert into stored_responses (account_id, app_id, path, key, fingerprint, object, body, created_at, expires_at)
     select account_id, app_id, path, key, fingerprint, object, body, created_at, expires_at
     from {rows} where true
     on conflict (account_id, app_id, path, key) do update set fingerprint = excluded.fingerprint,
         object = excluded.object, body = excluded.body, created_at = excluded.created_at,
         expires_at = excluded.expires_at
         where stored_responses.expires_at is not null and stored_responses.expires_at <= excluded.created_at",
    &[
        stored_responses::kind::account_id,
        stored_responses::kind::app_id,
        stored_responses::kind::path,
        stored_responses::kind::key,
        stored_responses::kind::fingerprint,
        stored_responses::kind::object,
        stored_responses::kind::body,
        stored_responses::kind::created_at,
        stored_responses::kind::expires_at,
    ],
);

pub fn answer_values<'a>(id: &'a StoredResponseId, answer: &'a StoredResponse) -> Vec<Value<'a>> {
    let mut values = answer_id_values(id);
    values.extend([
        (&answer.fingerprint).into(),
        (&answer.object).into(),
        answer.sealed_body.as_slice().into(),
        answer.created_at.into(),
        answer.expires_at.into(),
    ]);
    values
}

pub static DELETE_ANSWERS: BatchStatement = BatchStatement::new(
    "delete from stored_responses
     where (account_id, app_id, path, key) in (select account_id, app_id, path, key from {rows})",
    KEY,
);
