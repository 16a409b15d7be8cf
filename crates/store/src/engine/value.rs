//! Values on their way into the database: the four portable types.

use std::borrow::Cow;
use std::fmt;

use rules::id::{Id, IdKind};
use rules::money::Amount;
use rules::time::Timestamp;
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

#[derive(Clone, PartialEq, Eq)]
pub enum Value<'a> {
    Null,
    Text(Cow<'a, str>),
    Int(i64),
    Bytes(&'a [u8]),
}

/// Values may be secrets, so only their type is shown.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Null => "null",
            Value::Text(_) => "text",
            Value::Int(_) => "int",
            Value::Bytes(_) => "bytes",
        })
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Value::Bytes(bytes)
    }
}

impl From<Timestamp> for Value<'_> {
    fn from(time: Timestamp) -> Self {
        Value::Int(time.micros())
    }
}

impl From<Amount> for Value<'_> {
    fn from(amount: Amount) -> Self {
        Value::Int(amount.micros())
    }
}

impl<K: IdKind> From<Id<K>> for Value<'_> {
    fn from(id: Id<K>) -> Self {
        Value::Text(Cow::Owned(id.to_string()))
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Text(text) => text.to_sql_checked(ty, out),
            Value::Int(number) => number.to_sql_checked(ty, out),
            Value::Bytes(bytes) => bytes.to_sql_checked(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        [Type::TEXT, Type::VARCHAR, Type::INT8, Type::BYTEA].contains(ty)
    }

    to_sql_checked!();
}
