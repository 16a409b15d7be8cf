//! Rows on their way out of the database, read by position.

use rusqlite::types::ValueRef;
use tokio_postgres::types::{FromSql, Type};

use super::snapshot::CopiedRow;
use crate::error::Error;

pub enum SqlRow<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
    Copied(&'a CopiedRow<'a>),
}

/// What is done with one row after the other.
pub type TakeRow<'a> = dyn FnMut(&SqlRow<'_>) -> Result<(), Error> + 'a;

impl SqlRow<'_> {
    pub fn text(&self, column: usize) -> Result<&str, Error> {
        self.optional_text(column)?.ok_or_else(|| missing(column))
    }

    pub fn optional_text(&self, column: usize) -> Result<Option<&str>, Error> {
        match self {
            SqlRow::Sqlite(row) => row.get_ref(column)?.as_str_or_null().map_err(|_| mistyped(column)),
            SqlRow::Postgres(row) => row.try_get(column).map_err(|_| mistyped(column)),
            SqlRow::Copied(row) => {
                row.column(column).map(str::from_utf8).transpose().map_err(|_| mistyped(column))
            }
        }
    }

    pub fn int(&self, column: usize) -> Result<i64, Error> {
        self.optional_int(column)?.ok_or_else(|| missing(column))
    }

    pub fn optional_int(&self, column: usize) -> Result<Option<i64>, Error> {
        match self {
            SqlRow::Sqlite(row) => row.get_ref(column)?.as_i64_or_null().map_err(|_| mistyped(column)),
            SqlRow::Postgres(row) => row.try_get(column).map_err(|_| mistyped(column)),
            SqlRow::Copied(row) => {
                let eight = row.column(column).map(TryInto::try_into).transpose();
                Ok(eight.map_err(|_| mistyped(column))?.map(i64::from_be_bytes))
            }
        }
    }

    /// What a condition came to, or a number that is 0 or 1. Null is as good as no.
    pub fn truth(&self, column: usize) -> Result<bool, Error> {
        let is_condition = match self {
            SqlRow::Sqlite(_) => false,
            SqlRow::Postgres(row) => {
                row.columns().get(column).is_some_and(|column| *column.type_() == Type::BOOL)
            }
            SqlRow::Copied(row) => row.column(column).is_some_and(|bytes| bytes.len() == 1),
        };
        match self {
            SqlRow::Postgres(row) if is_condition => {
                let truth: Option<bool> = row.try_get(column).map_err(|_| mistyped(column))?;
                Ok(truth.unwrap_or(false))
            }
            SqlRow::Copied(row) if is_condition => Ok(row.column(column).is_some_and(|byte| byte == [1])),
            _ => Ok(self.optional_int(column)?.unwrap_or(0) != 0),
        }
    }

    pub fn is_null(&self, column: usize) -> Result<bool, Error> {
        match self {
            SqlRow::Sqlite(row) => Ok(matches!(row.get_ref(column)?, ValueRef::Null)),
            SqlRow::Postgres(row) => {
                let present: Option<Present> = row.try_get(column).map_err(|_| mistyped(column))?;
                Ok(present.is_none())
            }
            SqlRow::Copied(row) => Ok(row.column(column).is_none()),
        }
    }

    pub fn bytes(&self, column: usize) -> Result<&[u8], Error> {
        self.optional_bytes(column)?.ok_or_else(|| missing(column))
    }

    pub fn optional_bytes(&self, column: usize) -> Result<Option<&[u8]>, Error> {
        match self {
            SqlRow::Sqlite(row) => row.get_ref(column)?.as_blob_or_null().map_err(|_| mistyped(column)),
            SqlRow::Postgres(row) => row.try_get(column).map_err(|_| mistyped(column)),
            SqlRow::Copied(row) => Ok(row.column(column)),
        }
    }
}

/// A value of any type that is not null.
struct Present;

impl FromSql<'_> for Present {
    fn from_sql(_: &Type, _: &[u8]) -> Result<Present, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Present)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

fn missing(column: usize) -> Error {
    Error::Corrupt(format!("column {column} is null"))
}

fn mistyped(column: usize) -> Error {
    Error::Corrupt(format!("column {column} has another type"))
}
