//! A fresh database for each seed, in memory where the machine has a folder there, and the journal of its changes.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rusqlite::Connection;
use rusqlite::types::Value;
use store::{DatabaseUrl, Store};
use tempfile::TempDir;

/// Linux keeps what is here in memory: nothing waits for a disk.
const IN_MEMORY: &str = "/dev/shm";

pub struct Database {
    folder: TempDir,
    pub connection: Connection,
    read: i64,
}

/// One changed row.
pub struct Entry {
    pub what: String,
    pub id: String,
    values: [Value; 8],
}

impl Entry {
    pub fn text(&self, column: usize) -> String {
        self.optional_text(column).unwrap_or_else(|| panic!("{} {} has a text", self.what, self.id))
    }

    pub fn optional_text(&self, column: usize) -> Option<String> {
        match &self.values[column] {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    pub fn int(&self, column: usize) -> i64 {
        self.optional_int(column).unwrap_or_else(|| panic!("{} {} has a number", self.what, self.id))
    }

    pub fn optional_int(&self, column: usize) -> Option<i64> {
        match &self.values[column] {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

impl Database {
    pub fn create() -> Database {
        static EMPTY: OnceLock<Vec<u8>> = OnceLock::new();
        Database::copy(EMPTY.get_or_init(|| empty(include_str!("journal.sql"))))
    }

    /// Only Florin's own tables.
    pub fn without_journal() -> Database {
        static EMPTY: OnceLock<Vec<u8>> = OnceLock::new();
        Database::copy(EMPTY.get_or_init(|| empty("")))
    }

    fn copy(empty: &[u8]) -> Database {
        let folder = memory_folder();
        let path = file(folder.path());
        std::fs::write(&path, empty).expect("a copy of the empty database");
        let connection = Connection::open(&path).expect("the copy");
        Database { folder, connection, read: 0 }
    }

    pub fn store(&self) -> Store {
        Store::new(DatabaseUrl::Sqlite(file(self.folder.path())))
    }

    /// What has changed since this was last asked.
    pub fn changes(&mut self) -> Vec<Entry> {
        let sql = "select seq, what, id, a, b, c, d, e, f, g, h from journal where seq > ?1 order by seq";
        let mut statement = self.connection.prepare_cached(sql).expect("SQL");
        let mut rows = statement.query([self.read]).expect("rows");
        let mut entries = Vec::new();
        while let Some(row) = rows.next().expect("a row") {
            self.read = row.get(0).expect("a number");
            let values = std::array::from_fn(|index| row.get(index + 3).expect("any value"));
            entries.push(Entry {
                what: row.get(1).expect("a text"),
                id: row.get(2).expect("a text"),
                values,
            });
        }
        entries
    }
}

fn memory_folder() -> TempDir {
    if Path::new(IN_MEMORY).is_dir() { TempDir::new_in(IN_MEMORY) } else { TempDir::new() }.expect("a folder")
}

fn file(folder: &Path) -> PathBuf {
    folder.join("florin.db")
}

/// A database with all tables, and these triggers beside them: made once, copied often.
fn empty(triggers: &str) -> Vec<u8> {
    let folder = memory_folder();
    let path = file(folder.path());
    let store = Store::new(DatabaseUrl::Sqlite(path.clone()));
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(store.migrate()).expect("the tables");
    let connection = Connection::open(&path).expect("the database");
    connection.execute_batch(triggers).expect("the triggers");
    let into_one_file = "pragma wal_checkpoint(truncate)";
    connection.query_row(into_one_file, [], |_| Ok(())).expect("one file that holds everything");
    std::fs::read(&path).expect("the file")
}
