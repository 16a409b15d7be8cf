//! New deliveries of new events.

use rules::event::Event;

use crate::engine::{BatchStatement, ColumnType, Value};

/// Every event that is written is to be delivered to the endpoints that asked for it.
pub static FAN_OUT: BatchStatement = BatchStatement::new(
    "insert into deliveries (endpoint_id, event_id, account_id, next_at, object_id)
     select p.id, k.id, k.account_id, k.created_at, k.object_id
     from {rows} join endpoints p /*sqlite indexed by endpoints_told */ on p.account_id = k.account_id
     where p.archived_at is null and (p.wants = '*' or p.wants like '% ' || k.type || ' %')",
    &[
        ("id", ColumnType::Text),
        ("account_id", ColumnType::Text),
        ("type", ColumnType::Text),
        ("created_at", ColumnType::Int),
        ("object_id", ColumnType::Text),
    ],
);

pub fn fan_out_values(event: &Event) -> Vec<Value<'_>> {
    vec![
        event.id.into(),
        event.account.into(),
        event.payload.kind().into(),
        event.at.into(),
        event.payload.object().into(),
    ]
}
