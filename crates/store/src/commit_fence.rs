//! The commit fence: tells whether a commit happened when its connection broke before the answer came.
//!
//! Each writer has a row of its own, which its every transaction locks first and its every commit counts up. A reader
//! that locks the row later has waited for the transaction to end, and reads what became of it. The number that
//! PostgreSQL gives a transaction would not do: after a crash it gives away again what it had not yet written down.

use crate::engine::{BatchStatement, ColumnType, Columns, Connection, SqlRow, Value};
use crate::error::Error;

/// A writer's row, as its running transaction has found it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommitFence {
    pub id: String,
    pub commits: i64,
}

/// A new one, if this connection can break.
pub async fn appoint(connection: &Connection) -> Result<Option<CommitFence>, Error> {
    if !connection.can_break() {
        return Ok(None);
    }
    let sql = "insert into writers (id, commits) values (cast(gen_random_uuid() as text), 0) returning id";
    let id = connection.query(sql, &[], |row| Columns::of(row).read()).await?.pop();
    Ok(id.map(|id| CommitFence { id, commits: 0 }))
}

pub static HOLD_FENCE: BatchStatement = BatchStatement::locking(
    "t",
    "select t.commits from {rows} join writers t on t.id = k.id",
    &[("id", ColumnType::Text)],
);

pub fn read_commits(row: &SqlRow<'_>) -> Result<i64, Error> {
    Columns::of(row).read()
}

pub fn fence_id(fence: &CommitFence) -> Vec<Value<'_>> {
    vec![(&fence.id).into()]
}

pub static COUNT_COMMIT: BatchStatement =
    BatchStatement::update("writers", &[("id", ColumnType::Text), ("commits", ColumnType::Int)]);

/// The row after one more commit.
pub fn counted(fence: &CommitFence) -> Vec<Value<'_>> {
    vec![(&fence.id).into(), (fence.commits + 1).into()]
}

/// How many commits there were, once no transaction of the writer's is running.
pub async fn ask(connection: &Connection, fence: &CommitFence) -> Result<Option<i64>, Error> {
    Ok(connection.query_each(&HOLD_FENCE, &[fence_id(fence)], read_commits).await?.pop())
}

pub async fn dismiss(connection: &Connection, fence: &CommitFence) -> Result<(), Error> {
    let sql = "delete from writers where id = $1";
    connection.query(sql, &[(&fence.id).into()], |_| Ok(())).await.map(|_| ())
}
