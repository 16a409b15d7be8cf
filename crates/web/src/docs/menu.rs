//! The menu of the documentation, and the way from each page to the one before and behind it.

use super::contents::{Page, PageKind};
use super::text::Prose;
use crate::api::ENDPOINTS;

pub struct MenuGroup {
    pub title: &'static str,
    pub items: Vec<MenuItem>,
}

pub struct MenuItem {
    pub href: String,
    pub title: String,
    pub is_here: bool,
    /// What the open page has.
    pub inner: Vec<InnerItem>,
}

pub struct InnerItem {
    pub href: String,
    pub title: String,
    /// The method of an endpoint.
    pub method: Option<&'static str>,
}

impl InnerItem {
    pub fn badge(&self) -> String {
        self.method.unwrap_or_default().to_lowercase()
    }
}

pub struct PageLink {
    pub href: String,
    pub title: String,
}

/// The menu of a page that isn't in it, or of one that is, with its parts.
pub fn menu<'p>(pages: impl Iterator<Item = &'p Page>, here: Option<(&str, &Prose)>) -> Vec<MenuGroup> {
    let mut groups = vec![
        MenuGroup { title: "Guides", items: Vec::new() },
        MenuGroup { title: "API reference", items: Vec::new() },
    ];
    for page in pages {
        let open = here.filter(|(slug, _)| *slug == page.slug);
        let item = MenuItem {
            href: page.href(),
            title: page.title.to_owned(),
            is_here: open.is_some(),
            inner: open.map(|(_, prose)| inner(page, prose)).unwrap_or_default(),
        };
        groups[usize::from(page.kind != PageKind::Guide)].items.push(item);
    }
    groups
}

fn inner(page: &Page, prose: &Prose) -> Vec<InnerItem> {
    let headings = prose.parts.iter().filter(|part| !part.id.is_empty());
    let mut inner: Vec<InnerItem> = headings
        .map(|part| InnerItem { href: format!("#{}", part.id), title: part.title.clone(), method: None })
        .collect();
    if let PageKind::Resource(tag) = page.kind {
        inner.extend(ENDPOINTS.iter().filter(|endpoint| endpoint.tag == tag).map(|endpoint| InnerItem {
            href: format!("#{}", endpoint.id),
            title: endpoint.summary.to_owned(),
            method: Some(endpoint.method.name()),
        }));
    }
    inner
}

/// The page before the one at this place, and the page behind it. The first one follows the introduction.
pub fn neighbours(pages: &[Page], at: usize) -> (Option<PageLink>, Option<PageLink>) {
    let link = |page: &Page| PageLink { href: page.href(), title: page.title.to_owned() };
    let home = || PageLink { href: "/docs".to_owned(), title: "Introduction".to_owned() };
    let before = at.checked_sub(1).map_or_else(home, |before| link(&pages[before]));
    (Some(before), pages.get(at + 1).map(link))
}
