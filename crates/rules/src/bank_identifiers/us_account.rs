//! Account numbers at banks in the United States: 4 to 17 digits, with no check digit to verify.
//! It never guesses at one bank's own format.

use super::digits::is_digits;

pub const PATTERN: &str = "^[0-9]{4,17}$";

pub fn check(text: &str) -> Result<(), &'static str> {
    if !is_digits(text, 4..=17) {
        return Err("an account number is 4 to 17 digits, without spaces or hyphens");
    }
    Ok(())
}
