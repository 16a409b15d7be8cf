//! The names of countries, from ICU: `icu/countries.tsv` has those of each language in the order of its alphabet.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::locale::Locale;

/// The code of a country in the API, and its name.
pub type Country = (&'static str, &'static str);

impl Locale {
    /// Every country of the API, to choose one.
    pub fn countries(self) -> &'static [Country] {
        static BY_LANGUAGE: LazyLock<BTreeMap<&'static str, Vec<Country>>> = LazyLock::new(read);
        BY_LANGUAGE.get(self.language().name()).expect("every language has its countries; a test looks")
    }

    /// `BRA` is Brazil. A code that is no country's stays as it is.
    pub fn country_name(self, code: &str) -> &str {
        self.countries().iter().find(|(known, _)| *known == code).map_or(code, |(_, name)| name)
    }
}

fn read() -> BTreeMap<&'static str, Vec<Country>> {
    let mut by_language: BTreeMap<&'static str, Vec<Country>> = BTreeMap::new();
    for line in include_str!("../icu/countries.tsv").lines() {
        let mut cells = line.split('\t');
        let (Some(language), Some(code), Some(name)) = (cells.next(), cells.next(), cells.next()) else {
            panic!("no country: {line}")
        };
        by_language.entry(language).or_default().push((code, name));
    }
    by_language
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::country::CODES;
    use rules::language::Language;

    use crate::locale::Locale;

    #[test]
    fn every_country_of_the_api_has_one_name_in_each_language() {
        for language in Language::ALL {
            let countries = Locale::from(language).countries();
            let codes: BTreeSet<&str> = countries.iter().map(|(code, _)| *code).collect();
            assert_eq!((codes, countries.len()), (CODES.into(), CODES.len()), "{language:?}");
            let names: BTreeSet<&str> = countries.iter().map(|(_, name)| *name).collect();
            assert_eq!(names.len(), countries.len(), "{language:?}: two countries share a name");
        }
    }

    #[test]
    fn names_are_those_of_the_language_in_the_order_of_its_alphabet() {
        let first = |language| Locale::from(language).countries()[0];
        assert_eq!(first(Language::English), ("AFG", "Afghanistan"));
        assert_eq!(first(Language::Spanish), ("AFG", "Afganistán"));
        assert_eq!(first(Language::Portuguese), ("AFG", "Afeganistão"));
        assert_eq!(first(Language::French), ("AFG", "Afghanistan"));
        for (language, name) in [
            (Language::English, "Germany"),
            (Language::Spanish, "Alemania"),
            (Language::Portuguese, "Alemanha"),
            (Language::French, "Allemagne"),
        ] {
            assert_eq!(Locale::from(language).country_name("DEU"), name);
        }
        assert_eq!(Locale::ENGLISH.country_name("•••"), "•••");
    }
}
