//! Stored answers to requests with an `Idempotency-Key`.

use rules::idempotency::{StoredResponse, StoredResponseId};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

impl Store {
    /// Some answers whose time is over.
    pub async fn expired_answers(
        &self,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<StoredResponseId>, Error> {
        let sql =
            "select account_id, app_id, path, key from stored_responses where expires_at <= $1 limit $2";
        self.query(sql, &[now.into(), Value::Int(limit as i64)], read_answer_id).await
    }
}

const KEY: &[(&str, Kind)] =
    &[("account_id", Kind::Text), ("app_id", Kind::Text), ("path", Kind::Text), ("key", Kind::Text)];

pub static FIND_ANSWERS: BatchStatement = BatchStatement::new(
    "select t.account_id, t.app_id, t.path, t.key, t.fingerprint, t.object, t.body, t.created_at, t.expires_at
     from {rows} join stored_responses t
     on t.account_id = k.account_id and t.app_id = k.app_id and t.path = k.path and t.key = k.key",
    KEY,
);

pub fn read_answer(row: &Row<'_>) -> Result<(StoredResponseId, StoredResponse), Error> {
    let answer = StoredResponse {
        fingerprint: decode::hash(row, 4)?,
        object: row.text(5)?.to_owned(),
        sealed_body: row.bytes(6)?.to_owned(),
        created_at: decode::time(row, 7)?,
        expires_at: decode::optional_time(row, 8)?,
    };
    Ok((read_answer_id(row)?, answer))
}

fn read_answer_id(row: &Row<'_>) -> Result<StoredResponseId, Error> {
    Ok(StoredResponseId {
        account: decode::id(row, 0)?,
        app: decode::id(row, 1)?,
        path: row.text(2)?.to_owned(),
        key: row.text(3)?.to_owned(),
    })
}

pub fn answer_id_values(id: &StoredResponseId) -> Vec<Value<'_>> {
    vec![id.account.into(), id.app.into(), (&id.path).into(), (&id.key).into()]
}

/// An expired answer that nobody has forgotten yet is replaced.
pub static PUT_ANSWERS: BatchStatement = BatchStatement::new(
    "insert into stored_responses (account_id, app_id, path, key, fingerprint, object, body, created_at, expires_at)
     select account_id, app_id, path, key, fingerprint, object, body, created_at, expires_at
     from {rows} where true
     on conflict (account_id, app_id, path, key) do update set fingerprint = excluded.fingerprint,
         object = excluded.object, body = excluded.body, created_at = excluded.created_at,
         expires_at = excluded.expires_at
         where stored_responses.expires_at is not null and stored_responses.expires_at <= excluded.created_at",
    &[
        ("account_id", Kind::Text),
        ("app_id", Kind::Text),
        ("path", Kind::Text),
        ("key", Kind::Text),
        ("fingerprint", Kind::Bytes),
        ("object", Kind::Text),
        ("body", Kind::Bytes),
        ("created_at", Kind::Int),
        ("expires_at", Kind::Int),
    ],
);

pub fn answer_values<'a>(id: &'a StoredResponseId, answer: &'a StoredResponse) -> Vec<Value<'a>> {
    let mut values = answer_id_values(id);
    values.extend([
        answer.fingerprint.as_slice().into(),
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
