//! Aliases of Argentine accounts: the words that stand for a CBU or CVU.
//!
//! Whether an alias exists, and whose it is, only the rail can say.

use super::problem::BankDetailProblem;

pub const PATTERN: &str = r"^[A-Za-z0-9.\-]{6,20}$";

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    if !(6..=20).contains(&text.len()) || !text.bytes().all(is_allowed) {
        return Err(BankDetailProblem::AliasShape);
    }
    Ok(())
}
