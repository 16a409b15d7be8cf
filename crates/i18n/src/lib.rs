//! The languages of Florin: every text that people read, and numbers, money, dates and lists as they write them.
//!
//! A [`Locale`] is a language and, if it is known, a region. It is small and copied everywhere; templates have it as a
//! field. Texts live in `catalogs/<language>/<area>.ftl`, which the tests keep complete. Which language a reader gets
//! is decided in `rules::language`. Nothing here asks a clock, rounds, or uses a float.

mod argument;
mod arrival;
mod catalog;
mod countries;
mod dates;
mod device;
mod durations;
mod html;
mod lists;
mod locale;
mod lookup;
mod money;
mod names;
mod number_style;
mod numbers;
mod plural;
mod pseudo;
mod render;
mod typed_amount;

pub use argument::{Argument, Arguments, Value};
pub use dates::LocalTime;
pub use html::Html;
pub use locale::Locale;
pub use money::MoneyParts;
pub use number_style::Digits;
pub use typed_amount::TypedAmountError;

#[cfg(test)]
mod tests;
