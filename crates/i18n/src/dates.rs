//! Dates and times. The day comes before the month in all our languages, and hours are counted to 24. What stands
//! between the numbers is in `catalogs/<language>/formats.ftl`.

use jiff::civil::DateTime;
use jiff::tz::Offset;
use rules::time::Timestamp;

use crate::locale::Locale;

/// A moment as clocks of a time zone show it: of UTC, unless another is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalTime {
    shown: DateTime,
    offset: Offset,
}

impl LocalTime {
    /// The moment on clocks that are so far ahead of UTC.
    pub fn new(at: Timestamp, offset: Offset) -> LocalTime {
        // Timestamps reach further than the calendar, to years that no row has.
        let instant = jiff::Timestamp::from_microsecond(at.micros());
        let nearest = if at.micros() < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        LocalTime { shown: offset.to_datetime(instant.unwrap_or(nearest)), offset }
    }
}

impl From<Timestamp> for LocalTime {
    fn from(at: Timestamp) -> LocalTime {
        LocalTime::new(at, Offset::UTC)
    }
}

impl From<&Timestamp> for LocalTime {
    fn from(at: &Timestamp) -> LocalTime {
        LocalTime::from(*at)
    }
}

impl From<&LocalTime> for LocalTime {
    fn from(at: &LocalTime) -> LocalTime {
        *at
    }
}

/// Times are taken as timestamps or local times, as they are or by reference, which is how templates pass their fields.
impl Locale {
    /// `16 December 2026`: in sentences, emails and PDFs.
    pub fn long_date(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        let (day, month, year) = (self.day(at), self.month(at), year(at));
        self.text_with("date-long", &[("day", &day), ("month", &month), ("year", &year)])
    }

    /// `16 Dec 2026`: in tables and facts.
    pub fn medium_date(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        let (day, month, year) = (self.day(at), self.short_month(at), year(at));
        self.text_with("date-medium", &[("day", &day), ("month", &month), ("year", &year)])
    }

    /// `December 2026`: in titles and lists, with a capital letter in every language.
    pub fn month_and_year(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        let text = self.text_with("date-month-and-year", &[("month", &self.month(at)), ("year", &year(at))]);
        let mut letters = text.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    /// `1 December 2026 – 31 December 2026`
    pub fn date_range(self, start: impl Into<LocalTime>, end: impl Into<LocalTime>) -> String {
        let (start, end) = (self.long_date(start), self.long_date(end));
        self.text_with("date-range", &[("start", &start), ("end", &end)])
    }

    /// `16 Dec`: where the year is plain, as below a chart.
    pub fn day_and_month(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        self.text_with("date-day-and-month", &[("day", &self.day(at)), ("month", &self.short_month(at))])
    }

    /// The shortest, for narrow tables. English has the year first: written otherwise, readers of American and of
    /// British English would take the month for different numbers.
    pub fn numeric_date(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        let (day, month) = (format!("{:02}", at.shown.day()), format!("{:02}", at.shown.month()));
        let year = year(at);
        self.text_with("date-numeric", &[("day", &day), ("month", &month), ("year", &year)])
    }

    /// `14:05`
    pub fn time(self, at: impl Into<LocalTime>) -> String {
        let shown = at.into().shown;
        format!("{:02}:{:02}", shown.hour(), shown.minute())
    }

    /// `16 Dec 2026, 14:05 UTC`: in tables and facts.
    pub fn date_time(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        self.with_time(&self.medium_date(at), &self.time(at), at)
    }

    /// `16 December 2026, 14:05 UTC`: in sentences, emails and PDFs.
    pub fn long_date_time(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        self.with_time(&self.long_date(at), &self.time(at), at)
    }

    /// `16 Dec 2026, 14:05:09 UTC`: in logs, where the order matters.
    pub fn exact_date_time(self, at: impl Into<LocalTime>) -> String {
        let at = at.into();
        let time = format!("{}:{:02}", self.time(at), at.shown.second());
        self.with_time(&self.medium_date(at), &time, at)
    }

    fn with_time(self, date: &str, time: &str, at: LocalTime) -> String {
        self.text_with("date-with-time", &[("date", &date), ("time", &time), ("zone", &zone(at.offset))])
    }

    /// The number of the day, or the ordinal that some languages have for the first.
    fn day(self, at: LocalTime) -> String {
        self.text_with("date-day", &[("day", &i32::from(at.shown.day()))])
    }

    fn month(self, at: LocalTime) -> String {
        self.text_with("date-month", &[("month", &i32::from(at.shown.month()))])
    }

    fn short_month(self, at: LocalTime) -> String {
        self.text_with("date-month-short", &[("month", &i32::from(at.shown.month()))])
    }
}

/// As text: a year is a number that is not grouped.
fn year(at: LocalTime) -> String {
    format!("{:04}", at.shown.year())
}

/// `UTC`, `UTC−3` or `UTC+5:30`
fn zone(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (hours, minutes) = (seconds.abs() / 3_600, seconds.abs() / 60 % 60);
    let sign = if seconds < 0 { '\u{2212}' } else { '+' };
    match (hours, minutes) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}
