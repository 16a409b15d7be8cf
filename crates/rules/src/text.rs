//! Text that people write for people: names, nicknames, addresses.
//!
//! It refuses what no name needs and what hurts later: NUL (PostgreSQL cannot store it), controls and line
//! breaks (they forge log lines and email headers), and direction marks (they make a name read as another
//! one). It never trims, folds or otherwise changes what was written.

/// The characters a text may hold, as an ECMA-262 pattern. JavaScript, Python and Rust read it alike. It
/// stays within the Basic Multilingual Plane, so the noncharacters beyond (U+1FFFE and the like) are for
/// [`check`] alone to refuse.
pub const PATTERN: &str = concat!(
    r"^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e",
    r"\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]*$"
);

/// The same for a text that must not be blank: blanks, one character that shows, then anything allowed.
pub const NON_BLANK_PATTERN: &str = concat!(
    r"^[\u0020\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000]*",
    r"[^\u0000-\u0020\u007f-\u00a0\u061c\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060",
    r"\u2066-\u2069\u3000\ufdd0-\ufdef\ufeff\ufffe\uffff]",
    r"[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e",
    r"\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]*$"
);

/// Why a text can't be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextProblem {
    TooLong,
    Empty,
    TooShort,
    /// It holds characters that no name needs.
    Unprintable,
    /// None of its characters shows.
    Blank,
}

impl TextProblem {
    pub const fn message(self) -> &'static str {
        match self {
            TextProblem::TooLong => "the text is too long",
            TextProblem::Empty => "the text is empty",
            TextProblem::TooShort => "the text is too short",
            TextProblem::Unprintable => {
                "control characters, line breaks, text-direction marks and noncharacters are not allowed"
            }
            TextProblem::Blank => "the text is blank: it needs at least one visible character",
        }
    }
}

/// The same as [`problem`], for readers of English.
pub fn check(text: &str, min: usize, max: usize) -> Result<(), &'static str> {
    problem(text, min, max).map_or(Ok(()), |problem| Err(problem.message()))
}

/// What is wrong with a text that must have `min` to `max` Unicode scalar values (what both databases and the dashboard
/// count, too), all of them fit to print; with a `min` of one or more at least one of them must show.
pub fn problem(text: &str, min: usize, max: usize) -> Option<TextProblem> {
    let length = text.chars().count();
    if length > max {
        return Some(TextProblem::TooLong);
    }
    if length < min {
        return Some(if length == 0 { TextProblem::Empty } else { TextProblem::TooShort });
    }
    if text.chars().any(is_refused) {
        return Some(TextProblem::Unprintable);
    }
    let is_invisible = min > 0 && text.chars().all(is_blank);
    is_invisible.then_some(TextProblem::Blank)
}

fn is_refused(c: char) -> bool {
    let is_control_or_separator = matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}');
    // U+FEFF is a byte order mark, not a letter; every plane ends in two noncharacters.
    let is_no_character =
        matches!(c, '\u{feff}' | '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe;
    is_control_or_separator || is_direction_mark(c) || is_no_character
}

/// Characters that change the direction in which text is shown, and so can make it read as something else.
pub const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters that show nothing: they can hide that two letters stand side by side, or what a text begins with.
pub const fn is_invisible(c: char) -> bool {
    is_direction_mark(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// White space, and the zero-width characters that join or part letters and show nothing on their own.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}')
}

#[cfg(test)]
mod tests {
    use super::{NON_BLANK_PATTERN, PATTERN, check};
    use regex::Regex;

    #[test]
    fn names_of_many_scripts_are_accepted() {
        for name in [
            "a",
            "José Núñez",
            "O'Brien-Smith, Jr.",
            "Ægir Þórðarson",
            "李小龍",
            "محمد",
            "שרה",
            "Ольга",
            "न्यूटन",
            "می\u{200c}خواهم",
            "👩\u{200d}👩\u{200d}👧",
            "e\u{301}",
            "<b>&\"'",
            " x ",
            "0",
        ] {
            assert_eq!(check(name, 1, 255), Ok(()), "{name:?}");
        }
    }

    #[test]
    fn length_is_counted_in_scalar_values() {
        for unit in ["a", "ä", "漢", "😀", "\u{301}"] {
            assert_eq!(check(&unit.repeat(255), 1, 255), Ok(()), "{unit}");
            assert!(check(&unit.repeat(256), 1, 255).is_err(), "{unit}");
        }
        assert_eq!(check("", 0, 255), Ok(()));
        assert!(check("", 1, 255).is_err());
        assert!(check("ab", 3, 255).is_err());
    }

    #[test]
    fn blank_text_is_refused_only_where_text_is_required() {
        for blank in [" ", "\u{a0}\u{3000}", "\u{200b}", " \u{2060} ", "\u{200d}"] {
            assert!(check(blank, 1, 255).is_err(), "{blank:?}");
            assert_eq!(check(blank, 0, 255), Ok(()), "{blank:?}");
        }
    }

    #[test]
    fn what_hides_or_breaks_text_is_refused_anywhere_in_it() {
        for bad in [
            '\0',
            '\t',
            '\n',
            '\r',
            '\x1b',
            '\x7f',
            '\u{85}',
            '\u{9f}',
            '\u{61c}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2066}',
            '\u{2069}',
            '\u{fdd0}',
            '\u{feff}',
            '\u{fffe}',
            '\u{ffff}',
            '\u{1fffe}',
            '\u{10ffff}',
        ] {
            for text in [format!("{bad}name"), format!("na{bad}me"), format!("name{bad}"), bad.to_string()] {
                assert!(check(&text, 0, 255).is_err(), "{text:?}");
            }
        }
    }

    #[test]
    fn the_patterns_say_what_the_check_does_for_every_character() {
        let (any, non_blank) = (Regex::new(PATTERN).unwrap(), Regex::new(NON_BLANK_PATTERN).unwrap());
        let mut buffer = [0; 4];
        // Beyond the first plane nothing but the last two characters of each is special.
        let is_worth_a_look = |c: &char| *c <= '\u{ffff}' || u32::from(*c) & 0xffff >= 0xfff0;
        for c in ('\0'..=char::MAX).filter(is_worth_a_look) {
            let beyond = u32::from(c) > 0xffff && u32::from(c) & 0xfffe == 0xfffe;
            let text = c.encode_utf8(&mut buffer);
            assert_eq!(any.is_match(text), check(text, 0, 1).is_ok() || beyond, "{c:?}");
            assert_eq!(non_blank.is_match(text), check(text, 1, 1).is_ok() || beyond, "{c:?}");
        }
        assert!(
            non_blank.is_match(" \u{200b}x \u{200b}")
                && !non_blank.is_match("x\n")
                && !non_blank.is_match("")
        );
    }
}
