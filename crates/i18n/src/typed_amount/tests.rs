//! What people type, and what it is read as.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::language::{Language, Region};
use rules::money::{Amount, AmountError, Currency};

use super::TypedAmountError;
use crate::locale::Locale;

/// Every language in every region.
fn locales() -> impl Iterator<Item = Locale> {
    Language::ALL.into_iter().flat_map(|language| {
        let regions = Region::ALL.map(Some).into_iter().chain([None]);
        regions.map(move |region| Locale::from(language).in_region(region))
    })
}

fn spanish_in(region: Region) -> Locale {
    Locale::from(Language::Spanish).in_region(Some(region))
}

/// The amount as the API writes it, or why there is none.
fn read(locale: Locale, typed: &str, currency: Currency) -> String {
    match locale.read_amount(typed, currency) {
        Ok(amount) => amount.to_string(),
        Err(TypedAmountError::Ambiguous { with_thousands, with_decimals }) => {
            format!("{with_thousands} or {with_decimals}")
        }
        Err(TypedAmountError::OtherCurrency(written)) => format!("in {written}"),
        Err(TypedAmountError::Invalid(error)) => format!("{error:?}"),
    }
}

#[test]
fn what_can_be_read_in_one_way_is_read_in_every_locale() {
    for (typed, amount) in [
        ("1250", "1250.00"),
        ("300,00", "300.00"),
        ("300.00", "300.00"),
        ("1,250.00", "1250.00"),
        ("1.250,00", "1250.00"),
        ("1.250,5", "1250.50"),
        ("1'250.00", "1250.00"),
        ("1\u{2019}250", "1250.00"),
        ("5 000", "5000.00"),
        ("5\u{a0}000,50", "5000.50"),
        ("5\u{202f}000.50", "5000.50"),
        ("5\u{2009}000\u{a0}000", "5000000.00"),
        ("1,250,000", "1250000.00"),
        ("1.250.000", "1250000.00"),
        ("1,250,000.5", "1250000.50"),
        ("1250,5", "1250.50"),
        ("1250.50", "1250.50"),
        ("0,500", "0.50"),
        ("0.500", "0.50"),
        ("0,000001", "0.000001"),
        ("1 234.567", "1234.567"),
        ("  7 \u{a0}", "7.00"),
        ("$5", "5.00"),
        ("$ 5", "5.00"),
        ("US$ 5,00", "5.00"),
        ("5 USDC", "5.00"),
        ("USDC 5", "5.00"),
        ("5usdc", "5.00"),
        ("$1,250.00 USDC", "1250.00"),
        ("5 $", "5.00"),
    ] {
        for locale in locales() {
            assert_eq!(read(locale, typed, Currency::Usdc), amount, "{locale:?} {typed}");
        }
    }
}

#[test]
fn one_separator_with_three_digits_behind_it_is_a_question_unless_it_is_the_reader_s_own_decimal_separator() {
    let (english, french) = (Locale::ENGLISH, Locale::from(Language::French));
    let portuguese = Locale::from(Language::Portuguese);
    for (locale, typed, amount) in [
        (english, "1,250", "1250.00 or 1.25"),
        (english, "1.250", "1.25"),
        (english, "1250,500", "1250500.00 or 1250.50"),
        (english, ".5", "0.50"),
        (portuguese, "1.250", "1250.00 or 1.25"),
        (portuguese, "1,250", "1.25"),
        (portuguese, ",5", "0.50"),
        (french, "1.250", "1250.00 or 1.25"),
        (french, "0,1234", "0.1234"),
        (spanish_in(Region::Argentina), "1,250", "1.25"),
        (spanish_in(Region::Argentina), "1.250", "1250.00 or 1.25"),
        (spanish_in(Region::Mexico), "1,250", "1250.00 or 1.25"),
        (spanish_in(Region::EuroArea), "12.345", "12345.00 or 12.345"),
        (spanish_in(Region::Mexico), "1.250", "1.25"),
        // Of Chile, Uruguay, Paraguay, or of a country with a decimal point.
        (Locale::from(Language::Spanish), "1.250", "1250.00 or 1.25"),
        (Locale::from(Language::Spanish), "1,250", "1250.00 or 1.25"),
        (Locale::from(Language::Spanish), "1.2500", "1.25"),
        (Locale::from(Language::Spanish), ".500", "0.50"),
    ] {
        assert_eq!(read(locale, typed, Currency::Usdc), amount, "{locale:?} {typed}");
    }
}

#[test]
fn a_currency_of_banks_has_no_thousandths() {
    let portuguese = Locale::from(Language::Portuguese);
    for (locale, typed, amount) in [
        (Locale::ENGLISH, "1,250", "1250.00"),
        (Locale::ENGLISH, "1.250", "TooManyDecimals"),
        (Locale::ENGLISH, "1250,500", "NotPlainDecimal"),
        (portuguese, "1.250", "1250.00"),
        (portuguese, "1,005", "TooManyDecimals"),
        (portuguese, "1.250,00", "1250.00"),
    ] {
        assert_eq!(read(locale, typed, Currency::Eur), amount, "{locale:?} {typed}");
    }
}

#[test]
fn the_sign_or_code_is_that_of_the_field() {
    use Currency::{Ars, Brl, Cad, Cop, Eur, Mxn, Usd, Usdc, Usdt};
    for (currency, typed, amount) in [
        (Brl, "R$ 5,00", "5.00"),
        (Brl, "r$5", "5.00"),
        (Brl, "BRL 1.250,00", "1250.00"),
        (Eur, "€5", "5.00"),
        (Eur, "5 €", "5.00"),
        (Eur, "5 eur", "5.00"),
        (Mxn, "$1,250.00 MXN", "1250.00"),
        (Mxn, "1250,00 $ MXN", "1250.00"),
        (Cad, "CA$5", "5.00"),
        (Cad, "5,00 $ CA", "5.00"),
        (Ars, "$5", "5.00"),
        (Cop, "COL$ 5", "5.00"),
        (Usd, "US$5", "5.00"),
        (Usdt, "5 USDT", "5.00"),
        // Another currency is never taken for the field's own.
        (Usdc, "€5", "in €"),
        (Usdc, "5 USD", "in USD"),
        (Usdc, "$5 MXN", "in MXN"),
        (Usdc, "R$ 5,00", "in R$"),
        (Usdc, "5 USDT", "in USDT"),
        (Usdc, "£5", "in £"),
        (Usdc, "5 chf", "in chf"),
        (Usdc, "CA$5", "in CA$"),
        (Brl, "$5", "in $"),
        (Brl, "US$5", "in US$"),
        (Eur, "5 USDC", "in USDC"),
        (Mxn, "R$5", "in R$"),
        (Usd, "CA$ 5", "in CA$"),
        (Cad, "US$5", "in US$"),
        // What is no currency isn't one.
        (Usdc, "5 apples", "NotPlainDecimal"),
        (Usdc, "5 mil", "NotPlainDecimal"),
        (Usdc, "$$5$$$", "NotPlainDecimal"),
    ] {
        assert_eq!(read(Locale::ENGLISH, typed, currency), amount, "{currency:?} {typed}");
    }
}

#[rustfmt::skip]
const NO_AMOUNTS: [&str; 35] = [
    "", " ", "$", "abc", "-5", "$-5", "-$5", "+5", "(5)", "1e5", "5.", "5,", "1,2.3", "1.250.00", "1,25,000",
    "1,00,000.00", "1 25", "1  250", "1,250 000.00", "1.250.000,00.5", "05", "00.50", "0,123,456.00",
    "5 5", "1, 250.00", "٥", "5٫5", "5\u{200b}0", "5%", "5-", "5.–", "0x10", "1'25.00", "..5", ".",
];

#[test]
fn what_is_no_amount_is_refused_in_every_locale() {
    for typed in NO_AMOUNTS {
        for locale in locales() {
            assert_eq!(read(locale, typed, Currency::Usdc), "NotPlainDecimal", "{locale:?} {typed}");
        }
    }
    assert_eq!(read(Locale::ENGLISH, &"1".repeat(65), Currency::Usdc), "NotPlainDecimal");
    let invalid = |error| Err(TypedAmountError::Invalid(error));
    for (typed, error) in [
        ("0", AmountError::Zero),
        ("0,00", AmountError::Zero),
        ("1,234,567,890,123", AmountError::TooLarge),
        ("1234567890123", AmountError::TooLarge),
        ("0,0000001", AmountError::TooManyDecimals),
    ] {
        assert_eq!(Locale::ENGLISH.read_amount(typed, Currency::Usdc), invalid(error), "{typed}");
    }
}

#[test]
fn what_is_shown_in_a_field_is_read_back() {
    for locale in locales() {
        for micros in [1, 1_234_000, 10_000_000, 1_250_500_000, 999_999_999_999_123_456] {
            let amount = Amount::from_micros(micros);
            let typed = locale.typed_amount(amount);
            assert_eq!(locale.read_amount(&typed, Currency::Usdc), Ok(amount), "{locale:?} {typed}");
        }
    }
}

/// An amount that the currency can have.
fn amounts(currency: Currency) -> impl Strategy<Value = Amount> {
    let step = 10_i64.pow(6 - u32::try_from(currency.decimals()).expect("a small number"));
    (1_u32..=60).prop_flat_map(move |bits| {
        let most = (1_i64 << bits).min(999_999_999_999_999_999) / step;
        (1..=most.max(1)).prop_map(move |steps| Amount::from_micros(steps * step))
    })
}

fn currencies() -> impl Strategy<Value = Currency> {
    prop::sample::select(Currency::ALL.to_vec())
}

proptest! {
    #[test]
    fn every_amount_that_is_shown_is_read_back(
        (currency, amount) in currencies().prop_flat_map(|currency| (Just(currency), amounts(currency))),
    ) {
        for locale in locales() {
            for typed in [locale.typed_amount(amount), locale.offered_amount(amount)] {
                prop_assert_eq!(locale.read_amount(&typed, currency), Ok(amount), "{:?} {}", locale, typed);
            }
            for shown in [locale.amount(amount), locale.money(amount, currency)] {
                match locale.read_amount(&shown, currency) {
                    // Only of readers who may live where it is another amount.
                    Err(TypedAmountError::Ambiguous { with_decimals, .. }) => {
                        prop_assert_eq!(with_decimals, amount);
                        prop_assert_eq!((locale.language(), locale.region()), (Language::Spanish, None));
                    }
                    read => prop_assert_eq!(read, Ok(amount), "{:?} {}", locale, shown),
                }
            }
        }
    }

    /// A form that is read once more, perhaps after the reader has chosen another language, means the same or asks.
    #[test]
    fn no_text_is_two_amounts_of_a_currency(
        typed in "[$€]{0,1}[0-9]{0,4}([.,' \u{a0}][0-9]{0,4}){0,3}( USDC| EUR){0,1}", currency in currencies(),
    ) {
        let read = locales().filter_map(|locale| locale.read_amount(&typed, currency).ok());
        let amounts: BTreeSet<Amount> = read.collect();
        prop_assert!(amounts.len() <= 1, "{} is {:?}", typed, amounts);
    }

    /// Both answers to the question can be typed as they are offered.
    #[test]
    fn a_question_offers_two_amounts_that_can_be_typed(typed in "[1-9][0-9]{0,4}[.,][0-9]{3}") {
        for locale in locales() {
            let read = locale.read_amount(&typed, Currency::Usdc);
            let Err(TypedAmountError::Ambiguous { with_thousands, with_decimals }) = read else { continue };
            prop_assert_ne!(with_thousands, with_decimals);
            for amount in [with_thousands, with_decimals] {
                prop_assert_eq!(locale.read_amount(&locale.offered_amount(amount), Currency::Usdc), Ok(amount));
            }
        }
    }

    #[test]
    fn any_text_has_an_answer(typed in "\\PC{0,80}", currency in currencies()) {
        for locale in locales() {
            let _ = locale.read_amount(&typed, currency);
        }
    }
}
