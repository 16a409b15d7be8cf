//! CNPJ, the number of a company in Brazil: twelve characters and two check digits, modulo 11.
//!
//! The twelve were digits until July 2026, when the Receita Federal began to give out capital letters too;
//! a letter counts as its distance from `0` in ASCII, so that the old numbers kept their check digits.

use super::cpf::check_digit;
use super::digits::weighted_sum;
use super::problem::BankDetailProblem;

pub const PATTERN: &str = "^[0-9A-Z]{12}[0-9]{2}$";

const WEIGHTS: [u32; 13] = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !has_shape(text) {
        return Err(BankDetailProblem::CnpjShape);
    }
    if text == "00000000000000" {
        return Err(BankDetailProblem::CnpjZeros);
    }
    let first = check_digit(weighted_sum(&text[..12], &WEIGHTS[1..]));
    let second = check_digit(weighted_sum(&text[..13], &WEIGHTS));
    if text.as_bytes()[12..] != [first, second] {
        return Err(BankDetailProblem::CnpjCheckDigits);
    }
    Ok(())
}

fn has_shape(text: &str) -> bool {
    let Some((body, check_digits)) = text.as_bytes().split_at_checked(12) else {
        return false;
    };
    check_digits.len() == 2
        && check_digits.iter().all(u8::is_ascii_digit)
        && body.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}
