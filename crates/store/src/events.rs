//! Events: what happened, with the object as it was shown at that moment.

use rules::event::Event;
use rules::id::AccountId;

use crate::deliveries::{StoredEvent, event_columns, read_event};
use crate::engine::{BatchStatement, ColumnType, Store, Value};
use crate::error::Error;

impl Store {
    /// The newest event that a receiver of this account has accepted. Test events count too.
    pub async fn last_accepted_event(&self, account: AccountId) -> Result<Option<StoredEvent>, Error> {
        const SQL: &str = concat!(
            "select ",
            event_columns!(),
            " from deliveries d join events e on e.id = d.event_id
             where /* reads all: for developers alone */
                 (d.account_id = $1) is true and (d.status = 'delivered') is true
             order by d.event_id desc limit 1"
        );
        let found = self.query_columns(SQL, &[account.into()], read_event).await?;
        Ok(found.into_iter().next())
    }
}

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
