//! SQLite: a file, one writer, readers that never wait for it (WAL).

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags, params_from_iter};

use super::query_plans;
use super::{BatchStatement, SqlRow, TakeRow, Value};
use crate::error::Error;

/// Below this version SQLite has a WAL-reset bug that can corrupt a database under several connections.
const OLDEST_SAFE_VERSION: i32 = 3_051_003;
const CACHED_STATEMENTS: usize = 256;
/// Begins what other engines take for a comment.
const FOR_SQLITE: &str = "/*sqlite ";

/// Opens for reading and writing; creates the file if it is not there.
pub fn open(path: &Path) -> Result<Connection, Error> {
    if rusqlite::version_number() < OLDEST_SAFE_VERSION {
        return Err(Error::Unavailable(format!("SQLite {} is too old", rusqlite::version())));
    }
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| with_owner(path, error))?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    // FULL: a commit that was acknowledged survives a power cut. The log is folded into the file by
    // [`SqliteReaders::fold_log`]; only if that cannot keep up, a commit does it, at 512 MB.
    // AUTOMATIC_INDEX: to make an index for one question, the whole table is read.
    // RECURSIVE_TRIGGERS: rows that a REPLACE deletes go through their delete triggers.
    connection
        .execute_batch(
            "pragma busy_timeout = 10000;
         pragma journal_mode = wal;
         pragma synchronous = full;
         pragma foreign_keys = on;
         pragma automatic_index = off;
         pragma recursive_triggers = on;
         pragma trusted_schema = off;
         pragma temp_store = memory;
         pragma cache_size = -65536;
         pragma wal_autocheckpoint = 131072;",
        )
        .map_err(|error| with_owner(path, error))?;
    Ok(connection)
}

/// Most files that can't be opened belong to another user, which SQLite doesn't say.
fn with_owner(path: &Path, error: rusqlite::Error) -> Error {
    use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
    let is_about_file = matches!(error.sqlite_error_code(), Some(CannotOpen | PermissionDenied | ReadOnly));
    if !is_about_file {
        return error.into();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let facts = [path, folder].into_iter().filter_map(|path| {
        let found = path.metadata().ok()?;
        Some(format!("{} belongs to uid {} (mode {:03o})", path.display(), found.uid(), found.mode() & 0o777))
    });
    // The owner of a process's entry is the user that it acts as.
    let own = Path::new("/proc/self").metadata().map(|own| format!("this process runs as uid {}", own.uid()));
    let facts: Vec<String> = facts.chain(own.ok()).collect();
    Error::Unavailable(format!("{error}: {}", facts.join(", ")))
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

    pub fn with(&self, ask: &mut dyn FnMut(&Connection) -> Result<(), Error>) -> Result<(), Error> {
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
        self.with(&mut |connection| {
            Ok(connection.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()))?)
        })
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

/// SQLite numbers its parameters `?1`, and needs `/*sqlite indexed by … */` where it has no statistics to choose the
/// right index by. Everything else of the statement is shared.
fn in_sqlite(sql: &str) -> String {
    let numbered = sql.replace('$', "?");
    if !numbered.contains(FOR_SQLITE) {
        return numbered;
    }
    let mut parts = numbered.split(FOR_SQLITE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |sql, part| sql + &part.replacen("*/", "", 1))
}

pub fn query(
    connection: &Connection,
    sql: &str,
    params: &[Value<'_>],
    take: &mut TakeRow<'_>,
) -> Result<(), Error> {
    let sql = in_sqlite(sql);
    query_plans::check(connection, &sql);
    let mut statement = connection.prepare_cached(&sql)?;
    take_all(statement.query(params_from_iter(params))?, take)
}

pub fn query_each(
    connection: &Connection,
    each: &BatchStatement,
    rows: &[Vec<Value<'_>>],
    take: &mut TakeRow<'_>,
) -> Result<(), Error> {
    query_plans::check(connection, each.sqlite());
    let mut statement = connection.prepare_cached(each.sqlite())?;
    for row in rows {
        take_all(statement.query(params_from_iter(row))?, take)?;
    }
    Ok(())
}

/// Hands over every row of a question without parameters.
pub fn scan(connection: &Connection, sql: &str, take: &mut TakeRow<'_>) -> Result<(), Error> {
    take_all(connection.prepare(sql)?.query([])?, take)
}

fn take_all(mut rows: rusqlite::Rows<'_>, take: &mut TakeRow<'_>) -> Result<(), Error> {
    while let Some(row) = rows.next()? {
        take(&SqlRow::Sqlite(row))?;
    }
    Ok(())
}

pub fn write_and_commit(
    connection: &Connection,
    writes: &[(&'static BatchStatement, Vec<Vec<Value<'_>>>)],
) -> Result<(), Error> {
    for (each, rows) in writes {
        query_plans::check(connection, each.sqlite());
        let mut statement = connection.prepare_cached(each.sqlite())?;
        for row in rows {
            statement.execute(params_from_iter(row))?;
        }
    }
    connection.execute_batch("commit")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_sqlite_reads_is_no_comment_for_it() {
        let sql = "select /* reads all: few */ a from t /*sqlite indexed by i */ where b = $1";
        assert_eq!(in_sqlite(sql), "select /* reads all: few */ a from t indexed by i  where b = ?1");
    }
}
