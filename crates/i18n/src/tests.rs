//! Every format, compared with what ICU writes (`icu/expected.tsv`, which `icu/write.mjs` makes with node).

use std::collections::BTreeSet;

use jiff::tz::Offset;
use rules::archive_status::ArchiveStatus;
use rules::language::{Language, Region};
use rules::money::{Amount, Currency};
use rules::payout::PayoutStatus;
use rules::rail::Rail;
use rules::time::Timestamp;
use rules::transaction::{FailureReason, ItemStatus, TransactionStatus, TransactionType};
use rules::zone::Zone;

use crate::dates::LocalTime;
use crate::locale::Locale;
use crate::plural::category;

fn number(text: &str) -> i64 {
    text.parse().expect("a whole number")
}

fn at(seconds: &str) -> Timestamp {
    Timestamp::from_seconds(number(seconds))
}

/// What this crate makes of the input of a row.
fn formatted(kind: &str, locale: Locale, input: &str) -> String {
    match kind {
        "integer" => locale.integer(number(input)),
        "amount" => locale.amount(Amount::from_micros(number(input))),
        "percent" => locale.percent(number(input)),
        "money" => {
            let (micros, code) = input.split_once(' ').expect("an amount and a currency");
            let currency = Currency::parse(code).expect("a currency");
            locale.money(Amount::from_micros(number(micros)), currency)
        }
        "long_date" => locale.long_date(at(input)),
        "medium_date" => locale.medium_date(at(input)),
        "weekday_date" => locale.weekday_date(at(input)),
        "weekday_date_time" => locale.weekday_date_time(at(input)),
        "day_and_month" => locale.day_and_month(at(input)),
        "month_and_year" => locale.month_and_year(at(input)),
        "numeric_date" => locale.numeric_date(at(input)),
        "date_time" => locale.date_time(at(input)),
        "long_date_time" => locale.long_date_time(at(input)),
        "exact_date_time" => locale.exact_date_time(at(input)),
        "relative" => {
            let now = Timestamp::from_seconds(1_800_000_000);
            locale.relative(now, now.plus_seconds(number(input)))
        }
        "duration" => locale.duration(number(input)),
        "list" => locale.list(&input.split(' ').collect::<Vec<_>>()),
        "plural" => category(locale.language(), number(input)).to_owned(),
        other => panic!("{other} is no format"),
    }
}

#[test]
fn every_format_is_that_of_icu() {
    let mut wrong = Vec::new();
    let mut kinds = BTreeSet::new();
    for row in include_str!("../icu/expected.tsv").lines() {
        let cells: Vec<&str> = row.split('\t').collect();
        let [kind, language, region, input, expected] = cells[..] else { panic!("{row:?} has other cells") };
        let language = Language::parse(language).expect("a language");
        let locale = Locale::from(language).in_region(Region::parse(region));
        let found = formatted(kind, locale, input);
        let expected = expected.replace("\\u00a0", "\u{a0}").replace("\\u202f", "\u{202f}");
        if found != expected {
            wrong.push(format!("{row}: {found:?}"));
        }
        kinds.insert(kind);
    }
    assert!(wrong.is_empty(), "{} rows differ from ICU:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(kinds.len(), 18);
}

#[test]
fn every_value_has_a_name_in_every_language() {
    for locale in Language::ALL.map(Locale::from).into_iter().chain([Locale::pseudo()]) {
        let names = [
            PayoutStatus::ALL.map(|status| locale.payout_status(status)).to_vec(),
            ItemStatus::ALL.map(|status| locale.item_status(status)).to_vec(),
            ArchiveStatus::ALL.map(|status| locale.archive_status(status)).to_vec(),
            TransactionStatus::ALL.map(|status| locale.transaction_status(status)).to_vec(),
            TransactionType::ALL.map(|kind| locale.transaction_type(kind)).to_vec(),
            FailureReason::ALL.map(|reason| locale.failure_reason(reason)).to_vec(),
            Currency::ALL.map(|currency| locale.currency_name(currency)).to_vec(),
            Rail::ALL.map(|rail| locale.rail_name(rail)).to_vec(),
        ];
        assert!(names.concat().iter().all(|name| !name.is_empty()));
    }
    for rail in Rail::ALL {
        assert_eq!(Locale::ENGLISH.rail_name(rail), rail.label());
    }
}

#[test]
fn zones_are_named_by_their_distance_from_utc() {
    let at = Timestamp::parse("2026-12-16T23:05:09Z").expect("a time");
    for (seconds, shown) in [
        (0, "16 Dec 2026, 23:05 UTC"),
        (-3 * 3_600, "16 Dec 2026, 20:05 UTC\u{2212}3"),
        (3_600, "17 Dec 2026, 00:05 UTC+1"),
        (19_800, "17 Dec 2026, 04:35 UTC+5:30"),
        (-12_600, "16 Dec 2026, 19:35 UTC\u{2212}3:30"),
    ] {
        let offset = Offset::from_seconds(seconds).expect("an offset");
        assert_eq!(Locale::ENGLISH.date_time(LocalTime::new(at, offset)), shown);
    }
}

#[test]
fn moments_are_shown_by_the_clocks_of_the_reader_and_calendars_by_utc() {
    let at = Timestamp::parse("2026-11-01T02:30:09Z").expect("a time");
    let new_york = Locale::ENGLISH.in_zone(Zone::parse("America/New_York"));
    assert_eq!(new_york.date_time(at), "31 Oct 2026, 22:30 UTC\u{2212}4");
    assert_eq!(new_york.local_date_time(at), "31 Oct 2026, 22:30");
    assert_eq!(new_york.exact_local_date_time(at), "31 Oct 2026, 22:30:09");
    assert_eq!(new_york.full_date_time(at), "31 October 2026, 22:30:09 UTC\u{2212}4 (America/New_York)");
    assert_eq!(new_york.long_date(at), "31 October 2026");
    // Clocks go back at two: the same hour comes twice, in another offset.
    assert_eq!(new_york.date_time(at.plus_seconds(3 * 3_600)), "1 Nov 2026, 01:30 UTC\u{2212}4");
    assert_eq!(new_york.date_time(at.plus_seconds(4 * 3_600)), "1 Nov 2026, 01:30 UTC\u{2212}5");
    assert_eq!(new_york.month_and_year(at), "November 2026");
    assert_eq!(new_york.day_and_month(at), "1 Nov");
    assert_eq!(new_york.long_date(LocalTime::utc(at)), "1 November 2026");
    assert_eq!(Locale::ENGLISH.local_date_time(at), "1 Nov 2026, 02:30 UTC");
    assert_eq!(Locale::ENGLISH.full_date_time(at), "1 November 2026, 02:30:09 UTC");
}

#[test]
fn moments_beyond_the_calendar_are_shown_as_its_ends() {
    for (micros, shown) in [(i64::MIN, "-9999-01-01"), (i64::MAX, "9999-12-30")] {
        let date = Locale::ENGLISH.numeric_date(Timestamp::from_micros(micros));
        assert_eq!(date[..date.len() - 2], shown[..shown.len() - 2]);
    }
}

#[test]
fn the_longest_unit_of_which_there_are_two_is_named() {
    let now = Timestamp::from_seconds(1_800_000_000);
    for (micros, shown) in [
        (1, "in 1 second"),
        (119_000_000, "in 119 seconds"),
        (120_000_000, "in 2 minutes"),
        (7_199_000_000, "in 119 minutes"),
        (7_200_000_000, "in 2 hours"),
        (172_799_000_000, "in 47 hours"),
        (172_800_000_000, "in 2 days"),
        (-1, "1 second ago"),
        (-259_199_000_000, "2 days ago"),
    ] {
        assert_eq!(Locale::ENGLISH.relative(now, now.plus_micros(micros)), shown);
    }
    for (seconds, shown) in [(0, "0 seconds"), (61, "61 seconds"), (90_000, "25 hours"), (604_800, "7 days")]
    {
        assert_eq!(Locale::ENGLISH.duration(seconds), shown);
    }
    for (seconds, shown) in [
        (0, "0 seconds"),
        (119, "119 seconds"),
        (150, "3 minutes"),
        (7_199, "120 minutes"),
        (90_000, "25 hours"),
        (691_376, "8 days"),
    ] {
        assert_eq!(Locale::ENGLISH.rounded_duration(seconds), shown);
    }
}

#[test]
fn the_parts_of_an_amount_are_the_amount() {
    for language in Language::ALL {
        for micros in [0, 1, -1, 1_234_500_000, -1_234_567_891_234, i64::MIN, i64::MAX] {
            let (locale, amount) = (Locale::from(language), Amount::from_micros(micros));
            let digits = locale.digits(amount);
            assert_eq!(digits.whole + &digits.fraction, locale.amount(amount));
            let plain: String =
                locale.amount(amount).chars().filter(|sign| sign.is_ascii_digit() || *sign == '-').collect();
            assert_eq!(plain, amount.to_string().replace('.', ""));
        }
    }
}
