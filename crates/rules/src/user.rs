//! Users: people who can sign in, their passwords and second factors.

use crate::common_passwords::is_common;
use crate::email_address::EmailAddress;
use crate::id::UserId;
use crate::language::Language;
use crate::named_enum;
use crate::time::Timestamp;
use crate::zone::Zone;

named_enum! {
    /// What a user has Florin for. A business account has every feature of a personal one.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum AccountType {
        /// A wallet: receive, send to one person at a time, withdraw.
        Personal = "personal",
        /// Also payouts to many people, API keys, webhooks and Connect Apps.
        Business = "business",
    }
}

/// A person who can sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    pub id: UserId,
    pub email: EmailAddress,
    pub name: String,
    /// Both accounts of the user, live and test, are of this type.
    pub account_type: AccountType,
    /// A PHC string of argon2id, never the password.
    pub password_hash: String,
    pub created_at: Timestamp,
    /// When the person proved that the address is theirs.
    pub verified_at: Option<Timestamp>,
    /// Counts up to end every session.
    pub epoch: i64,
    /// The number of the device that was remembered last ([`crate::device`]).
    pub latest_device: i64,
    pub second_factor: Option<SecondFactor>,
    /// Of pages and emails; without one, pages follow the browser.
    pub language: Option<Language>,
    /// Of times on pages and in emails; without one, pages follow the browser and emails are in UTC.
    pub zone: Option<Zone>,
    /// Since when an operator keeps this user out: no sign-in, no API key and no app works.
    pub locked_at: Option<Timestamp>,
}

/// A secret shared with the user's authenticator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondFactor {
    pub sealed_secret: Vec<u8>,
    /// The last step of time whose code was used: no code works twice.
    pub last_step: i64,
    /// Hashes of the recovery codes that are left.
    pub recovery: Vec<[u8; 32]>,
}

pub const SHORTEST_PASSWORD: usize = 10;

pub const LONGEST_PASSWORD: usize = 256;

/// Why a password can't be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordProblem {
    TooShort,
    TooLong,
    /// It is the person's address or name, or has hardly any different characters.
    EasyToGuess,
    /// Attackers try it first.
    Common,
}

impl PasswordProblem {
    pub const fn message(self) -> &'static str {
        match self {
            PasswordProblem::TooShort => "the password is too short: use at least 10 characters",
            PasswordProblem::TooLong => "the password is too long: use at most 256 characters",
            PasswordProblem::EasyToGuess => {
                "this password is too easy to guess: make it longer, or use different characters"
            }
            PasswordProblem::Common => {
                "this is one of the most common passwords, which attackers try first: choose another"
            }
        }
    }
}

/// What makes a password too easy to guess. Length does more than rules about signs.
pub fn check_password(password: &str, email: &EmailAddress, name: &str) -> Result<(), PasswordProblem> {
    let length = password.chars().count();
    if length < SHORTEST_PASSWORD {
        return Err(PasswordProblem::TooShort);
    }
    if length > LONGEST_PASSWORD {
        return Err(PasswordProblem::TooLong);
    }
    let lower = password.to_lowercase();
    let is_personal = lower == email.lookup_key()
        || lower == email.local_part().to_lowercase()
        || lower == name.to_lowercase();
    let mut letters: Vec<char> = lower.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    if is_personal || letters.len() < 4 {
        return Err(PasswordProblem::EasyToGuess);
    }
    if is_common(password) {
        return Err(PasswordProblem::Common);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{PasswordProblem, check_password};
    use crate::email_address::EmailAddress;

    #[test]
    fn a_password_is_long_enough_not_personal_and_not_common() {
        let email = EmailAddress::parse("Ada.Lovelace@Example.com").expect("an address");
        for (password, expected) in [
            ("correct horse battery", Ok(())),
            ("123456789", Err(PasswordProblem::TooShort)),
            ("ada.lovelace@example.COM", Err(PasswordProblem::EasyToGuess)),
            ("Ada.Lovelace", Err(PasswordProblem::EasyToGuess)),
            ("Acme Payments", Err(PasswordProblem::EasyToGuess)),
            ("abcabcabcabc", Err(PasswordProblem::EasyToGuess)),
            ("1234567890", Err(PasswordProblem::Common)),
            ("PassWord123", Err(PasswordProblem::Common)),
            ("1q2w3e4r5t6y", Err(PasswordProblem::Common)),
            ("PassWord123 and more", Ok(())),
        ] {
            assert_eq!(check_password(password, &email, "Acme payments"), expected, "{password}");
        }
        assert_eq!(check_password(&"ab c".repeat(65), &email, "Acme"), Err(PasswordProblem::TooLong));
    }
}
