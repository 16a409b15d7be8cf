//! Copies of a database that stands still, and how they are put in its place.

use std::fs;
use std::path::Path;

use postgres::NoTls;
use postgres::error::SqlState;
use tempfile::TempDir;
use testkit::database::admin_url;

use super::{Database, Server, eventually};

/// Gone when it is dropped.
pub enum Backup {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Server {
    /// While it does not run.
    pub fn back_up(&self) -> Backup {
        match self.database() {
            Database::Sqlite => {
                let folder = tempfile::tempdir().expect("a folder");
                copy_files(self.data(), folder.path());
                Backup::Sqlite(folder)
            }
            original @ Database::Postgres { url, .. } => {
                let name = name_of(original);
                let copy = format!("{name}_copy");
                when_unused(&format!("create database {copy} template {name}"));
                Backup::Postgres(Database::Postgres { url: url.replace(name, &copy), name: Some(copy) })
            }
        }
    }

    /// While it does not run. What was there is lost.
    pub fn restore(&self, backup: &Backup) {
        match backup {
            Backup::Sqlite(folder) => {
                for name in FILES {
                    // Some of them are there only while the database is in use.
                    let _ = fs::remove_file(self.data().join(name));
                }
                copy_files(folder.path(), self.data());
            }
            Backup::Postgres(copy) => {
                let (name, copy) = (name_of(self.database()), name_of(copy));
                when_unused(&format!("drop database {name}"));
                when_unused(&format!("create database {name} template {copy}"));
            }
        }
    }
}

const FILES: [&str; 3] = ["florin.db", "florin.db-wal", "florin.db-shm"];

fn copy_files(from: &Path, to: &Path) {
    for name in FILES.iter().filter(|name| from.join(name).exists()) {
        fs::copy(from.join(name), to.join(name)).expect("a copy");
    }
    assert!(to.join(FILES[0]).exists(), "there is a database");
}

fn name_of(database: &Database) -> &str {
    match database {
        Database::Postgres { name: Some(name), .. } => name,
        Database::Postgres { name: None, .. } | Database::Sqlite => panic!("it has no name"),
    }
}

/// Sessions of a process that has ended may take a moment to end, too.
fn when_unused(sql: &str) {
    let mut admin =
        postgres::Client::connect(&admin_url(), NoTls).expect("the throw-away PostgreSQL answers");
    eventually(sql, || match admin.batch_execute(sql) {
        Ok(()) => Some(()),
        Err(error) if error.code() == Some(&SqlState::OBJECT_IN_USE) => None,
        Err(error) => panic!("{sql}: {error}"),
    });
}
