//! The catalogs say the same in every language.

use std::collections::BTreeSet;

use rules::language::Language;

use crate::messages::{Message, by_key, messages};
use crate::shrinking_list;

/// Every difference between English and a translation, in words.
fn differences(check: impl Fn(Language, &Message, &Message) -> Option<String>) -> Vec<String> {
    let english = by_key(Language::English);
    let mut found = Vec::new();
    for language in Language::ALL {
        for (key, translated) in by_key(language) {
            let difference = english.get(&key).and_then(|english| check(language, english, &translated));
            found.extend(difference.map(|difference| format!("{} {key}: {difference}", language.name())));
        }
    }
    found
}

#[track_caller]
fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_language_has_the_keys_of_english_in_the_same_order() {
    let keys = |language| -> Vec<String> {
        messages(language).into_iter().map(|(key, message)| format!("{}.ftl: {key}", message.area)).collect()
    };
    let english = keys(Language::English);
    assert!(english.len() > 100, "the catalogs were not found");
    for language in Language::ALL {
        let own = keys(language);
        let missing: Vec<&String> = english.iter().filter(|key| !own.contains(key)).collect();
        let extra: Vec<&String> = own.iter().filter(|key| !english.contains(key)).collect();
        assert!(missing.is_empty() && extra.is_empty(), "{}: {missing:?} {extra:?}", language.name());
        let moved = english.iter().zip(&own).find(|(one, other)| one != other);
        assert_eq!(moved, None, "{}", language.name());
    }
}

/// By the dash the scanner knows a key from the name of a field.
#[test]
fn keys_are_lower_case_words_with_dashes() {
    for key in by_key(Language::English).keys() {
        let is_well_formed =
            key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(is_well_formed && key.contains('-') && !key.contains("--"), "{key}");
    }
}

#[test]
fn translations_have_the_variables_of_english() {
    assert_none(&differences(|_, english, translated| {
        let is_same = english.variables == translated.variables;
        (!is_same).then(|| format!("{:?} and not {:?}", translated.variables, english.variables))
    }));
}

#[test]
fn translations_choose_by_the_variables_of_english() {
    assert_none(&differences(|_, english, translated| {
        let names = |message: &Message| message.selectors.keys().cloned().collect::<BTreeSet<_>>();
        let (english, translated) = (names(english), names(translated));
        (english != translated).then(|| format!("{translated:?} and not {english:?}"))
    }));
}

#[test]
fn translations_have_the_tags_of_english() {
    assert_none(&differences(|_, english, translated| {
        let (english, translated) = (english.tags(), translated.tags());
        (english != translated).then(|| format!("{translated:?} and not {english:?}"))
    }));
}

/// Plurals differ between languages, but whole numbers take no others. Names of anything else are the same in all.
#[test]
fn variants_are_the_plurals_of_the_language_or_the_names_of_english() {
    let is_number = |name: &String| name.parse::<i64>().is_ok();
    assert_none(&differences(|language, english, translated| {
        let plurals: &[&str] = match language {
            Language::English => &["one", "other"],
            Language::Spanish | Language::Portuguese | Language::French => &["one", "many", "other"],
        };
        translated.selectors.iter().find_map(|(variable, names)| {
            let named = |names: &BTreeSet<String>| -> BTreeSet<String> {
                names.iter().filter(|name| !is_number(name)).cloned().collect()
            };
            let (own, expected) = (named(names), named(english.selectors.get(variable)?));
            let is_plural = own.iter().all(|name| plurals.contains(&name.as_str()));
            let are_both_plural = is_plural && expected.iter().all(|name| name == "one" || name == "other");
            (!are_both_plural && own != expected).then(|| format!("{variable} chooses among {own:?}"))
        })
    }));
}

#[test]
fn translations_differ_from_english() {
    let english = by_key(Language::English);
    let mut same = BTreeSet::new();
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        for (key, translated) in by_key(language) {
            let has_words =
                translated.texts.iter().any(|text| read_aloud(text, "").contains(char::is_alphabetic));
            if has_words && english.get(&key).is_some_and(|english| english.texts == translated.texts) {
                same.insert(format!("{} {key}", language.name()));
            }
        }
    }
    let exceptions = include_str!("identical_texts.txt");
    shrinking_list::check("Not translated", "identical_texts.txt", exceptions, &same);
}

/// The text without its tags, and with this for each of its variables.
pub fn read_aloud(text: &str, variable: &str) -> String {
    let replaced = |text: &str, open: char, close: char, stand_in: &str| -> String {
        let mut parts = text.split(open);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |kept, part| {
            kept + stand_in + part.split_once(close).map_or("", |(_, behind)| behind)
        })
    };
    replaced(&replaced(text, '<', '>', ""), '{', '}', variable)
}

#[test]
fn what_is_read_aloud_has_no_tags() {
    for (text, left) in
        [("a", "a"), ("{$a}, {$b}", "x, x"), ("<b>{$a}</b> and <a href=\"{$b}\">c</a>", "x and c")]
    {
        assert_eq!(read_aloud(text, "x"), left);
    }
}
