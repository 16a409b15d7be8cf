//! Calendar months in UTC, by which statements are cut. The database opens statements by the same calendar.

use std::fmt;

use jiff::civil;
use jiff::tz::TimeZone;

use crate::time::{MICROS_PER_SECOND, SECONDS_PER_DAY, Timestamp};

pub const MICROS_PER_DAY: i64 = SECONDS_PER_DAY * MICROS_PER_SECOND;

/// By its first day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Month(civil::Date);

impl Month {
    /// The month that a moment is in.
    pub fn of(at: Timestamp) -> Month {
        let moment = jiff::Timestamp::from_microsecond(at.micros()).unwrap_or(jiff::Timestamp::MAX);
        Month(TimeZone::UTC.to_datetime(moment).date().first_of_month())
    }

    /// `2026-03`
    pub fn parse(text: &str) -> Option<Month> {
        let (year, month) = text.split_once('-')?;
        let is_plain = year.len() == 4
            && month.len() == 2
            && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        if !is_plain {
            return None;
        }
        civil::Date::new(year.parse().ok()?, month.parse().ok()?, 1).ok().map(Month)
    }

    pub fn previous(self) -> Month {
        Month(self.0.yesterday().unwrap_or(civil::Date::MIN).first_of_month())
    }

    pub fn starts_at(self) -> Timestamp {
        start_of(self.0)
    }

    /// The start of the next month.
    pub fn ends_at(self) -> Timestamp {
        start_of(self.0.last_of_month().tomorrow().unwrap_or(civil::Date::MAX))
    }
}

fn start_of(day: civil::Date) -> Timestamp {
    let midnight = day.to_zoned(TimeZone::UTC).map_or(jiff::Timestamp::MAX, |zoned| zoned.timestamp());
    Timestamp::from_micros(midnight.as_microsecond())
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.0.year(), self.0.month())
    }
}

#[cfg(test)]
mod tests {
    use super::Month;
    use crate::time::Timestamp;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a time")
    }

    #[test]
    fn a_month_begins_with_its_first_moment_and_ends_with_the_next() {
        for (first, last, name, next) in [
            ("2026-01-01T00:00:00Z", "2026-01-31T23:59:59.999999Z", "2026-01", "2026-02-01T00:00:00Z"),
            ("2028-02-01T00:00:00Z", "2028-02-29T23:59:59.999999Z", "2028-02", "2028-03-01T00:00:00Z"),
            ("2026-12-01T00:00:00Z", "2026-12-31T23:59:59.999999Z", "2026-12", "2027-01-01T00:00:00Z"),
            ("1970-01-01T00:00:00Z", "1970-01-31T23:59:59.999999Z", "1970-01", "1970-02-01T00:00:00Z"),
        ] {
            let month = Month::of(at(last));
            assert_eq!(month, Month::of(at(first)));
            assert_eq!((month.starts_at(), month.ends_at()), (at(first), at(next)));
            assert_eq!(Month::of(at(next)).previous(), month);
            assert_eq!((month.to_string().as_str(), Month::parse(name)), (name, Some(month)));
        }
    }

    #[test]
    fn what_is_no_month_is_refused() {
        for wrong in
            ["", "2026", "2026-3", "2026-13", "2026-00", "26-03", "2026-03-01", "+026-03", "2026-0x", "x"]
        {
            assert_eq!(Month::parse(wrong), None, "{wrong}");
        }
    }
}
