//! The search over the documentation. It reads the pages' texts in memory, so a query costs the same whatever it says:
//! its length and its number of words are limited.

use rules::event_type::EventType;

use super::contents::{Page, PageKind};
use super::places::{EVENTS_PAGE, endpoint_href, object_href, objects_of_tag};
use super::text::Prose;
use crate::api::{ApiEndpoint, ENDPOINTS};
use crate::openapi::events;
use crate::problem::Slug;
use crate::shape::{Field, FieldKind, Object};

const LONGEST_QUERY: usize = 100;
const MAX_WORDS: usize = 8;
const MAX_RESULTS: usize = 20;
/// How much text is shown before and behind the first word that was found.
const BEFORE: usize = 60;
const BEHIND: usize = 140;

/// One place that can be found.
struct Entry {
    href: String,
    title: String,
    /// The page it is on.
    page: String,
    text: String,
    /// Title and text in lower case, byte for byte as long as they are.
    low_title: String,
    low_text: String,
    low_page: String,
}

/// How many words of a query an entry has, and how prominently.
struct Score {
    words: usize,
    points: usize,
}

pub struct Index(Vec<Entry>);

pub struct SearchResult {
    pub href: String,
    pub title: String,
    pub page: String,
    /// The text around the first word, and whether each piece is a word that was found.
    pub snippet: Vec<(String, bool)>,
}

impl Index {
    pub fn new(pages: &[Page], prose: &[Prose]) -> Index {
        let mut entries = Vec::new();
        for (page, prose) in pages.iter().zip(prose) {
            for part in &prose.parts {
                let fragment = if part.id.is_empty() { String::new() } else { format!("#{}", part.id) };
                let text = if part.id.is_empty() {
                    format!("{} {}", page.about, part.text)
                } else {
                    part.text.clone()
                };
                entries.push(Entry::new(format!("{}{fragment}", page.href()), &part.title, page.title, text));
            }
            if let PageKind::Resource(tag) = page.kind {
                entries
                    .extend(objects_of_tag(tag).into_iter().map(|object| object_entry(object, page.title)));
                let endpoints = ENDPOINTS.iter().filter(|endpoint| endpoint.tag == tag);
                entries.extend(endpoints.map(|endpoint| endpoint_entry(endpoint, page.title)));
            }
        }
        entries.extend(Slug::ALL.map(error_entry));
        entries.extend(EventType::ALL.iter().map(event_entry));
        Index(entries)
    }

    /// The best places that have every word of the query, best first. If there is none, those that have the most words,
    /// if these are at least half of them.
    pub fn find(&self, query: &str) -> Vec<SearchResult> {
        let words = words(query);
        if words.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(Score, &Entry)> = self
            .0
            .iter()
            .map(|entry| (entry.score(&words), entry))
            .filter(|(score, _)| score.words > 0)
            .collect();
        let most = found.iter().map(|(score, _)| score.words).max().unwrap_or(0);
        if 2 * most < words.len() {
            return Vec::new();
        }
        found.retain(|(score, _)| score.words == most);
        // Stable, so equals stay in the order of the pages.
        found.sort_by_key(|(score, _)| std::cmp::Reverse(score.points));
        found.truncate(MAX_RESULTS);
        found.into_iter().map(|(_, entry)| entry.result(&words)).collect()
    }
}

/// The words of a query in lower case.
fn words(query: &str) -> Vec<String> {
    let query = &query[..query.floor_char_boundary(LONGEST_QUERY)];
    query.split_whitespace().take(MAX_WORDS).map(str::to_ascii_lowercase).collect()
}

impl Entry {
    fn new(href: String, title: &str, page: &str, text: String) -> Entry {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Entry {
            href,
            low_title: title.to_ascii_lowercase(),
            low_text: text.to_ascii_lowercase(),
            low_page: page.to_ascii_lowercase(),
            title: title.to_owned(),
            page: page.to_owned(),
            text,
        }
    }

    /// A title counts more than a text, the title of the page a little, and a whole title or an endpoint most.
    fn score(&self, words: &[String]) -> Score {
        let mut score = Score { words: 0, points: 0 };
        for word in words {
            let singular = word.strip_suffix('s').filter(|singular| singular.len() > 2).unwrap_or(word);
            let in_text = self.low_text.matches(singular).take(5).count();
            let is_in_title = self.low_title.contains(singular);
            let is_in_page = self.low_page.contains(singular);
            if in_text == 0 && !is_in_title && !is_in_page {
                continue;
            }
            score.words += 1;
            let whole = self.low_title.split(|letter: char| !letter.is_alphanumeric()).any(|one| one == word);
            score.points += in_text
                + 2 * usize::from(is_in_page)
                + 10 * usize::from(is_in_title)
                + 10 * usize::from(whole);
        }
        // An endpoint's text begins with its method and path.
        let whole = words.join(" ");
        let is_exact = self.low_title == whole || self.low_text.starts_with(&whole);
        score.points += 20 * usize::from(is_exact);
        score
    }

    fn result(&self, words: &[String]) -> SearchResult {
        SearchResult {
            href: self.href.clone(),
            title: self.title.clone(),
            page: self.page.clone(),
            snippet: self.snippet(words),
        }
    }

    fn snippet(&self, words: &[String]) -> Vec<(String, bool)> {
        let first = words.iter().filter_map(|word| self.low_text.find(word.as_str())).min().unwrap_or(0);
        let start = self.text.floor_char_boundary(first.saturating_sub(BEFORE));
        let end = self.text.floor_char_boundary(first + BEHIND);
        let mut pieces = Vec::new();
        if start > 0 {
            pieces.push(("… ".to_owned(), false));
        }
        let (mut at, mut plain) = (start, start);
        while at < end {
            let here = &self.low_text[at..end];
            match words.iter().filter(|word| here.starts_with(word.as_str())).map(String::len).max() {
                Some(length) => {
                    pieces.push((self.text[plain..at].to_owned(), false));
                    pieces.push((self.text[at..at + length].to_owned(), true));
                    at += length;
                    plain = at;
                }
                None => at = self.text.ceil_char_boundary(at + 1),
            }
        }
        pieces.push((self.text[plain..end].to_owned(), false));
        if end < self.text.len() {
            pieces.push((" …".to_owned(), false));
        }
        pieces
    }
}

fn endpoint_entry(endpoint: &ApiEndpoint, page: &str) -> Entry {
    let mut text =
        format!("{} {}. {}", endpoint.method.name(), endpoint.path, endpoint.about.replace('`', ""));
    for parameter in endpoint.query {
        write_field(&parameter.field, &mut text);
    }
    endpoint.body.iter().flat_map(|body| body.fields).for_each(|field| write_field(field, &mut text));
    Entry::new(endpoint_href(endpoint), endpoint.summary, page, text)
}

fn object_entry(object: &'static Object, page: &str) -> Entry {
    let mut text = object.about.replace('`', "");
    object.fields.iter().for_each(|field| write_field(field, &mut text));
    let href = object_href(object.name).expect("an object of a page has a place");
    Entry::new(href, &format!("The {} object", object.name), page, text)
}

fn write_field(field: &Field, text: &mut String) {
    text.push_str(&format!(" {}: {}", field.name, field.about.replace('`', "")));
    if let FieldKind::Object(inner) | FieldKind::List { of: inner, .. } = field.kind {
        inner.fields.iter().for_each(|field| write_field(field, text));
    }
}

fn error_entry(slug: Slug) -> Entry {
    let text = format!("{} {} {}", slug.status().as_str(), slug.meaning(), slug.remedy()).replace('`', "");
    Entry::new(format!("/errors/{}", slug.name()), slug.name(), "Errors", text)
}

fn event_entry(event: &EventType) -> Entry {
    let text = format!("{}. Shows the {} object.", event.words(), events::object(*event).name);
    Entry::new(format!("/docs/{EVENTS_PAGE}"), event.name(), "Events", text)
}

#[cfg(test)]
mod tests {
    use super::super::contents::pages;
    use super::super::markdown::ServerNames;
    use super::super::text::{Prose, prose};
    use super::{Index, LONGEST_QUERY, MAX_RESULTS};

    fn index(brand: &str) -> Index {
        let pages = pages();
        let names = ServerNames { brand, origin: "https://pay.example.com", key_prefix: "florin" };
        let prose: Vec<Prose> = pages.iter().map(|page| prose(page, &pages, names)).collect();
        Index::new(&pages, &prose)
    }

    #[test]
    fn what_integrators_look_for_is_found_first() {
        let index = index("Florin");
        for (query, href) in [
            ("signature", "/docs/webhooks#signature-verification"),
            ("verify signatures", "/docs/webhooks#signature-verification"),
            ("code_challenge", "/docs/oauth"),
            ("insufficient_funds", "/errors/insufficient_funds"),
            ("create payout", "/docs/payouts#createPayout"),
            ("POST /payouts/validate", "/docs/payouts#validatePayout"),
            ("payout.completed", "/docs/events"),
            ("Pagination", "/docs/pagination"),
            ("magic amounts", "/docs/sandbox#magic-amounts"),
            ("IDEMPOTENCY", "/docs/idempotency"),
            ("webhook retries", "/docs/webhooks#retries"),
            ("webhook signature zebra", "/docs/webhooks#signature-verification"),
        ] {
            let found = index.find(query);
            let first = found.first().unwrap_or_else(|| panic!("nothing is found for {query}"));
            assert_eq!(first.href, href, "{query}");
        }
        for query in ["whsec_", "+fail", "Retry-After", "next_cursor"] {
            assert!(!index.find(query).is_empty(), "{query}");
        }
        // Every guide with samples is found by their language.
        for language in ["python", "javascript", "rust", "curl"] {
            assert!(index.find(language).len() >= 6, "{language}");
        }
    }

    #[test]
    fn any_text_can_be_searched_for() {
        let index = index("İßﬀ Pay");
        for query in
            ["", " ", "\u{0}", "é", "İ", "ß pay", "\u{202e}", "zzzz", "a b c d e f g h i j", "%", "<b>"]
        {
            assert!(index.find(query).len() <= MAX_RESULTS, "{query}");
        }
        assert!(index.find("").is_empty() && index.find("payouts qqqq zzzz").is_empty());
        // What is longer than the limit isn't read, and isn't cut inside a letter.
        let long = format!("{}é payout", "a".repeat(LONGEST_QUERY - 1));
        assert!(index.find(&long).is_empty());
    }

    #[test]
    fn what_was_found_is_marked_in_the_text_around_it() {
        let index = index("Florin");
        for query in ["code_challenge", "payout", "é", "the"] {
            for result in index.find(query) {
                let text: String = result.snippet.iter().map(|(piece, _)| piece.as_str()).collect();
                assert!(text.len() < 300, "{text}");
                for (piece, is_marked) in &result.snippet {
                    assert!(!is_marked || piece.eq_ignore_ascii_case(query), "{piece}");
                }
            }
        }
    }
}
