//! Figures as people read them, from whole numbers to text.
//! It must never compute a figure; it only rounds for the eye.

use std::time::Duration;

/// `1234567` as `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Three digits that matter: `950 ns`, `12.3 µs`, `680 µs`, `1.24 ms`, `15.0 s`.
pub fn duration(time: Duration) -> String {
    let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    for (unit_ns, name) in [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")] {
        if ns >= unit_ns {
            return format!("{} {name}", three_digits(ns, unit_ns));
        }
    }
    format!("{ns} ns")
}

/// `part` of `whole` in percent, with one decimal.
pub fn percent(part: u64, whole: u64) -> String {
    let tenths = part.saturating_mul(1000).checked_div(whole).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Bytes in millions.
pub fn megabytes(bytes: u64) -> String {
    let tenths = bytes / 100_000;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

/// `124` as `1.24 ×`.
pub fn times(hundredths: u64) -> String {
    format!("{}.{:02} ×", hundredths / 100, hundredths % 100)
}

fn three_digits(value: u64, unit: u64) -> String {
    let whole = value / unit;
    if whole >= 100 {
        whole.to_string()
    } else if whole >= 10 {
        format!("{whole}.{}", value % unit / (unit / 10))
    } else {
        format!("{whole}.{:02}", value % unit / (unit / 100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let check = |number, text| assert_eq!(thousands(number), text);
        check(0, "0");
        check(999, "999");
        check(1_000, "1,000");
        check(94_000, "94,000");
        check(1_234_567, "1,234,567");
    }

    #[test]
    fn times_keep_three_digits() {
        let check = |ns, text| assert_eq!(duration(Duration::from_nanos(ns)), text);
        check(0, "0 ns");
        check(950, "950 ns");
        check(1_000, "1.00 µs");
        check(12_345, "12.3 µs");
        check(680_900, "680 µs");
        check(1_245_000, "1.24 ms");
        check(15_000_000_000, "15.0 s");
    }

    #[test]
    fn shares_and_sizes_have_one_decimal() {
        assert_eq!(percent(618, 1000), "61.8 %");
        assert_eq!(percent(2, 1), "200.0 %");
        assert_eq!(percent(1, 0), "0.0 %");
        assert_eq!(megabytes(59_999_232), "59.9 MB");
        assert_eq!([times(124), times(5)], ["1.24 ×", "0.05 ×"]);
    }
}
