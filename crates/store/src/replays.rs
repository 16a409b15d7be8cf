//! Many deliveries that are made again, or not at all.

use rules::account::Mode;
use rules::decisions::delivery::latest_whole_at;
use rules::delivery::{Replay, ReplayKind};
use rules::id::{EndpointId, EventId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    replays as r;
    columns replay_columns {
        id: Text,
        endpoint_id: Text,
        account_id: Text,
        kind: Text,
        from_at: Int,
        to_at: Int,
        position: Text,
        done: Int,
        created_at: Int,
        ended_at: Int,
    }
    read read_replay -> Replay {
        Replay {
            id,
            endpoint: endpoint_id,
            account: account_id,
            kind,
            from: from_at,
            to: to_at,
            position,
            done,
            created_at,
            ended_at,
        }
    }
    write replay: &Replay {
        id: replay.id,
        endpoint_id: replay.endpoint,
        account_id: replay.account,
        kind: replay.kind,
        from_at: replay.from,
        to_at: replay.to,
        position: &replay.position,
        done: replay.done,
        created_at: replay.created_at,
        ended_at: replay.ended_at,
    }
    insert INSERT_REPLAYS with replay_values;
}

pub static UPDATE_REPLAYS: BatchStatement = BatchStatement::update("replays", replays::WRITTEN);

impl Store {
    /// Some of one mode that have not ended: the oldest of each account, so that an account with many does not delay
    /// the others. Those that wait until their endpoint has some of its allowance again are left out.
    pub async fn open_replays(&self, mode: Mode, now: Timestamp, limit: usize) -> Result<Vec<Replay>, Error> {
        const SQL: &str = concat!(
            "select ",
            replay_columns!(),
            " from replays r /*sqlite indexed by replays_open */ join accounts a on a.id = r.account_id
                  join endpoints p on p.id = r.endpoint_id
              where r.ended_at is null and a.mode = $1 and (r.kind = 'skip' or p.replays_whole_at <= $3)
                  and not exists (select 1 from replays o join endpoints q on q.id = o.endpoint_id
                      where o.account_id = r.account_id and o.ended_at is null and o.id < r.id
                          and (o.kind = 'skip' or q.replays_whole_at <= $3))
              order by r.id limit $2"
        );
        let params = [mode.into(), Value::Int(limit as i64), latest_whole_at(now).into()];
        self.query(SQL, &params, read_replay).await
    }

    /// The newest of an endpoint.
    pub async fn newest_replay(&self, endpoint: EndpointId) -> Result<Option<Replay>, Error> {
        const SQL: &str = concat!(
            "select ",
            replay_columns!(),
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
        let (index, which) = match replay.kind {
            ReplayKind::Failed => ("/*sqlite indexed by deliveries_failed */", "and d.status = 'failed'"),
            ReplayKind::Range => ("", ""),
            ReplayKind::Skip => ("", "and d.status = 'waiting'"),
        };
        let sql = format!(
            "select d.event_id, e.created_at from deliveries d {index} join events e on e.id = d.event_id
             where d.endpoint_id = $1 and d.event_id > $2 {which} order by d.event_id limit $3"
        );
        let params = [replay.endpoint.into(), replay.position.as_str().into(), Value::Int(limit as i64)];
        self.query_columns(&sql, &params, |columns| Ok((columns.read()?, columns.read()?))).await
    }
}

pub static LOCK_REPLAYS: BatchStatement = BatchStatement::locking(
    "r",
    concat!("select ", replay_columns!(), " from {rows} join replays r on r.id = k.id"),
    &[replays::kind::id],
);
