//! Money: whole micro-units with a currency. Never a float, never rounded on input.

use std::fmt;

use crate::named_enum;

/// Micro-units in one unit: six decimals.
pub const MICROS_PER_UNIT: i64 = 1_000_000;

named_enum! {
    /// Every currency the API names.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Currency {
        Usdc = "USDC",
        Usdt = "USDT",
        Usd = "USD",
        Brl = "BRL",
        Ars = "ARS",
        Cop = "COP",
        Mxn = "MXN",
        Cad = "CAD",
        Eur = "EUR",
    }
}

impl Currency {
    pub const fn code(self) -> &'static str {
        self.name()
    }

    /// How many decimals an amount of this currency may be written with.
    pub const fn decimals(self) -> usize {
        match self {
            Currency::Usdc | Currency::Usdt => 6,
            Currency::Usd
            | Currency::Brl
            | Currency::Ars
            | Currency::Cop
            | Currency::Mxn
            | Currency::Cad
            | Currency::Eur => 2,
        }
    }
}

/// An amount in micro-units. It may be zero or negative inside a sum; what comes from outside is parsed
/// by [`Amount::parse`], which yields only positive ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Amount(i64);

/// Why a text is not an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AmountError {
    /// Not digits, optionally followed by a point and digits.
    NotPlainDecimal,
    /// More than 12 digits before the point.
    TooLarge,
    /// More decimals than the currency has.
    TooManyDecimals,
    /// Zero moves nothing.
    Zero,
}

impl AmountError {
    pub const fn message(self) -> &'static str {
        match self {
            AmountError::NotPlainDecimal => {
                "the amount must be a plain decimal such as \"10.50\": digits and at most one decimal point, with \
                 no sign, exponent, spaces, separators or leading zeros"
            }
            AmountError::TooLarge => "the amount can have at most 12 digits before the decimal point",
            AmountError::TooManyDecimals => {
                "the amount has too many decimals: use at most 6 for USDC and USDT, and 2 for any other currency"
            }
            AmountError::Zero => "the amount must be greater than zero",
        }
    }
}

impl Amount {
    pub const ZERO: Amount = Amount(0);

    /// The largest amount of a currency that [`Amount::parse`] reads.
    pub const fn largest(currency: Currency) -> Amount {
        const OF_DIGITAL_DOLLARS: i64 = 999_999_999_999_999_999;
        let micros_of_step = MICROS_PER_UNIT / 10_i64.pow(currency.decimals() as u32);
        Amount(OF_DIGITAL_DOLLARS / micros_of_step * micros_of_step)
    }

    pub const fn from_micros(micros: i64) -> Amount {
        Amount(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    pub fn checked_add(self, other: Amount) -> Option<Amount> {
        self.0.checked_add(other.0).map(Amount)
    }

    /// Reads `^(0|[1-9][0-9]{0,11})(\.[0-9]{1,n})?$`, greater than zero, where n is the currency's decimals.
    pub fn parse(text: &str, currency: Currency) -> Result<Amount, AmountError> {
        let (whole, fraction) = match text.split_once('.') {
            Some((_, "")) => return Err(AmountError::NotPlainDecimal),
            Some((whole, fraction)) => (whole, fraction),
            None => (text, ""),
        };
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(AmountError::NotPlainDecimal);
        }
        if whole.len() > 1 && whole.starts_with('0') {
            return Err(AmountError::NotPlainDecimal);
        }
        if whole.len() > 12 {
            return Err(AmountError::TooLarge);
        }
        if fraction.len() > currency.decimals() {
            return Err(AmountError::TooManyDecimals);
        }
        let digits = |part: &str| part.bytes().fold(0_i64, |sum, byte| sum * 10 + i64::from(byte - b'0'));
        let mut micros = digits(fraction);
        for _ in fraction.len()..6 {
            micros *= 10;
        }
        // At most 12 digits and 6 decimals: 10^18, well inside i64.
        micros += digits(whole) * MICROS_PER_UNIT;
        if micros == 0 {
            return Err(AmountError::Zero);
        }
        Ok(Amount(micros))
    }
}

/// Two to six decimals, no trailing zero beyond the second: `10.00`, `0.000001`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.unsigned_abs();
        let unit = MICROS_PER_UNIT.unsigned_abs();
        let (whole, mut fraction, mut width) = (micros / unit, micros % unit, 6);
        while width > 2 && fraction % 10 == 0 {
            fraction /= 10;
            width -= 1;
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{whole}.{fraction:0width$}")
    }
}
