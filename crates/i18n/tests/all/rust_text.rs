//! Pages have no text in Rust code: all of it comes from the catalogs. A literal counts if it looks like language: with
//! three words, with two of which the first has a capital letter, as one word with a capital letter, or as a sentence.

use std::collections::BTreeSet;

use crate::sources::rust_files;

/// The code that makes pages.
const CODE_OF_PAGES: [&str; 9] = [
    "crates/web/src/auth_pages",
    "crates/web/src/claim",
    "crates/web/src/dashboard",
    "crates/web/src/dev_email",
    "crates/web/src/exports",
    "crates/web/src/frame",
    "crates/web/src/oauth",
    "crates/web/src/page",
    "crates/web/src/shown_email",
];

/// A part of the tests.
const TESTS: &str = "crates/web/src/dashboard/gallery.rs";

/// What is written in these is read by developers and operators.
const NOT_SHOWN: [&str; 13] = [
    "BoxError::from(",
    "assert!(",
    "assert_eq!(",
    "assert_ne!(",
    "debug_assert!(",
    "expect(",
    "panic!(",
    "tracing::debug!(",
    "tracing::error!(",
    "tracing::info!(",
    "tracing::warn!(",
    "unreachable!(",
    "#[",
];

#[test]
fn the_text_of_pages_comes_from_catalogs() {
    let exceptions = english_texts();
    let (mut new, mut unused) = (Vec::new(), exceptions.clone());
    let pages = |path: &str| path != TESTS && CODE_OF_PAGES.iter().any(|start| is_below(path, start));
    for source in rust_files().into_iter().filter(|source| pages(&source.path)) {
        for (line, text) in texts(&source.text) {
            let entries = [source.path.clone(), format!("{}: {text}", source.path)];
            match entries.iter().find(|entry| exceptions.contains(*entry)) {
                Some(entry) => {
                    unused.remove(entry);
                }
                None => new.push(format!("{}:{line}: {text}", source.path)),
            }
        }
    }
    assert!(new.is_empty(), "These texts come from no catalog:\n{}", new.join("\n"));
    assert!(unused.is_empty(), "Remove these from english_code.txt: {unused:#?}");
}

/// `page` is `page.rs` and everything in `page/`.
fn is_below(path: &str, start: &str) -> bool {
    path.strip_prefix(start).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Files and texts that are English on purpose, or no language. Each has a reason.
fn english_texts() -> BTreeSet<String> {
    let mut reason = "";
    let mut found = BTreeSet::new();
    for line in include_str!("english_code.txt").lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("# ") {
            Some(comment) => reason = comment,
            None => {
                assert!(!reason.is_empty(), "{line} has no reason above it");
                found.insert(line.to_owned());
            }
        }
    }
    found
}

/// The literals of a source that look like language, with their lines.
fn texts(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let line = source[..source.len() - rest.len() + at].matches('\n').count() + 1;
        let here = &rest[at..];
        rest = match here.as_bytes()[0] {
            b'/' if here.starts_with("//") => here.split_once('\n').map_or("", |(_, behind)| behind),
            b'\'' => behind_character(here),
            b'"' => {
                let (text, behind) = literal(&here[1..]);
                let before = &source[..source.len() - here.len()];
                if is_language(&text) && !is_hidden(before) {
                    found.push((line, text));
                }
                behind
            }
            _ => &here[1..],
        };
    }
    found
}

/// What follows a character such as `'"'`, or the mark of a lifetime.
fn behind_character(here: &str) -> &str {
    let inside = &here[1..];
    let length = match inside.strip_prefix('\\') {
        Some(escaped) => escaped.find('\'').map(|end| end + 1),
        None => inside.chars().next().map(char::len_utf8),
    };
    let length = length.filter(|length| inside[*length..].starts_with('\''));
    length.map_or(inside, |length| &inside[length + 1..])
}

/// A literal without its quotation marks, on one line, and what follows it.
fn literal(inside: &str) -> (String, &str) {
    let mut is_escaped = false;
    let end = inside.char_indices().find(|(_, character)| {
        let ends = *character == '"' && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        ends
    });
    let (text, behind) = inside.split_at(end.map_or(inside.len(), |(at, _)| at));
    let lines: Vec<&str> = text.split("\\\n").map(str::trim_start).collect();
    (lines.concat(), behind.get(1..).unwrap_or_default())
}

/// Whether a literal stands in a call or an attribute whose texts no page shows.
fn is_hidden(before: &str) -> bool {
    let statement = before.rsplit([';', '{', '}']).next().unwrap_or_default();
    NOT_SHOWN
        .iter()
        .any(|call| statement.rfind(call).is_some_and(|place| is_open(&statement[place + call.len()..])))
}

/// Whether the bracket before this is still open at its end.
fn is_open(inside: &str) -> bool {
    let mut depth = 1;
    inside.chars().all(|character| {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth > 0
    })
}

fn is_language(text: &str) -> bool {
    let mut shown = String::new();
    let mut depth = 0;
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => shown.push(character),
            _ => {}
        }
    }
    let is_word = |piece: &&str| {
        let word = piece.trim_matches(|sign: char| ",.:;?!…()“”".contains(sign)).replace(['\'', '’'], "");
        !piece.starts_with('\'') && word.chars().count() > 1 && word.chars().all(char::is_alphabetic)
    };
    let words: Vec<&str> = shown.split_whitespace().filter(is_word).collect();
    let begins_like_one = words.first().is_some_and(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.all(|letter| !letter.is_uppercase())
    });
    let ends_like_one = shown.trim_end().ends_with(['.', '?', '!', '…']);
    let all = shown.split_whitespace().count();
    match words.len() {
        0 => false,
        1 => all == 1 && begins_like_one,
        2 => begins_like_one || ends_like_one,
        _ => words.len() * 2 > all,
    }
}

#[test]
fn text_is_found_in_code() {
    for (source, found) in [
        ("let a = \"Write an amount.\";", "Write an amount."),
        ("match a { A => \"Done\", B => \"Not yet\" }", "Done|Not yet"),
        ("format!(\"Delayed until {}\", at)", "Delayed until {}"),
        ("(\"the books are wrong\", 'x', '\\'', '\"', \"Yes\")", "the books are wrong|Yes"),
        ("a.expect(\"It is there\").or(\"Try again.\")", "Try again."),
        ("tracing::info!(\"It works\"); \"Two words\"", "Two words"),
        ("\"One \\\n    line of text\"", "One line of text"),
        ("// \"A comment\"\n\"It's text\"", "It's text"),
        ("fn a<'a>(b: &'a str) { \"It’s text\" }", "It’s text"),
    ] {
        let texts: Vec<String> = texts(source).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts.join("|"), found, "{source}");
    }
    assert_eq!(texts("a\n\n\"Two words\"")[0].0, 3);
}

#[test]
fn names_and_addresses_are_no_text() {
    for source in [
        "locale.text(\"claim-title\")",
        "Page::get(\"/dashboard/{mode}/payouts\", Access::SignedIn)",
        "\"default-src 'none'; style-src 'self'; img-src 'self' data:\"",
        "\"attachment; filename=\\\"{name}\\\"\"",
        "\"M3.5 9 10 3.5 16.5 9v7.5h-4.25v-4.5h-4.5v4.5H3.5Z\"",
        "#[template(path = \"dashboard/x.html\")] struct A;",
        "#[expect(lint, reason = \"It is no setting\")] fn a() {}",
        "assert!(a, \"It must be so\")",
        "\"text/html; charset=utf-8\"",
        "(\"USDC\", \"{}?said=funded\", \"form_key\", \"HTML\")",
    ] {
        assert_eq!(texts(source), [], "{source}");
    }
}
