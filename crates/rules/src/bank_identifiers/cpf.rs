//! CPF, the number of a person in Brazil: nine digits and two check digits, modulo 11.
//!
//! That a number adds up is all it says; whether it was ever issued is never asked.

use super::digits::{is_digits, weighted_sum};
use super::problem::BankDetailProblem;

pub const PATTERN: &str = "^[0-9]{11}$";

const WEIGHTS: [u32; 10] = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 11..=11) {
        return Err(BankDetailProblem::CpfLength);
    }
    // 111.111.111-11 and its like add up, but were never given to anyone.
    if text.bytes().all(|byte| byte == text.as_bytes()[0]) {
        return Err(BankDetailProblem::CpfRepeatedDigit);
    }
    let first = check_digit(weighted_sum(&text[..9], &WEIGHTS[1..]));
    let second = check_digit(weighted_sum(&text[..10], &WEIGHTS));
    if text.as_bytes()[9..] != [first, second] {
        return Err(BankDetailProblem::CpfCheckDigits);
    }
    Ok(())
}

/// The digit of a sum modulo 11, as CPF and CNPJ take it: remainders 0 and 1 share the digit 0.
pub(super) fn check_digit(sum: u32) -> u8 {
    match sum % 11 {
        0 | 1 => b'0',
        remainder => b'0' + (11 - remainder) as u8,
    }
}
