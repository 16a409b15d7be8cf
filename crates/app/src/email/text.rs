//! Text in emails: what users wrote, made harmless, and lines as people read them. It never decides what is said.

use i18n::Locale;
use rules::text::is_invisible;

/// The longest line that no mail program breaks by itself.
pub const MAX_PER_LINE: usize = 76;

/// What a user wrote, as it may stand in an email: on one line, cut at `most` characters, and nothing that a
/// mail program would turn into a link by itself.
pub fn shown(text: &str, most: usize) -> String {
    let visible = visible(&one_line(text));
    let unlinked = unlinked(visible.trim());
    if unlinked.chars().count() <= most {
        return unlinked;
    }
    let cut: String = unlinked.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

/// What a sender is called, in an email to a stranger: without links and addresses, so that no recipient is led
/// anywhere by it. A name that is nothing but a domain, as some businesses have, stays.
pub fn sender_name(locale: Locale, text: &str, most: usize) -> String {
    let plain = plain(&one_line(text));
    let is_plain = !plain.contains([':', '/', '\\', '@', '?', '#', '%']);
    let is_one_word = plain.split_whitespace().count() == 1;
    if is_plain && is_one_word && !plain.trim().starts_with("www.") {
        return shown(text, most);
    }
    from_sender(locale, text, most)
}

/// What a sender wrote to a stranger, without links and addresses.
pub fn from_sender(locale: Locale, text: &str, most: usize) -> String {
    let (text, removed) = (one_line(text), locale.text("email-link-removed"));
    let mut kept = Vec::new();
    let mut before = String::new();
    for word in text.split_whitespace() {
        let plain = plain(word);
        let leads_somewhere = is_link(&plain) || ends_domain(&before, &plain);
        kept.push(if leads_somewhere { removed } else { word });
        before = plain;
    }
    shown(&kept.join(" "), most)
}

/// A word as it reads, for deciding: without invisible characters, in lower case, and with the usual character for
/// each of those that look like it.
fn plain(text: &str) -> String {
    visible(text).chars().map(look_alike).collect::<String>().to_lowercase()
}

/// The usual one of characters that people or programs read alike, where it matters for links. Full-width forms are
/// what Unicode calls compatible (NFKC).
fn look_alike(c: char) -> char {
    match c {
        '。' | '｡' | '․' | '﹒' | '‧' | '·' | '⋅' | '∙' | '⸳' | '۔' | '܁' | '܂' | 'ꓸ' => {
            '.'
        }
        '⁄' | '∕' | '⧸' | '╱' => '/',
        '﹨' | '∖' | '⧹' => '\\',
        '﹕' | '︓' | '∶' | '꞉' | 'ː' | '׃' | '։' => ':',
        '﹫' => '@',
        '\u{ff01}'..='\u{ff5e}' => u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c),
        _ => c,
    }
}

/// Whether people, or their programs, could take a plain word for a place to go to.
fn is_link(word: &str) -> bool {
    let marks = ["://", ":\\", "www.", "mailto:", "tel:", "javascript:", "data:", "@"];
    marks.iter().any(|mark| word.contains(mark)) || has_domain(word) || has_ip_address(word)
}

/// Whether a plain word is the rest of a domain, as in `x .com`, `x . com` and `x. com`.
fn ends_domain(before: &str, word: &str) -> bool {
    let letters = |rest: &str| rest.chars().take_while(|c| c.is_alphabetic()).count();
    let starts_with_dot = word.strip_prefix('.').is_some_and(|rest| letters(rest) >= 2);
    let name = word.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_common_end = before.ends_with('.') && COMMON_ENDS.contains(&name);
    !before.is_empty() && (starts_with_dot || is_common_end)
}

/// Behind a full stop and a space, other words are more likely to begin a sentence.
const COMMON_ENDS: [&str; 8] = ["com", "net", "org", "info", "io", "app", "xyz", "biz"];

/// Four numbers with dots in between, as in `192.0.2.1/login`.
fn has_ip_address(word: &str) -> bool {
    let host = word.split(['/', ':', '?', '#']).next().unwrap_or_default();
    let parts: Vec<&str> = host.split('.').collect();
    let is_number =
        |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 4 && parts.iter().all(is_number)
}

/// A dot between a letter or digit and two letters, as in `x.com`.
fn has_domain(word: &str) -> bool {
    let characters: Vec<char> = word.chars().collect();
    characters.windows(4).any(|four| {
        let [before, dot, first, second] = four else { return false };
        before.is_alphanumeric() && *dot == '.' && first.is_alphabetic() && second.is_alphabetic()
    })
}

/// Without invisible characters: they could hide that two letters stand side by side.
fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// The same text without anything that ends a line or a header.
pub fn one_line(text: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.chars().map(|c| if is_break(c) { ' ' } else { c }).collect()
}

/// The same for a header. Spaces that do not break would make the mail program of its reader decode words that need no
/// encoding.
pub fn header_line(text: &str) -> String {
    one_line(text).chars().map(|c| if is_no_break_space(c) { ' ' } else { c }).collect()
}

const fn is_no_break_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}')
}

/// Mail programs make links of `www.x`, `x.com`, `x://` and `x@y`, however these signs are written. A space of no width
/// in the middle stops them, and is invisible. Numbers such as 1.25, initials and full stops stay as they are.
fn unlinked(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (index, c) in characters.iter().enumerate() {
        out.push(*c);
        let next = |offset: usize| characters.get(index + offset).copied().map_or(' ', look_alike);
        let could_link = match look_alike(*c) {
            '.' => {
                next(1).is_alphabetic() && next(2).is_alphanumeric() || is_behind_www(&characters[..index])
            }
            ':' => next(1) == '/',
            '@' => !next(1).is_whitespace(),
            _ => false,
        };
        if could_link {
            out.push('\u{200b}');
        }
    }
    out
}

fn is_behind_www(before: &[char]) -> bool {
    let last = before.iter().rev().take(3).map(|c| look_alike(*c).to_ascii_lowercase());
    last.eq(['w', 'w', 'w'])
}

/// Breaks lines between words, and not at spaces that do not break. A word that is too long, as links are, stays whole
/// on a line of its own.
pub fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        wrap_line(line, &mut out);
    }
    out
}

fn wrap_line(line: &str, out: &mut String) {
    let mut length = 0;
    let breaks = |c: char| c.is_whitespace() && !is_no_break_space(c);
    for word in line.split(breaks).filter(|word| !word.is_empty()) {
        let more = word.chars().count();
        if length > 0 && length + 1 + more > MAX_PER_LINE {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += more;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;

    use super::{MAX_PER_LINE, from_sender, header_line, sender_name, shown, wrapped};

    #[test]
    fn what_users_wrote_stays_on_its_line_and_links_nowhere() {
        for (written, is_shown) in [
            ("Acme Inc.", "Acme Inc."),
            ("J.R. Núñez, Lda. No. 1.25", "J.R. Núñez, Lda. No. 1.25"),
            ("a\r\nBcc: b", "a  Bcc: b"),
            ("a\u{2028}b\u{202e}c\u{2066}", "a bc"),
            ("evil.com", "evil.\u{200b}com"),
            ("www.x.io", "www.\u{200b}x.\u{200b}io"),
            ("https://1.2", "https:\u{200b}//1.2"),
            ("me@home", "me@\u{200b}home"),
            ("mailto:x", "mailto:x"),
            ("пример.рф", "пример.\u{200b}рф"),
            ("x。com", "x。\u{200b}com"),
            ("x﹒com x．com x․com", "x﹒\u{200b}com x．\u{200b}com x․\u{200b}com"),
            ("ｗｗｗ．x.io", "ｗｗｗ．\u{200b}x.\u{200b}io"),
            ("https：／／1.2", "https：\u{200b}／／1.2"),
            ("me﹫home", "me﹫\u{200b}home"),
            ("  spaced  ", "spaced"),
        ] {
            assert_eq!(shown(written, 100), is_shown, "{written:?}");
        }
        assert_eq!(shown("abcdef", 6), "abcdef");
        assert_eq!(shown("abcdefg", 6), "abcde…");
        assert_eq!(shown("äöüßäöü", 6).chars().count(), 6);
    }

    #[test]
    fn nothing_that_a_sender_wrote_leads_anywhere() {
        for (written, is_shown) in [
            ("Acme Inc. No. 1.25", "Acme Inc. No. 1.25"),
            ("J.R. Núñez, Lda.", "J.R. Núñez, Lda."),
            ("Booking.com", "[link removed]"),
            ("Invoice 7", "Invoice 7"),
            ("at 192.0.2.1/login", "at [link removed]"),
            ("version 1.2.3.4", "version [link removed]"),
            ("No. 1.2.3", "No. 1.2.3"),
            ("Go to https://evil.example/x now", "Go to [link removed] now"),
            ("visit evil.com", "visit [link removed]"),
            ("evil.com/login", "[link removed]"),
            ("hxxp://evil", "[link removed]"),
            ("write to me@evil.example", "write to [link removed]"),
            ("e\u{200b}vil.c\u{ad}om it is", "[link removed] it is"),
            ("evil\u{2024}com it is", "[link removed] it is"),
            ("evil。com it is", "[link removed] it is"),
            ("evil\u{fe52}com it is", "[link removed] it is"),
            ("evil\u{ff0e}com it is", "[link removed] it is"),
            ("evil۔com it is", "[link removed] it is"),
            ("ｅｖｉｌ．ｃｏｍ it is", "[link removed] it is"),
            ("evil .com it is", "evil [link removed] it is"),
            ("evil\u{a0}\u{fe52}com it is", "evil [link removed] it is"),
            ("evil . com it is", "evil . [link removed] it is"),
            ("evil. com/login it is", "evil. [link removed] it is"),
            ("hxxp：⁄⁄evil", "[link removed]"),
            ("１９２.0.2.1/login", "[link removed]"),
            ("me\u{fe6b}evil", "[link removed]"),
            ("Sr. Komar, 50 % . Thanks", "Sr. Komar, 50 % . Thanks"),
            ("WWW.x.io!", "[link removed]"),
            ("call tel:+15550100", "call [link removed]"),
            ("a\r\nBcc: b", "a Bcc: b"),
            ("\u{e0041}\u{202e}x\u{feff}", "x"),
        ] {
            assert_eq!(from_sender(Locale::ENGLISH, written, 100), is_shown, "{written:?}");
        }
        assert_eq!(from_sender(Locale::ENGLISH, &"x".repeat(300), 40).chars().count(), 40);
        let spanish = Locale::from(Language::Spanish);
        assert_eq!(from_sender(spanish, "visit evil.com", 100), "visit [enlace eliminado]");
        for (written, is_shown) in [
            ("Booking.com", "Booking.\u{200b}com"),
            ("Acme booking.com", "Acme [link removed]"),
            ("booking.com/login", "[link removed]"),
            ("www.booking.com", "[link removed]"),
            ("ｗｗｗ．booking.com", "[link removed]"),
            ("booking.com／login", "[link removed]"),
            ("booking .com", "booking [link removed]"),
        ] {
            assert_eq!(sender_name(Locale::ENGLISH, written, 100), is_shown, "{written:?}");
        }
    }

    #[test]
    fn a_header_is_one_line_with_plain_spaces() {
        assert_eq!(header_line("25.00\u{a0}USDC\r\nBcc:\u{202f}x"), "25.00 USDC  Bcc: x");
    }

    #[test]
    fn lines_are_broken_between_words_and_links_are_not() {
        let long = format!("{} end", "word ".repeat(40));
        assert!(wrapped(&long).lines().all(|line| line.chars().count() <= MAX_PER_LINE));
        assert_eq!(wrapped(&long).split_whitespace().count(), 41);
        let link = format!("https://pay.example.com/claim/{}", "a".repeat(90));
        assert_eq!(wrapped(&format!("Open {link} now")), format!("Open\n{link}\nnow\n"));
        assert_eq!(wrapped("a\n\nb"), "a\n\nb\n");
        let before = "x".repeat(70);
        assert_eq!(wrapped(&format!("{before} 25.00\u{a0}USDC")), format!("{before}\n25.00\u{a0}USDC\n"));
    }
}
