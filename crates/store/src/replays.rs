//! Many deliveries that are made again, or not at all.

use rules::account::Mode;
use rules::delivery::{Replay, ReplayKind};
use rules::id::{EndpointId, EventId};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

macro_rules! columns {
    () => {
        "r.id, r.endpoint_id, r.account_id, r.kind, r.from_at, r.to_at, r.position, r.done, r.created_at, r.ended_at"
    };
}

impl Store {
    /// Some of one mode that have not ended, oldest first.
    pub async fn open_replays(&self, mode: Mode, limit: usize) -> Result<Vec<Replay>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from replays r join accounts a on a.id = r.account_id
              where r.ended_at is null and a.mode = $1 order by r.id limit $2"
        );
        self.query(SQL, &[mode.name().into(), Value::Int(limit as i64)], read_replay).await
    }

    /// The newest of an endpoint.
    pub async fn newest_replay(&self, endpoint: EndpointId) -> Result<Option<Replay>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from replays r where r.endpoint_id = $1 order by r.id desc limit 1"
        );
        self.query_one(SQL, &[endpoint.into()], read_replay).await
    }

    /// The next deliveries that a replay has to look at, in the order of their events, and when those happened.
    pub async fn next_of_replay(
        &self,
        replay: &Replay,
        limit: usize,
    ) -> Result<Vec<(EventId, Timestamp)>, Error> {
        let which = match replay.kind {
            ReplayKind::Failed => " and d.status = 'failed'",
            ReplayKind::Range => "",
            ReplayKind::Skip => " and d.status = 'waiting'",
        };
        let sql = format!(
            "select d.event_id, e.created_at from deliveries d join events e on e.id = d.event_id
             where d.endpoint_id = $1 and d.event_id > $2{which} order by d.event_id limit $3"
        );
        let params = [replay.endpoint.into(), replay.position.as_str().into(), Value::Int(limit as i64)];
        self.query(&sql, &params, |row| Ok((decode::id(row, 0)?, decode::time(row, 1)?))).await
    }
}

pub static LOCK_REPLAYS: BatchStatement = BatchStatement::locking(
    "r",
    concat!("select ", columns!(), " from {rows} join replays r on r.id = k.id"),
    &[("id", Kind::Text)],
);

pub fn read_replay(row: &Row<'_>) -> Result<Replay, Error> {
    Ok(Replay {
        id: decode::id(row, 0)?,
        endpoint: decode::id(row, 1)?,
        account: decode::id(row, 2)?,
        kind: decode::named(row, 3, ReplayKind::parse)?,
        from: decode::time(row, 4)?,
        to: decode::time(row, 5)?,
        position: row.text(6)?.to_owned(),
        done: row.int(7)?,
        created_at: decode::time(row, 8)?,
        ended_at: decode::optional_time(row, 9)?,
    })
}

const COLUMNS: &[(&str, Kind)] = &[
    ("id", Kind::Text),
    ("endpoint_id", Kind::Text),
    ("account_id", Kind::Text),
    ("kind", Kind::Text),
    ("from_at", Kind::Int),
    ("to_at", Kind::Int),
    ("position", Kind::Text),
    ("done", Kind::Int),
    ("created_at", Kind::Int),
    ("ended_at", Kind::Int),
];
pub static INSERT_REPLAYS: BatchStatement = BatchStatement::insert("replays", COLUMNS);
pub static UPDATE_REPLAYS: BatchStatement = BatchStatement::update("replays", COLUMNS);

pub fn replay_values(replay: &Replay) -> Vec<Value<'_>> {
    vec![
        replay.id.into(),
        replay.endpoint.into(),
        replay.account.into(),
        replay.kind.name().into(),
        replay.from.into(),
        replay.to.into(),
        (&replay.position).into(),
        replay.done.into(),
        replay.created_at.into(),
        replay.ended_at.into(),
    ]
}
