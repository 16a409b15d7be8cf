//! Amounts as people type them. What could be read as another amount is refused, so that no amount is taken for a
//! thousand times as much or as little.

use std::borrow::Borrow;

use rules::money::{Amount, AmountError, Currency};

use crate::locale::Locale;

/// A separator with so many digits behind it may separate thousands.
const DIGITS_OF_A_GROUP: usize = 3;

impl Locale {
    /// An amount with the decimal separator of the locale, or the other one where it can't stand between thousands.
    /// Thousands are not separated.
    pub fn read_amount(self, typed: &str, currency: Currency) -> Result<Amount, AmountError> {
        let is_separator = |character: char| matches!(character, '.' | ',');
        let Some((whole, decimals)) = typed.split_once(is_separator) else {
            return Amount::parse(typed, currency);
        };
        let is_own = typed[whole.len()..].starts_with(self.numbers().decimal());
        let may_be_thousands = !is_own && decimals.len() == DIGITS_OF_A_GROUP;
        if may_be_thousands || decimals.contains(is_separator) {
            return Err(AmountError::NotPlainDecimal);
        }
        Amount::parse(&format!("{whole}.{decimals}"), currency)
    }

    /// An amount that `read_amount` takes back: `1250.50`, without separators between thousands.
    pub fn typed_amount(self, amount: impl Borrow<Amount>) -> String {
        amount.borrow().to_string().replace('.', self.numbers().decimal().encode_utf8(&mut [0; 4]))
    }
}

#[cfg(test)]
mod tests {
    use rules::language::{Language, Region};
    use rules::money::{Amount, AmountError, Currency};

    use crate::locale::Locale;

    /// What a reader of the language types, and what the API would have been sent.
    fn read(language: Language, typed: &str) -> Result<String, AmountError> {
        Locale::from(language).read_amount(typed, Currency::Usdc).map(|amount| amount.to_string())
    }

    #[test]
    fn either_separator_is_read_where_it_separates_decimals() {
        use Language::{English, French, Portuguese, Spanish};
        for (language, typed, amount) in [
            (English, "1250", "1250.00"),
            (English, "1250.5", "1250.50"),
            (English, "1250,50", "1250.50"),
            (English, "1.250", "1.25"),
            (English, "0,000001", "0.000001"),
            (Spanish, "1.250", "1.25"),
            (Portuguese, "1250,5", "1250.50"),
            (Portuguese, "1250.50", "1250.50"),
            (Portuguese, "1,250", "1.25"),
            (French, "0,1234", "0.1234"),
        ] {
            assert_eq!(read(language, typed), Ok(amount.to_owned()), "{language:?} {typed}");
        }
        let in_argentina = Locale::from(Language::Spanish).in_region(Some(Region::Argentina));
        assert_eq!(in_argentina.read_amount("1,250", Currency::Usdc), Ok(Amount::from_micros(1_250_000)));
    }

    #[test]
    fn what_may_be_thousands_is_refused() {
        for (language, typed) in [
            (Language::English, "1,250"),
            (Language::English, "1,250.50"),
            (Language::English, "1,250,000"),
            (Language::Spanish, "1,250"),
            (Language::Portuguese, "1.250"),
            (Language::Portuguese, "1.250,50"),
            (Language::French, "1\u{202f}250,50"),
            (Language::French, "1 250"),
            (Language::English, ",5"),
            (Language::English, "5,"),
            (Language::English, "-5"),
            (Language::English, "1,2.3"),
        ] {
            assert_eq!(read(language, typed), Err(AmountError::NotPlainDecimal), "{language:?} {typed}");
        }
        assert_eq!(
            Locale::from(Language::Portuguese).read_amount("1,005", Currency::Eur),
            Err(AmountError::TooManyDecimals)
        );
    }

    #[test]
    fn what_is_shown_in_a_field_is_read_back() {
        for language in Language::ALL {
            for region in Region::ALL.map(Some).into_iter().chain([None]) {
                let locale = Locale::from(language).in_region(region);
                for micros in [1, 1_234_000, 10_000_000, 1_250_500_000, 999_999_999_999_123_456] {
                    let amount = Amount::from_micros(micros);
                    let typed = locale.typed_amount(amount);
                    assert_eq!(locale.read_amount(&typed, Currency::Usdc), Ok(amount), "{locale:?} {typed}");
                }
            }
        }
    }
}
