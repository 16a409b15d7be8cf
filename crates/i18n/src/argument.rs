//! What fills the variables of a text: text that is ready to be shown, or a whole number, which also chooses plurals.

use std::borrow::Cow;

/// The value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// Shown as it is: names, and what the locale has formatted before, such as amounts and dates.
    Text(&'a str),
    /// Shown with the locale's separators.
    Integer(i64),
}

/// What can be given to a text as the value of a variable.
pub trait Argument {
    fn value(&self) -> Value<'_>;
}

/// The variables of a text by name: `[("count", &count), ("email", &email)]`.
pub type Arguments<'a> = [(&'a str, &'a dyn Argument)];

impl Argument for str {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl Argument for String {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl Argument for Cow<'_, str> {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl Argument for i64 {
    fn value(&self) -> Value<'_> {
        Value::Integer(*self)
    }
}

impl Argument for i32 {
    fn value(&self) -> Value<'_> {
        Value::Integer(i64::from(*self))
    }
}

impl Argument for u32 {
    fn value(&self) -> Value<'_> {
        Value::Integer(i64::from(*self))
    }
}

/// Lengths of lists.
impl Argument for usize {
    fn value(&self) -> Value<'_> {
        Value::Integer(i64::try_from(*self).unwrap_or(i64::MAX))
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
}
