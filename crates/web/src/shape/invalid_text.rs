//! Why a text doesn't fit its field. Pages explain it in the reader's language, and the API in English.

use rules::bank_identifiers::BankDetailProblem;
use rules::email_address::EmailProblem;
use rules::evm_address::EvmAddressProblem;
use rules::money::AmountError;
use rules::text::TextProblem;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidText {
    /// A text must have `min` to `max` characters, all of them fit to print.
    Text {
        problem: TextProblem,
        min: usize,
        max: usize,
    },
    Email(EmailProblem),
    Amount(AmountError),
    EvmAddress(EvmAddressProblem),
    BankDetail(BankDetailProblem),
    /// An id or a name of ours. No form asks for one.
    Name(&'static str),
}

impl InvalidText {
    /// For the API.
    pub fn message(self) -> String {
        match self {
            InvalidText::Text { problem, min, max } => {
                let is_about_length =
                    matches!(problem, TextProblem::TooLong | TextProblem::Empty | TextProblem::TooShort);
                match problem.message() {
                    words if is_about_length && max < usize::MAX => {
                        format!("{words} ({min} to {max} characters)")
                    }
                    words => words.to_owned(),
                }
            }
            InvalidText::Email(problem) => problem.message().to_owned(),
            InvalidText::Amount(error) => error.message().to_owned(),
            InvalidText::EvmAddress(problem) => problem.message().to_owned(),
            InvalidText::BankDetail(problem) => problem.message().to_owned(),
            InvalidText::Name(message) => message.to_owned(),
        }
    }
}
