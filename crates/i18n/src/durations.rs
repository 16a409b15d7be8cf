//! How long something is away or lasts, in words.

use std::borrow::Borrow;

use rules::time::{SECONDS_PER_DAY, Timestamp};

use crate::locale::Locale;

const SECONDS_PER_HOUR: i64 = 3_600;
const SECONDS_PER_MINUTE: i64 = 60;

#[derive(Clone, Copy)]
enum Unit {
    Seconds,
    Minutes,
    Hours,
    Days,
}

impl Unit {
    const LARGEST_FIRST: [Unit; 4] = [Unit::Days, Unit::Hours, Unit::Minutes, Unit::Seconds];

    const fn seconds(self) -> i64 {
        match self {
            Unit::Seconds => 1,
            Unit::Minutes => SECONDS_PER_MINUTE,
            Unit::Hours => SECONDS_PER_HOUR,
            Unit::Days => SECONDS_PER_DAY,
        }
    }
}

impl Locale {
    /// When something happens or has happened: `in 3 days`, `2 hours ago`, `now`. The unit is the largest of which
    /// there are at least two. It is rounded down: never by more than a third of what is left.
    pub fn relative(self, now: impl Borrow<Timestamp>, then: impl Borrow<Timestamp>) -> String {
        let (now, then) = (*now.borrow(), *then.borrow());
        let seconds = if then > now { then.seconds_after(now) } else { -now.seconds_after(then) };
        let fits = |unit: &Unit| seconds.abs() >= 2 * unit.seconds();
        let unit = Unit::LARGEST_FIRST.into_iter().find(fits).unwrap_or(Unit::Seconds);
        let count = seconds.abs() / unit.seconds();
        match (seconds, unit) {
            (0, _) => self.text("time-now").to_owned(),
            (1.., Unit::Seconds) => self.text_with("time-in-seconds", &[("count", &count)]),
            (1.., Unit::Minutes) => self.text_with("time-in-minutes", &[("count", &count)]),
            (1.., Unit::Hours) => self.text_with("time-in-hours", &[("count", &count)]),
            (1.., Unit::Days) => self.text_with("time-in-days", &[("count", &count)]),
            (_, Unit::Seconds) => self.text_with("time-seconds-ago", &[("count", &count)]),
            (_, Unit::Minutes) => self.text_with("time-minutes-ago", &[("count", &count)]),
            (_, Unit::Hours) => self.text_with("time-hours-ago", &[("count", &count)]),
            (_, Unit::Days) => self.text_with("time-days-ago", &[("count", &count)]),
        }
    }

    /// How long something lasts, in the largest unit in which it is a whole number: `30 minutes`, `25 hours`.
    pub fn duration(self, seconds: impl Borrow<i64>) -> String {
        let seconds = *seconds.borrow();
        let fits = |unit: &Unit| seconds >= unit.seconds() && seconds % unit.seconds() == 0;
        let unit = Unit::LARGEST_FIRST.into_iter().find(fits).unwrap_or(Unit::Seconds);
        self.units(seconds / unit.seconds(), unit)
    }

    /// The same for any number of seconds: to the nearest of the largest unit of which there are at least two.
    pub fn rounded_duration(self, seconds: i64) -> String {
        let fits = |unit: &Unit| seconds >= 2 * unit.seconds();
        let unit = Unit::LARGEST_FIRST.into_iter().find(fits).unwrap_or(Unit::Seconds);
        self.units((seconds + unit.seconds() / 2) / unit.seconds(), unit)
    }

    fn units(self, count: i64, unit: Unit) -> String {
        match unit {
            Unit::Seconds => self.text_with("time-seconds", &[("count", &count)]),
            Unit::Minutes => self.text_with("time-minutes", &[("count", &count)]),
            Unit::Hours => self.text_with("time-hours", &[("count", &count)]),
            Unit::Days => self.text_with("time-days", &[("count", &count)]),
        }
    }
}
