//! Events: what happened, with the object as it was shown at that moment.

use rules::event::Event;

use crate::engine::{BatchStatement, ColumnType, Value};

pub static INSERT_EVENTS: BatchStatement = BatchStatement::insert(
    "events",
    &[
        ("id", ColumnType::Text),
        ("account_id", ColumnType::Text),
        ("type", ColumnType::Text),
        ("object_id", ColumnType::Text),
        ("sequence", ColumnType::Int),
        ("data", ColumnType::Text),
        ("created_at", ColumnType::Int),
    ],
);

/// `data` is the event's object as the API shows it.
pub fn event_values<'a>(event: &'a Event, data: &'a str) -> Vec<Value<'a>> {
    vec![
        event.id.into(),
        event.account.into(),
        event.payload.kind().name().into(),
        event.payload.object().into(),
        event.sequence.into(),
        data.into(),
        event.at.into(),
    ]
}
