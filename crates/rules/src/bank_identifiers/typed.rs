//! Numbers as people type and paste them into forms: in groups, with dashes, in lower case. A form turns them into the
//! one spelling that the checks accept. The API never does, and no spelling that a check accepts is changed.

/// Marks that are copied along with text from left to right, and that people don't see. Marks from right to left are
/// left in the number, so that it is refused: behind one of them, digits are shown in reverse.
const INVISIBLE: [char; 7] =
    ['\u{200b}', '\u{200e}', '\u{202a}', '\u{202c}', '\u{2066}', '\u{2069}', '\u{feff}'];

pub fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Without blanks and invisible marks around it.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|character: char| character.is_whitespace() || INVISIBLE.contains(&character))
}

/// Without what stands between the groups of a number.
pub fn ungrouped(text: &str) -> String {
    let is_separator = |character: &char| character.is_whitespace() || is_dash(*character);
    trimmed(text).chars().filter(|character| !is_separator(character)).collect()
}

/// Statements write the name of the number in front of it.
pub fn iban(text: &str) -> String {
    let iban = ungrouped(text).to_ascii_uppercase();
    let number = iban.strip_prefix("IBAN").map(|number| number.strip_prefix(':').unwrap_or(number));
    number.unwrap_or(&iban).to_owned()
}
