//! A witness of every commit, for the day its connection breaks on the way.
//!
//! Each writer has a row of its own, which its every transaction locks first and its every commit counts up. Whoever
//! locks the row later has waited for the transaction to end, and reads what became of it. The number that PostgreSQL
//! gives a transaction would not do: after a crash it gives away again what it had not yet written down.

use crate::engine::{Connection, Each, Kind, Row, Value};
use crate::error::Error;

/// A writer's row, as its running transaction has found it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub id: String,
    pub commits: i64,
}

/// A new one, if this connection can break.
pub async fn appoint(connection: &Connection) -> Result<Option<Witness>, Error> {
    if !connection.can_break() {
        return Ok(None);
    }
    let sql = "insert into writers (id, commits) values (cast(gen_random_uuid() as text), 0) returning id";
    let id = connection.query(sql, &[], |row| Ok(row.text(0)?.to_owned())).await?.pop();
    Ok(id.map(|id| Witness { id, commits: 0 }))
}

pub static HOLD_WITNESS: Each =
    Each::locking("t", "select t.commits from {rows} join writers t on t.id = k.id", &[("id", Kind::Text)]);

pub fn read_commits(row: &Row<'_>) -> Result<i64, Error> {
    row.int(0)
}

pub fn witness_id(witness: &Witness) -> Vec<Value<'_>> {
    vec![(&witness.id).into()]
}

pub static COUNT_COMMIT: Each = Each::update("writers", &[("id", Kind::Text), ("commits", Kind::Int)]);

/// The row after one more commit.
pub fn counted(witness: &Witness) -> Vec<Value<'_>> {
    vec![(&witness.id).into(), (witness.commits + 1).into()]
}

/// How many commits there were, once no transaction of the writer's is running.
pub async fn ask(connection: &Connection, witness: &Witness) -> Result<Option<i64>, Error> {
    Ok(connection.query_each(&HOLD_WITNESS, &[witness_id(witness)], read_commits).await?.pop())
}

pub async fn dismiss(connection: &Connection, witness: &Witness) -> Result<(), Error> {
    let sql = "delete from writers where id = $1";
    connection.query(sql, &[(&witness.id).into()], |_| Ok(())).await.map(|_| ())
}
