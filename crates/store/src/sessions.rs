//! Who is signed in, and how often a visitor has tried to be.

use rules::attempt::Attempts;
use rules::id::{SessionId, UserId};
use rules::security::ClientInfo;
use rules::session::Session;
use rules::time::Timestamp;
use rules::user::User;

use crate::engine::{BatchStatement, Columns, Store, Value};
use crate::error::Error;
use crate::table::table;
use crate::users::{user_columns, users};

table! {
    sessions as s;
    columns session_columns {
        id: Text,
        user_id: Text,
        hash: Bytes,
        epoch: Int,
        stage: Text,
        created_at: Int,
        seen_at: Int,
        proved_at: Int,
        address: Text,
        agent: Text,
        paid: Int,
        paid_when_proved: Int,
    }
    read read_session -> Session {
        Session {
            id,
            user: user_id,
            hash,
            epoch,
            stage,
            created_at,
            seen_at,
            proved_at,
            client_info: ClientInfo { address, agent },
            paid,
            paid_when_proved,
        }
    }
    write session: &Session {
        id: session.id,
        user_id: session.user,
        hash: &session.hash,
        epoch: session.epoch,
        stage: session.stage,
        created_at: session.created_at,
        seen_at: session.seen_at,
        proved_at: session.proved_at,
        address: &session.client_info.address,
        agent: &session.client_info.agent,
        paid: session.paid,
        paid_when_proved: session.paid_when_proved,
    }
    insert INSERT_SESSIONS with session_values;
}

table! {
    attempts as t;
    columns attempts_columns {
        id: Bytes,
        count: Int,
        last_at: Int,
    }
    read read_attempts -> Attempts { Attempts { name: id, count, last_at } }
    write attempts: &Attempts {
        id: &attempts.name,
        count: attempts.count,
        last_at: attempts.last_at,
    }
    insert INSERT_ATTEMPTS with attempts_values;
}

pub static UPDATE_ATTEMPTS: BatchStatement = BatchStatement::update("attempts", attempts::WRITTEN);

impl Store {
    /// The session of a cookie, with its user.
    pub async fn session_by_hash(&self, hash: &[u8; 32]) -> Result<Option<(Session, User)>, Error> {
        const SQL: &str = concat!(
            "select ",
            session_columns!(),
            ", ",
            user_columns!(),
            " from sessions s join users u on u.id = s.user_id where s.hash = $1"
        );
        let read = |columns: &mut Columns<'_>| Ok((sessions::read(columns)?, users::read(columns)?));
        Ok(self.query_columns(SQL, &[hash.into()], read).await?.pop())
    }

    /// All sessions of a user, newest first, whether they are alive or not.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<Session>, Error> {
        const SQL: &str = concat!(
            "select ",
            session_columns!(),
            " from sessions s where s.user_id = $1 order by s.created_at desc, s.id desc limit 100"
        );
        self.query(SQL, &[user.into()], read_session).await
    }

    /// Some sessions that were not used since then.
    pub async fn sessions_unused_since(
        &self,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<SessionId>, Error> {
        let sql = "select id from sessions where seen_at <= $1 order by seen_at limit $2";
        self.query_columns(sql, &[since.into(), Value::Int(limit as i64)], |columns| columns.read()).await
    }

    /// Some counts that nothing was added to since then.
    pub async fn attempts_before(&self, before: Timestamp, limit: usize) -> Result<Vec<[u8; 32]>, Error> {
        let sql = "select id from attempts where last_at <= $1 order by last_at limit $2";
        self.query_columns(sql, &[before.into(), Value::Int(limit as i64)], |columns| columns.read()).await
    }
}

pub static FIND_SESSIONS: BatchStatement = BatchStatement::new(
    concat!("select ", session_columns!(), " from {rows} join sessions s on s.id = k.id"),
    &[sessions::kind::id],
);

pub static FIND_SESSIONS_OF: BatchStatement = BatchStatement::new(
    concat!("select ", session_columns!(), " from {rows} join sessions s on s.user_id = k.user_id"),
    &[sessions::kind::user_id],
);

/// Two batches may know the same session: what is later counts.
pub static UPDATE_SESSIONS: BatchStatement = BatchStatement::new(
    "update sessions set epoch = case when k.epoch > sessions.epoch then k.epoch else sessions.epoch end,
         seen_at = case when k.seen_at > sessions.seen_at then k.seen_at else sessions.seen_at end,
         proved_at = case when k.proved_at > sessions.proved_at then k.proved_at else sessions.proved_at end,
         paid = case when k.paid > sessions.paid then k.paid else sessions.paid end,
         paid_when_proved = case when k.paid_when_proved > sessions.paid_when_proved then k.paid_when_proved
             else sessions.paid_when_proved end
     from {rows} where sessions.id = k.id",
    &[
        sessions::kind::id,
        sessions::kind::epoch,
        sessions::kind::seen_at,
        sessions::kind::proved_at,
        sessions::kind::paid,
        sessions::kind::paid_when_proved,
    ],
);

pub fn progress_values(session: &Session) -> Vec<Value<'_>> {
    vec![
        sessions::value::id(session),
        sessions::value::epoch(session),
        sessions::value::seen_at(session),
        sessions::value::proved_at(session),
        sessions::value::paid(session),
        sessions::value::paid_when_proved(session),
    ]
}

pub static DELETE_SESSIONS: BatchStatement =
    BatchStatement::new("delete from sessions where id in (select id from {rows})", &[sessions::kind::id]);

pub static LOCK_ATTEMPTS: BatchStatement = BatchStatement::locking(
    "t",
    concat!("select ", attempts_columns!(), " from {rows} join attempts t on t.id = k.id"),
    &[attempts::kind::id],
);

pub static DELETE_ATTEMPTS: BatchStatement =
    BatchStatement::new("delete from attempts where id in (select id from {rows})", &[attempts::kind::id]);
