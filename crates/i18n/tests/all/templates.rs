//! Templates have no text of their own: all of it comes from the catalogs.

use std::collections::BTreeSet;

use crate::shrinking_list;
use crate::sources::templates;
use crate::template_text::visible_text;

#[test]
fn the_text_of_templates_comes_from_catalogs() {
    let exceptions = include_str!("unconverted_templates.txt");
    let mut with_text = BTreeSet::new();
    let mut new = Vec::new();
    for template in templates() {
        let texts = visible_text(&template.text);
        if !exceptions.lines().any(|path| path == template.path) {
            new.extend(texts.iter().map(|(line, text)| format!("{}:{line}: {text}", template.path)));
        } else if !texts.is_empty() {
            with_text.insert(template.path);
        }
    }
    assert!(new.is_empty(), "These texts come from no catalog:\n{}", new.join("\n"));
    shrinking_list::check("Templates with text", "unconverted_templates.txt", exceptions, &with_text);
}
