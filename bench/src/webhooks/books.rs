//! What the database itself says about deliveries, so that no process has to be trusted.
//! It must never write, and never ask while something is measured.

use std::collections::BTreeMap;

use rules::id::EventId;
use rusqlite::{Connection, OpenFlags};

use crate::database::{connect, told};
use crate::run::Place;

/// How many deliveries there are in each state, for each endpoint, without test events.
pub type States = BTreeMap<(String, String), u64>;

/// How many wait, for each endpoint.
pub async fn waiting(place: &Place) -> Result<BTreeMap<String, u64>, String> {
    let sql =
        "select endpoint_id, '', count(*) from deliveries where status = 'waiting' group by endpoint_id";
    Ok(ask(place, sql).await?.into_iter().map(|(endpoint, _, count)| (endpoint, count)).collect())
}

pub async fn states(place: &Place) -> Result<States, String> {
    let sql = "select d.endpoint_id, d.status, count(*) from deliveries d join events e on e.id = d.event_id
               where e.type <> 'webhook.test' group by d.endpoint_id, d.status";
    let rows = ask(place, sql).await?;
    Ok(rows.into_iter().map(|(endpoint, status, count)| ((endpoint, status), count)).collect())
}

/// Every event of the account with the endpoints, with its type, by the events themselves.
pub async fn events(place: &Place) -> Result<Vec<(EventId, String)>, String> {
    let sql = "select id, type, sequence from events where account_id in (select account_id from endpoints)";
    let read = |(id, kind, _): (String, String, u64)| Some((EventId::parse(&id)?, kind));
    let events = ask(place, sql).await?.into_iter().map(read);
    events.collect::<Option<_>>().ok_or_else(|| "an event without an id".to_owned())
}

/// Two texts and a number in each row.
async fn ask(place: &Place, sql: &str) -> Result<Vec<(String, String, u64)>, String> {
    match &place.database_url {
        None => ask_sqlite(place, sql).map_err(|problem| format!("cannot read the database: {problem}")),
        Some(url) => {
            let client = connect(url).await?;
            let rows = client.query(sql, &[]).await.map_err(|problem| told("cannot read from", &problem))?;
            Ok(rows.iter().map(|row| (row.get(0), row.get(1), row.get::<_, i64>(2).unsigned_abs())).collect())
        }
    }
}

fn ask_sqlite(place: &Place, sql: &str) -> rusqlite::Result<Vec<(String, String, u64)>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(place.sqlite_file(), flags)?;
    let mut statement = connection.prepare(sql)?;
    let rows = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?.unsigned_abs())))?;
    rows.collect()
}
