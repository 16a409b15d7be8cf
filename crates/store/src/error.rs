//! What can go wrong between Florin and its database, by what may be done about it.

use std::fmt;

#[derive(Clone, Debug)]
pub enum Error {
    /// The database does not answer, is full or is shutting down. Nothing was written. Trying later may help.
    Unavailable(String),
    /// Another transaction was in the way: a deadlock, a serialization failure, a lock that was not granted in time.
    /// Nothing was written. Trying the whole transaction again is right.
    Conflict(String),
    /// A statement took longer than statements may. Nothing was written. Trying less at once may help.
    TimedOut(String),
    /// The database refuses this data: a constraint, a trigger, a value it cannot hold. Nothing was written.
    Refused(String),
    /// The database cannot calculate with these values. Nothing was written.
    OutOfRange(String),
    /// The connection broke while committing: it may or may not have happened.
    Unknown(String),
    /// A table is not there: the database was not migrated.
    NotMigrated(String),
    /// A row does not say what it must.
    Corrupt(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unavailable(why) => write!(f, "the database is unavailable: {why}"),
            Error::Conflict(why) => write!(f, "the database is busy: {why}"),
            Error::TimedOut(why) => write!(f, "the database took too long: {why}"),
            Error::Refused(why) => write!(f, "the database refused the data: {why}"),
            Error::OutOfRange(why) => write!(f, "a value is out of range for the database: {why}"),
            Error::Unknown(why) => write!(f, "the outcome of a commit is unknown: {why}"),
            Error::NotMigrated(why) => write!(f, "the database was not migrated: {why}"),
            Error::Corrupt(why) => write!(f, "a row cannot be read: {why}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        use rusqlite::ErrorCode::{
            CannotOpen, ConstraintViolation, DatabaseBusy, DatabaseLocked, DiskFull, OutOfMemory, ReadOnly,
            SystemIoFailure, TooBig, TypeMismatch,
        };
        let why = error.to_string();
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => Error::Conflict(why),
            Some(ConstraintViolation | TooBig | TypeMismatch) => Error::Refused(why),
            Some(CannotOpen | DiskFull | OutOfMemory | ReadOnly | SystemIoFailure) => Error::Unavailable(why),
            Some(_) | None if why.starts_with("no such table") => Error::NotMigrated(why),
            Some(_) | None => Error::Corrupt(why),
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        let Some(database) = error.as_db_error() else {
            // Conversions fail on our side; everything else without an SQLSTATE is the connection.
            let why = with_cause(&error);
            return if why.contains("serializing") || why.contains("deserializing") {
                Error::Corrupt(why)
            } else {
                Error::Unavailable(why)
            };
        };
        // The detail of an error repeats row values, so only the message and the constraint are kept.
        let constraint = database.constraint().map_or(String::new(), |name| format!(" ({name})"));
        let why = format!("{}: {}{constraint}", database.code().code(), database.message());
        match database.code().code() {
            "40001" | "40P01" | "55P03" => Error::Conflict(why),
            "42P01" => Error::NotMigrated(why),
            "57014" => Error::TimedOut(why),
            // Connection trouble, wrong log-in, no such database, out of resources, operator intervention, and a
            // server that only reads.
            code if ["08", "28", "3D", "53", "57", "58"].contains(&&code[..2]) || code == "25006" => {
                Error::Unavailable(why)
            }
            code if code.starts_with("22") => Error::OutOfRange(why),
            // The rest is about the data or the statement.
            _ => Error::Refused(why),
        }
    }
}

fn with_cause(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
