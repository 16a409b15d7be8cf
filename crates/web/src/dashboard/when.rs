//! Times as people read them: UTC, short, with the month in letters so that nobody mixes it up with the day.

use rules::time::Timestamp;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// `15 Nov 2026`
pub fn day(at: Timestamp) -> String {
    let text = at.to_string();
    let (year, month, day) = (&text[..4], &text[5..7], &text[8..10]);
    let month = month.parse::<usize>().ok().and_then(|month| MONTHS.get(month - 1)).unwrap_or(&"");
    format!("{} {month} {year}", day.trim_start_matches('0'))
}

/// `15 Nov`
pub fn short(at: Timestamp) -> String {
    let day = day(at);
    day[..day.len() - 5].to_owned()
}

/// `15 Nov 2026, 12:00`
pub fn moment(at: Timestamp) -> String {
    format!("{}, {}", day(at), &at.to_string()[11..16])
}

#[cfg(test)]
mod tests {
    use rules::time::Timestamp;

    use super::{day, moment, short};

    #[test]
    fn a_moment_reads_like_a_date() {
        let at = Timestamp::parse("2026-03-05T07:08:09Z").expect("a time");
        assert_eq!(short(at), "5 Mar");
        assert_eq!((day(at).as_str(), moment(at).as_str()), ("5 Mar 2026", "5 Mar 2026, 07:08"));
    }
}
