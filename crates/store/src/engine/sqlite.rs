//! SQLite: a file, one writer, readers that never wait for it (WAL).

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags, params_from_iter};

use super::{BatchStatement, SqlRow, Value};
use crate::error::Error;

/// Below this version SQLite has a WAL-reset bug that can corrupt a database under several connections.
const OLDEST_SAFE_VERSION: i32 = 3_051_003;
const CACHED_STATEMENTS: usize = 256;

/// Opens for reading and writing; creates the file if it is not there.
pub fn open(path: &Path) -> Result<Connection, Error> {
    if rusqlite::version_number() < OLDEST_SAFE_VERSION {
        return Err(Error::Unavailable(format!("SQLite {} is too old", rusqlite::version())));
    }
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    // FULL: a commit that was acknowledged survives a power cut. The log is folded into the file by
    // [`SqliteReaders::fold_log`]; only if that cannot keep up, a commit does it, at 512 MB.
    // RECURSIVE_TRIGGERS: rows that a REPLACE deletes go through their delete triggers.
    connection.execute_batch(
        "pragma busy_timeout = 10000;
         pragma journal_mode = wal;
         pragma synchronous = full;
         pragma foreign_keys = on;
         pragma recursive_triggers = on;
         pragma trusted_schema = off;
         pragma temp_store = memory;
         pragma cache_size = -65536;
         pragma wal_autocheckpoint = 131072;",
    )?;
    Ok(connection)
}

/// Reading connections, each used by one question at a time.
pub struct SqliteReaders {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl SqliteReaders {
    pub fn new(path: PathBuf) -> SqliteReaders {
        SqliteReaders { path, idle: Mutex::new(Vec::new()) }
    }

    pub fn with<T>(&self, ask: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => open_reader(&self.path)?,
        };
        let answer = ask(&connection);
        // Questions run on the spot, so there are never more readers than threads that ask.
        self.idle().push(connection);
        answer
    }

    /// Folds the log into the file beside the writer, which would otherwise have to stop for it: what is there now,
    /// as far as no reader still needs an older state. No caller waits for it. When nothing is left, the next commit
    /// starts the log anew.
    pub fn fold_log(&self) -> Result<(), Error> {
        self.with(|connection| Ok(connection.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()))?))
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub fn open_reader(path: &Path) -> Result<Connection, Error> {
    let connection = open(path)?;
    connection.execute_batch("pragma query_only = on")?;
    Ok(connection)
}

/// SQLite numbers its parameters `?1`; everything else of the statement is shared.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

pub fn query<T>(
    connection: &Connection,
    sql: &str,
    params: &[Value<'_>],
    read: &impl Fn(&SqlRow<'_>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut statement = connection.prepare_cached(&numbered(sql))?;
    let mut rows = statement.query(params_from_iter(params))?;
    let mut answers = Vec::new();
    while let Some(row) = rows.next()? {
        answers.push(read(&SqlRow::Sqlite(row))?);
    }
    Ok(answers)
}

pub fn query_each<T>(
    connection: &Connection,
    each: &BatchStatement,
    rows: &[Vec<Value<'_>>],
    read: &impl Fn(&SqlRow<'_>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut statement = connection.prepare_cached(each.sqlite())?;
    let mut answers = Vec::new();
    for row in rows {
        let mut found = statement.query(params_from_iter(row))?;
        while let Some(row) = found.next()? {
            answers.push(read(&SqlRow::Sqlite(row))?);
        }
    }
    Ok(answers)
}

pub fn write_and_commit(
    connection: &Connection,
    writes: &[(&'static BatchStatement, Vec<Vec<Value<'_>>>)],
) -> Result<(), Error> {
    for (each, rows) in writes {
        let mut statement = connection.prepare_cached(each.sqlite())?;
        for row in rows {
            statement.execute(params_from_iter(row))?;
        }
    }
    connection.execute_batch("commit")?;
    Ok(())
}
