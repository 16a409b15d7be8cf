//! A Markdown document, cut at its headings of the second level.

pub struct Section {
    /// Nothing for what stands before the first heading.
    pub heading: &'static str,
    /// Without the heading.
    pub markdown: &'static str,
}

/// The sections of a document, in order. A line of code is no heading.
pub fn sections_of(document: &'static str) -> Vec<Section> {
    let mut sections = Vec::new();
    let (mut heading, mut start, mut at, mut is_code) = ("", 0, 0, false);
    for line in document.split_inclusive('\n') {
        let end = at + line.len();
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if !is_code && line.starts_with("# ") {
            start = end;
        }
        if let Some(next) = line.strip_prefix("## ").filter(|_| !is_code) {
            sections.push(Section { heading, markdown: &document[start..at] });
            (heading, start) = (next.trim(), end);
        }
        at = end;
    }
    sections.push(Section { heading, markdown: &document[start..] });
    sections
}

/// The anchor of a heading, as GitHub makes it.
pub fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::{anchor, sections_of};

    #[test]
    fn a_document_is_cut_at_its_headings_and_not_in_its_code() {
        let cut =
            sections_of("# Title\n\nFirst.\n\n## A b\n\nText\n\n```sh\n# no\n## no\n```\n\n## C\n### d\n");
        let read: Vec<(&str, &str)> = cut.iter().map(|one| (one.heading, one.markdown.trim())).collect();
        assert_eq!(read, [("", "First."), ("A b", "Text\n\n```sh\n# no\n## no\n```"), ("C", "### d")]);
    }

    #[test]
    fn anchors_are_those_of_github() {
        assert_eq!(anchor("Quotes and fees"), "quotes-and-fees");
        assert_eq!(anchor("What's `whsec_`?"), "whats-whsec_");
    }
}
