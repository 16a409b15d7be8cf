//! Finds where code and templates ask for texts. The patterns are `locale.text("key")`,
//! `locale.text_with("key", &[("name", …)])`, and the same with `html`; templates leave out the `&`. Keys and names are
//! literals, so that nothing is hidden from this scanner.

use std::collections::BTreeSet;

/// The methods of `Locale` that show a text: their names, whether variables follow, whether the text is HTML.
const METHODS: [(&str, bool, bool); 4] =
    [("text", false, false), ("text_with", true, false), ("html", false, true), ("html_with", true, true)];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub line: usize,
    pub key: String,
    pub variables: BTreeSet<String>,
    pub is_html: bool,
}

/// Every call in a source, or what is wrong with it and in which line.
pub fn calls(source: &str) -> Vec<Result<Call, String>> {
    let mut calls = Vec::new();
    for (method, has_variables, is_html) in METHODS {
        let start = format!(".{method}(");
        for (at, _) in source.match_indices(&start) {
            let line = source[..at].matches('\n').count() + 1;
            let rest = source[at + start.len()..].trim_start();
            // Rows and forms have a method `text`, too. No name of a column or a field has a dash, and every key has.
            let names_key = literal(rest).is_some_and(|(key, _)| key.contains('-'));
            if method == "text" && !is_locale(&source[..at]) && !names_key {
                continue;
            }
            let call =
                read(rest, has_variables).map(|(key, variables)| Call { line, key, variables, is_html });
            calls.push(call.map_err(|problem| format!("line {line}: {problem}")));
        }
    }
    calls
}

/// Whether what is called is a locale, as far as its name says.
fn is_locale(before: &str) -> bool {
    let receiver = before.trim_end().trim_end_matches("()");
    receiver.ends_with("locale") || receiver.ends_with("Locale::ENGLISH")
}

/// The key and the names of the variables.
fn read(rest: &str, has_variables: bool) -> Result<(String, BTreeSet<String>), String> {
    let (key, rest) = literal(rest).ok_or("the key is not a literal")?;
    let mut rest = rest.trim_start();
    let mut variables = BTreeSet::new();
    if has_variables {
        rest = rest.strip_prefix(',').ok_or("no variables follow")?.trim_start();
        rest = rest.strip_prefix('&').unwrap_or(rest);
        rest =
            rest.strip_prefix('[').ok_or("the variables are not written here, between [ and ]")?.trim_start();
        while let Some(tuple) = rest.strip_prefix('(') {
            let (name, value) =
                literal(tuple.trim_start()).ok_or("the name of a variable is not a literal")?;
            if !variables.insert(name.to_owned()) {
                return Err(format!("{name} is given twice"));
            }
            rest = behind_tuple(value).ok_or("a variable is not closed")?.trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
        }
        rest = rest.strip_prefix(']').ok_or("a variable is not a tuple")?.trim_start();
    }
    rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    match rest.starts_with(')') {
        true => Ok((key.to_owned(), variables)),
        false => Err(format!("more follows the text {key}")),
    }
}

/// The literal that a text begins with, and what follows it. Keys and names need no escapes.
fn literal(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('"')?.split_once('"')
}

/// What follows the parenthesis that closes a tuple, of which the rest is given.
fn behind_tuple(rest: &str) -> Option<&str> {
    let mut depth = 1;
    let mut is_literal = false;
    let mut is_escaped = false;
    for (at, character) in rest.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_literal => is_escaped = true,
            '"' => is_literal = !is_literal,
            '(' | '[' | '{' if !is_literal => depth += 1,
            ')' | ']' | '}' if !is_literal => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&rest[at + 1..]);
        }
    }
    None
}

#[test]
fn calls_are_found_with_their_variables() {
    for (source, key, variables, is_html) in [
        ("locale.text(\"a-b\")", "a-b", "", false),
        ("page.locale().text(\"a\")", "a", "", false),
        ("self.text(\"a-b\")", "a-b", "", false),
        ("{{ self.locale.html(\"a\") }}", "a", "", true),
        ("locale\n    .text(\n    \"a\",\n)", "a", "", false),
        ("locale.text_with(\"a\", &[(\"b\", &c)])", "a", "b", false),
        ("locale.text_with(\"a\", [(\"b\", &f(\")\", [1])), (\"d\", &e)])", "a", "b d", false),
        ("locale.html_with(\n\"a\",\n&[\n(\"b\", &c),\n(\"d\", &\"\\\")\"),\n],\n)", "a", "b d", true),
    ] {
        let found = calls(source);
        let [Ok(call)] = &found[..] else { panic!("{source}: {found:?}") };
        let names: Vec<&str> = call.variables.iter().map(String::as_str).collect();
        assert_eq!((call.key.as_str(), names.join(" ").as_str(), call.is_html), (key, variables, is_html));
    }
    for other in
        ["kept.text()", "row.text(0)", "form.text(\"a\")", "parts::text(form, \"a\")", "context(\"a\")"]
    {
        assert_eq!(calls(other), [], "{other}");
    }
    assert_eq!(calls("\n\nlocale.text(\"a\")")[0].as_ref().map(|call| call.line), Ok(3));
}

#[test]
fn calls_that_hide_a_key_or_a_variable_are_refused() {
    for source in [
        "locale.text(key)",
        "locale.text(&format!(\"a-{b}\"))",
        "locale.text(\"a\", b)",
        "locale.text(1)",
        "reader.text_with(key, &[])",
        "locale.text_with(\"a\")",
        "locale.text_with(\"a\", arguments)",
        "locale.text_with(\"a\", &[(name, &b)])",
        "locale.text_with(\"a\", &[b])",
        "locale.text_with(\"a\", &[(\"b\", &c), (\"b\", &d)])",
        "locale.text_with(\"a\", &[(\"b\", &c",
    ] {
        assert!(matches!(&calls(source)[..], [Err(_)]), "{source}");
    }
}
