//! Explains a failed use case to an operator, in one sentence.

use app::Failure;
use rules::refusal::{Noun, Refusal};

use crate::command_error::CommandError;

pub fn explain(failure: Failure) -> CommandError {
    let words = match failure {
        Failure::Refused(Refusal::NotFound(Noun::User)) => {
            "there is no user with this email address; create one with: florin user create --email ADDRESS"
                .to_owned()
        }
        Failure::Refused(Refusal::NotFound(Noun::ApiKey)) => {
            "there is no API key with this ID; list the IDs with: florin key list --email ADDRESS".to_owned()
        }
        Failure::Refused(Refusal::EmailTaken) => "a user with this email address already exists".to_owned(),
        Failure::Unavailable => {
            "the database is unavailable; check it with: florin doctor (--log warn shows the cause)"
                .to_owned()
        }
        Failure::Internal => "an internal error occurred; --log warn shows the cause".to_owned(),
        other @ (Failure::Refused(_) | Failure::InvalidCursor | Failure::Busy) => other.to_string(),
    };
    CommandError::Refused(words)
}

/// A number that can be read at a glance.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Micro-units as an amount, below zero too.
pub fn units(micros: i128) -> String {
    let sign = if micros < 0 { "-" } else { "" };
    let (whole, part) = (micros.unsigned_abs() / 1_000_000, micros.unsigned_abs() % 1_000_000);
    let part = format!("{part:06}");
    let shown = part.trim_end_matches('0').len().max(2);
    format!("{sign}{whole}.{}", &part[..shown])
}

#[cfg(test)]
mod tests {
    use super::{grouped, units};

    #[test]
    fn numbers_are_grouped_and_amounts_have_two_to_six_decimals() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1, -10_000_000, 2_500_000].map(units), ["0.00", "0.000001", "-10.00", "2.50"]);
    }
}
