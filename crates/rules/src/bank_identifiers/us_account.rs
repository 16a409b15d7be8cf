//! Account numbers at banks in the United States: 4 to 17 digits, with no check digit to verify.
//! It never guesses at one bank's own format.

use super::digits::is_digits;
use super::problem::BankDetailProblem;

pub const PATTERN: &str = "^[0-9]{4,17}$";

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 4..=17) {
        return Err(BankDetailProblem::UsAccountLength);
    }
    Ok(())
}
