//! Reads and changes a database past the server: what no response shows, and what no call can do.

use std::path::Path;
use std::time::Duration;

use rusqlite::OpenFlags;

use super::{Database, connect};

impl Database {
    /// How many rows a table has.
    pub fn rows_in(&self, data: &Path, table: &str) -> i64 {
        self.number(data, &format!("select count(*) from {table}"))
    }

    /// The one number that a query returns.
    pub fn number(&self, data: &Path, sql: &str) -> i64 {
        match self {
            Database::Sqlite => file(data).query_row(sql, [], |row| row.get(0)).expect("a number"),
            Database::Postgres { url, .. } => connect(url).query_one(sql, &[]).expect("a number").get(0),
        }
    }

    /// The first column of a question's answer, which is text.
    pub fn texts(&self, data: &Path, sql: &str) -> Vec<String> {
        match self {
            Database::Sqlite => {
                let file = file(data);
                let mut question = file.prepare(sql).expect("SQL");
                let rows = question.query_map([], |row| row.get(0)).expect("an answer");
                rows.map(|row| row.expect("text")).collect()
            }
            Database::Postgres { url, .. } => {
                let rows = connect(url).query(sql, &[]).expect("an answer");
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }

    /// The first column of a question's answer, which is bytes.
    pub fn bytes(&self, data: &Path, sql: &str) -> Vec<Vec<u8>> {
        match self {
            Database::Sqlite => {
                let file = file(data);
                let mut question = file.prepare(sql).expect("SQL");
                let rows = question.query_map([], |row| row.get(0)).expect("an answer");
                rows.map(|row| row.expect("bytes")).collect()
            }
            Database::Postgres { url, .. } => {
                let rows = connect(url).query(sql, &[]).expect("an answer");
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }

    /// Runs SQL in one transaction; says what the database has against it.
    pub fn try_execute(&self, data: &Path, sql: &str) -> Result<(), String> {
        match self {
            Database::Sqlite => {
                let file = rusqlite::Connection::open(data.join("florin.db")).expect("the database");
                file.busy_timeout(Duration::from_secs(60)).expect("a timeout");
                let done = file.execute_batch(&format!("begin immediate; {sql}; commit"));
                done.map_err(|error| error.to_string())
            }
            Database::Postgres { url, .. } => {
                connect(url).batch_execute(sql).map_err(|error| error.to_string())
            }
        }
    }
}

fn file(data: &Path) -> rusqlite::Connection {
    let file = data.join("florin.db");
    rusqlite::Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("the database")
}
