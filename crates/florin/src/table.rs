//! Lists for people: columns with headers, how long ago something was, and texts that can be pasted into a shell.

use rules::time::{SECONDS_PER_DAY, Timestamp};

use crate::output;

/// Days after which a date says more than their number.
const LONGEST_AGE_DAYS: i64 = 60;

/// Prints a table: each column is as wide as its widest cell.
pub fn show<const N: usize>(headers: [&str; N], rows: &[[String; N]]) {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([headers[column].chars().count()]).max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    output::text(&line(headers, &widths));
    for row in rows {
        output::text(&line(row.each_ref().map(String::as_str), &widths));
    }
}

fn line<const N: usize>(cells: [&str; N], widths: &[usize; N]) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
    padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

/// How long ago something was, in the largest whole unit; a date if that is long ago, or still to come.
pub fn age(at: Timestamp, now: Timestamp) -> String {
    let seconds = (now.micros() - at.micros()).div_euclid(1_000_000);
    let ago = |unit: i64, name: &str| format!("{} {name} ago", seconds / unit);
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => ago(60, "min"),
        3_600..SECONDS_PER_DAY => ago(3_600, "h"),
        _ if seconds > 0 && seconds < LONGEST_AGE_DAYS * SECONDS_PER_DAY => ago(SECONDS_PER_DAY, "d"),
        _ => at.to_string().split('T').next().unwrap_or_default().to_owned(),
    }
}

/// A text as one word of a shell command.
pub fn quoted(text: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-.:,/@+=".contains(character);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::{age, line, quoted};
    use rules::time::Timestamp;

    #[test]
    fn cells_are_aligned_and_nothing_trails() {
        assert_eq!(line(["a", "é", "c"], &[3, 2, 5]), "a    é   c");
        assert_eq!(line(["a", ""], &[3, 2]), "a");
    }

    #[test]
    fn an_age_is_in_its_largest_unit_and_a_date_when_it_is_long_ago() {
        let now = Timestamp::parse("2026-11-19T12:00:00Z").unwrap();
        for (seconds, expected) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 min ago"),
            (3_599, "59 min ago"),
            (3 * 3_600 + 5, "3 h ago"),
            (86_399, "23 h ago"),
            (86_400, "1 d ago"),
            (59 * 86_400, "59 d ago"),
            (60 * 86_400, "2026-09-20"),
            (-5, "2026-11-19"),
        ] {
            assert_eq!(age(now.plus_seconds(-seconds), now), expected, "{seconds}");
        }
    }

    #[test]
    fn a_text_is_one_word_for_a_shell() {
        for (text, word) in [
            ("live:brl_pix:E2E1:received", "live:brl_pix:E2E1:received"),
            ("", "''"),
            ("a b", "'a b'"),
            ("$(reboot)", "'$(reboot)'"),
            ("it's", "'it'\\''s'"),
        ] {
            assert_eq!(quoted(text), word);
        }
    }
}
