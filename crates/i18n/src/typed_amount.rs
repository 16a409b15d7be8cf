//! Amounts as people type them: `300,00`, `1,250.00`, `5 000`, `$5`, `5 USDC`. Everything that can be read in one way
//! only is read. Text with two readings is a question, so that no amount is taken for a thousand times as much or as
//! little. No text is one amount in one locale and a different amount of the same currency in another.

mod marks;
mod number;

use std::borrow::Borrow;

use rules::money::{Amount, AmountError, Currency};

use crate::locale::Locale;
use number::TypedNumber;

/// No amount is written with more characters. Longer text isn't looked at.
const LONGEST_TYPED: usize = 64;

/// Why a text is not one amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedAmountError {
    Invalid(AmountError),
    /// Its one separator may stand between thousands or before decimals.
    Ambiguous {
        with_thousands: Amount,
        with_decimals: Amount,
    },
    /// It names this currency, and the field takes another.
    OtherCurrency(String),
}

const NOT_AN_AMOUNT: TypedAmountError = TypedAmountError::Invalid(AmountError::NotPlainDecimal);

impl Locale {
    /// An amount of this currency. Separators are recognized by where they stand, whatever the locale. One separator
    /// with three digits behind it separates decimals if it is surely the locale's own decimal separator; otherwise it
    /// separates thousands if the currency has no third decimal, and is ambiguous if it has.
    pub fn read_amount(self, typed: &str, currency: Currency) -> Result<Amount, TypedAmountError> {
        if typed.len() > LONGEST_TYPED {
            return Err(NOT_AN_AMOUNT);
        }
        let number = marks::without_marks(typed, currency)?;
        let number = TypedNumber::parse(number).ok_or(NOT_AN_AMOUNT)?;
        let parse = |plain: String| Amount::parse(&plain, currency).map_err(TypedAmountError::Invalid);
        let has_own_decimal = number.last_separator() == Some(self.numbers().decimal());
        let is_certain = has_own_decimal && self.numbers().certain_decimal().is_some();
        match (number.with_thousands(), number.with_decimals()) {
            (Some(plain), None) => parse(plain),
            (_, Some(_)) if number.lacks_whole() && !has_own_decimal => Err(NOT_AN_AMOUNT),
            (_, Some(plain)) if is_certain || !number.may_have_thousands_only() => parse(plain),
            (grouped, Some(plain)) => {
                let has_third_decimal = currency.decimals() >= number::DIGITS_OF_A_GROUP;
                match grouped {
                    Some(grouped) if !has_third_decimal => parse(grouped),
                    None if !has_third_decimal => Err(NOT_AN_AMOUNT),
                    _ => Err(TypedAmountError::Ambiguous {
                        with_thousands: parse(number.digits())?,
                        with_decimals: parse(plain)?,
                    }),
                }
            }
            (None, None) => Err(NOT_AN_AMOUNT),
        }
    }

    /// An amount that `read_amount` takes back: `1250.50`, without separators between thousands.
    pub fn typed_amount(self, amount: impl Borrow<Amount>) -> String {
        let amount = amount.borrow();
        let typed = amount.to_string().replace('.', self.numbers().decimal().encode_utf8(&mut [0; 4]));
        self.without_doubt(typed, amount)
    }

    /// One of the amounts that something typed may be, as it can be typed without a doubt: `1,250.00`.
    pub fn offered_amount(self, amount: impl Borrow<Amount>) -> String {
        let amount = amount.borrow();
        self.without_doubt(self.amount(amount), amount)
    }

    /// Readers who may take the separator for that of thousands see a fourth decimal.
    fn without_doubt(self, written: String, amount: &Amount) -> String {
        let plain = amount.to_string();
        let decimals = plain.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let is_doubtful = self.numbers().certain_decimal().is_none() && decimals == number::DIGITS_OF_A_GROUP;
        if is_doubtful { written + "0" } else { written }
    }
}

#[cfg(test)]
mod tests;
