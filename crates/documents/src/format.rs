//! Amounts and dates as documents show them.

use rules::money::Amount;
use rules::time::Timestamp;

use crate::labels::MONTHS;

/// The currency of every balance.
pub const CURRENCY: &str = "USDC";

/// `1,234.50`; below zero with a true minus.
pub fn amount(amount: Amount) -> String {
    let text = amount.to_string();
    let digits = text.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let sign = if amount < Amount::ZERO { "\u{2212}" } else { "" };
    format!("{sign}{}.{fraction}", grouped(whole))
}

/// The same with its currency.
pub fn money(value: Amount) -> String {
    format!("{} {CURRENCY}", amount(value))
}

/// `+1,234.50` or `−1,234.50`.
pub fn signed(value: Amount) -> String {
    let text = amount(value);
    if value > Amount::ZERO { format!("+{text}") } else { text }
}

pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

fn grouped(digits: &str) -> String {
    let is_start = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let groups =
        digits.char_indices().flat_map(|(at, digit)| is_start(at).then_some(',').into_iter().chain([digit]));
    groups.collect()
}

/// `5 March 2026`
pub fn date(at: Timestamp) -> String {
    let text = at.to_string();
    format!("{} {}", text[8..10].trim_start_matches('0'), month(at))
}

/// `March 2026`
pub fn month(at: Timestamp) -> String {
    let text = at.to_string();
    let number: usize = text[5..7].parse().expect("the month of a date");
    format!("{} {}", MONTHS[number - 1], &text[..4])
}

/// `5 Mar`
pub fn short_date(at: Timestamp) -> String {
    let text = date(at);
    let mut words = text.split(' ');
    let (day, month) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    format!("{day} {}", &month[..3])
}

/// `5 March 2026, 07:08`
pub fn moment(at: Timestamp) -> String {
    format!("{}, {}", date(at), &at.to_string()[11..16])
}

#[cfg(test)]
mod tests {
    use rules::money::Amount;
    use rules::time::Timestamp;

    use super::{amount, count, date, moment, month, short_date, signed};

    #[test]
    fn amounts_are_grouped_and_keep_all_their_decimals() {
        let check = |micros, text: &str| assert_eq!(amount(Amount::from_micros(micros)), text);
        check(0, "0.00");
        check(1, "0.000001");
        check(999_990_000, "999.99");
        check(1_000_000_000, "1,000.00");
        check(-1_234_567_890_123, "\u{2212}1,234,567.890123");
        check(i64::MIN, "\u{2212}9,223,372,036,854.775808");
        assert_eq!(signed(Amount::from_micros(5_000_000)), "+5.00");
        assert_eq!(signed(Amount::from_micros(-5_000_000)), "\u{2212}5.00");
        assert_eq!(signed(Amount::ZERO), "0.00");
        assert_eq!((count(7).as_str(), count(1_000_000).as_str()), ("7", "1,000,000"));
    }

    #[test]
    fn dates_read_as_people_say_them() {
        let at = Timestamp::parse("2026-03-05T07:08:09Z").expect("a time");
        assert_eq!((date(at).as_str(), month(at).as_str()), ("5 March 2026", "March 2026"));
        assert_eq!((short_date(at).as_str(), moment(at).as_str()), ("5 Mar", "5 March 2026, 07:08"));
    }
}
