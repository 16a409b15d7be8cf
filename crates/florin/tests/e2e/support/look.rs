//! Looks into a database past the server, for what no answer shows.

use std::path::Path;

use postgres::NoTls;
use rusqlite::OpenFlags;

use super::Database;

impl Database {
    /// How many rows a table has.
    pub fn rows_in(&self, data: &Path, table: &str) -> i64 {
        let sql = format!("select count(*) from {table}");
        match self {
            Database::Sqlite => file(data).query_row(&sql, [], |row| row.get(0)).expect("a number"),
            Database::Postgres { url, .. } => server(url).query_one(&sql, &[]).expect("a number").get(0),
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
            Database::Postgres { url, .. } => texts(url, sql),
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
                let rows = server(url).query(sql, &[]).expect("an answer");
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }
}

/// The same for the PostgreSQL at this URL.
fn texts(url: &str, sql: &str) -> Vec<String> {
    server(url).query(sql, &[]).expect("an answer").iter().map(|row| row.get(0)).collect()
}

fn file(data: &Path) -> rusqlite::Connection {
    let file = data.join("florin.db");
    rusqlite::Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("the database")
}

fn server(url: &str) -> postgres::Client {
    postgres::Client::connect(url, NoTls).expect("the throw-away PostgreSQL answers")
}
