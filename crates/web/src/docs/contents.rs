//! The contents of the documentation as data: its guides and resources, and which sections of the documents in `docs/`
//! each page shows. Every section is on one page, so a fact has one place.

use super::places::{EVENTS_PAGE, page_of_tag};
use super::sections::{Section, sections_of};
use crate::openapi;

/// A document in the repository, which people also read there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document {
    Api,
    Webhooks,
    Sandbox,
}

impl Document {
    pub const ALL: [Document; 3] = [Document::Api, Document::Webhooks, Document::Sandbox];

    pub const fn file(self) -> &'static str {
        match self {
            Document::Api => "API.md",
            Document::Webhooks => "WEBHOOKS.md",
            Document::Sandbox => "SANDBOX.md",
        }
    }

    pub const fn text(self) -> &'static str {
        match self {
            Document::Api => include_str!("../../../../docs/API.md"),
            Document::Webhooks => include_str!("../../../../docs/WEBHOOKS.md"),
            Document::Sandbox => include_str!("../../../../docs/SANDBOX.md"),
        }
    }
}

/// A section by its heading. What stands before the first one has none.
pub type SectionName = (Document, &'static str);

/// Sections that pages don't show: the introductions of the documents, and what only operators read.
#[cfg(test)]
const ELSEWHERE: [SectionName; 3] =
    [(Document::Api, ""), (Document::Webhooks, ""), (Document::Webhooks, "Operator settings")];

pub struct Page {
    pub slug: String,
    pub title: &'static str,
    pub about: String,
    pub kind: PageKind,
    pub sections: Vec<SectionName>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    Guide,
    /// The endpoints of a tag.
    Resource(&'static str),
    Events,
}

impl Page {
    pub fn href(&self) -> String {
        format!("/docs/{}", self.slug)
    }

    /// Whether the page shows the section's heading: the title of the page may say the same.
    pub fn shows_heading(&self, heading: &str) -> bool {
        !heading.is_empty() && heading != self.title
    }
}

/// Name, title, what it is about, and its sections.
type Guide = (&'static str, &'static str, &'static str, &'static [SectionName]);

const GUIDES: [Guide; 10] = [
    (
        "quickstart",
        "Quickstart",
        "Get a test key and send your first payout in five minutes.",
        &[(Document::Api, "Quickstart")],
    ),
    (
        "authentication",
        "Authentication and scopes",
        "API keys, the sandbox and live environments, and what each scope allows.",
        &[(Document::Api, "Authentication"), (Document::Api, "Environments")],
    ),
    (
        "oauth",
        "OAuth",
        "Act on other users' accounts, with their permission: authorization code, PKCE, refresh, revocation.",
        &[(Document::Api, "OAuth")],
    ),
    (
        "requests",
        "Requests and responses",
        "Bodies, amounts, times, IDs and rate limits.",
        &[(Document::Api, "Requests and responses"), (Document::Api, "Rate limits")],
    ),
    (
        "idempotency",
        "Idempotency",
        "Retry a request safely: it takes effect once.",
        &[(Document::Api, "Idempotency")],
    ),
    (
        "pagination",
        "Pagination",
        "Read long lists page by page, with filters.",
        &[(Document::Api, "Pagination")],
    ),
    ("errors", "Errors", "Every error, and what to do about it.", &[(Document::Api, "Errors")]),
    (
        "webhooks",
        "Webhooks",
        "Receive events on your server: endpoints, signatures, retries and secret rotation.",
        &[
            (Document::Webhooks, "Local development"),
            (Document::Webhooks, "Endpoints"),
            (Document::Webhooks, "Requests"),
            (Document::Webhooks, "Signature verification"),
            (Document::Webhooks, "Retries"),
            (Document::Webhooks, "Secret rotation"),
        ],
    ),
    (
        "sandbox",
        "Sandbox",
        "Simulate banks, recipients and time, and reach every status.",
        &[
            (Document::Api, "Sandbox"),
            (Document::Sandbox, ""),
            (Document::Sandbox, "Single events"),
            (Document::Sandbox, "Clock"),
            (Document::Sandbox, "Deposits"),
            (Document::Sandbox, "Withdrawals"),
            (Document::Sandbox, "Magic amounts"),
            (Document::Sandbox, "Payouts"),
        ],
    ),
    (
        "going-live",
        "Going live",
        "A checklist for the day your integration moves real money.",
        &[(Document::Api, "Going live"), (Document::Sandbox, "Differences from live")],
    ),
];

/// All pages but the first, in the order of the menu.
pub fn pages() -> Vec<Page> {
    let guides = GUIDES.iter().map(|&(slug, title, about, sections)| Page {
        slug: slug.to_owned(),
        title,
        about: about.to_owned(),
        kind: PageKind::Guide,
        sections: sections.to_vec(),
    });
    let resources = openapi::tags().into_iter().map(|tag| Page {
        slug: page_of_tag(tag),
        title: tag,
        about: openapi::about_tag(tag).to_owned(),
        kind: PageKind::Resource(tag),
        sections: section_of_tag(tag).into_iter().collect(),
    });
    let events = Page {
        slug: EVENTS_PAGE.to_owned(),
        title: "Events",
        about: "Every change to an object is an event, which webhooks deliver.".to_owned(),
        kind: PageKind::Events,
        sections: vec![(Document::Api, "Events")],
    };
    guides.chain(resources).chain([events]).collect()
}

/// The prose about a resource: the section with its name, for most.
fn section_of_tag(tag: &'static str) -> Option<SectionName> {
    match tag {
        "Balance" => Some((Document::Api, "Incoming USDC")),
        "Quotes" => Some((Document::Api, "Quotes and fees")),
        "Simulate" => None,
        named => Some((Document::Api, named)),
    }
}

pub fn section((document, heading): SectionName) -> Section {
    let found = sections_of(document.text()).into_iter().find(|section| section.heading == heading);
    found.unwrap_or_else(|| panic!("{} has no section {heading:?}", document.file()))
}

#[cfg(test)]
mod tests {
    use super::super::sections::sections_of;
    use super::{Document, ELSEWHERE, SectionName, pages};

    #[test]
    fn every_section_of_the_documents_has_exactly_one_place() {
        let shown: Vec<SectionName> =
            pages().into_iter().flat_map(|page| page.sections).chain(ELSEWHERE).collect();
        let mut count = 0;
        for document in Document::ALL {
            for section in sections_of(document.text()) {
                let named = (document, section.heading);
                let places = shown.iter().filter(|place| **place == named).count();
                assert_eq!(places, 1, "{named:?}");
                count += 1;
            }
        }
        assert_eq!(shown.len(), count, "a page shows a section that no document has");
    }

    #[test]
    fn every_page_has_its_own_name() {
        let pages = pages();
        for page in &pages {
            let same =
                pages.iter().filter(|other| other.slug == page.slug || other.title == page.title).count();
            assert_eq!(same, 1, "{}", page.slug);
            assert_ne!(page.slug, "search");
        }
    }
}
