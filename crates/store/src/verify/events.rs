//! Events: each one tells of a change that happened, in its place in the order of its object.

use super::facts::{Fact, Key, Kind, Sink};
use super::{Books, Reading};
use crate::engine::{Connection, Row};
use crate::error::Error;

const EVENTS: &str = "select type, object_id, sequence, account_id, created_at from events";
const RECIPIENTS: &str = "select id, account_id, created_at from recipients";

/// Everything about an event that follows from its object.
pub fn told(key: &Key, kind: &str, sequence: i64, owner: u64, at: i64) -> u64 {
    key.with(key.with(key.text(kind) ^ owner.rotate_left(17), sequence), at)
}

/// Says how many there are.
pub async fn read(
    connection: &Connection,
    books: &Books,
    reading: &Reading<'_>,
    sink: &mut impl Sink,
) -> Result<u64, Error> {
    let key = &books.key;
    let (mut count, mut oldest) = (0, i64::MAX);
    let take = |row: &Row<'_>| {
        reading.row();
        count += 1;
        let (kind, subject, sequence) = (row.text(0)?, row.text(1)?, row.int(2)?);
        let (account, at) = (row.text(3)?, row.int(4)?);
        oldest = oldest.min(at);
        let details = told(key, kind, sequence, key.text(account), at);
        let fact = Fact { kind: Kind::Event, subject, id: key.text(subject), details, times: -1 };
        sink.tell(fact, || format!("{kind} {sequence} of {account} at {at}"));
        Ok(())
    };
    connection.scan(EVENTS, take).await?;
    let take = |row: &Row<'_>| {
        reading.row();
        let (subject, account, at) = (row.text(0)?, row.text(1)?, row.int(2)?);
        // Recipients that are older than all events come from a time that had none.
        if at >= oldest {
            let details = told(key, "recipient.created", 1, key.text(account), at);
            let fact = Fact { kind: Kind::Event, subject, id: key.text(subject), details, times: 1 };
            sink.tell(fact, || format!("recipient.created 1 of {account} at {at}"));
        }
        Ok(())
    };
    connection.scan(RECIPIENTS, take).await?;
    Ok(count)
}
