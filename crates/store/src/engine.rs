//! The two engines behind one small set of means: ask a question, do one thing for each of many rows.
//!
//! This folder is the only place that branches on the engine. SQL is written once, with `$1` parameters and the
//! subset both engines share; [`BatchStatement`] bridges the one real difference: how many rows are handed over at
//! once.

mod batch;
mod column;
mod connector;
mod lookups;
mod postgres;
mod prepared_statements;
mod privileges;
mod query_plans;
mod readers;
pub mod recipient_lock;
mod row;
mod sessions;
mod snapshot;
mod sqlite;
mod tls;
mod value;

pub use batch::{BatchStatement, ColumnType};
pub use column::{Columns, corrupt};
pub use postgres::PgSession;
pub use privileges::Privileges;
pub use row::{SqlRow, TakeRow};
pub use value::Value;

use std::path::Path;
use std::sync::{Arc, Mutex};

use tokio::runtime::{Handle, RuntimeFlavor};

use crate::error::Error;
use crate::url::DatabaseUrl;

/// The database, for reading and for opening writers.
#[derive(Clone)]
pub struct Store {
    readers: Arc<Readers>,
    /// Whether it was made by [`Store::apart`].
    is_apart: bool,
    url: DatabaseUrl,
    /// Open between two rounds of the audit.
    audit: Arc<Mutex<Option<Connection>>>,
}

/// A statement that goes from a few rows of one table to those of a large one. SQLite keeps the order of a
/// `cross join`. PostgreSQL would turn it round if it took the few for many, and read all of the large table; it keeps
/// the order of a `lateral` join with a limit, which SQLite does not know.
#[derive(Clone, Copy)]
pub(crate) struct PerEngine {
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

enum Readers {
    Sqlite(sqlite::SqliteReaders),
    Postgres(readers::PgReaders),
}

impl Store {
    /// Knows where the database is. Connections are made when they are first needed.
    pub fn new(url: DatabaseUrl) -> Store {
        let readers = Arc::new(readers(&url, postgres::SESSIONS));
        Store { readers, is_apart: false, url, audit: Arc::default() }
    }

    /// The same database, with a connection of its own for reading, so that callers who read through another `Store` do
    /// not wait with those who read through this one.
    pub fn apart(&self) -> Store {
        let (readers, url) = (Arc::new(readers(&self.url, 1)), self.url.clone());
        Store { readers, is_apart: true, url, audit: Arc::default() }
    }

    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Whether there is never more than one server at this database.
    pub fn has_one_server(&self) -> bool {
        match &self.url {
            DatabaseUrl::Sqlite(_) => true,
            DatabaseUrl::Postgres(_) => false,
        }
    }

    /// The words of this database's engine.
    pub(crate) fn words(&self, sql: PerEngine) -> &'static str {
        match &self.url {
            DatabaseUrl::Sqlite(_) => sql.sqlite,
            DatabaseUrl::Postgres(_) => sql.postgres,
        }
    }

    /// Whether items that wait are in the index by recipient, as the settled ones are.
    pub(crate) fn indexes_what_waits(&self) -> bool {
        match &self.url {
            DatabaseUrl::Sqlite(_) => false,
            DatabaseUrl::Postgres(_) => true,
        }
    }

    /// Asks a question outside any transaction.
    pub(crate) async fn query<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        match &*self.readers {
            Readers::Sqlite(readers) => collect(&read, &mut |take| {
                self.here(readers, &mut |connection| sqlite::query(connection, sql, params, take))
            }),
            Readers::Postgres(readers) => read_all(&readers.query(sql, params).await?, &read),
        }
    }

    /// Reads on this thread. A read from the page cache takes microseconds, and handing it to another thread would cost
    /// more than the read. What is read apart may take longer, so what else this thread has to do goes on elsewhere.
    fn here(
        &self,
        readers: &sqlite::SqliteReaders,
        ask: &mut dyn FnMut(&rusqlite::Connection) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let has_other_threads = || {
            Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
        };
        if self.is_apart && has_other_threads() {
            return tokio::task::block_in_place(|| readers.with(ask));
        }
        readers.with(ask)
    }

    /// Reads the columns of each row in the order in which they were selected.
    pub(crate) async fn query_columns<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        read: impl Fn(&mut Columns<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.query(sql, params, |row| read(&mut Columns::of(row))).await
    }

    pub(crate) async fn query_one<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        Ok(self.query(sql, params, read).await?.pop())
    }

    /// Looks up one thing by its key. The statement's first column is `asked` and it is also selected last: questions
    /// that come at the same time may travel together, and their answers are told apart by it.
    pub(crate) async fn look_up<T>(
        &self,
        each: &'static BatchStatement,
        key: &[Value<'static>],
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match &*self.readers {
            Readers::Sqlite(readers) => {
                let question = [&[Value::Int(0)], key].concat();
                let questions = [question];
                let answers = collect(&read, &mut |take| {
                    self.here(readers, &mut |connection| {
                        sqlite::query_each(connection, each, &questions, take)
                    })
                });
                Ok(answers?.pop())
            }
            Readers::Postgres(readers) => {
                let found = readers.look_up(each, key.to_vec()).await?;
                found.map(|row| read(&SqlRow::Postgres(&row))).transpose()
            }
        }
    }

    /// Asks for each of the given rows, outside any transaction.
    pub(crate) async fn query_each<T>(
        &self,
        each: &BatchStatement,
        rows: &[Vec<Value<'_>>],
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        match &*self.readers {
            Readers::Sqlite(readers) => collect(&read, &mut |take| {
                self.here(readers, &mut |connection| sqlite::query_each(connection, each, rows, take))
            }),
            Readers::Postgres(readers) => read_all(&readers.query_each(each, rows).await?, &read),
        }
    }

    /// Keeps the engine's log short. To be called every now and then; it takes as long as the disk needs.
    pub async fn fold_log(&self) -> Result<(), Error> {
        let readers = self.readers.clone();
        let folding = tokio::task::spawn_blocking(move || match &*readers {
            Readers::Sqlite(readers) => readers.fold_log(),
            // It does so by itself.
            Readers::Postgres(_) => Ok(()),
        });
        folding.await.unwrap_or_else(|_| Err(Error::Unavailable("the log checkpoint was aborted".to_owned())))
    }

    /// What an operator should know about the engine: its version, and whether a commit really reaches the disk.
    pub async fn facts(&self) -> Result<Vec<(String, String)>, Error> {
        let sql = match &*self.readers {
            Readers::Sqlite(_) => "select 'sqlite_version', sqlite_version()",
            Readers::Postgres(_) => {
                "select name, setting from pg_settings
                 where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes') order by name"
            }
        };
        self.query(sql, &[], |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()))).await
    }

    pub(crate) async fn connect(&self) -> Result<Connection, Error> {
        match &self.url {
            DatabaseUrl::Sqlite(path) => open_sqlite(path),
            DatabaseUrl::Postgres(url) => Ok(Connection::Postgres(PgSession::connect(url).await?)),
        }
    }
}

fn readers(url: &DatabaseUrl, sessions: usize) -> Readers {
    match url {
        DatabaseUrl::Sqlite(path) => Readers::Sqlite(sqlite::SqliteReaders::new(path.clone())),
        DatabaseUrl::Postgres(url) => Readers::Postgres(readers::PgReaders::new(url, sessions)),
    }
}

/// What is read from each row that a question hands over. Questions know nothing about what is read, so they are
/// compiled once.
fn collect<T>(
    read: &impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ask: &mut dyn FnMut(&mut TakeRow<'_>) -> Result<(), Error>,
) -> Result<Vec<T>, Error> {
    let mut answers = Vec::new();
    ask(&mut |row| {
        answers.push(read(row)?);
        Ok(())
    })?;
    Ok(answers)
}

fn read_all<T>(
    rows: &[tokio_postgres::Row],
    read: &impl Fn(&SqlRow<'_>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    rows.iter().map(|row| read(&SqlRow::Postgres(row))).collect()
}

fn open_sqlite(path: &Path) -> Result<Connection, Error> {
    Ok(Connection::Sqlite(sqlite::open(path)?))
}

/// One connection of its own, for transactions.
pub enum Connection {
    Sqlite(rusqlite::Connection),
    Postgres(PgSession),
}

impl Connection {
    /// Starts a transaction that will write. SQLite takes its one write lock here.
    pub async fn begin(&self) -> Result<(), Error> {
        match self {
            Connection::Sqlite(connection) => Ok(connection.execute_batch("begin immediate")?),
            Connection::Postgres(session) => session.execute("begin").await,
        }
    }

    /// Makes sure that what is asked next goes out in the order in which it is asked, without waiting in between.
    pub async fn prepare(&self, statements: &[&'static BatchStatement]) -> Result<(), Error> {
        match self {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(session) => session.prepare(statements).await,
        }
    }

    pub async fn rollback(&self) -> Result<(), Error> {
        match self {
            Connection::Sqlite(connection) if connection.is_autocommit() => Ok(()),
            Connection::Sqlite(connection) => Ok(connection.execute_batch("rollback")?),
            Connection::Postgres(session) => session.execute("rollback").await,
        }
    }

    /// Runs statements without parameters, as migrations are.
    pub async fn execute(&self, sql: &str) -> Result<(), Error> {
        match self {
            Connection::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Connection::Postgres(session) => session.execute(sql).await,
        }
    }

    pub async fn query<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        match self {
            Connection::Sqlite(connection) => {
                collect(&read, &mut |take| sqlite::query(connection, sql, params, take))
            }
            Connection::Postgres(session) => read_all(&session.query(sql, params).await?, &read),
        }
    }

    /// Asks for each of the given rows and collects all answers. No rows, no question.
    pub async fn query_each<T>(
        &self,
        each: &'static BatchStatement,
        rows: &[Vec<Value<'_>>],
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        match self {
            Connection::Sqlite(connection) => {
                collect(&read, &mut |take| sqlite::query_each(connection, each, rows, take))
            }
            Connection::Postgres(session) => read_all(&session.query_each(each, rows).await?, &read),
        }
    }

    /// Asks before writing, where a question costs no round trip. Elsewhere the statement that writes has to find out.
    pub async fn query_each_nearby<T>(
        &self,
        each: &'static BatchStatement,
        rows: &[Vec<Value<'_>>],
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Option<Vec<T>>, Error> {
        match self {
            Connection::Sqlite(_) => self.query_each(each, rows, read).await.map(Some),
            Connection::Postgres(_) => Ok(None),
        }
    }

    /// Locks the rows of `each`, where rows can be locked. SQLite has one writer, who holds everything already.
    pub async fn lock_each(
        &self,
        each: &'static BatchStatement,
        rows: &[Vec<Value<'_>>],
    ) -> Result<(), Error> {
        match self {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(_) => self.query_each(each, rows, |_| Ok(())).await.map(|_| ()),
        }
    }

    /// Writes each of the given rows, one statement after the other, and commits. Any error means that nothing
    /// was written, except [`Error::Unknown`].
    pub async fn write_and_commit(
        &self,
        writes: &[(&'static BatchStatement, Vec<Vec<Value<'_>>>)],
    ) -> Result<(), Error> {
        match self {
            Connection::Sqlite(connection) => sqlite::write_and_commit(connection, writes),
            Connection::Postgres(session) => session.write_and_commit(writes).await,
        }
    }

    /// Whether it can be lost while a commit is on its way. SQLite commits in this process: its outcome is always
    /// known.
    pub fn can_break(&self) -> bool {
        match self {
            Connection::Sqlite(_) => false,
            Connection::Postgres(_) => true,
        }
    }

    pub fn is_broken(&self) -> bool {
        match self {
            Connection::Sqlite(_) => false,
            Connection::Postgres(session) => session.is_closed(),
        }
    }

    /// Which engine this is. Only migrations ask: they are written for each.
    pub fn dialect(&self) -> Dialect {
        match self {
            Connection::Sqlite(_) => Dialect::Sqlite,
            Connection::Postgres(_) => Dialect::Postgres,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Sqlite,
    Postgres,
}
