//! Who is signed in, and how often somebody has tried to be.

use rules::attempt::Attempts;
use rules::id::{SessionId, UserId};
use rules::money::Amount;
use rules::security::ClientInfo;
use rules::session::{Session, Stage};
use rules::time::Timestamp;
use rules::user::User;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::users;

macro_rules! columns {
    () => {
        "s.id, s.user_id, s.hash, s.epoch, s.stage, s.created_at, s.seen_at, s.proved_at, s.address, s.agent,
         s.paid, s.paid_when_proved"
    };
}

impl Store {
    /// The session of a cookie, with its user.
    pub async fn session_by_hash(&self, hash: &[u8; 32]) -> Result<Option<(Session, User)>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            ", u.id, u.email, u.name, u.password_hash, u.created_at, u.verified_at, u.epoch, u.factor_secret,
                u.factor_step, u.factor_recovery, u.latest_device
             from sessions s join users u on u.id = s.user_id where s.hash = $1"
        );
        let read = |row: &Row<'_>| Ok((read_session(row)?, users::read_user_from(row, SESSION_COLUMNS)?));
        self.query_one(SQL, &[hash.as_slice().into()], read).await
    }

    /// All sessions of a user, newest first, whether they are alive or not.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<Session>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from sessions s where s.user_id = $1 order by s.created_at desc, s.id desc limit 100"
        );
        self.query(SQL, &[user.into()], read_session).await
    }

    /// Some sessions that nobody has used since then.
    pub async fn sessions_unused_since(
        &self,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<SessionId>, Error> {
        let sql = "select id from sessions where seen_at <= $1 order by seen_at limit $2";
        self.query(sql, &[since.into(), Value::Int(limit as i64)], |row| decode::id(row, 0)).await
    }

    /// Some counts that nothing was added to since then.
    pub async fn attempts_before(&self, before: Timestamp, limit: usize) -> Result<Vec<[u8; 32]>, Error> {
        let sql = "select id from attempts where last_at <= $1 order by last_at limit $2";
        self.query(sql, &[before.into(), Value::Int(limit as i64)], |row| decode::hash(row, 0)).await
    }
}

const SESSION_COLUMNS: usize = 12;

pub static FIND_SESSIONS: BatchStatement = BatchStatement::new(
    concat!("select ", columns!(), " from {rows} join sessions s on s.id = k.id"),
    &[("id", Kind::Text)],
);

pub static FIND_SESSIONS_OF: BatchStatement = BatchStatement::new(
    concat!("select ", columns!(), " from {rows} join sessions s on s.user_id = k.user_id"),
    &[("user_id", Kind::Text)],
);

pub fn read_session(row: &Row<'_>) -> Result<Session, Error> {
    Ok(Session {
        id: decode::id(row, 0)?,
        user: decode::id(row, 1)?,
        hash: decode::hash(row, 2)?,
        epoch: row.int(3)?,
        stage: decode::named(row, 4, Stage::parse)?,
        created_at: decode::time(row, 5)?,
        seen_at: decode::time(row, 6)?,
        proved_at: decode::time(row, 7)?,
        client_info: ClientInfo { address: row.text(8)?.to_owned(), agent: row.text(9)?.to_owned() },
        paid: Amount::from_micros(row.int(10)?),
        paid_when_proved: Amount::from_micros(row.int(11)?),
    })
}

pub static INSERT_SESSIONS: BatchStatement = BatchStatement::insert(
    "sessions",
    &[
        ("id", Kind::Text),
        ("user_id", Kind::Text),
        ("hash", Kind::Bytes),
        ("epoch", Kind::Int),
        ("stage", Kind::Text),
        ("created_at", Kind::Int),
        ("seen_at", Kind::Int),
        ("proved_at", Kind::Int),
        ("address", Kind::Text),
        ("agent", Kind::Text),
        ("paid", Kind::Int),
        ("paid_when_proved", Kind::Int),
    ],
);

pub fn session_values(session: &Session) -> Vec<Value<'_>> {
    vec![
        session.id.into(),
        session.user.into(),
        session.hash.as_slice().into(),
        session.epoch.into(),
        session.stage.name().into(),
        session.created_at.into(),
        session.seen_at.into(),
        session.proved_at.into(),
        (&session.client_info.address).into(),
        (&session.client_info.agent).into(),
        session.paid.micros().into(),
        session.paid_when_proved.micros().into(),
    ]
}

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
        ("id", Kind::Text),
        ("epoch", Kind::Int),
        ("seen_at", Kind::Int),
        ("proved_at", Kind::Int),
        ("paid", Kind::Int),
        ("paid_when_proved", Kind::Int),
    ],
);

pub fn progress_values(session: &Session) -> Vec<Value<'_>> {
    vec![
        session.id.into(),
        session.epoch.into(),
        session.seen_at.into(),
        session.proved_at.into(),
        session.paid.micros().into(),
        session.paid_when_proved.micros().into(),
    ]
}

pub static DELETE_SESSIONS: BatchStatement =
    BatchStatement::new("delete from sessions where id in (select id from {rows})", &[("id", Kind::Text)]);

pub static LOCK_ATTEMPTS: BatchStatement = BatchStatement::locking(
    "t",
    "select t.id, t.count, t.last_at from {rows} join attempts t on t.id = k.id",
    &[("id", Kind::Bytes)],
);

pub fn read_attempts(row: &Row<'_>) -> Result<Attempts, Error> {
    Ok(Attempts { name: decode::hash(row, 0)?, count: row.int(1)?, last_at: decode::time(row, 2)? })
}

const ATTEMPTS: &[(&str, Kind)] = &[("id", Kind::Bytes), ("count", Kind::Int), ("last_at", Kind::Int)];
pub static INSERT_ATTEMPTS: BatchStatement = BatchStatement::insert("attempts", ATTEMPTS);
pub static UPDATE_ATTEMPTS: BatchStatement = BatchStatement::update("attempts", ATTEMPTS);
pub static DELETE_ATTEMPTS: BatchStatement =
    BatchStatement::new("delete from attempts where id in (select id from {rows})", &[("id", Kind::Bytes)]);

pub fn attempts_values(attempts: &Attempts) -> Vec<Value<'_>> {
    vec![attempts.name.as_slice().into(), attempts.count.into(), attempts.last_at.into()]
}
