//! A body that fits its shape: the parsed value of each field, so that no code parses it again.

use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::money::Amount;

/// The fields that were sent. Made by [`super::check`] only.
#[derive(Default)]
pub struct CheckedFields {
    pub(super) fields: Vec<(&'static str, CheckedValue)>,
}

pub enum CheckedValue {
    Text(String),
    Email(EmailAddress),
    Amount(Amount),
    EvmAddress(EvmAddress),
    Integer(i64),
    List(Vec<CheckedFields>),
    /// A kind of value that no call reads from its checked body.
    Unread,
}

impl CheckedFields {
    /// A required field.
    pub fn get<'a, T: FromChecked<'a>>(&'a self, field: &str) -> T {
        self.find(field).unwrap_or_else(|| panic!("the shape does not require {field}"))
    }

    /// A required field that is one of several names.
    pub fn choice<T>(&self, field: &str, parse: impl FnOnce(&str) -> Option<T>) -> T {
        parse(self.get(field)).unwrap_or_else(|| panic!("the shape allows another name in {field}"))
    }

    /// An optional field.
    pub fn find<'a, T: FromChecked<'a>>(&'a self, field: &str) -> Option<T> {
        let (_, value) = self.fields.iter().find(|(name, _)| *name == field)?;
        let read = T::from_checked(value);
        Some(read.unwrap_or_else(|| panic!("the shape says that {field} is something else")))
    }
}

/// What a field of a body can be read as.
pub trait FromChecked<'a>: Sized {
    fn from_checked(value: &'a CheckedValue) -> Option<Self>;
}

impl<'a> FromChecked<'a> for &'a str {
    fn from_checked(value: &'a CheckedValue) -> Option<&'a str> {
        match value {
            CheckedValue::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl FromChecked<'_> for String {
    fn from_checked(value: &CheckedValue) -> Option<String> {
        <&str>::from_checked(value).map(str::to_owned)
    }
}

impl FromChecked<'_> for EmailAddress {
    fn from_checked(value: &CheckedValue) -> Option<EmailAddress> {
        match value {
            CheckedValue::Email(email) => Some(email.clone()),
            _ => None,
        }
    }
}

impl FromChecked<'_> for Amount {
    fn from_checked(value: &CheckedValue) -> Option<Amount> {
        match value {
            CheckedValue::Amount(amount) => Some(*amount),
            _ => None,
        }
    }
}

impl FromChecked<'_> for EvmAddress {
    fn from_checked(value: &CheckedValue) -> Option<EvmAddress> {
        match value {
            CheckedValue::EvmAddress(address) => Some(address.clone()),
            _ => None,
        }
    }
}

impl FromChecked<'_> for i64 {
    fn from_checked(value: &CheckedValue) -> Option<i64> {
        match value {
            CheckedValue::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl<'a> FromChecked<'a> for &'a [CheckedFields] {
    fn from_checked(value: &'a CheckedValue) -> Option<&'a [CheckedFields]> {
        match value {
            CheckedValue::List(items) => Some(items),
            _ => None,
        }
    }
}
