//! Estimates when a withdrawal arrives: in minutes on rails that never close, and in business days of the rail's
//! country on all others. The estimate ignores holidays: an operator whose bank observes many can add a day in the
//! tariff.

use std::fmt;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::time::Timestamp;
use crate::zone::Zone;

/// The longest time that a transfer usually takes, from the moment it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TransferTime {
    Minutes(u16),
    BusinessDays(u8),
}

/// Monday to Friday.
const BUSINESS_DAYS_OF_WEEK: i64 = 5;
const DAYS_OF_WEEK: i64 = 7;

impl TransferTime {
    pub const MAX_MINUTES: u16 = 1_440;
    pub const MAX_BUSINESS_DAYS: u8 = 30;

    /// Reads what [`fmt::Display`] writes: `30 minutes` or `2 business days`.
    pub fn parse(text: &str) -> Option<TransferTime> {
        let (count, unit) = text.split_once(' ')?;
        let is_plain = !count.starts_with('0') && count.bytes().all(|byte| byte.is_ascii_digit());
        let count: u16 = count.parse().ok().filter(|_| is_plain)?;
        match unit {
            "minute" | "minutes" => {
                (count <= TransferTime::MAX_MINUTES).then_some(TransferTime::Minutes(count))
            }
            "business day" | "business days" => {
                let days = u8::try_from(count).ok()?;
                (days <= TransferTime::MAX_BUSINESS_DAYS).then_some(TransferTime::BusinessDays(days))
            }
            _ => None,
        }
    }

    /// Estimates the arrival of a transfer that is sent at this time, on a rail whose banks are in this zone.
    pub fn estimate(self, sent_at: Timestamp, zone: Zone) -> ArrivalEstimate {
        let latest = match self {
            TransferTime::Minutes(minutes) => sent_at.plus_seconds(i64::from(minutes) * 60),
            TransferTime::BusinessDays(days) => {
                let day = plus_business_days(zone.day_of(sent_at), days);
                // The calendar ends before timestamps do; no row has such a time.
                zone.end_of(day).map_or(sent_at, |end| end.plus_micros(-1))
            }
        };
        ArrivalEstimate { latest, time: self, zone }
    }
}

impl fmt::Display for TransferTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferTime::Minutes(1) => write!(f, "1 minute"),
            TransferTime::Minutes(minutes) => write!(f, "{minutes} minutes"),
            TransferTime::BusinessDays(1) => write!(f, "1 business day"),
            TransferTime::BusinessDays(days) => write!(f, "{days} business days"),
        }
    }
}

/// Banks treat a transfer sent on a weekend as sent on Monday.
fn plus_business_days(start: Date, days: u8) -> Date {
    let weekday = i64::from(start.weekday().to_monday_zero_offset());
    let (waits, weekday) = match weekday {
        0..BUSINESS_DAYS_OF_WEEK => (0, weekday),
        _ => (DAYS_OF_WEEK - weekday, 0),
    };
    let days = i64::from(days);
    let (weeks, rest) = (days / BUSINESS_DAYS_OF_WEEK, days % BUSINESS_DAYS_OF_WEEK);
    let weekend =
        if weekday + rest >= BUSINESS_DAYS_OF_WEEK { DAYS_OF_WEEK - BUSINESS_DAYS_OF_WEEK } else { 0 };
    start.saturating_add((waits + weeks * DAYS_OF_WEEK + rest + weekend).days())
}

/// When a transfer arrives, if nothing delays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrivalEstimate {
    /// After this moment, the transfer is late.
    pub latest: Timestamp,
    pub time: TransferTime,
    /// The time zone of the rail's banks, which determines the day of the estimate.
    pub zone: Zone,
}

impl ArrivalEstimate {
    pub fn is_past(&self, now: Timestamp) -> bool {
        now > self.latest
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Date, Weekday};
    use proptest::prelude::*;

    use super::{TransferTime, plus_business_days};
    use crate::external_transfer::Route;
    use crate::rail::Rail;
    use crate::time::Timestamp;
    use crate::zone::Zone;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a time")
    }

    fn is_weekend(day: Date) -> bool {
        matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
    }

    #[test]
    fn a_transfer_arrives_by_the_end_of_a_business_day_where_its_banks_are() {
        let check = |sent: &str, days, zone: &str, latest: &str| {
            let zone = Zone::parse(zone).expect("a zone");
            let estimate = TransferTime::BusinessDays(days).estimate(at(sent), zone);
            assert_eq!(estimate.latest, at(latest), "{sent} and {days} in {}", zone.name());
            assert!(!estimate.is_past(at(latest)) && estimate.is_past(at(latest).plus_micros(1)));
        };
        // Monday to Tuesday, by clocks of New York, five hours behind.
        check("2026-11-16T15:00:00Z", 1, "America/New_York", "2026-11-18T04:59:59.999999Z");
        // It is still Sunday there, so Monday counts.
        check("2026-11-16T03:00:00Z", 1, "America/New_York", "2026-11-18T04:59:59.999999Z");
        // Friday, and two days: Tuesday.
        check("2026-11-20T15:00:00Z", 2, "America/New_York", "2026-11-25T04:59:59.999999Z");
        check("2026-11-21T15:00:00Z", 1, "UTC", "2026-11-24T23:59:59.999999Z");
        check("2026-11-18T15:00:00Z", 5, "UTC", "2026-11-25T23:59:59.999999Z");
        // The Sunday between has 25 hours.
        check("2026-10-23T10:00:00Z", 1, "Europe/Berlin", "2026-10-26T22:59:59.999999Z");
    }

    #[test]
    fn transfers_that_take_minutes_arrive_on_weekends_too() {
        let zone = Zone::parse("America/Sao_Paulo").expect("a zone");
        let estimate = TransferTime::Minutes(30).estimate(at("2026-11-21T23:50:00Z"), zone);
        assert_eq!(estimate.latest, at("2026-11-22T00:20:00Z"));
    }

    #[test]
    fn a_time_is_written_as_it_is_read() {
        for text in ["1 minute", "30 minutes", "1440 minutes", "1 business day", "30 business days"] {
            assert_eq!(TransferTime::parse(text).map(|time| time.to_string()).as_deref(), Some(text));
        }
        for wrong in [
            "",
            "2",
            "0 minutes",
            "007 minutes",
            "+5 minutes",
            "1441 minutes",
            "31 business days",
            "0 business days",
            "2 days",
            "2  business days",
            "minutes 2",
            "1.5 minutes",
            "300 business days",
        ] {
            assert_eq!(TransferTime::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn no_simulated_bank_is_later_than_its_rails_estimate() {
        // Every hour of two weeks, in which clocks of the northern rails change.
        for hour in 0..14 * 24 {
            let sent_at = at("2026-10-19T00:30:00Z").plus_seconds(hour * 3_600);
            for rail in Rail::ALL {
                let route = Route::Bank(rail);
                let arrives = sent_at.plus_seconds(rail.spec().sandbox.transfer_seconds);
                let estimate = route.transfer_time().estimate(sent_at, route.zone());
                assert!(!estimate.is_past(arrives), "{rail:?} sent at {sent_at}");
            }
        }
    }

    fn any_zone() -> impl Strategy<Value = Zone> {
        (0_usize..400).prop_map(|index| Zone::choices().nth(index).unwrap_or(Route::Chain.zone()))
    }

    proptest! {
        #[test]
        fn business_days_are_counted_one_by_one(day in 0_i32..40_000, days in 1..=TransferTime::MAX_BUSINESS_DAYS) {
            let start = jiff::civil::date(1970, 1, 1).saturating_add(jiff::Span::new().days(day));
            let mut expected = start;
            while is_weekend(expected) {
                expected = expected.tomorrow().expect("a day");
            }
            for _ in 0..days {
                expected = expected.tomorrow().expect("a day");
                while is_weekend(expected) {
                    expected = expected.tomorrow().expect("a day");
                }
            }
            prop_assert_eq!(plus_business_days(start, days), expected);
        }

        #[test]
        fn a_transfer_sent_later_never_arrives_earlier(
            seconds in 0_i64..4_000_000_000, later in 0_i64..2_000_000, days in 1_u8..=30, zone in any_zone(),
        ) {
            let sent_at = Timestamp::from_seconds(seconds);
            let time = TransferTime::BusinessDays(days);
            let estimate = time.estimate(sent_at, zone);
            prop_assert!(estimate.latest > sent_at);
            prop_assert!(!is_weekend(zone.day_of(estimate.latest)));
            prop_assert!(estimate.latest <= time.estimate(sent_at.plus_seconds(later), zone).latest);
        }

        #[test]
        fn no_text_and_no_time_panics(
            text in ".{0,20}", micros in any::<i64>(), days in 1_u8..=30, zone in any_zone(),
        ) {
            let time = TransferTime::parse(&text).unwrap_or(TransferTime::BusinessDays(days));
            prop_assert_eq!(TransferTime::parse(&time.to_string()), Some(time));
            time.estimate(Timestamp::from_micros(micros), zone);
        }
    }
}
