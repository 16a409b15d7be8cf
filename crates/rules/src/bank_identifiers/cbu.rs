//! CBU and CVU, the Argentine account numbers of banks and of payment service providers: 22 digits in two
//! blocks, each ending in a check digit of its own.
//!
//! The entity codes are not looked up, but "000" in their place is what tells a CVU from a CBU.

use super::digits::{is_digits, weighted_sum};
use super::problem::BankDetailProblem;

pub const PATTERN: &str = "^[0-9]{22}$";
pub const CVU_PATTERN: &str = "^000[0-9]{19}$";
pub const CBU_PATTERN: &str = "^(?:[1-9][0-9]{2}|0[1-9][0-9]|00[1-9])[0-9]{19}$";

/// Entity (3), branch (4), check digit.
const FIRST_BLOCK: [u32; 8] = [7, 1, 3, 9, 7, 1, 3, 1];
/// Account (13), check digit.
const SECOND_BLOCK: [u32; 14] = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3, 1];

const CVU_PREFIX: &str = "000";

/// What both have in common: the length and the two check digits.
pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 22..=22) {
        return Err(BankDetailProblem::CbuLength);
    }
    if text.bytes().all(|byte| byte == b'0') {
        return Err(BankDetailProblem::CbuZeros);
    }
    let (first, second) = text.split_at(FIRST_BLOCK.len());
    if !weighted_sum(first, &FIRST_BLOCK).is_multiple_of(10) {
        return Err(BankDetailProblem::CbuFirstCheckDigit);
    }
    if !weighted_sum(second, &SECOND_BLOCK).is_multiple_of(10) {
        return Err(BankDetailProblem::CbuLastCheckDigit);
    }
    Ok(())
}

pub fn check_cbu(text: &str) -> Result<(), BankDetailProblem> {
    check(text)?;
    if text.starts_with(CVU_PREFIX) {
        return Err(BankDetailProblem::CbuIsCvu);
    }
    Ok(())
}

pub fn check_cvu(text: &str) -> Result<(), BankDetailProblem> {
    check(text)?;
    if !text.starts_with(CVU_PREFIX) {
        return Err(BankDetailProblem::CvuIsCbu);
    }
    Ok(())
}
