//! One moment of the whole database, seen by several connections at once, and large tables read from it row by row.
//! It only reads: no writer has to wait for it.

use std::sync::PoisonError;

use futures_util::TryStreamExt;

use super::{Connection, SqlRow, Store, TakeRow, sqlite};
use crate::error::Error;
use crate::url::DatabaseUrl;

/// How often two connections to a SQLite file are set to the same moment before that is given up.
const MAX_TRIES: u32 = 2_000;
/// A table takes as long as it takes; what is read stays bounded by what the reader takes at once. Few rows are looked
/// up in large tables, which are not to be hashed as a whole for them.
const BEGIN_POSTGRES: &str = "begin isolation level repeatable read, read only;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local enable_hashjoin = off; set local enable_mergejoin = off; set local jit = off";
/// A transaction begins to see when it first reads.
const BEGIN_SQLITE: &str = "begin; select count(*) from sqlite_schema";

impl Store {
    /// Connections that all see the database as it is now, whatever is written from now on.
    pub(crate) async fn snapshot(&self, connections: usize) -> Result<Vec<Connection>, Error> {
        match self.url() {
            DatabaseUrl::Sqlite(path) => sqlite_snapshot(path, connections),
            DatabaseUrl::Postgres(_) => self.postgres_snapshot(connections).await,
        }
    }

    /// A connection of the audit that sees the database as it is now. It stays open between rounds, so that the audit
    /// goes on when this process can open no more files.
    pub(crate) async fn audit_snapshot(&self) -> Result<Connection, Error> {
        let kept = self.audit.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(kept) = kept
            && kept.begin_snapshot().await.is_ok()
        {
            return Ok(kept);
        }
        Ok(self.snapshot(1).await?.pop().expect("as many as were asked for"))
    }

    /// Keeps it for the next round. What it saw, and what it alone could do, ends.
    pub(crate) async fn keep_for_audit(&self, connection: Connection) {
        if connection.end_snapshot().await.is_ok() {
            *self.audit.lock().unwrap_or_else(PoisonError::into_inner) = Some(connection);
        }
    }

    async fn postgres_snapshot(&self, connections: usize) -> Result<Vec<Connection>, Error> {
        let leader = self.connect().await?;
        leader.begin_snapshot().await?;
        let name =
            leader.query("select pg_export_snapshot()", &[], |row| Ok(row.text(0)?.to_owned())).await?;
        let name = name.first().expect("a snapshot has a name");
        let mut all = vec![leader];
        while all.len() < connections {
            let follower = self.connect().await?;
            follower.execute(&format!("{BEGIN_POSTGRES}; set transaction snapshot '{name}'")).await?;
            all.push(follower);
        }
        Ok(all)
    }
}

/// SQLite cannot hand a snapshot over. But a connection of its own sees whether another connection committed, and if
/// none did while the others began, they all began at the same moment.
fn sqlite_snapshot(path: &std::path::Path, connections: usize) -> Result<Vec<Connection>, Error> {
    let watch = sqlite::open_reader(path)?;
    let version = || watch.query_row("pragma data_version", [], |row| row.get::<_, i64>(0));
    let all: Vec<rusqlite::Connection> =
        (0..connections).map(|_| sqlite::open_reader(path)).collect::<Result<_, _>>()?;
    for _ in 0..MAX_TRIES {
        let before = version()?;
        for connection in &all {
            connection.execute_batch(BEGIN_SQLITE)?;
        }
        if connections == 1 || version()? == before {
            return Ok(all.into_iter().map(Connection::Sqlite).collect());
        }
        for connection in &all {
            connection.execute_batch("rollback")?;
        }
    }
    Err(Error::Conflict("commits are too frequent to start a consistent read".into()))
}

impl Connection {
    async fn begin_snapshot(&self) -> Result<(), Error> {
        match self {
            Connection::Sqlite(connection) => Ok(connection.execute_batch(BEGIN_SQLITE)?),
            Connection::Postgres(session) => session.execute(BEGIN_POSTGRES).await,
        }
    }

    /// An idle connection keeps no pages in memory.
    async fn end_snapshot(&self) -> Result<(), Error> {
        match self {
            Connection::Sqlite(connection) => Ok(connection.execute_batch("rollback; pragma shrink_memory")?),
            Connection::Postgres(session) => session.execute("rollback").await,
        }
    }

    /// Hands over every row of a question without parameters, one after the other, however many there are.
    pub async fn scan(&self, sql: &str, take: &mut TakeRow<'_>) -> Result<(), Error> {
        match self {
            Connection::Sqlite(connection) => sqlite::scan(connection, sql, take),
            Connection::Postgres(session) => {
                let copying = session.copy_out(&format!("copy ({sql}) to stdout (format binary)")).await?;
                let mut copying = std::pin::pin!(copying);
                let mut copied = CopyReader::default();
                while let Some(bytes) = copying.try_next().await? {
                    copied.take_in(&bytes, take)?;
                }
                Ok(())
            }
        }
    }

    /// The column in which the engine notes the last transfer of a balance, if it has to.
    pub fn last_move(&self) -> &'static str {
        match self {
            Connection::Sqlite(_) => "moved_by",
            Connection::Postgres(_) => "cast(null as bigint)",
        }
    }

    /// Whether this connection alone may do some work that one process at a time is enough for. It may until its
    /// transaction ends. One SQLite file has one server anyway.
    pub async fn alone(&self, work: i64) -> Result<bool, Error> {
        match self {
            Connection::Sqlite(_) => Ok(true),
            Connection::Postgres(_) => {
                let sql = "select cast(pg_try_advisory_xact_lock($1) as text)";
                let got = self.query(sql, &[work.into()], |row| Ok(row.text(0)? == "true")).await?;
                Ok(got == [true])
            }
        }
    }
}

/// The longest row that is read this way, in columns.
const MAX_COLUMNS: usize = 29;
const SIGNATURE: usize = 11;

/// Rows in the binary form of COPY: a signature, then for each row the number of columns, and for each column its
/// length and its bytes.
#[derive(Default)]
pub struct CopyReader {
    started: bool,
}

/// One row of it: where each column is, and `None` for null.
pub struct CopiedRow<'a> {
    bytes: &'a [u8],
    columns: [Option<(u32, u32)>; MAX_COLUMNS],
}

impl CopyReader {
    /// The server sends whole rows, the first one behind the signature.
    fn take_in(&mut self, mut bytes: &[u8], take: &mut TakeRow<'_>) -> Result<(), Error> {
        if !self.started {
            self.started = true;
            // The signature is followed by flags, and by an extension with its length.
            bytes = bytes.get(SIGNATURE + 4..).ok_or_else(cut)?;
            let (length, rest) = int32(bytes)?;
            bytes = rest.get(length.max(0) as usize..).ok_or_else(cut)?;
        }
        while let Some((count, mut rest)) = bytes.split_first_chunk::<2>() {
            let count = i16::from_be_bytes(*count);
            if count < 0 {
                return Ok(());
            }
            let all = rest;
            let mut row = CopiedRow { bytes: all, columns: [None; MAX_COLUMNS] };
            for column in row.columns.iter_mut().take(count as usize) {
                let (length, after) = int32(rest)?;
                rest = after;
                if let Ok(length) = usize::try_from(length) {
                    let start = all.len() - rest.len();
                    *column = Some((start as u32, length as u32));
                    rest = rest.get(length..).ok_or_else(cut)?;
                }
            }
            take(&SqlRow::Copied(&row))?;
            bytes = rest;
        }
        Ok(())
    }
}

impl CopiedRow<'_> {
    pub fn column(&self, column: usize) -> Option<&[u8]> {
        self.columns[column].map(|(start, length)| &self.bytes[start as usize..][..length as usize])
    }
}

fn int32(bytes: &[u8]) -> Result<(i32, &[u8]), Error> {
    let (four, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
    Ok((i32::from_be_bytes(*four), rest))
}

fn cut() -> Error {
    Error::Corrupt("a copied row is cut off".to_owned())
}
