//! Numbers as readers of a locale write them.

use std::borrow::Borrow;

use rules::money::Amount;

use crate::locale::Locale;
use crate::number_style::{Digits, digits, integer, percent};

/// Values are taken as they are or by reference, which is how templates pass their fields.
impl Locale {
    /// `1,234`
    pub fn integer(self, number: impl Borrow<i64>) -> String {
        integer(*number.borrow(), self.numbers())
    }

    /// An amount without its currency: at least two decimals, and up to six if they are not zero. `1,234.50`
    pub fn amount(self, amount: impl Borrow<Amount>) -> String {
        let Digits { whole, fraction } = self.digits(amount);
        whole + &fraction
    }

    pub fn digits(self, amount: impl Borrow<Amount>) -> Digits {
        digits(*amount.borrow(), self.numbers())
    }

    /// A number as short as it can be written, for the scale of a chart: `0.5`, `200`
    pub fn short_number(self, amount: impl Borrow<Amount>) -> String {
        let Digits { whole, fraction } = self.digits(amount);
        whole + fraction.trim_end_matches('0').trim_end_matches(self.numbers().decimal())
    }

    /// Hundredths of a percent: 125 is `1.25%`, and 50 is `0.5%`.
    pub fn percent(self, basis_points: impl Borrow<i64>) -> String {
        percent(*basis_points.borrow(), self.numbers())
    }
}
