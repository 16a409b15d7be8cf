//! Finds text that a template says by itself: between its tags, in attributes that people see or hear, and in literals
//! that it gives to macros. A literal counts if it looks like language: with a space in it, or with a capital first.

/// Attributes that people see or hear. The style sheets show `data-label` beside the cells of tables on narrow screens.
const VISIBLE_ATTRIBUTES: [&str; 10] = [
    "alt",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "data-label",
    "label",
    "placeholder",
    "title",
];

/// Elements whose content is not language: code, and what a browser does not show.
const WITHOUT_LANGUAGE: [&str; 6] = ["code", "kbd", "pre", "samp", "script", "style"];

/// Names that are the same in every language.
const NAMES: [&str; 11] = ["API", "CSV", "EVM", "HTML", "HTTP", "ID", "JSON", "PDF", "URL", "USDC", "UTC"];

/// Stands for whatever an expression shows.
const EXPRESSION: char = '\u{fffc}';

/// The literal text that readers of the template get, with its line.
pub fn visible_text(template: &str) -> Vec<(usize, String)> {
    let (html, mut found) = without_expressions(template);
    if is_attributes(&html) {
        found.extend(attribute_texts("", &html).into_iter().map(|text| (1, text)));
        return found;
    }
    let mut rest = html.as_str();
    let mut hidden_until: Option<String> = None;
    let line_of = |rest: &str| html[..html.len() - rest.len()].matches('\n').count() + 1;
    while !rest.is_empty() {
        let text_end = rest.find('<').unwrap_or(rest.len());
        let (text, tag) = rest.split_at(text_end);
        if hidden_until.is_none() && is_language(text) {
            let is_nothing = |character: char| character.is_whitespace() || character == EXPRESSION;
            let begun = text.trim_start_matches(is_nothing);
            found.push((
                line_of(&rest[text.len() - begun.len()..]),
                shown(begun.trim_end_matches(is_nothing)),
            ));
        }
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
            continue;
        }
        let tag_end = end_of_tag(tag);
        let (inside, behind) = tag.split_at(tag_end);
        let name: String =
            inside.trim_start_matches('<').chars().take_while(|c| !c.is_whitespace() && *c != '>').collect();
        match &hidden_until {
            Some(end) if name == *end => hidden_until = None,
            Some(_) => {}
            None => {
                let texts = attribute_texts(&name, inside);
                found.extend(texts.into_iter().map(|text| (line_of(tag), text)));
                let is_hidden = WITHOUT_LANGUAGE.contains(&name.as_str());
                hidden_until = is_hidden.then(|| format!("/{name}"));
            }
        }
        rest = behind;
    }
    found.sort();
    found
}

/// Whether a template is the inside of a tag: attributes and nothing else.
fn is_attributes(html: &str) -> bool {
    let is_name =
        |name: &str| name.chars().all(|character| character.is_ascii_lowercase() || character == '-');
    let is_between = |character: char| character.is_whitespace() || character == EXPRESSION;
    let (mut rest, mut count) = (html.trim_start_matches(is_between), 0);
    while let Some((name, inside)) = rest.split_once("=\"") {
        let Some((_, behind)) = inside.split_once('"').filter(|_| is_name(name)) else { return false };
        (rest, count) = (behind.trim_start_matches(is_between), count + 1);
    }
    rest.is_empty() && count > 0
}

/// A text on one line, as those who read the report of the test want it.
fn shown(text: &str) -> String {
    text.replace(EXPRESSION, "{…}").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The template with one character for each expression, and its line breaks; and the literals of the expressions that
/// look like language.
fn without_expressions(template: &str) -> (String, Vec<(usize, String)>) {
    let mut html = String::new();
    let mut found = Vec::new();
    let mut rest = template;
    while let Some((at, end)) = next_expression(rest) {
        html.push_str(&rest[..at]);
        let inside = &rest[at + 2..];
        let length = if end == "#}" { inside.find(end) } else { end_of_expression(inside, end) };
        let (inside, behind) = inside.split_at(length.unwrap_or(inside.len()));
        if end != "#}" {
            let line = html.matches('\n').count() + 1;
            found.extend(
                literals(inside).into_iter().filter(|text| is_sentence(text)).map(|text| (line, text)),
            );
            html.push(EXPRESSION);
        }
        html.extend(inside.matches('\n'));
        rest = behind.strip_prefix(end).unwrap_or(behind);
    }
    html.push_str(rest);
    (html, found)
}

/// Where the next expression or comment begins, and how it ends.
fn next_expression(text: &str) -> Option<(usize, &'static str)> {
    [("{{", "}}"), ("{%", "%}"), ("{#", "#}")]
        .into_iter()
        .filter_map(|(start, end)| text.find(start).map(|at| (at, end)))
        .min()
}

/// Where an expression ends; what is in its literals does not end it.
fn end_of_expression(inside: &str, end: &str) -> Option<usize> {
    let (mut is_literal, mut is_escaped) = (false, false);
    inside.char_indices().find_map(|(at, character)| {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_literal => is_escaped = true,
            '"' => is_literal = !is_literal,
            _ => {}
        }
        (!is_literal && inside[at..].starts_with(end)).then_some(at)
    })
}

fn literals(expression: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut characters = expression.chars();
    while characters.by_ref().any(|character| character == '"') {
        let mut literal = String::new();
        while let Some(character) = characters.next().filter(|character| *character != '"') {
            literal.push(if character == '\\' { characters.next().unwrap_or(character) } else { character });
        }
        literals.push(literal);
    }
    literals
}

fn is_sentence(literal: &str) -> bool {
    let begins_like_one = literal.trim_start().starts_with(char::is_uppercase);
    is_language(literal) && (begins_like_one || literal.trim().contains(' '))
}

/// Whether a text has a word that is not the same in every language.
fn is_language(text: &str) -> bool {
    let entities = text.split('&').enumerate().map(|(index, part)| match part.split_once(';') {
        Some((name, behind)) if index > 0 && name.chars().all(|c| c.is_alphanumeric() || c == '#') => behind,
        _ => part,
    });
    let text: String = entities.collect::<Vec<_>>().join(" ");
    // Single letters, and letters beside digits, are the paths of drawings and numbers with their units.
    let is_word = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    text.split(|character: char| !character.is_alphanumeric())
        .any(|word| is_word(word) && !NAMES.contains(&word))
}

/// The length of a tag: to the `>` outside of its quoted values.
fn end_of_tag(tag: &str) -> usize {
    let mut quote = None;
    for (at, character) in tag.char_indices() {
        match (quote, character) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None | Some(_), _) => {}
        }
    }
    tag.len()
}

fn attribute_texts(element: &str, tag: &str) -> Vec<String> {
    let value = |name: &str| {
        let at = tag.find(&format!(" {name}=\"")).or_else(|| tag.find(&format!("\n{name}=\"")))?;
        tag[at + name.len() + 3..].split('"').next()
    };
    let is_button =
        element == "input" && value("type").is_some_and(|kind| ["submit", "button", "reset"].contains(&kind));
    let is_description = element == "meta" && value("name") == Some("description");
    let named = VISIBLE_ATTRIBUTES.into_iter();
    let named = named.chain(is_button.then_some("value")).chain(is_description.then_some("content"));
    named.filter_map(value).filter(|text| is_language(text)).map(shown).collect()
}

#[test]
fn text_is_found_wherever_people_see_or_hear_it() {
    for (template, found) in [
        ("<p>Hello</p>", "Hello"),
        ("<p>\n  Hello {{ name }}!\n</p>", "Hello {…}!"),
        ("{% if a %}Yes{% else %}No{% endif %}", "Yes{…}No"),
        ("<img alt=\"A photo\"><input placeholder=\"Name\">", "A photo|Name"),
        ("<a title=\"More {{ x }}\" aria-label='x'>", "More {…}"),
        ("<td data-label=\"Status\">", "Status"),
        ("<input type=\"submit\" value=\"Send\"><button value=\"x\">Go</button>", "Go|Send"),
        ("<meta name=\"description\" content=\"Pay people\">", "Pay people"),
        ("{% call parts::card(\"Details\", lead=\"on \\\"it\\\"\") %}", "Details|on \"it\""),
        ("{{ f(\"Not %} the end\") }}", "Not %} the end"),
        ("10 USDC &amp; more", "10 USDC &amp; more"),
        ("<code>x</code> Code", "Code"),
        ("plain words of a text file: {{ x }}", "plain words of a text file:"),
        (" id=\"{{ x }}\" title=\"More {{ x }}\"{% if a %} required=\"\"{% endif %}", "More {…}"),
    ] {
        let texts: Vec<String> = visible_text(template).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts.join("|"), found, "{template}");
    }
    assert_eq!(visible_text("\n{{ a(\n\"b\") }}\n<p>\nHi</p>")[0].0, 5);
    assert_eq!(visible_text("\n{{ a(\n\"Back\") }}")[0].0, 2);
}

#[test]
fn what_is_no_language_is_not_found() {
    for clean in [
        "",
        "<p class=\"Text\" id=\"Name\">{{ locale.text(\"claim-title\") }}</p>",
        "{% extends \"layout.html\" %}{% import \"parts.html\" as parts %}",
        "{# A comment of ours -#}<!-- and <p>another</p> -->",
        "<script>let a = \"Hello\";</script><style>p { color: red }</style><code>Authorization</code>",
        "{{ parts::text(form, \"email\", locale.text(\"label-email\"), kind=\"email\", maxlength=100) }}",
        "{{ parts::money(total, \"USDC\") }} USDC &nbsp;&#160; · 12 →",
        "<p>{{ locale.text_with(\"claim-total\", [(\"count\", &count)]) }}</p>",
        "<input type=\"hidden\" value=\"Name\"><input type=\"text\" value=\"{{ value }}\">",
        "<a href=\"a>b\">{{ x }}</a>",
        "{{ icon(\"M10 2.5a7.5 7.5 0 1 0 0 15ZM10 9v5\") }}",
        "<svg viewBox=\"0 0 12 12\"><path d=\"M-4-4h8v8z\"/></svg>",
        "<!doctype html>",
        " id=\"{{ x }}\"{% if a %} aria-invalid=\"true\"{% endif %}{% if b %} required=\"\"{% endif %}",
    ] {
        assert_eq!(visible_text(clean), [], "{clean}");
    }
}
