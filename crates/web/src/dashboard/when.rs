//! Times as people read them: UTC, short, with the month in letters so that it can't be mistaken for the day.

use rules::time::{SECONDS_PER_DAY, Timestamp};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// `15 Nov 2026`
pub fn day(at: Timestamp) -> String {
    let text = at.to_string();
    let (year, month, day) = (&text[..4], &text[5..7], &text[8..10]);
    let month = MONTHS[month.parse::<usize>().expect("the month of a date") - 1];
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

/// `15 Nov 2026, 12:00:05`
pub fn second(at: Timestamp) -> String {
    format!("{}, {}", day(at), &at.to_string()[11..19])
}

/// How long it is until then: `in 5 minutes`, in the largest unit that fits.
pub fn until(now: Timestamp, then: Timestamp) -> String {
    let seconds = then.seconds_after(now);
    let (count, unit) = match seconds {
        ..=0 => return "now".to_owned(),
        1..=119 => (seconds, "second"),
        120..=7_199 => (seconds / 60, "minute"),
        7_200..=172_799 => (seconds / 3_600, "hour"),
        _ => (seconds / SECONDS_PER_DAY, "day"),
    };
    if count == 1 { format!("in 1 {unit}") } else { format!("in {count} {unit}s") }
}

#[cfg(test)]
mod tests {
    use rules::time::Timestamp;

    use super::{day, moment, second, short, until};

    #[test]
    fn what_is_to_come_is_said_in_the_largest_unit_that_fits() {
        let now = Timestamp::parse("2026-03-05T07:08:09Z").expect("a time");
        for (seconds, words) in [
            (-5, "now"),
            (0, "now"),
            (1, "in 1 second"),
            (119, "in 119 seconds"),
            (120, "in 2 minutes"),
            (7_199, "in 119 minutes"),
            (7_200, "in 2 hours"),
            (172_799, "in 47 hours"),
            (172_800, "in 2 days"),
        ] {
            assert_eq!(until(now, now.plus_seconds(seconds)), words);
        }
    }

    #[test]
    fn a_moment_reads_like_a_date() {
        let at = Timestamp::parse("2026-03-05T07:08:09Z").expect("a time");
        assert_eq!((short(at).as_str(), second(at).as_str()), ("5 Mar", "5 Mar 2026, 07:08:09"));
        assert_eq!((day(at).as_str(), moment(at).as_str()), ("5 Mar 2026", "5 Mar 2026, 07:08"));
    }
}
