//! ABA routing numbers: nine digits whose sum, weighted 3-7-1, ends in zero.
//!
//! Whether a bank answers to the number is a question for the rail; nothing here asks it.

use super::digits::{is_digits, weighted_sum};
use super::problem::BankDetailProblem;

pub const PATTERN: &str = "^[0-9]{9}$";

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 9..=9) {
        return Err(BankDetailProblem::RoutingNumberLength);
    }
    // Nine zeros add up, but are no bank's: they are what a form sends when it was not filled in.
    if text == "000000000" {
        return Err(BankDetailProblem::RoutingNumberZeros);
    }
    if !weighted_sum(text, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10) {
        return Err(BankDetailProblem::RoutingNumberCheckDigit);
    }
    Ok(())
}
