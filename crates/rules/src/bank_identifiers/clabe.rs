//! CLABE, the Mexican account number of SPEI: bank (3), place (3), account (11), check digit (1).
//!
//! The bank and place codes are not looked up: Banco de México adds to them, and an old list would refuse
//! a real bank.

use super::digits::{is_digits, weighted_sum};
use super::problem::BankDetailProblem;

pub const PATTERN: &str = "^[0-9]{18}$";

/// 3-7-1 over the first 17 digits; the check digit brings the sum to a multiple of ten.
const WEIGHTS: [u32; 18] = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1];

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 18..=18) {
        return Err(BankDetailProblem::ClabeLength);
    }
    if text.bytes().all(|byte| byte == b'0') {
        return Err(BankDetailProblem::ClabeZeros);
    }
    if !weighted_sum(text, &WEIGHTS).is_multiple_of(10) {
        return Err(BankDetailProblem::ClabeCheckDigit);
    }
    Ok(())
}
