//! NIT, the tax number of Colombia: nine digits, and after them the check digit of the DIAN, which people
//! often leave out and often write behind a hyphen.

use super::digits::{is_digits, weighted_sum};
use super::problem::BankDetailProblem;

pub const PATTERN: &str = "^[0-9]{9}(?:-?[0-9])?$";

/// The DIAN's primes (Orden Administrativa 4 of 1989), for nine digits from the left.
const WEIGHTS: [u32; 9] = [41, 37, 29, 23, 19, 17, 13, 7, 3];

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    let Some((number, rest)) = text.split_at_checked(WEIGHTS.len()) else {
        return Err(BankDetailProblem::NitShape);
    };
    let check_digit = rest.strip_prefix('-').unwrap_or(rest);
    let may_be_absent = rest.is_empty();
    if !is_digits(number, 9..=9) || !(may_be_absent || is_digits(check_digit, 1..=1)) {
        return Err(BankDetailProblem::NitShape);
    }
    let expected = match weighted_sum(number, &WEIGHTS) % 11 {
        remainder @ (0 | 1) => remainder,
        remainder => 11 - remainder,
    };
    if !may_be_absent && u32::from(check_digit.as_bytes()[0] - b'0') != expected {
        return Err(BankDetailProblem::NitCheckDigit);
    }
    Ok(())
}
