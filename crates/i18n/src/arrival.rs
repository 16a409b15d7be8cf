//! How long a transfer takes and when it arrives, in words.

use std::borrow::Borrow;

use rules::arrival::{ArrivalEstimate, TransferTime};

use crate::dates::LocalTime;
use crate::locale::Locale;

const SECONDS_PER_MINUTE: i64 = 60;

impl Locale {
    /// `2 business days`, `30 minutes`
    pub fn transfer_time(self, time: impl Borrow<TransferTime>) -> String {
        match *time.borrow() {
            TransferTime::Minutes(minutes) => self.duration(i64::from(minutes) * SECONDS_PER_MINUTE),
            TransferTime::BusinessDays(days) => {
                self.text_with("time-business-days", &[("count", &i64::from(days))])
            }
        }
    }

    /// `Tuesday, 17 November`, or on rails that take minutes `Tuesday, 17 November, 14:05 UTC−3`. A reader whose zone
    /// is unknown sees times in the zone of the rail's banks.
    pub fn arrival(self, estimate: impl Borrow<ArrivalEstimate>) -> String {
        let ArrivalEstimate { latest, time, zone } = *estimate.borrow();
        let at = match self.zone() {
            Some(_) => LocalTime::from(latest),
            None => LocalTime::new(latest, zone.offset(latest)),
        };
        match time {
            TransferTime::Minutes(_) => self.weekday_date_time(at),
            TransferTime::BusinessDays(_) => self.weekday_date(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::arrival::TransferTime;
    use rules::language::Language;
    use rules::time::Timestamp;
    use rules::zone::Zone;

    use crate::locale::Locale;

    fn zone(name: &str) -> Zone {
        Zone::parse(name).expect("a zone")
    }

    #[test]
    fn an_arrival_is_in_the_zone_of_the_reader_or_else_of_the_rail() {
        let sent_at = Timestamp::parse("2026-11-14T02:10:45Z").expect("a time");
        let days = TransferTime::BusinessDays(2).estimate(sent_at, zone("America/New_York"));
        assert_eq!(Locale::ENGLISH.arrival(days), "Tuesday, 17 November");
        let in_zone = |name| Locale::ENGLISH.in_zone(Some(zone(name)));
        assert_eq!(in_zone("America/Los_Angeles").arrival(days), "Tuesday, 17 November");
        // The last minutes of that day in New York are the next day in Paris.
        assert_eq!(in_zone("Europe/Paris").arrival(days), "Wednesday, 18 November");
        let minutes = TransferTime::Minutes(30).estimate(sent_at, zone("America/Sao_Paulo"));
        assert_eq!(Locale::ENGLISH.arrival(minutes), "Friday, 13 November, 23:40 UTC\u{2212}3");
        assert_eq!(in_zone("Europe/Paris").arrival(minutes), "Saturday, 14 November, 03:40 UTC+1");
    }

    #[test]
    fn times_are_written_in_every_language() {
        let in_all =
            |time: TransferTime| Language::ALL.map(|language| Locale::from(language).transfer_time(time));
        for (time, expected) in [
            (TransferTime::BusinessDays(1), "1 business day"),
            (TransferTime::BusinessDays(2), "2 business days"),
            (TransferTime::Minutes(1), "1 minute"),
            (TransferTime::Minutes(30), "30 minutes"),
            (TransferTime::Minutes(60), "1 hour"),
        ] {
            assert_eq!(Locale::ENGLISH.transfer_time(time), expected);
            assert!(in_all(time).iter().all(|text| text.contains(|sign: char| sign.is_ascii_digit())));
        }
    }
}
