//! Slips of typography that a reader notices and a translator overlooks.

use rules::language::Language;

use crate::catalogs::read_aloud;
use crate::messages::messages;

/// What is wrong with a text in a language.
fn slips(language: Language, text: &str) -> Vec<&'static str> {
    let words = read_aloud(text, "x");
    let has = |part: &str| words.contains(part);
    let is_quoted = |sign: char| words.contains(sign);
    let mut slips = Vec::new();
    let mut check = |is_wrong: bool, slip| slips.extend(is_wrong.then_some(slip));
    check(text.trim().is_empty(), "it is empty");
    check(text.trim() != text, "it begins or ends with a space");
    check(has("  "), "it has a double space");
    check(has("\t"), "it has a tab");
    check(has("..."), "write … for three points");
    check(has(" ,") || has(" . ") || words.ends_with(" ."), "there is a space before a comma or a full stop");
    check(has("--"), "write a dash");
    check(is_quoted('"'), "write the quotation marks of the language");
    match language {
        Language::English => check(is_quoted('’'), "write ' as an apostrophe"),
        Language::Spanish => {
            check(is_quoted('?') != is_quoted('¿'), "a question has ¿ and ?");
            check(is_quoted('!') != is_quoted('¡'), "an exclamation has ¡ and !");
        }
        Language::Portuguese => {}
        Language::French => {
            check(is_quoted('\''), "write ’ as an apostrophe");
            check(is_quoted('“') || is_quoted('”'), "write « and »");
            check(has_wrong_french_space(&words), "write a no-break space before : ; ? ! » and behind «");
        }
    }
    slips
}

/// French keeps these signs on the line of their word. Addresses and times have none.
fn has_wrong_french_space(words: &str) -> bool {
    let of_language = words.split(' ').filter(|piece| !piece.contains("://") && !is_time(piece));
    let characters: Vec<char> = of_language.collect::<Vec<_>>().join(" ").chars().collect();
    characters.windows(2).any(|pair| match (pair[0], pair[1]) {
        (before, ':' | ';' | '?' | '!' | '»') => before != '\u{a0}',
        ('«', behind) => behind != '\u{a0}',
        _ => false,
    })
}

/// `2026-11-15T12:30`
fn is_time(piece: &str) -> bool {
    let is_digit = |character: Option<char>| character.is_some_and(|character| character.is_ascii_digit());
    piece.split_once(':').is_some_and(|(hours, minutes)| {
        is_digit(hours.chars().next_back()) && is_digit(minutes.chars().next())
    })
}

#[test]
fn catalogs_have_no_slips() {
    let mut found = Vec::new();
    for language in Language::ALL {
        for (key, message) in messages(language) {
            for text in &message.texts {
                let slips = slips(language, text);
                found.extend(slips.iter().map(|slip| format!("{} {key}: {slip}: {text:?}", language.name())));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn slips_are_found() {
    use Language::{English, French, Portuguese, Spanish};
    for (language, text, count) in [
        (English, "It isn't <a href=\"{$a}\">here</a>, {$b}.", 0),
        (English, "", 1),
        (English, "a  b", 1),
        (English, " a", 1),
        (English, "It isn’t \"here\"...", 3),
        (English, "a , b", 1),
        (Spanish, "¿Sí? ¡Sí!", 0),
        (Spanish, "Sí? Sí!", 2),
        (Portuguese, "Sim? Não!", 0),
        (French, "L’e-mail\u{a0}: «\u{a0}oui\u{a0}»\u{a0}!", 0),
        (French, "Commencez par https://, à 12:30.", 0),
        (French, "L'e-mail", 1),
        (French, "Oui ? Non!", 1),
        (French, "« oui »", 1),
        (French, "“oui”", 1),
    ] {
        assert_eq!(slips(language, text).len(), count, "{text}");
    }
}
