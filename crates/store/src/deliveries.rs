//! Events on their way to endpoints, and what became of each attempt.

mod fan_out;

pub use fan_out::{FAN_OUT, fan_out_values};

use rules::delivery::{Attempt, AttemptResponse, Delivery, DeliveryStatus};
use rules::event_type::EventType;
use rules::id::{EndpointId, EventId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Columns, PerEngine, SqlRow, Store, Value};
use crate::error::Error;
use crate::list::{List, ListOrder, ListPage, Position};
use crate::table::table;

table! {
    deliveries as d;
    columns delivery_columns {
        endpoint_id: Text,
        event_id: Text,
        account_id: Text,
        status: Text,
        next_at: Int,
        tries: Int,
        attempts: Int,
    }
    read read_delivery -> Delivery {
        Delivery { endpoint: endpoint_id, event: event_id, account: account_id, status, next_at, tries, attempts }
    }
    write delivery: &Delivery {
        endpoint_id: delivery.endpoint,
        event_id: delivery.event,
        account_id: delivery.account,
        status: delivery.status,
        next_at: delivery.next_at,
        tries: delivery.tries,
        attempts: delivery.attempts,
    }
    insert INSERT_DELIVERIES with delivery_values;
}

table! {
    delivery_attempts as t;
    columns attempt_columns {
        endpoint_id: Text,
        event_id: Text,
        number: Int,
        at: Int,
        took_millis: Int,
        code: Int,
        words: Text,
    }
    read read_attempt -> Attempt {
        Attempt { endpoint: endpoint_id, event: event_id, number, at, took_millis, answer: answer(code, words) }
    }
    write attempt: &Attempt {
        endpoint_id: attempt.endpoint,
        event_id: attempt.event,
        number: attempt.number,
        at: attempt.at,
        took_millis: attempt.took_millis,
        code: answer_code(&attempt.answer),
        words: answer_words(&attempt.answer),
    }
    insert INSERT_ATTEMPTS with attempt_values;
}

/// How long a receiver asked us to wait is in the delivery's next attempt, not in the log.
fn answer(code: Option<u16>, words: String) -> AttemptResponse {
    match code {
        Some(code) => AttemptResponse::Status { code, excerpt: words, retry_after: None },
        None => AttemptResponse::Nothing { why: words },
    }
}

fn answer_code(answer: &AttemptResponse) -> Option<i64> {
    match answer {
        AttemptResponse::Status { code, .. } => Some(i64::from(*code)),
        AttemptResponse::Nothing { .. } => None,
    }
}

fn answer_words(answer: &AttemptResponse) -> &str {
    match answer {
        AttemptResponse::Status { excerpt, .. } => excerpt,
        AttemptResponse::Nothing { why } => why,
    }
}

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

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct DeliveryFilter {
    pub status: Option<DeliveryStatus>,
    pub order: ListOrder,
}

macro_rules! event_columns {
    () => {
        "e.id, e.type, e.object_id, e.sequence, e.created_at, e.data"
    };
}
pub(crate) use event_columns;

macro_rules! shown {
    () => {
        concat!(
            "select ",
            delivery_columns!(),
            ", ",
            event_columns!(),
            ", t.number is not null, ",
            attempt_columns!(),
            " from deliveries d join events e on e.id = d.event_id
             left join delivery_attempts t
                 on t.endpoint_id = d.endpoint_id and t.event_id = d.event_id and t.number = d.attempts"
        )
    };
}

mod of_object;

impl Store {
    /// Some of what is due for an endpoint, in the order in which it became so, by its account's own clock. Nothing,
    /// while its owner is locked. Their events are looked up behind the limit, so that no plan reads more of them.
    pub async fn due_deliveries(
        &self,
        endpoint: EndpointId,
        now: Timestamp,
        after: DuePosition,
        limit: usize,
    ) -> Result<Vec<DueDelivery>, Error> {
        let sql = concat!(
            "select ",
            event_columns!(),
            ", d.attempts, d.next_at
            from (select event_id, attempts, next_at from deliveries
                  where endpoint_id = $1 and status = 'waiting' and (next_at, event_id) > ($4, $5)
                      and next_at <= $2 + (select a.clock_ahead from endpoints p join accounts a
                          on a.id = p.account_id and a.locked_at is null where p.id = $1)
                  order by next_at, event_id limit $3) as d
            join events e on e.id = d.event_id order by d.next_at, d.event_id"
        );
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
        let sql = concat!(
            "select ",
            event_columns!(),
            ", d.attempts, d.next_at
            from deliveries d join events e on e.id = d.event_id
            where d.endpoint_id = $1 and d.event_id = $2 and d.status = 'waiting'
                and d.next_at <= $3 + (select a.clock_ahead from endpoints p join accounts a
                      on a.id = p.account_id and a.locked_at is null where p.id = $1)"
        );
        self.query_one(sql, &[endpoint.into(), event.into(), now.into()], read_due).await
    }

    /// What was, or will be, delivered to an endpoint. The ids of events follow their times.
    pub async fn deliveries_of(
        &self,
        endpoint: EndpointId,
        filter: DeliveryFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<ShownDelivery>, Error> {
        const SELECT: &str = concat!(shown!(), " where d.endpoint_id = $1");
        let list = List::new(SELECT, vec![endpoint.into()], "e.created_at", "d.event_id");
        let mut list = list.by_id().in_order(filter.order);
        match filter.status {
            None => {}
            // Written out, so that their index is used.
            Some(DeliveryStatus::Failed) => list.and_always("d.status = 'failed'"),
            Some(status) => list.filter_is("d.status", status),
        }
        let position = |shown: &ShownDelivery| Position::of(shown.event.at, shown.event.id);
        list.page(self, after, size, read_shown, position).await
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
        let sql = concat!(
            "select ",
            attempt_columns!(),
            " from delivery_attempts t where t.endpoint_id = $1 and t.event_id = $2 order by t.number desc limit $3"
        );
        let params = [endpoint.into(), event.into(), Value::Int(limit as i64)];
        self.query(sql, &params, read_attempt).await
    }

    /// How many deliveries of an endpoint wait, and how many have failed; at most so many of each.
    pub async fn delivery_counts(&self, endpoint: EndpointId, most: usize) -> Result<(i64, i64), Error> {
        let sql = "select
            (select count(*) from (select 1 from deliveries where endpoint_id = $1 and status = 'waiting'
                                   limit $2) as w),
            (select count(*) from (select 1 from deliveries where endpoint_id = $1 and status = 'failed'
                                   limit $2) as f)";
        let params = [endpoint.into(), Value::Int(most as i64)];
        let read = |columns: &mut Columns<'_>| Ok((columns.read()?, columns.read()?));
        Ok(self.query_columns(sql, &params, read).await?.pop().unwrap_or_default())
    }

    /// Some deliveries of events that are older than this one.
    pub async fn old_deliveries(
        &self,
        from: &str,
        before: EventId,
        limit: usize,
    ) -> Result<Vec<(EndpointId, EventId)>, Error> {
        const OLD: PerEngine = PerEngine {
            sqlite: "/* reads all: from one endpoint to the next, a few at a time */ select d.endpoint_id, d.event_id
                from endpoints p cross join deliveries d
                where p.id >= $3 and d.endpoint_id = p.id and d.event_id < $1 order by p.id, d.event_id limit $2",
            postgres: "select d.endpoint_id, d.event_id from endpoints p cross join lateral (
                    select d.endpoint_id, d.event_id from deliveries d
                    where d.endpoint_id = p.id and d.event_id < $1 order by d.event_id limit $2) d
                where p.id >= $3 order by p.id, d.event_id limit $2",
        };
        let params = [before.into(), Value::Int(limit as i64), from.into()];
        self.query_columns(self.words(OLD), &params, |columns| Ok((columns.read()?, columns.read()?))).await
    }
}

pub static FIND_DELIVERIES: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        delivery_columns!(),
        " from {rows} join deliveries d on d.endpoint_id = k.endpoint_id and d.event_id = k.event_id"
    ),
    &[deliveries::kind::endpoint_id, deliveries::kind::event_id],
);

fn read_due(row: &SqlRow<'_>) -> Result<DueDelivery, Error> {
    let mut columns = Columns::of(row);
    Ok(DueDelivery { event: read_event(&mut columns)?, attempts: columns.read()?, since: columns.read()? })
}

pub fn read_event(columns: &mut Columns<'_>) -> Result<StoredEvent, Error> {
    Ok(StoredEvent {
        id: columns.read()?,
        kind: columns.read()?,
        object: columns.read()?,
        sequence: columns.read()?,
        at: columns.read()?,
        data: columns.read()?,
    })
}

fn read_shown(row: &SqlRow<'_>) -> Result<ShownDelivery, Error> {
    let mut columns = Columns::of(row);
    let (delivery, event) = (deliveries::read(&mut columns)?, read_event(&mut columns)?);
    let is_attempted: bool = columns.read()?;
    let last = if is_attempted { Some(delivery_attempts::read(&mut columns)?) } else { None };
    Ok(ShownDelivery { delivery, event, last })
}

/// Only what changes: a column that is set is checked again, changed or not.
pub static UPDATE_DELIVERIES: BatchStatement = BatchStatement::update_by_two(
    "deliveries",
    &[
        deliveries::kind::endpoint_id,
        deliveries::kind::event_id,
        deliveries::kind::status,
        deliveries::kind::next_at,
        deliveries::kind::tries,
        deliveries::kind::attempts,
    ],
);

pub fn progress_values(delivery: &Delivery) -> Vec<Value<'_>> {
    vec![
        deliveries::value::endpoint_id(delivery),
        deliveries::value::event_id(delivery),
        deliveries::value::status(delivery),
        deliveries::value::next_at(delivery),
        deliveries::value::tries(delivery),
        deliveries::value::attempts(delivery),
    ]
}

/// Attempts that have left the log because newer ones entered it.
pub static DELETE_REPLACED_ATTEMPTS: BatchStatement = BatchStatement::new(
    "delete from delivery_attempts where (endpoint_id, event_id, number) in
         (select k.endpoint_id, k.event_id, k.number from {rows})",
    &[
        delivery_attempts::kind::endpoint_id,
        delivery_attempts::kind::event_id,
        delivery_attempts::kind::number,
    ],
);

pub fn replaced_values(attempt: &Attempt) -> Option<Vec<Value<'_>>> {
    let number = attempt.replaces()?;
    Some(vec![attempt.endpoint.into(), attempt.event.into(), Value::Int(number)])
}

/// Their attempts go with them.
pub static DELETE_DELIVERIES: BatchStatement = BatchStatement::new(
    "delete from deliveries where (endpoint_id, event_id) in (select k.endpoint_id, k.event_id from {rows})",
    &[deliveries::kind::endpoint_id, deliveries::kind::event_id],
);
