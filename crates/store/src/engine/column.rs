//! What one column can hold, on both ways: typed values out of the database, and how each is written into it. A text
//! that does not parse was not written by Florin, and is an error.

use rules::account::Mode;
use rules::archive_status::ArchiveStatus;
use rules::arrival::TransferTime;
use rules::automatic_withdrawal::{IncomingPaymentStatus, OffReason};
use rules::chain::{AuthorizationEnd, Hash};
use rules::claim_email::EmailScope;
use rules::delivery::{DeliveryStatus, ReplayKind};
use rules::email::{EmailKind, EmailQueue, EmailStatus};
use rules::email_address::EmailAddress;
use rules::endpoint::{DeactivationReason, EnabledEvents, EndpointKind};
use rules::event_type::EventType;
use rules::evm_address::EvmAddress;
use rules::external_account::bank_account::Sealed;
use rules::external_transfer::{Route, Submission};
use rules::freeze::Cause;
use rules::grant::TokenKind;
use rules::id::{Id, IdKind};
use rules::language::Language;
use rules::money::{Amount, Currency};
use rules::operator::OperatorActionKind;
use rules::payout::PayoutStatus;
use rules::pricing::{BasisPoints, Rate};
use rules::quote::Direction;
use rules::rail::Rail;
use rules::rail_notice::Effect;
use rules::redirect_uri::RedirectUri;
use rules::scope::Scopes;
use rules::security::SecurityKind;
use rules::session::Stage;
use rules::time::Timestamp;
use rules::transaction::{FailureReason, TransactionStatus, TransactionType};
use rules::user::AccountType;

use super::row::SqlRow;
use super::value::Value;
use crate::error::Error;

/// A value that one column holds.
pub trait Column: Sized {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Self, Error>;
}

/// The columns of a row, read from the first to the last.
pub struct Columns<'a> {
    row: &'a SqlRow<'a>,
    next: usize,
}

impl<'a> Columns<'a> {
    pub fn of(row: &'a SqlRow<'a>) -> Columns<'a> {
        Columns { row, next: 0 }
    }

    /// The next column.
    pub fn read<T: Column>(&mut self) -> Result<T, Error> {
        let column = self.next;
        self.next += 1;
        T::read(self.row, column)
    }

    /// The same for a column that has a name, which an error then tells.
    pub fn read_named<T: Column>(&mut self, name: &str) -> Result<T, Error> {
        self.read().map_err(|error| match error {
            Error::Corrupt(_) => corrupt(name),
            other => other,
        })
    }

    /// The next column, as it is in the database.
    pub fn text(&mut self) -> Result<&'a str, Error> {
        self.next += 1;
        self.row.text(self.next - 1)
    }

    /// The same for a column that may be null.
    pub fn optional_text(&mut self) -> Result<Option<&'a str>, Error> {
        self.next += 1;
        self.row.optional_text(self.next - 1)
    }

    /// Passes over so many columns if the first of them is null, and says whether it was.
    pub fn skip_null(&mut self, count: usize) -> Result<bool, Error> {
        let is_null = self.row.is_null(self.next)?;
        if is_null {
            self.next += count;
        }
        Ok(is_null)
    }
}

impl<T: Column> Column for Option<T> {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Option<T>, Error> {
        if row.is_null(column)? { Ok(None) } else { T::read(row, column).map(Some) }
    }
}

impl Column for i64 {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<i64, Error> {
        row.int(column)
    }
}

macro_rules! small_numbers {
    ($($type:ident),+) => {
        $(impl Column for $type {
            fn read(row: &SqlRow<'_>, column: usize) -> Result<$type, Error> {
                row.int(column)?.try_into().map_err(|_| unknown(column))
            }
        })+
    };
}

small_numbers!(u8, u16);

/// A condition, or a column that is 0 or 1.
impl Column for bool {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<bool, Error> {
        row.truth(column)
    }
}

impl Column for String {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<String, Error> {
        row.text(column).map(str::to_owned)
    }
}

impl Column for Vec<u8> {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Vec<u8>, Error> {
        row.bytes(column).map(<[u8]>::to_vec)
    }
}

impl<const SIZE: usize> Column for [u8; SIZE] {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<[u8; SIZE], Error> {
        row.bytes(column)?.try_into().map_err(|_| unknown(column))
    }
}

impl<'a, const SIZE: usize> From<&'a [u8; SIZE]> for Value<'a> {
    fn from(bytes: &'a [u8; SIZE]) -> Self {
        Value::Bytes(bytes)
    }
}

/// Several hashes, one behind the other.
impl Column for Vec<[u8; 32]> {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Vec<[u8; 32]>, Error> {
        match row.bytes(column)?.as_chunks() {
            (hashes, []) => Ok(hashes.to_vec()),
            _ => Err(unknown(column)),
        }
    }
}

impl Column for Sealed {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Sealed, Error> {
        Column::read(row, column).map(Sealed)
    }
}

impl Column for Amount {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Amount, Error> {
        row.int(column).map(Amount::from_micros)
    }
}

impl Column for Rate {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Rate, Error> {
        Rate::from_micros(row.int(column)?).ok_or_else(|| unknown(column))
    }
}

impl From<Rate> for Value<'_> {
    fn from(rate: Rate) -> Self {
        Value::Int(rate.micros())
    }
}

impl Column for BasisPoints {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<BasisPoints, Error> {
        let points = u16::try_from(row.int(column)?).ok().and_then(BasisPoints::new);
        points.ok_or_else(|| unknown(column))
    }
}

impl From<BasisPoints> for Value<'_> {
    fn from(points: BasisPoints) -> Self {
        Value::Int(points.get().into())
    }
}

impl Column for TransferTime {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<TransferTime, Error> {
        TransferTime::parse(row.text(column)?).ok_or_else(|| unknown(column))
    }
}

impl From<TransferTime> for Value<'_> {
    fn from(time: TransferTime) -> Self {
        Value::from(time.to_string())
    }
}

impl Column for Timestamp {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Timestamp, Error> {
        row.int(column).map(Timestamp::from_micros)
    }
}

impl<K: IdKind> Column for Id<K> {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Id<K>, Error> {
        parsed(row, column, Id::parse)
    }
}

impl Column for EmailAddress {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<EmailAddress, Error> {
        parsed(row, column, |text| EmailAddress::parse(text).ok())
    }
}

impl Column for EvmAddress {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<EvmAddress, Error> {
        parsed(row, column, |text| EvmAddress::parse(text).ok())
    }
}

impl Column for RedirectUri {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<RedirectUri, Error> {
        parsed(row, column, |text| RedirectUri::parse(text).ok())
    }
}

/// No address holds a line break, so a line holds one address.
impl Column for Vec<RedirectUri> {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Vec<RedirectUri>, Error> {
        parsed(row, column, |text| text.lines().map(|line| RedirectUri::parse(line).ok()).collect())
    }
}

impl Column for Scopes {
    fn read(row: &SqlRow<'_>, column: usize) -> Result<Scopes, Error> {
        parsed(row, column, |text| Scopes::parse(text, ' ').ok())
    }
}

impl From<Scopes> for Value<'_> {
    fn from(scopes: Scopes) -> Self {
        scopes.to_string().into()
    }
}

impl From<Hash> for Value<'_> {
    fn from(hash: Hash) -> Self {
        hash.to_string().into()
    }
}

/// Texts with a closed set of spellings, which have a function `parse`.
macro_rules! parsed_columns {
    ($($type:ident),+ $(,)?) => {
        $(impl Column for $type {
            fn read(row: &SqlRow<'_>, column: usize) -> Result<$type, Error> {
                parsed(row, column, $type::parse)
            }
        })+
    };
}

/// The same for those that also have a name, by which they are written.
macro_rules! named_columns {
    ($($type:ident),+ $(,)?) => {
        parsed_columns!($($type),+);
        $(impl From<$type> for Value<'_> {
            fn from(value: $type) -> Self {
                value.name().into()
            }
        })+
    };
}

parsed_columns!(Hash, EnabledEvents);
named_columns!(
    AccountType,
    ArchiveStatus,
    Cause,
    Currency,
    DeliveryStatus,
    Direction,
    Effect,
    EmailKind,
    EmailQueue,
    EmailStatus,
    AuthorizationEnd,
    EndpointKind,
    EventType,
    FailureReason,
    IncomingPaymentStatus,
    Language,
    Mode,
    DeactivationReason,
    OffReason,
    OperatorActionKind,
    PayoutStatus,
    Rail,
    ReplayKind,
    Route,
    EmailScope,
    SecurityKind,
    Stage,
    Submission,
    TokenKind,
    TransactionStatus,
    TransactionType,
);

/// For a column whose value does not fit the others of its row.
pub fn corrupt(name: &str) -> Error {
    Error::Corrupt(format!("{name} holds a value that Florin never writes"))
}

fn parsed<T>(row: &SqlRow<'_>, column: usize, parse: impl Fn(&str) -> Option<T>) -> Result<T, Error> {
    parse(row.text(column)?).ok_or_else(|| unknown(column))
}

/// The value itself may be private, so only its place is named.
fn unknown(column: usize) -> Error {
    Error::Corrupt(format!("column {column} holds a value that Florin never writes"))
}
