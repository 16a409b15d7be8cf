//! PostgreSQL: sessions that many questions share. Requests are pipelined, so a session is never idle while one
//! answer is on its way, and a handful of sessions serves any number of callers.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, CopyOutStream, Row, Statement};

use super::prepared_statements::PreparedStatements;
use super::{BatchStatement, ColumnType, Value, connector};
use crate::error::Error;
use crate::postgres_url::PostgresUrl;

/// That all callers share.
pub const SESSIONS: usize = 4;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Boxed, so that it is compiled here and not by each caller.
pub type PgAnswer<'a, T> = BoxFuture<'a, Result<T, Error>>;

/// One connection and its prepared statements.
pub struct PgSession {
    client: Client,
    statements: Mutex<PreparedStatements>,
}

impl PgSession {
    pub async fn connect(url: &PostgresUrl) -> Result<PgSession, Error> {
        Ok(PgSession { client: connector::connect(url).await?, statements: Mutex::default() })
    }

    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    pub async fn execute(&self, sql: &str) -> Result<(), Error> {
        answered(self.client.batch_execute(sql)).await
    }

    pub fn query<'a>(&'a self, sql: &'a str, params: &'a [Value<'_>]) -> PgAnswer<'a, Vec<Row>> {
        Box::pin(async move { self.rows(sql, &parameters(params)).await })
    }

    pub fn query_each<'a>(
        &'a self,
        each: &'a BatchStatement,
        rows: &'a [Vec<Value<'_>>],
    ) -> PgAnswer<'a, Vec<Row>> {
        Box::pin(async move {
            let columns = columns(each, rows);
            self.rows(each.postgres(), &borrowed(&columns)).await
        })
    }

    pub async fn rows(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql).await?;
        answered(self.client.query(&statement, params)).await
    }

    /// Starts to copy rows out. They come as they are taken, so no caller waits for all of them.
    pub async fn copy_out(&self, sql: &str) -> Result<CopyOutStream, Error> {
        answered(self.client.copy_out(sql)).await
    }

    /// All statements and the commit go out together. A statement that fails aborts the transaction, and the
    /// commit behind it then only ends it.
    pub async fn write_and_commit(
        &self,
        writes: &[(&'static BatchStatement, Vec<Vec<Value<'_>>>)],
    ) -> Result<(), Error> {
        let mut prepared = Vec::with_capacity(writes.len());
        for (each, rows) in writes {
            prepared.push((self.statement(each.postgres()).await?, columns(each, rows)));
        }
        let writing = prepared.iter().map(|(statement, columns)| async move {
            let params = borrowed(columns);
            answered(self.client.execute(statement, &params)).await.map(|_| ())
        });
        let committing = async {
            answered(self.client.batch_execute("commit")).await.map_err(|error| match error {
                Error::Unavailable(why) | Error::TimedOut(why) => Error::Unknown(why),
                other => other,
            })
        };
        // Joined, not raced: the commit is sent even if a statement before it fails.
        let (written, committed) = futures_util::join!(futures_util::future::join_all(writing), committing);
        for outcome in written {
            match outcome {
                // The connection broke; whether the commit behind it was read is not known.
                Err(Error::Unavailable(why)) => return Err(Error::Unknown(why)),
                other => other?,
            }
        }
        committed
    }

    /// Requests are sent in the order in which they are first polled, unless one must be prepared before.
    pub async fn prepare(&self, statements: &[&'static BatchStatement]) -> Result<(), Error> {
        for each in statements {
            self.statement(each.postgres()).await?;
        }
        Ok(())
    }

    /// A statement prepared on this session, now or before.
    async fn statement(&self, sql: &str) -> Result<Statement, Error> {
        let known = self.statements().get(sql);
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = answered(self.client.prepare(sql)).await?;
        self.statements().insert(sql, statement.clone());
        Ok(statement)
    }

    fn statements(&self) -> std::sync::MutexGuard<'_, PreparedStatements> {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// No answer in time is no answer: the session is not used again, because its drop closes it.
async fn answered<T>(answer: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, Error> {
    match timeout(ANSWER_TIMEOUT, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Error::Unavailable("no response in time".into())),
    }
}

type Column<'a> = Box<dyn ToSql + Sync + Send + 'a>;

/// Turns rows into one array for each column.
pub fn columns<'a>(each: &BatchStatement, rows: &'a [Vec<Value<'_>>]) -> Vec<Column<'a>> {
    let column = |(index, (_, kind)): (usize, &(&str, ColumnType))| -> Column<'a> {
        let values = rows.iter().map(move |row| &row[index]);
        match kind {
            ColumnType::Text => Box::new(values.map(as_text).collect::<Vec<Option<&str>>>()),
            ColumnType::Int => Box::new(values.map(as_int).collect::<Vec<Option<i64>>>()),
            ColumnType::Bytes => Box::new(values.map(as_bytes).collect::<Vec<Option<&[u8]>>>()),
        }
    };
    each.columns().iter().enumerate().map(column).collect()
}

pub fn parameters<'a>(values: &'a [Value<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().map(|value| value as _).collect()
}

pub fn borrowed<'a>(columns: &'a [Column<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    columns.iter().map(|column| &**column as &(dyn ToSql + Sync)).collect()
}

fn as_text<'a>(value: &'a Value<'_>) -> Option<&'a str> {
    match value {
        Value::Null => None,
        Value::Text(text) => Some(text),
        Value::Int(_) | Value::Bytes(_) => panic!("a text column was given {value:?}"),
    }
}

fn as_int(value: &Value<'_>) -> Option<i64> {
    match value {
        Value::Null => None,
        Value::Int(number) => Some(*number),
        Value::Text(_) | Value::Bytes(_) => panic!("an int column was given {value:?}"),
    }
}

fn as_bytes<'a>(value: &'a Value<'_>) -> Option<&'a [u8]> {
    match value {
        Value::Null => None,
        Value::Bytes(bytes) => Some(bytes),
        Value::Text(_) | Value::Int(_) => panic!("a bytes column was given {value:?}"),
    }
}
