//! The prose of a page: its sections of the documents as HTML, and where their links lead on the site.

use super::contents::{Document, Page, SectionName, section};
use super::markdown::{PageWriter, Part, ServerNames};
use super::sections::{anchor, sections_of};

/// Files of the repository that documents link to, and where a server has the same.
const FILES: [(&str, &str); 1] = [("../crates/web/openapi.json", "/openapi.json")];

pub struct Prose {
    pub html: String,
    pub parts: Vec<Part>,
    /// Links that lead nowhere. A test fails if there are any.
    pub broken: Vec<String>,
}

pub fn prose(page: &Page, pages: &[Page], names: ServerNames<'_>) -> Prose {
    let mut html = String::new();
    let mut broken = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    let mut codes = 0;
    for named in &page.sections {
        let (document, heading) = *named;
        let resolve = |target: &str| place(document, target, pages);
        let mut writer = PageWriter::new(names, &resolve, page.title, codes);
        if page.shows_heading(heading) {
            writer.heading(heading);
        }
        writer.section(section(*named).markdown);
        html.push_str(&writer.html);
        codes = writer.codes();
        broken.append(&mut writer.broken);
        parts.append(&mut writer.parts);
    }
    // Each section begins with the page itself, and what has no heading of its own is the page's.
    let (own, mut below): (Vec<Part>, Vec<Part>) = parts.into_iter().partition(|part| part.id.is_empty());
    let text = own.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ");
    let mut parts = vec![Part { id: String::new(), title: page.title.to_owned(), text }];
    parts.append(&mut below);
    Prose { html, parts, broken }
}

/// Where a link of a document leads: `#payouts`, `SANDBOX.md`, `SANDBOX.md#clock` or a file that a server has.
fn place(document: Document, target: &str, pages: &[Page]) -> Option<String> {
    if let Some((_, address)) = FILES.iter().find(|(file, _)| *file == target) {
        return Some((*address).to_owned());
    }
    let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
    let document =
        if file.is_empty() { document } else { Document::ALL.into_iter().find(|one| one.file() == file)? };
    if fragment.is_empty() {
        return first_page(document, pages).map(Page::href);
    }
    let found = sections_of(document.text()).into_iter().find(|section| has_anchor(section, fragment))?;
    let named: SectionName = (document, found.heading);
    let page = pages.iter().find(|page| page.sections.contains(&named))?;
    let is_title = anchor(found.heading) == fragment && !page.shows_heading(found.heading);
    Some(if is_title { page.href() } else { format!("{}#{fragment}", page.href()) })
}

/// The page of a document as a whole.
fn first_page(document: Document, pages: &[Page]) -> Option<&Page> {
    let is_in = |page: &&Page| page.sections.iter().any(|(shown, _)| *shown == document);
    match document {
        Document::Api => None,
        Document::Webhooks | Document::Sandbox => pages.iter().find(is_in),
    }
}

fn has_anchor(section: &super::sections::Section, fragment: &str) -> bool {
    let inner = section.markdown.lines().filter_map(|line| line.strip_prefix("### "));
    anchor(section.heading) == fragment || inner.map(anchor).any(|inner| inner == fragment)
}

#[cfg(test)]
mod tests {
    use super::super::contents::{Document, pages};
    use super::super::markdown::ServerNames;
    use super::{place, prose};

    #[test]
    fn no_link_of_the_documents_leads_nowhere() {
        let pages = pages();
        let names = ServerNames { brand: "Florin", origin: "https://pay.example.com", key_prefix: "florin" };
        for page in &pages {
            let prose = prose(page, &pages, names);
            assert_eq!(prose.broken, Vec::<String>::new(), "{}", page.slug);
            assert_eq!(prose.html.is_empty(), page.sections.is_empty(), "{}", page.slug);
        }
    }

    #[test]
    fn a_link_between_documents_leads_to_the_page_of_its_section() {
        let pages = pages();
        for (document, target, href) in [
            (Document::Api, "#oauth", Some("/docs/oauth")),
            (Document::Api, "#environments", Some("/docs/authentication#environments")),
            (Document::Api, "SANDBOX.md", Some("/docs/sandbox")),
            (Document::Api, "WEBHOOKS.md", Some("/docs/webhooks")),
            (Document::Webhooks, "SANDBOX.md#clock", Some("/docs/sandbox#clock")),
            (Document::Sandbox, "API.md#payouts", Some("/docs/payouts")),
            (Document::Sandbox, "#payouts", Some("/docs/sandbox#payouts")),
            (Document::Api, "../crates/web/openapi.json", Some("/openapi.json")),
            (Document::Api, "OPERATING.md#webhooks", None),
            (Document::Api, "#nothing", None),
        ] {
            assert_eq!(place(document, target, &pages).as_deref(), href, "{target}");
        }
    }
}
