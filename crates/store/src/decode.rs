//! Turns columns into typed values. What does not parse was not written by Florin, and is an error.

use rules::email_address::EmailAddress;
use rules::id::{Id, Kind};
use rules::money::Amount;
use rules::time::Timestamp;

use crate::engine::Row;
use crate::error::Error;

pub fn id<K: Kind>(row: &Row<'_>, column: usize) -> Result<Id<K>, Error> {
    named(row, column, Id::parse)
}

pub fn optional_id<K: Kind>(row: &Row<'_>, column: usize) -> Result<Option<Id<K>>, Error> {
    optional_named(row, column, Id::parse)
}

pub fn amount(row: &Row<'_>, column: usize) -> Result<Amount, Error> {
    Ok(Amount::from_micros(row.int(column)?))
}

pub fn time(row: &Row<'_>, column: usize) -> Result<Timestamp, Error> {
    Ok(Timestamp::from_micros(row.int(column)?))
}

pub fn optional_time(row: &Row<'_>, column: usize) -> Result<Option<Timestamp>, Error> {
    Ok(row.optional_int(column)?.map(Timestamp::from_micros))
}

pub fn email(row: &Row<'_>, column: usize) -> Result<EmailAddress, Error> {
    named(row, column, |text| EmailAddress::parse(text).ok())
}

pub fn hash(row: &Row<'_>, column: usize) -> Result<[u8; 32], Error> {
    row.bytes(column)?.try_into().map_err(|_| corrupt(column))
}

/// A text with a closed set of spellings.
pub fn named<T>(row: &Row<'_>, column: usize, parse: impl Fn(&str) -> Option<T>) -> Result<T, Error> {
    parse(row.text(column)?).ok_or_else(|| corrupt(column))
}

pub fn optional_named<T>(
    row: &Row<'_>,
    column: usize,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, Error> {
    match row.optional_text(column)? {
        Some(text) => parse(text).map(Some).ok_or_else(|| corrupt(column)),
        None => Ok(None),
    }
}

/// The value itself may be private, so only its place is named.
pub fn corrupt(column: usize) -> Error {
    Error::Corrupt(format!("column {column} holds a value that Florin never writes"))
}
