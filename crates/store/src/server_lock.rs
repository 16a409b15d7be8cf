//! One server per SQLite file. Operator commands do not take this lock: they may work beside a running server.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::url::DatabaseUrl;

/// Held as long as the server runs; the operating system releases it even after `kill -9`.
#[derive(Debug)]
pub struct ServerLock {
    _file: Option<File>,
}

impl ServerLock {
    /// Any number of servers may share a PostgreSQL database, so there it is always granted.
    pub fn acquire(url: &DatabaseUrl) -> Result<ServerLock, String> {
        match url {
            DatabaseUrl::Postgres(_) => Ok(ServerLock { _file: None }),
            DatabaseUrl::Sqlite(path) => lock_beside(path),
        }
    }
}

fn lock_beside(path: &Path) -> Result<ServerLock, String> {
    // A link to the file is the same file. One that is not there yet has no links.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let shown = path.display();
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&name)
        .map_err(|error| format!("can't create the lock file beside {shown}: {error}"))?;
    match file.try_lock() {
        Ok(()) => Ok(ServerLock { _file: Some(file) }),
        Err(TryLockError::WouldBlock) => Err(format!(
            "another Florin server is already running on {shown}. Stop it first, use another data folder, or use \
             PostgreSQL to run several servers on one database"
        )),
        Err(TryLockError::Error(error)) => Err(format!("can't lock {shown}: {error}")),
    }
}
