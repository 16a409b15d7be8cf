//! The field of an amount in a form. Where what was typed has two readings, the form offers both, and the next copy of
//! the form says which one was chosen. None is chosen beforehand.

use askama::Template;
use i18n::{Locale, TypedAmountError};
use rules::money::{Amount, AmountError, Currency};
use rules::refusal::{Limit, Refusal};

use super::form::Form;
use super::form_fields::FormFields;
use super::reasons::{typed_amount, typed_amount_problem};
use super::refusals::refusal_text;

/// The amount in the field `name`, or what is wrong with it. An amount that is too large to be read is far above
/// `limit`, which the text then names.
pub fn amount_field(
    locale: Locale,
    form: &FormFields,
    name: &str,
    currency: Currency,
    limit: Limit,
) -> Result<Amount, String> {
    let typed = form.text(name);
    match locale.read_amount(&typed, currency) {
        Err(error @ TypedAmountError::Ambiguous { .. }) => {
            let chosen = form.text(&reading_field(name));
            let chosen = readings(&error).into_iter().find(|reading| reading.to_string() == chosen);
            chosen.ok_or_else(|| typed_amount_problem(locale, &error, currency))
        }
        Err(TypedAmountError::Invalid(AmountError::TooLarge)) => {
            Err(refusal_text(locale, &Refusal::LimitExceeded(limit)))
        }
        Ok(_) | Err(TypedAmountError::Invalid(_) | TypedAmountError::OtherCurrency(_)) => {
            typed_amount(locale, &typed, currency)
        }
    }
}

fn readings(error: &TypedAmountError) -> Vec<Amount> {
    match error {
        TypedAmountError::Ambiguous { with_thousands, with_decimals } => {
            vec![*with_thousands, *with_decimals]
        }
        TypedAmountError::Invalid(_) | TypedAmountError::OtherCurrency(_) => Vec::new(),
    }
}

/// The field that says which reading of another field was chosen.
fn reading_field(name: &str) -> String {
    format!("{name}_reading")
}

/// Below the field: the readings of what was typed, one of which can be chosen.
#[derive(Template)]
#[template(path = "parts/amount_choice.html")]
pub struct AmountChoice {
    /// The id of the question.
    question: String,
    field: String,
    readings: Vec<(String, String)>,
}

impl Form<'_> {
    pub fn amount_choice(&self, name: &str, unit: &str) -> AmountChoice {
        AmountChoice {
            question: format!("{}-mistake", self.at(name)),
            field: reading_field(name),
            readings: self.amount_readings(name, unit),
        }
    }

    /// The readings, with how they are shown, if there are two and the reader was asked which one is meant.
    fn amount_readings(&self, name: &str, unit: &str) -> Vec<(String, String)> {
        let Some(currency) = Currency::parse(unit).filter(|_| self.mistake(name).is_some()) else {
            return Vec::new();
        };
        let read = self.locale().read_amount(self.value(name), currency);
        let shown = |amount: Amount| (amount.to_string(), self.locale().money(amount, currency));
        read.map_or_else(|error| readings(&error).into_iter().map(shown).collect(), |_| Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::money::{Amount, Currency};
    use rules::refusal::Limit;

    use super::amount_field;
    use crate::page::FormFields;
    use crate::page::form::Form;

    const LIMIT: Limit = Limit::ExternalTransfer { most: Amount::from_micros(1_000_000_000_000) };

    fn read(locale: Locale, form: &str) -> Result<String, String> {
        let form = FormFields::parse(form.as_bytes());
        amount_field(locale, &form, "amount", Currency::Usdc, LIMIT).map(|amount| amount.to_string())
    }

    #[test]
    fn a_reading_counts_only_for_the_text_that_it_was_offered_for() {
        let question = Err("Did you mean 1,250.00 or 1.25?".to_owned());
        for (form, amount) in [
            ("amount=1,250", question.clone()),
            ("amount=1,250&amount_reading=1250.00", Ok("1250.00".to_owned())),
            ("amount=1,250&amount_reading=1.25", Ok("1.25".to_owned())),
            // What was typed anew is read anew.
            ("amount=300&amount_reading=1250.00", Ok("300.00".to_owned())),
            ("amount=1,250&amount_reading=2500.00", question.clone()),
            ("amount=1,250&amount_reading=", question.clone()),
            ("amount=1,250&amount_reading=1000000", question),
        ] {
            assert_eq!(read(Locale::ENGLISH, form), amount, "{form}");
        }
        assert_eq!(
            read(Language::Portuguese.into(), "amount=1.250&amount_reading=1250.00"),
            Ok("1250.00".to_owned())
        );
    }

    #[test]
    fn an_amount_that_is_too_large_to_be_read_names_the_limit() {
        let said = Err("A deposit or withdrawal can be worth at most 1,000,000.00\u{a0}USDC.".to_owned());
        assert_eq!(read(Locale::ENGLISH, "amount=1,000,000,000,000.00"), said);
    }

    #[test]
    fn readings_are_offered_once_the_reader_was_asked() {
        let form = Form::post(Locale::ENGLISH, "f", "c", "k").with("amount", "1,250");
        assert!(form.amount_readings("amount", "USDC").is_empty());
        let form = form.wrong("amount", "Did you mean …?");
        let offered = form.amount_readings("amount", "USDC");
        let offered: Vec<(&str, &str)> =
            offered.iter().map(|(value, shown)| (value.as_str(), shown.as_str())).collect();
        assert_eq!(offered, [("1250.00", "1,250.00\u{a0}USDC"), ("1.25", "1.25\u{a0}USDC")]);
        // Euros have no thousandths, and nothing is known of a field without a currency.
        assert!(
            form.amount_readings("amount", "EUR").is_empty() && form.amount_readings("amount", "").is_empty()
        );
    }
}
