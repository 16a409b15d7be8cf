//! The languages of pages and emails, and which of them a reader gets; the regions that decide how numbers are written
//! and which bank rail is offered first. The API has no language: its titles and field names stay English.

mod accept_language;

use crate::named_enum;
use accept_language::ranges;

named_enum! {
    /// A language that Florin speaks.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Language {
        English = "en",
        Spanish = "es",
        Portuguese = "pt",
        French = "fr",
    }
}

impl Language {
    /// The tag for browsers and email programs (BCP 47): the variety in which the texts are written.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Spanish => "es-419",
            Language::Portuguese => "pt-BR",
            Language::French => "fr",
        }
    }

    /// As its speakers call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Spanish => "Español",
            Language::Portuguese => "Português",
            Language::French => "Français",
        }
    }

    /// The first language of the browser's list that Florin speaks.
    pub fn of_accept_language(header: &str) -> Option<Language> {
        ranges(header).into_iter().find_map(|range| Language::of_subtag(range.language()))
    }

    /// Whatever a reader's region, the language is the same: `es-ES` gets the Spanish of Latin America.
    fn of_subtag(subtag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name().eq_ignore_ascii_case(subtag))
    }
}

/// The language of a page or an email: what the reader has set, then what they chose in this browser, then what the
/// browser asks for, then the default of the account that writes, then English. An email has no browser.
pub fn negotiate(
    setting: Option<Language>,
    chosen: Option<Language>,
    accept_language: Option<&str>,
    account_default: Option<Language>,
) -> Language {
    let accepted = || Language::of_accept_language(accept_language?);
    setting.or(chosen).or_else(accepted).or(account_default).unwrap_or(Language::English)
}

named_enum! {
    /// Where a reader is, as far as it matters for bank rails and for writing numbers.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Region {
        Argentina = "AR",
        Brazil = "BR",
        Canada = "CA",
        Colombia = "CO",
        EuroArea = "EU",
        Mexico = "MX",
        UnitedStates = "US",
    }
}

/// The countries whose currency is the euro, as of 2026.
const EURO_COUNTRIES: [&str; 21] = [
    "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MT",
    "NL", "PT", "SI", "SK",
];

impl Region {
    /// The country that the reader's first choice of language names. Other languages are not asked: browsers append
    /// `en-US` to the languages of readers who have never been there.
    pub fn of_accept_language(header: &str) -> Option<Region> {
        let ranges = ranges(header);
        let first = ranges.first()?.language();
        let country = ranges
            .iter()
            .filter(|range| range.language().eq_ignore_ascii_case(first))
            .find_map(|range| range.country())?
            .to_ascii_uppercase();
        if EURO_COUNTRIES.contains(&country.as_str()) {
            return Some(Region::EuroArea);
        }
        // EU is no country, and RFC 5646 reserves it.
        Region::parse(&country).filter(|region| *region != Region::EuroArea)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{EURO_COUNTRIES, Language, Region, negotiate};

    fn asked_for(header: &str) -> Language {
        negotiate(None, None, Some(header), None)
    }

    #[test]
    fn the_setting_comes_first_then_the_choice_then_the_browser_then_the_account_then_english() {
        use Language::{English, French, Portuguese, Spanish};
        for (setting, chosen, header, account, expected) in [
            (None, None, None, None, English),
            (None, None, None, Some(Portuguese), Portuguese),
            (None, None, Some("fr"), Some(Portuguese), French),
            (None, None, Some("de"), Some(Portuguese), Portuguese),
            (None, None, Some("de"), None, English),
            (None, None, Some(""), Some(Spanish), Spanish),
            (None, Some(Spanish), Some("fr"), Some(Portuguese), Spanish),
            (None, Some(English), Some("fr"), None, English),
            (Some(Spanish), None, Some("fr"), Some(Portuguese), Spanish),
            (Some(Spanish), Some(French), Some("fr"), Some(Portuguese), Spanish),
            (Some(English), None, Some("fr"), Some(Portuguese), English),
        ] {
            let language = negotiate(setting, chosen, header, account);
            assert_eq!(language, expected, "{setting:?} {chosen:?} {header:?} {account:?}");
        }
    }

    #[test]
    fn the_best_language_that_is_spoken_wins_whatever_its_region() {
        for (header, name) in [
            ("en-US,en;q=0.9", "en"),
            ("es-MX,es;q=0.9,en;q=0.8", "es"),
            ("es-ES", "es"),
            ("es-419", "es"),
            ("ES-ar", "es"),
            ("pt-PT,pt;q=0.9", "pt"),
            ("fr-CA", "fr"),
            ("de-DE,de;q=0.9,fr;q=0.5,en;q=0.3", "fr"),
            ("en;q=0.5, pt-BR;q=0.6", "pt"),
            ("zh-Hant-TW, ja;q=0.9", "en"),
            ("es;q=0, fr;q=0.1", "fr"),
            ("*", "en"),
            ("spa, esp, e", "en"),
            ("fr;q=high, pt", "pt"),
        ] {
            assert_eq!(asked_for(header).name(), name, "{header}");
        }
    }

    #[test]
    fn the_region_is_the_country_of_the_first_choice() {
        for (header, region) in [
            ("es-MX,es;q=0.9,en-US;q=0.8", Some("MX")),
            ("pt-br", Some("BR")),
            ("es-AR", Some("AR")),
            ("es-CO", Some("CO")),
            ("fr-CA,fr;q=0.9", Some("CA")),
            ("en-US", Some("US")),
            ("fr,fr-FR;q=0.8,en-US;q=0.5", Some("EU")),
            ("de-DE,en;q=0.5", Some("EU")),
            ("es-CL,es;q=0.8,en-US;q=0.5", None),
            ("es-419,es;q=0.9,en-US;q=0.8", None),
            ("en-GB", None),
            ("en-EU", None),
            ("en;q=0, es-MX", Some("MX")),
            ("zh-Hant-US", Some("US")),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(Region::of_accept_language(header).map(Region::name), region, "{header}");
        }
    }

    #[test]
    fn euro_countries_are_listed_once_and_are_no_other_region() {
        assert!(EURO_COUNTRIES.is_sorted_by(|one, next| one < next));
        assert!(EURO_COUNTRIES.iter().all(|country| Region::parse(country).is_none()));
    }

    proptest! {
        #[test]
        fn no_header_panics(header in ".{0,200}") {
            asked_for(&header);
            Region::of_accept_language(&header);
        }

        #[test]
        fn no_header_of_the_usual_characters_panics(header in "[a-zA-Z0-9*;,q=. \t-]{0,80}") {
            asked_for(&header);
            Region::of_accept_language(&header);
        }

        #[test]
        fn a_weight_of_zero_is_never_chosen(language in 1_usize..4, rest in "[a-d;,q=01.]{0,20}") {
            let refused = Language::ALL[language];
            prop_assert_ne!(asked_for(&format!("{};q=0, {rest}", refused.name())), refused);
        }
    }
}
