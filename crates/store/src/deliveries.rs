//! Events on their way to endpoints, and what became of each attempt.

use rules::delivery::{Attempt, AttemptResponse, Delivery, DeliveryStatus};
use rules::event::{Event, EventType};
use rules::id::{EndpointId, EventId};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{Page, Position};

/// One that is to be attempted now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueDelivery {
    pub event: StoredEvent,
    pub attempts: i64,
    /// Since when, by its account's clock.
    pub since: Timestamp,
}

/// Where in the order of what is due for an endpoint to begin. Everything lies behind the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct DuePosition(Timestamp, Option<EventId>);

impl DueDelivery {
    pub fn position(&self) -> DuePosition {
        DuePosition(self.since, Some(self.event.id))
    }
}

/// An event as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    pub id: EventId,
    pub kind: EventType,
    pub object: String,
    pub sequence: i64,
    pub at: Timestamp,
    /// The object as the API showed it then, as JSON.
    pub data: String,
}

/// A delivery with its event, and its last attempt if there was one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownDelivery {
    pub delivery: Delivery,
    pub event: StoredEvent,
    pub last: Option<Attempt>,
}

macro_rules! columns {
    () => {
        "d.endpoint_id, d.event_id, d.account_id, d.status, d.next_at, d.tries, d.attempts"
    };
}

macro_rules! shown {
    () => {
        concat!(
            "select ",
            columns!(),
            ", e.id, e.type, e.object_id, e.sequence, e.created_at, e.data, t.endpoint_id, t.event_id, t.number,
             t.at, t.took_millis, t.code, t.words
             from deliveries d join events e on e.id = d.event_id
             left join delivery_attempts t
                 on t.endpoint_id = d.endpoint_id and t.event_id = d.event_id and t.number = d.attempts"
        )
    };
}

impl Store {
    /// Some of what is due for an endpoint, in the order in which it became so, by its account's own clock.
    ///
    /// Their events are looked up behind the limit, so that no plan reads more of them than it gives.
    pub async fn due_deliveries(
        &self,
        endpoint: EndpointId,
        now: Timestamp,
        after: DuePosition,
        limit: usize,
    ) -> Result<Vec<DueDelivery>, Error> {
        let sql = "select e.id, e.type, e.object_id, e.sequence, e.created_at, e.data, d.attempts, d.next_at
            from (select event_id, attempts, next_at from deliveries
                  where endpoint_id = $1 and status = 'waiting' and (next_at, event_id) > ($4, $5)
                      and next_at <= $2 + (select a.clock_ahead from endpoints p
                                           join accounts a on a.id = p.account_id where p.id = $1)
                  order by next_at, event_id limit $3) as d
            join events e on e.id = d.event_id order by d.next_at, d.event_id";
        let DuePosition(since, event) = after;
        let event = event.map(|event| event.to_string()).unwrap_or_default();
        let params =
            [endpoint.into(), now.into(), Value::Int(limit as i64), since.into(), event.as_str().into()];
        self.query(sql, &params, read_due).await
    }

    /// One delivery, if it is due, whatever else is.
    pub async fn due_delivery(
        &self,
        endpoint: EndpointId,
        event: EventId,
        now: Timestamp,
    ) -> Result<Option<DueDelivery>, Error> {
        let sql = "select e.id, e.type, e.object_id, e.sequence, e.created_at, e.data, d.attempts, d.next_at
            from deliveries d join events e on e.id = d.event_id
            where d.endpoint_id = $1 and d.event_id = $2 and d.status = 'waiting'
                and d.next_at <= $3 + (select a.clock_ahead from endpoints p
                                       join accounts a on a.id = p.account_id where p.id = $1)";
        self.query_one(sql, &[endpoint.into(), event.into(), now.into()], read_due).await
    }

    /// What was, or will be, delivered to an endpoint, newest first.
    pub async fn deliveries_of(
        &self,
        endpoint: EndpointId,
        status: Option<DeliveryStatus>,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<ShownDelivery>, Error> {
        let mut sql = concat!(shown!(), " where d.endpoint_id = $1").to_owned();
        let mut params: Vec<Value<'_>> = vec![endpoint.into(), Value::Int(size as i64 + 1)];
        // Written out, so that the index of failed ones can be used.
        sql.push_str(match status {
            None => "",
            Some(DeliveryStatus::Waiting) => " and d.status = 'waiting'",
            Some(DeliveryStatus::Delivered) => " and d.status = 'delivered'",
            Some(DeliveryStatus::Failed) => " and d.status = 'failed'",
            Some(DeliveryStatus::Skipped) => " and d.status = 'skipped'",
        });
        if let Some(after) = after {
            sql.push_str(" and d.event_id < $3");
            params.push(after.id.as_str().into());
        }
        sql.push_str(" order by d.event_id desc limit $2");
        let items = self.query(&sql, &params, read_shown).await?;
        let position =
            |shown: &ShownDelivery| Position { created_at: shown.event.at, id: shown.event.id.to_string() };
        Ok(Page::cut(items, size, position))
    }

    pub async fn delivery(
        &self,
        endpoint: EndpointId,
        event: EventId,
    ) -> Result<Option<ShownDelivery>, Error> {
        const SQL: &str = concat!(shown!(), " where d.endpoint_id = $1 and d.event_id = $2");
        self.query_one(SQL, &[endpoint.into(), event.into()], read_shown).await
    }

    /// The newest attempts at a delivery, newest first.
    pub async fn attempts_at(
        &self,
        endpoint: EndpointId,
        event: EventId,
        limit: usize,
    ) -> Result<Vec<Attempt>, Error> {
        let sql = "select endpoint_id, event_id, number, at, took_millis, code, words from delivery_attempts
            where endpoint_id = $1 and event_id = $2 order by number desc limit $3";
        let params = [endpoint.into(), event.into(), Value::Int(limit as i64)];
        self.query(sql, &params, |row| read_attempt(row, 0)).await
    }

    /// How many deliveries of an endpoint wait, and how many have failed; at most so many of each.
    pub async fn delivery_counts(&self, endpoint: EndpointId, most: usize) -> Result<(i64, i64), Error> {
        let sql = "select
            (select count(*) from (select 1 from deliveries where endpoint_id = $1 and status = 'waiting'
                                   limit $2) as w),
            (select count(*) from (select 1 from deliveries where endpoint_id = $1 and status = 'failed'
                                   limit $2) as f)";
        let params = [endpoint.into(), Value::Int(most as i64)];
        let found = self.query_one(sql, &params, |row| Ok((row.int(0)?, row.int(1)?))).await?;
        Ok(found.unwrap_or_default())
    }

    /// Some deliveries of events that are older than this one.
    pub async fn old_deliveries(
        &self,
        before: EventId,
        limit: usize,
    ) -> Result<Vec<(EndpointId, EventId)>, Error> {
        let sql = "select d.endpoint_id, d.event_id
            from endpoints p join deliveries d on d.endpoint_id = p.id and d.event_id < $1 limit $2";
        let params = [before.into(), Value::Int(limit as i64)];
        self.query(sql, &params, |row| Ok((decode::id(row, 0)?, decode::id(row, 1)?))).await
    }
}

/// Every event that is written is to be delivered to whoever has asked for it.
pub static FAN_OUT: BatchStatement = BatchStatement::new(
    "insert into deliveries (endpoint_id, event_id, account_id, next_at)
     select p.id, k.id, k.account_id, k.created_at
     from {rows} join endpoints p on p.account_id = k.account_id
     where p.archived_at is null and (p.wants = '*' or p.wants like '% ' || k.type || ' %')",
    &[("id", Kind::Text), ("account_id", Kind::Text), ("type", Kind::Text), ("created_at", Kind::Int)],
);

pub fn fan_out_values(event: &Event) -> Vec<Value<'_>> {
    vec![event.id.into(), event.account.into(), event.payload.kind().name().into(), event.at.into()]
}

pub static FIND_DELIVERIES: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        columns!(),
        " from {rows} join deliveries d on d.endpoint_id = k.endpoint_id and d.event_id = k.event_id"
    ),
    &[("endpoint_id", Kind::Text), ("event_id", Kind::Text)],
);

pub fn read_delivery(row: &Row<'_>) -> Result<Delivery, Error> {
    Ok(Delivery {
        endpoint: decode::id(row, 0)?,
        event: decode::id(row, 1)?,
        account: decode::id(row, 2)?,
        status: decode::named(row, 3, DeliveryStatus::parse)?,
        next_at: decode::time(row, 4)?,
        tries: row.int(5)?,
        attempts: row.int(6)?,
    })
}

fn read_due(row: &Row<'_>) -> Result<DueDelivery, Error> {
    Ok(DueDelivery { event: read_event(row, 0)?, attempts: row.int(6)?, since: decode::time(row, 7)? })
}

fn read_event(row: &Row<'_>, first: usize) -> Result<StoredEvent, Error> {
    Ok(StoredEvent {
        id: decode::id(row, first)?,
        kind: decode::named(row, first + 1, EventType::parse)?,
        object: row.text(first + 2)?.to_owned(),
        sequence: row.int(first + 3)?,
        at: decode::time(row, first + 4)?,
        data: row.text(first + 5)?.to_owned(),
    })
}

fn read_shown(row: &Row<'_>) -> Result<ShownDelivery, Error> {
    let delivery = read_delivery(row)?;
    let last = if row.optional_int(15)?.is_some() { Some(read_attempt(row, 13)?) } else { None };
    Ok(ShownDelivery { delivery, event: read_event(row, 7)?, last })
}

/// How long a receiver asked us to wait is in the delivery's next attempt, not in the log.
fn read_attempt(row: &Row<'_>, first: usize) -> Result<Attempt, Error> {
    let words = row.text(first + 6)?.to_owned();
    Ok(Attempt {
        endpoint: decode::id(row, first)?,
        event: decode::id(row, first + 1)?,
        number: row.int(first + 2)?,
        at: decode::time(row, first + 3)?,
        took_millis: row.int(first + 4)?,
        answer: match row.optional_int(first + 5)? {
            Some(code) => {
                let code = code.try_into().map_err(|_| decode::corrupt(first + 5))?;
                AttemptResponse::Status { code, excerpt: words, retry_after: None }
            }
            None => AttemptResponse::Nothing { why: words },
        },
    })
}

const COLUMNS: &[(&str, Kind)] = &[
    ("endpoint_id", Kind::Text),
    ("event_id", Kind::Text),
    ("account_id", Kind::Text),
    ("status", Kind::Text),
    ("next_at", Kind::Int),
    ("tries", Kind::Int),
    ("attempts", Kind::Int),
];
pub static INSERT_DELIVERIES: BatchStatement = BatchStatement::insert("deliveries", COLUMNS);
/// Only what changes: a column that is set is checked again, changed or not.
pub static UPDATE_DELIVERIES: BatchStatement = BatchStatement::update_by_two(
    "deliveries",
    &[
        ("endpoint_id", Kind::Text),
        ("event_id", Kind::Text),
        ("status", Kind::Text),
        ("next_at", Kind::Int),
        ("tries", Kind::Int),
        ("attempts", Kind::Int),
    ],
);

pub fn delivery_values(delivery: &Delivery) -> Vec<Value<'_>> {
    vec![
        delivery.endpoint.into(),
        delivery.event.into(),
        delivery.account.into(),
        delivery.status.name().into(),
        delivery.next_at.into(),
        delivery.tries.into(),
        delivery.attempts.into(),
    ]
}

pub fn progress_values(delivery: &Delivery) -> Vec<Value<'_>> {
    vec![
        delivery.endpoint.into(),
        delivery.event.into(),
        delivery.status.name().into(),
        delivery.next_at.into(),
        delivery.tries.into(),
        delivery.attempts.into(),
    ]
}

/// Their attempts go with them.
pub static DELETE_DELIVERIES: BatchStatement = BatchStatement::new(
    "delete from deliveries where (endpoint_id, event_id) in (select k.endpoint_id, k.event_id from {rows})",
    &[("endpoint_id", Kind::Text), ("event_id", Kind::Text)],
);

pub static INSERT_ATTEMPTS: BatchStatement = BatchStatement::insert(
    "delivery_attempts",
    &[
        ("endpoint_id", Kind::Text),
        ("event_id", Kind::Text),
        ("number", Kind::Int),
        ("at", Kind::Int),
        ("took_millis", Kind::Int),
        ("code", Kind::Int),
        ("words", Kind::Text),
    ],
);

pub fn attempt_values(attempt: &Attempt) -> Vec<Value<'_>> {
    let (code, words) = match &attempt.answer {
        AttemptResponse::Status { code, excerpt, .. } => (Some(i64::from(*code)), excerpt),
        AttemptResponse::Nothing { why } => (None, why),
    };
    vec![
        attempt.endpoint.into(),
        attempt.event.into(),
        attempt.number.into(),
        attempt.at.into(),
        attempt.took_millis.into(),
        code.into(),
        words.into(),
    ]
}
