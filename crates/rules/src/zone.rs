//! Time zones, by their names in the IANA database, which is part of the program: every process knows the same zones.
//! This module knows the clocks of a zone; it never asks one.

use std::sync::LazyLock;

use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};

use crate::time::Timestamp;

/// Sorted without regard to case, like the database itself.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names: Vec<String> =
        TimeZoneDatabase::bundled().available().map(|name| name.as_str().to_owned()).collect();
    names.sort_by_key(|name| name.to_ascii_lowercase());
    names
});

/// What a reader can choose: places. The database also has names of old systems, such as `EST5EDT`.
const AREAS: [&str; 10] = [
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
];

/// A time zone that Florin knows, such as `America/Sao_Paulo`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Zone(&'static str);

impl Zone {
    /// The zone with this name, which browsers write in one spelling and people in many.
    pub fn parse(name: &str) -> Option<Zone> {
        let wanted = name.to_ascii_lowercase();
        let found = NAMES.binary_search_by_key(&wanted, |known| known.to_ascii_lowercase()).ok()?;
        Some(Zone(&NAMES[found]))
    }

    pub const fn name(self) -> &'static str {
        self.0
    }

    /// The zones that a reader can choose, in the order of their names.
    pub fn choices() -> impl Iterator<Item = Zone> {
        let is_place =
            |name: &str| name == "UTC" || name.split_once('/').is_some_and(|(area, _)| AREAS.contains(&area));
        NAMES.iter().map(|name| Zone(name)).filter(move |zone| is_place(zone.0))
    }

    /// How far its clocks are ahead of UTC at a moment.
    pub fn offset(self, at: Timestamp) -> Offset {
        jiff::Timestamp::from_microsecond(at.micros()).map_or(Offset::UTC, |at| self.clock().to_offset(at))
    }

    /// When a day begins. On the day when clocks skip midnight, that is the first moment after the gap.
    pub fn start_of(self, day: Date) -> Option<Timestamp> {
        let start = day.to_zoned(self.clock()).ok()?.start_of_day().ok()?;
        Some(Timestamp::from_micros(start.timestamp().as_microsecond()))
    }

    /// When the day after it begins. Days on which clocks change have 23 or 25 hours.
    pub fn end_of(self, day: Date) -> Option<Timestamp> {
        day.tomorrow().ok().and_then(|next| self.start_of(next))
    }

    /// The calendar day at a moment. Timestamps have a wider range than calendars, but no row has such a day.
    pub fn day_of(self, at: Timestamp) -> Date {
        let nearest = if at.micros() < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        let instant = jiff::Timestamp::from_microsecond(at.micros()).unwrap_or(nearest);
        self.clock().to_datetime(instant).date()
    }

    fn clock(self) -> TimeZone {
        TimeZoneDatabase::bundled().get(self.0).expect("a zone has the name of one in the database")
    }
}

/// When a day begins that is written as `2026-11-15`, in a zone or else in UTC.
pub fn start_of_day(day: &str, zone: Option<Zone>) -> Option<Timestamp> {
    date(day).and_then(|day| start_in(day, zone))
}

/// When the day after it begins: days on which clocks change have 23 or 25 hours.
pub fn end_of_day(day: &str, zone: Option<Zone>) -> Option<Timestamp> {
    date(day).and_then(|day| day.tomorrow().ok()).and_then(|next| start_in(next, zone))
}

/// The moment that clocks of a zone, or else of UTC, show as `2026-11-15T08:30`, with seconds or without. Of two such
/// moments it is the first, and if clocks skip it, the moment that is as long after the gap.
pub fn local_moment(text: &str, zone: Option<Zone>) -> Option<Timestamp> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"-T:.".contains(&byte));
    let has_length = matches!(text.len(), 16 | 19..=23);
    let shown: DateTime = text.parse().ok().filter(|_| is_plain && has_length)?;
    let clock = zone.map_or(TimeZone::UTC, Zone::clock);
    Some(Timestamp::from_micros(shown.to_zoned(clock).ok()?.timestamp().as_microsecond()))
}

fn date(text: &str) -> Option<Date> {
    if text.len() == 10 { text.parse().ok() } else { None }
}

fn start_in(day: Date, zone: Option<Zone>) -> Option<Timestamp> {
    match zone {
        Some(zone) => zone.start_of(day),
        None => {
            let start = day.to_zoned(TimeZone::UTC).ok()?.timestamp();
            Some(Timestamp::from_micros(start.as_microsecond()))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Zone, end_of_day, local_moment, start_of_day};
    use crate::time::{SECONDS_PER_DAY, Timestamp};

    fn zone(name: &str) -> Option<Zone> {
        Some(Zone::parse(name).expect("a zone"))
    }

    #[test]
    fn a_zone_is_one_of_the_database_in_its_spelling() {
        for (typed, name) in [
            ("America/Sao_Paulo", "America/Sao_Paulo"),
            ("america/sao_paulo", "America/Sao_Paulo"),
            ("America/Buenos_Aires", "America/Buenos_Aires"),
            ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
            ("Etc/GMT+3", "Etc/GMT+3"),
            ("UTC", "UTC"),
        ] {
            assert_eq!(Zone::parse(typed).map(Zone::name), Some(name), "{typed}");
        }
        for wrong in
            ["", "/", "Mars/Olympus", "America", "America/Sao_Paulo ", "../etc/passwd", "UTC+3", "<b>"]
        {
            assert_eq!(Zone::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_can_be_chosen_is_a_place_and_known_again() {
        let choices: Vec<Zone> = Zone::choices().collect();
        assert!((350..600).contains(&choices.len()), "{}", choices.len());
        assert!(choices.iter().all(|zone| Zone::parse(zone.name()) == Some(*zone)));
        let has = |name: &str| choices.iter().any(|zone| zone.name() == name);
        assert!(has("Europe/Paris") && has("UTC") && has("America/Mexico_City"));
        assert!(!has("EST5EDT") && !has("Etc/GMT+3") && !has("US/Pacific"));
    }

    #[test]
    fn a_day_begins_and_ends_by_the_clocks_of_its_zone() {
        let check = |name: &str, day, start: &str, hours: i64| {
            let start_at = start_of_day(day, zone(name)).expect("a day");
            assert_eq!(start_at, Timestamp::parse(start).expect("a time"), "{name} {day}");
            let end = end_of_day(day, zone(name)).expect("a day");
            assert_eq!(end.seconds_after(start_at), hours * 3_600, "{name} {day}");
        };
        check("UTC", "2026-11-15", "2026-11-15T00:00:00Z", 24);
        check("America/Sao_Paulo", "2026-11-15", "2026-11-15T03:00:00Z", 24);
        // Clocks go forward and back at two or three in the morning.
        check("Europe/Paris", "2026-03-29", "2026-03-28T23:00:00Z", 23);
        check("Europe/Paris", "2026-10-25", "2026-10-24T22:00:00Z", 25);
        check("America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", 23);
        check("America/New_York", "2026-11-01", "2026-11-01T04:00:00Z", 25);
        // Brazil's clocks went from midnight to one: the day began at one.
        check("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23);
        // Clocks of Lord Howe Island change by half an hour.
        let start = start_of_day("2026-10-04", zone("Australia/Lord_Howe")).expect("a day");
        let end = end_of_day("2026-10-04", zone("Australia/Lord_Howe")).expect("a day");
        assert_eq!(end.seconds_after(start), SECONDS_PER_DAY - 1_800);
        for none in ["", "yesterday", "2026-13-01", "2026-02-30", "2026-11-15T00", "15/11/2026", "20261115"] {
            assert_eq!(start_of_day(none, zone("Europe/Paris")), None, "{none}");
            assert_eq!(end_of_day(none, None), None, "{none}");
        }
    }

    #[test]
    fn a_local_moment_is_the_first_that_clocks_show() {
        let check = |name: &str, text, at: &str| {
            assert_eq!(local_moment(text, zone(name)), Timestamp::parse(at), "{name} {text}");
        };
        check("America/New_York", "2026-11-14T08:30", "2026-11-14T13:30:00Z");
        check("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z");
        check("America/New_York", "2026-11-14T08:30:15.500", "2026-11-14T13:30:15.5Z");
        check("Europe/Paris", "2026-03-29T02:30", "2026-03-29T01:30:00Z");
        for wrong in ["", "2026-11-14", "2026-11-14T8:30", "2026-11-14T25:00", "2026-11-14T08:30Z", "T08:30"]
        {
            assert_eq!(local_moment(wrong, None), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_name_and_no_day_panics(text in ".{0,40}") {
            let zone = Zone::parse(&text);
            prop_assert!(zone.is_none_or(|zone| Zone::parse(zone.name()) == Some(zone)));
            start_of_day(&text, zone);
            local_moment(&text, zone);
        }

        #[test]
        fn days_follow_each_other_without_a_gap(days in 0_i32..40_000, index in 0_usize..400) {
            let zone = Zone::choices().nth(index);
            let day = jiff::civil::date(1970, 1, 1).checked_add(jiff::Span::new().days(days)).expect("a day");
            let next = day.tomorrow().expect("a day");
            let end = end_of_day(&day.to_string(), zone).expect("it ends");
            prop_assert_eq!(Some(end), start_of_day(&next.to_string(), zone));
            // Only places that crossed the date line have missed a day.
            let start = start_of_day(&day.to_string(), zone).expect("it begins");
            prop_assert!(end >= start && end.seconds_after(start) <= 2 * SECONDS_PER_DAY);
        }
    }
}
