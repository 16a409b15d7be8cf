//! Templates have no text of their own: all of it comes from the catalogs. A few are in English for good, and say so.

use crate::sources::{Source, templates};
use crate::template_text::visible_text;

/// The templates that are in English on purpose.
fn english_only() -> Vec<&'static str> {
    let lines = include_str!("english_only_templates.txt").lines();
    let listed = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    listed.map(|line| line.split_once(": ").unwrap_or_else(|| panic!("{line} has no reason")).0).collect()
}

#[test]
fn the_text_of_templates_comes_from_catalogs() {
    let english_only = english_only();
    let is_english = |template: &Source| english_only.contains(&template.path.as_str());
    let mut found = Vec::new();
    for template in templates().into_iter().filter(|template| !is_english(template)) {
        let texts = visible_text(&template.text);
        found.extend(texts.iter().map(|(line, text)| format!("{}:{line}: {text}", template.path)));
    }
    assert!(found.is_empty(), "These texts come from no catalog:\n{}", found.join("\n"));
}

#[test]
fn templates_in_english_have_text_and_their_pages_say_that_they_are_in_english() {
    let templates = templates();
    for path in english_only() {
        let Source { text, .. } =
            templates.iter().find(|template| template.path == path).unwrap_or_else(|| panic!("no {path}"));
        assert!(!visible_text(text).is_empty(), "{path} has no text: remove it from the list");
        let is_public_page = text.contains("{%- extends") && !path.contains("/gallery/");
        assert!(!is_public_page || text.contains("{%- block lang -%}en{%- endblock -%}"), "{path}");
    }
}
