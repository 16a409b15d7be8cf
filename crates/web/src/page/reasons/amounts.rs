//! Reads amounts as people type them, and explains in their language what isn't one.

use i18n::{Locale, TypedAmountError};
use rules::money::{Amount, AmountError, Currency};

/// An amount that was typed, or why it is none.
pub fn typed_amount(locale: Locale, typed: &str, currency: Currency) -> Result<Amount, String> {
    if typed.is_empty() {
        return Err(locale.text("validation-amount-empty").to_owned());
    }
    let read = locale.read_amount(typed, currency);
    read.map_err(|error| typed_amount_problem(locale, &error, currency))
}

pub fn typed_amount_problem(locale: Locale, error: &TypedAmountError, currency: Currency) -> String {
    match error {
        TypedAmountError::Invalid(error) => amount_problem(locale, *error, currency),
        TypedAmountError::Ambiguous { with_thousands, with_decimals } => {
            let (one, other) = (locale.offered_amount(with_thousands), locale.offered_amount(with_decimals));
            locale.text_with("amount-ambiguous", &[("one", &one), ("other", &other)])
        }
        TypedAmountError::OtherCurrency(written) => {
            locale.text_with("amount-other-currency", &[("written", written), ("currency", &currency.code())])
        }
    }
}

pub fn amount_problem(locale: Locale, error: AmountError, currency: Currency) -> String {
    /// Shows where the reader's separators stand.
    const EXAMPLE: Amount = Amount::from_micros(1_250_500_000);
    match error {
        AmountError::NotPlainDecimal => {
            let example = locale.amount(EXAMPLE);
            locale.text_with("validation-amount-format", &[("example", &example)])
        }
        AmountError::TooLarge => {
            let limit = locale.money(Amount::largest(currency), currency);
            locale.text_with("validation-amount-too-large", &[("limit", &limit)])
        }
        AmountError::TooManyDecimals => locale.text_with(
            "validation-amount-decimals",
            &[("currency", &currency.code()), ("count", &currency.decimals())],
        ),
        AmountError::Zero => locale.text("validation-amount-zero").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::money::Currency;

    use super::typed_amount;

    #[test]
    fn an_amount_that_is_none_says_how_to_write_one() {
        let english = "Enter the amount in digits, such as 1,250.50.";
        for (typed, currency, said) in [
            ("", Currency::Eur, "Enter an amount."),
            ("twelve", Currency::Eur, english),
            ("1,25,0", Currency::Eur, english),
            ("0.00", Currency::Eur, "Enter an amount greater than zero."),
            ("1.005", Currency::Eur, "Amounts in EUR can have at most 2 decimals."),
            ("1,250", Currency::Usdc, "Did you mean 1,250.00 or 1.25?"),
            ("€5", Currency::Usdc, "This amount is in €. Enter an amount in USDC."),
            ("5 USD", Currency::Eur, "This amount is in USD. Enter an amount in EUR."),
            ("1234567890123", Currency::Eur, "This amount is too large. Enter at most €999,999,999,999.99."),
        ] {
            assert_eq!(typed_amount(Locale::ENGLISH, typed, currency), Err(said.to_owned()), "{typed}");
        }
        let portuguese = Locale::from(Language::Portuguese);
        for (typed, said) in [
            ("1.250", "Você quis dizer 1.250,00 ou 1,25?"),
            ("1..5", "Digite o valor em números, como 1.250,50."),
        ] {
            assert_eq!(typed_amount(portuguese, typed, Currency::Usdc), Err(said.to_owned()), "{typed}");
        }
    }
}
