//! The text of a search, read as words and as amounts, and what it matches.

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::money::Amount;

/// The longest search text. Further letters are ignored.
pub const MAX_LETTERS: usize = 100;

/// The accents, cedillas and tildes that decomposition separates from letters.
const COMBINING: std::ops::RangeInclusive<char> = '\u{300}'..='\u{36f}';

/// Matches a row whose texts contain all words, or whose amount is one of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchText {
    words: Vec<String>,
    amounts: Vec<Amount>,
}

impl SearchText {
    /// `None` for a text without a word. `amounts` are the possible readings of the whole text as an amount.
    pub fn parse(typed: &str, amounts: Vec<Amount>) -> Option<SearchText> {
        let typed: String = typed.chars().take(MAX_LETTERS).collect();
        let words: Vec<String> = typed.split_whitespace().map(fold).filter(|word| !word.is_empty()).collect();
        (!words.is_empty()).then_some(SearchText { words, amounts })
    }

    /// Whether each word is part of one of these texts, regardless of case and accents, or the amount matches.
    pub fn finds<'a>(&self, texts: impl IntoIterator<Item = &'a str>, amount: Option<Amount>) -> bool {
        if amount.is_some_and(|amount| self.amounts.contains(&amount)) {
            return true;
        }
        let texts: Vec<String> = texts.into_iter().map(fold).collect();
        self.words.iter().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

/// The same letters without case and accents: José and JOSE are one name.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Some letters have an equivalent only in capitals: ß is SS.
    let capitals: String = text.chars().flat_map(char::to_uppercase).collect();
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(&capitals);
    decomposed.chars().filter(|letter| !COMBINING.contains(letter)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::SearchText;
    use crate::money::Amount;

    fn search(typed: &str) -> SearchText {
        SearchText::parse(typed, Vec::new()).expect("words")
    }

    #[test]
    fn a_name_is_found_by_any_part_in_any_case_with_or_without_accents() {
        let texts = ["José Muñoz", "jose.munoz@example.com", "Große Straße 1"];
        for typed in ["jos", "JOSÉ", "munoz jose", "  MUÑOZ ", "z@exa", "Jose\u{301}", "é", "STRASSE"] {
            assert!(search(typed).finds(texts, None), "{typed}");
        }
        for typed in ["josefa", "jose ana", "munozjose"] {
            assert!(!search(typed).finds(texts, None), "{typed}");
        }
    }

    #[test]
    fn an_amount_is_found_exactly_or_as_text() {
        let (amount, other) = (Amount::from_micros(1_250_000_000), Amount::from_micros(1_250_000));
        let both = SearchText::parse("1,250", vec![amount, other]).expect("words");
        assert!(both.finds(["Rent"], Some(amount)) && both.finds(["Rent"], Some(other)));
        assert!(both.finds(["Invoice 1,250"], Some(Amount::from_micros(1))));
        assert!(!both.finds(["Rent"], Some(Amount::from_micros(1_250_000_001))));
        assert!(!both.finds(["Rent"], None));
    }

    #[test]
    fn a_text_without_a_word_finds_nothing() {
        for typed in ["", "  ", "\u{301}", "\u{3000}\t"] {
            assert_eq!(SearchText::parse(typed, Vec::new()), None, "{typed:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_found_by_itself_in_upper_case_and_by_each_of_its_words(text in "\\PC{1,60}") {
            let words = text.split_whitespace().map(str::to_owned);
            for typed in words.chain([text.clone(), text.to_uppercase()]) {
                if let Some(sought) = SearchText::parse(&typed, Vec::new()) {
                    prop_assert!(sought.finds([text.as_str()], None), "{typed:?} in {text:?}");
                }
            }
        }
    }
}
