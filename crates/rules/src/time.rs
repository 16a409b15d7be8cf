//! Points in time: microseconds since 1970, UTC. This module formats and parses them; it never asks a clock.

use std::fmt;

/// A point in time in whole microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Timestamp(i64);

pub const MICROS_PER_SECOND: i64 = 1_000_000;
pub const SECONDS_PER_DAY: i64 = 86_400;
/// The clocks of servers and databases are never further apart than this, unless one is wrong.
pub const CLOCKS_DIFFER_SECONDS: i64 = 60;

impl Timestamp {
    pub const fn from_micros(micros: i64) -> Timestamp {
        Timestamp(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Whole seconds since 1970, as chains count.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(MICROS_PER_SECOND)
    }

    pub const fn from_seconds(seconds: i64) -> Timestamp {
        Timestamp(seconds.saturating_mul(MICROS_PER_SECOND))
    }

    pub const fn millis(self) -> i64 {
        self.0.div_euclid(1_000)
    }

    pub const fn plus_seconds(self, seconds: i64) -> Timestamp {
        Timestamp(self.0.saturating_add(seconds.saturating_mul(MICROS_PER_SECOND)))
    }

    pub const fn plus_micros(self, micros: i64) -> Timestamp {
        Timestamp(self.0.saturating_add(micros))
    }

    /// Whole seconds since an earlier moment, rounded up.
    pub const fn seconds_after(self, earlier: Timestamp) -> i64 {
        let micros = self.0.saturating_sub(earlier.0);
        micros.div_euclid(MICROS_PER_SECOND) + (micros.rem_euclid(MICROS_PER_SECOND) > 0) as i64
    }

    /// This moment, or the one before it if that was later: a clock that is set back a little moves no order. A clock
    /// that is set back by more was wrong, and what it says now counts.
    pub fn not_before(self, earlier: Timestamp) -> Timestamp {
        let was_wrong = earlier > self.plus_seconds(CLOCKS_DIFFER_SECONDS);
        if was_wrong { self } else { self.max(earlier) }
    }

    /// Reads an RFC 3339 date-time: it needs an offset (`Z` or `+02:00`).
    pub fn parse(text: &str) -> Option<Timestamp> {
        // jiff also accepts spellings beyond RFC 3339; a date, a T and an offset are the common part.
        let has_rfc3339_shape = text.len() >= 20 && matches!(text.as_bytes()[10], b'T' | b't');
        if !has_rfc3339_shape || text.contains('[') {
            return None;
        }
        let parsed: jiff::Timestamp = text.parse().ok()?;
        Some(Timestamp(parsed.as_microsecond()))
    }
}

/// RFC 3339 in UTC with `Z` and exactly six decimals.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instant = jiff::Timestamp::from_microsecond(self.0).map_err(|_| fmt::Error)?;
        write!(f, "{instant:.6}")
    }
}

#[cfg(test)]
mod tests {
    use super::{CLOCKS_DIFFER_SECONDS, Timestamp};

    #[test]
    fn a_clock_goes_back_only_if_it_was_wrong() {
        let now = Timestamp::from_seconds(1_000);
        for (ahead, expected) in [(-1, 0), (0, 0), (1, 1), (CLOCKS_DIFFER_SECONDS, CLOCKS_DIFFER_SECONDS)] {
            assert_eq!(now.not_before(now.plus_seconds(ahead)), now.plus_seconds(expected), "{ahead}");
        }
        assert_eq!(now.not_before(now.plus_seconds(CLOCKS_DIFFER_SECONDS + 1)), now);
        assert_eq!(now.not_before(Timestamp::default()), now);
    }

    #[test]
    fn a_timestamp_prints_as_utc_with_microseconds() {
        assert_eq!(Timestamp::from_micros(0).to_string(), "1970-01-01T00:00:00.000000Z");
        let later = Timestamp::from_micros(1_794_708_645_123_456);
        assert_eq!(later.to_string(), "2026-11-15T02:10:45.123456Z");
    }

    #[test]
    fn parsing_takes_rfc_3339_and_nothing_looser() {
        let parse = |text| Timestamp::parse(text).map(Timestamp::micros);
        assert_eq!(parse("1970-01-01T00:00:01Z"), Some(1_000_000));
        assert_eq!(parse("1970-01-01T02:00:01.5+02:00"), Some(1_500_000));
        for wrong in [
            "",
            "1970-01-01",
            "1970-01-01T00:00:01",
            "1970-01-01 00:00:01Z",
            "yesterday",
            "1970-13-01T00:00:01Z",
            "1970-01-01T00:00:01Z[UTC]",
            "1970-01-01T25:00:01Z",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
