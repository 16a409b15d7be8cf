//! Whether outgoing money is stopped, and why.

use rules::freeze::{Cause, Freeze};

use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;

const OPEN: &str = "select id, cause, reason, created_at, lifted_at from freezes where lifted_at is null";

impl Store {
    /// The stop that is in force.
    pub async fn freeze(&self) -> Result<Option<Freeze>, Error> {
        self.query_one(OPEN, &[], read_freeze).await
    }

    /// The newest stops, lifted ones too, newest first.
    pub async fn freezes(&self) -> Result<Vec<Freeze>, Error> {
        let sql = "select id, cause, reason, created_at, lifted_at from freezes order by id desc limit 20";
        self.query(sql, &[], read_freeze).await
    }
}

/// The same, asked inside a transaction; the row it is asked with says nothing.
pub static FIND_FREEZE: Each = Each::new(
    "select f.id, f.cause, f.reason, f.created_at, f.lifted_at from {rows} join freezes f on f.lifted_at is null
     where k.anything = 1",
    &[("anything", Kind::Int)],
);

pub fn read_freeze(row: &Row<'_>) -> Result<Freeze, Error> {
    Ok(Freeze {
        id: decode::id(row, 0)?,
        cause: decode::named(row, 1, Cause::parse)?,
        reason: row.text(2)?.to_owned(),
        created_at: decode::time(row, 3)?,
        lifted_at: decode::optional_time(row, 4)?,
    })
}

pub static PUT_FREEZES: Each = Each::new(
    "insert into freezes (id, cause, reason, created_at, lifted_at)
     select id, cause, reason, created_at, lifted_at from {rows} where true
     on conflict (id) do update set lifted_at = excluded.lifted_at",
    &[
        ("id", Kind::Text),
        ("cause", Kind::Text),
        ("reason", Kind::Text),
        ("created_at", Kind::Int),
        ("lifted_at", Kind::Int),
    ],
);

pub fn freeze_values(freeze: &Freeze) -> Vec<Value<'_>> {
    vec![
        freeze.id.into(),
        freeze.cause.name().into(),
        (&freeze.reason).into(),
        freeze.created_at.into(),
        freeze.lifted_at.into(),
    ]
}
