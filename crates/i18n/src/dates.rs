//! Dates and times. The day comes before the month in all our languages, and hours are counted to 24. What stands
//! between the numbers is in `catalogs/<language>/formats.ftl`. Moments are shown by the clocks of the reader, and
//! calendar days and months by UTC, by which statements are cut.

use jiff::civil::DateTime;
use jiff::tz::Offset;
use rules::time::Timestamp;

use crate::locale::Locale;

/// A moment, to be shown by the reader's clocks or by others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalTime {
    at: Timestamp,
    /// Of the clocks that show it, unless they are the reader's.
    offset: Option<Offset>,
}

/// A moment as clocks show it.
#[derive(Clone, Copy)]
struct Shown {
    time: DateTime,
    offset: Offset,
}

impl LocalTime {
    /// The moment on clocks that are so far ahead of UTC.
    pub fn new(at: Timestamp, offset: Offset) -> LocalTime {
        LocalTime { at, offset: Some(offset) }
    }

    pub fn utc(at: Timestamp) -> LocalTime {
        LocalTime::new(at, Offset::UTC)
    }

    fn shown_to(self, reader: Locale) -> Shown {
        let of_reader = || reader.zone().map_or(Offset::UTC, |zone| zone.offset(self.at));
        Shown::on_clocks(self.at, self.offset.unwrap_or_else(of_reader))
    }
}

impl Shown {
    fn on_clocks(at: Timestamp, offset: Offset) -> Shown {
        // Timestamps reach further than the calendar, to years that no row has.
        let instant = jiff::Timestamp::from_microsecond(at.micros());
        let nearest = if at.micros() < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        Shown { time: offset.to_datetime(instant.unwrap_or(nearest)), offset }
    }
}

impl From<Timestamp> for LocalTime {
    fn from(at: Timestamp) -> LocalTime {
        LocalTime { at, offset: None }
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
        self.long_date_of(at.into().shown_to(self))
    }

    /// `16 Dec 2026`: in tables and facts.
    pub fn medium_date(self, at: impl Into<LocalTime>) -> String {
        self.medium_date_of(at.into().shown_to(self))
    }

    /// `December 2026`: in titles and lists, with a capital letter in every language. A month of UTC.
    pub fn month_and_year(self, at: Timestamp) -> String {
        let at = Shown::on_clocks(at, Offset::UTC);
        let text = self.text_with("date-month-and-year", &[("month", &self.month(at)), ("year", &year(at))]);
        let mut letters = text.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    /// `1 December 2026 – 31 December 2026`: days of UTC.
    pub fn date_range(self, start: Timestamp, end: Timestamp) -> String {
        let (start, end) = (self.long_date(LocalTime::utc(start)), self.long_date(LocalTime::utc(end)));
        self.text_with("date-range", &[("start", &start), ("end", &end)])
    }

    /// `16 Dec`: where the year is plain, as below a chart. A day of UTC.
    pub fn day_and_month(self, at: Timestamp) -> String {
        let at = Shown::on_clocks(at, Offset::UTC);
        self.text_with("date-day-and-month", &[("day", &self.day(at)), ("month", &self.short_month(at))])
    }

    /// `Tuesday, 17 November`: for days in the near future or the recent past.
    pub fn weekday_date(self, at: impl Into<LocalTime>) -> String {
        self.weekday_date_of(at.into().shown_to(self))
    }

    /// `Tuesday, 17 November, 14:05 UTC`
    pub fn weekday_date_time(self, at: impl Into<LocalTime>) -> String {
        let at = at.into().shown_to(self);
        self.with_zone(&self.weekday_date_of(at), &clock(at), at)
    }

    /// The shortest, for narrow tables. English has the year first: written otherwise, readers of American and of
    /// British English would take the month for different numbers.
    pub fn numeric_date(self, at: impl Into<LocalTime>) -> String {
        let at = at.into().shown_to(self);
        let (day, month) = (format!("{:02}", at.time.day()), format!("{:02}", at.time.month()));
        let year = year(at);
        self.text_with("date-numeric", &[("day", &day), ("month", &month), ("year", &year)])
    }

    /// `16 Dec 2026, 14:05 UTC`: in tables and facts.
    pub fn date_time(self, at: impl Into<LocalTime>) -> String {
        let at = at.into().shown_to(self);
        self.with_zone(&self.medium_date_of(at), &clock(at), at)
    }

    /// `16 December 2026, 14:05 UTC`: in sentences, emails and PDFs.
    pub fn long_date_time(self, at: impl Into<LocalTime>) -> String {
        let at = at.into().shown_to(self);
        self.with_zone(&self.long_date_of(at), &clock(at), at)
    }

    /// `16 Dec 2026, 14:05:09 UTC`: in logs, where the order matters.
    pub fn exact_date_time(self, at: impl Into<LocalTime>) -> String {
        let at = at.into().shown_to(self);
        self.with_zone(&self.medium_date_of(at), &exact_clock(at), at)
    }

    /// `16 Dec 2026, 14:05` by the reader's clocks, where the zone is beside it. Readers whose zone is not known see
    /// UTC, which is named.
    pub fn local_date_time(self, at: Timestamp) -> String {
        let shown = LocalTime::from(at).shown_to(self);
        self.without_known_zone(at, &clock(shown))
    }

    /// The same with seconds.
    pub fn exact_local_date_time(self, at: Timestamp) -> String {
        let shown = LocalTime::from(at).shown_to(self);
        self.without_known_zone(at, &exact_clock(shown))
    }

    /// `16 December 2026, 14:05:09 UTC−3 (America/Sao_Paulo)`: everything about a moment.
    pub fn full_date_time(self, at: Timestamp) -> String {
        let shown = LocalTime::from(at).shown_to(self);
        let text = self.with_zone(&self.long_date_of(shown), &exact_clock(shown), shown);
        match self.zone() {
            Some(zone) => format!("{text} ({})", zone.name()),
            None => text,
        }
    }

    fn without_known_zone(self, at: Timestamp, clock: &str) -> String {
        let shown = LocalTime::from(at).shown_to(self);
        let date = self.medium_date_of(shown);
        match self.zone() {
            Some(_) => self.text_with("date-with-local-time", &[("date", &date), ("time", &clock)]),
            None => self.with_zone(&date, clock, shown),
        }
    }

    fn with_zone(self, date: &str, time: &str, at: Shown) -> String {
        self.text_with("date-with-time", &[("date", &date), ("time", &time), ("zone", &zone(at.offset))])
    }

    fn long_date_of(self, at: Shown) -> String {
        let (day, month, year) = (self.day(at), self.month(at), year(at));
        self.text_with("date-long", &[("day", &day), ("month", &month), ("year", &year)])
    }

    fn medium_date_of(self, at: Shown) -> String {
        let (day, month, year) = (self.day(at), self.short_month(at), year(at));
        self.text_with("date-medium", &[("day", &day), ("month", &month), ("year", &year)])
    }

    fn weekday_date_of(self, at: Shown) -> String {
        let weekday = i32::from(at.time.weekday().to_monday_one_offset());
        let weekday = self.text_with("date-weekday", &[("weekday", &weekday)]);
        let (day, month) = (self.day(at), self.month(at));
        self.text_with("date-weekday-day", &[("weekday", &weekday), ("day", &day), ("month", &month)])
    }

    /// The number of the day, or the ordinal that some languages have for the first.
    fn day(self, at: Shown) -> String {
        self.text_with("date-day", &[("day", &i32::from(at.time.day()))])
    }

    fn month(self, at: Shown) -> String {
        self.text_with("date-month", &[("month", &i32::from(at.time.month()))])
    }

    fn short_month(self, at: Shown) -> String {
        self.text_with("date-month-short", &[("month", &i32::from(at.time.month()))])
    }
}

/// `14:05`
fn clock(at: Shown) -> String {
    format!("{:02}:{:02}", at.time.hour(), at.time.minute())
}

/// `14:05:09`
fn exact_clock(at: Shown) -> String {
    format!("{}:{:02}", clock(at), at.time.second())
}

/// As text: a year is a number that is not grouped.
fn year(at: Shown) -> String {
    format!("{:04}", at.time.year())
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
