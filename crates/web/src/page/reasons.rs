//! Explains problems in the reader's language. The rules name them with types; the API explains them in English.

mod amounts;
mod bank_details;

use i18n::Locale;
use rules::email_address::EmailProblem;
use rules::evm_address::EvmAddressProblem;
use rules::money::Currency;
use rules::text::TextProblem;
use rules::time::SECONDS_PER_DAY;
use rules::user::{LONGEST_PASSWORD, PasswordProblem, SHORTEST_PASSWORD};

use crate::shape::InvalidText;
use amounts::amount_problem;
pub use amounts::{typed_amount, typed_amount_problem};
pub use bank_details::bank_detail_problem;

/// How long to wait, in the largest unit of which there are at least two. It is rounded up: who waits that long has
/// waited long enough.
pub fn wait(locale: Locale, seconds: i64) -> String {
    let seconds = seconds.max(1);
    let unit = [SECONDS_PER_DAY, 3_600, 60].into_iter().find(|unit| seconds >= 2 * unit).unwrap_or(1);
    locale.duration(seconds.saturating_add(unit - 1) / unit * unit)
}

pub fn too_many_attempts(locale: Locale, seconds: i64) -> String {
    locale.text_with("validation-too-many-attempts", &[("wait", &wait(locale, seconds))])
}

/// About a text that must have `min` to `max` characters.
pub fn text_problem(locale: Locale, problem: TextProblem, min: usize, max: usize) -> String {
    match problem {
        TextProblem::TooLong => locale.text_with("validation-text-too-long", &[("count", &max)]),
        TextProblem::Empty => locale.text("validation-text-empty").to_owned(),
        TextProblem::TooShort => locale.text_with("validation-text-too-short", &[("count", &min)]),
        TextProblem::Unprintable => locale.text("validation-text-unprintable").to_owned(),
        TextProblem::Blank => locale.text("validation-text-blank").to_owned(),
    }
}

pub fn password_problem(locale: Locale, problem: PasswordProblem) -> String {
    match problem {
        PasswordProblem::TooShort => {
            locale.text_with("validation-password-too-short", &[("count", &SHORTEST_PASSWORD)])
        }
        PasswordProblem::TooLong => {
            locale.text_with("validation-password-too-long", &[("count", &LONGEST_PASSWORD)])
        }
        PasswordProblem::EasyToGuess => locale.text("validation-password-easy").to_owned(),
        PasswordProblem::Common => locale.text("validation-password-common").to_owned(),
    }
}

/// People need fewer reasons than programs: which part of the address to look at.
pub fn email_problem(locale: Locale, problem: EmailProblem) -> &'static str {
    match problem {
        EmailProblem::NotAscii => locale.text("validation-email-not-ascii"),
        EmailProblem::TooLong | EmailProblem::LocalTooLong => locale.text("validation-email-too-long"),
        EmailProblem::NoAt => locale.text("validation-email-no-at"),
        EmailProblem::LocalCharacters => locale.text("validation-email-local"),
        EmailProblem::DomainLabels
        | EmailProblem::DomainWithoutDot
        | EmailProblem::DomainEnding
        | EmailProblem::DomainEncoding => locale.text("validation-email-domain"),
    }
}

/// About an address that is not empty.
pub fn evm_address_problem(locale: Locale, problem: EvmAddressProblem) -> &'static str {
    match problem {
        EvmAddressProblem::Prefix => locale.text("validation-wallet-address-prefix"),
        EvmAddressProblem::Digits => locale.text("validation-wallet-address-digits"),
        EvmAddressProblem::Zero => locale.text("validation-wallet-address-zero"),
        EvmAddressProblem::Checksum => locale.text("validation-wallet-address-checksum"),
        EvmAddressProblem::NoChecksum => locale.text("validation-wallet-address-no-checksum"),
    }
}

pub fn required(locale: Locale, label: &str) -> String {
    locale.text_with("validation-field-required", &[("label", &label)])
}

/// A field with a choice that has none, or one that does not exist.
pub fn not_chosen(locale: Locale, label: &str) -> String {
    locale.text_with("validation-field-not-chosen", &[("label", &label)])
}

/// What is wrong with a text that must have `min` to `max` characters.
pub fn wrong_text(locale: Locale, text: &str, min: usize, max: usize) -> Option<String> {
    rules::text::problem(text, min, max).map(|problem| text_problem(locale, problem, min, max))
}

/// Why a text is not what the shape of the API says.
pub fn invalid_text(locale: Locale, invalid: InvalidText) -> String {
    match invalid {
        InvalidText::Text { problem, min, max } => text_problem(locale, problem, min, max),
        InvalidText::Email(problem) => email_problem(locale, problem).to_owned(),
        // Every amount that the API takes is of USDC, or has the decimals of a currency of banks.
        InvalidText::Amount(error) => amount_problem(locale, error, Currency::Usdc),
        InvalidText::EvmAddress(problem) => evm_address_problem(locale, problem).to_owned(),
        InvalidText::BankDetail(problem) => bank_detail_problem(locale, problem).to_owned(),
        InvalidText::Name(message) => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;

    use super::wait;

    #[test]
    fn waits_are_rounded_up() {
        for (seconds, words) in [
            (-5, "1 second"),
            (1, "1 second"),
            (119, "119 seconds"),
            (120, "2 minutes"),
            (3_541, "1 hour"),
            (7_201, "3 hours"),
            (172_801, "3 days"),
        ] {
            assert_eq!(wait(Locale::ENGLISH, seconds), words, "{seconds}");
        }
    }
}
