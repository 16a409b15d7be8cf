//! The documentation: a page for each guide and resource, made from the documents in `docs/` and the endpoint table,
//! and a search over all of them. It has no page in two versions: what differs between servers is their names.

pub mod code_sample;
mod contents;
mod endpoints;
mod field_table;
mod files;
pub mod inline_code;
mod markdown;
mod menu;
mod page;
pub mod places;
mod samples;
mod search;
mod sections;
mod text;

use crate::frame::Html;
use crate::settings::WebSettings;
use contents::{Page, pages};
use search::Index;

/// All pages, made when the first one is asked for.
pub struct DocsSite {
    home: Html,
    /// For addresses that no page has.
    missing: Html,
    pages: Vec<(Page, Html)>,
    index: Index,
}

impl DocsSite {
    pub fn new(settings: &WebSettings, key_prefix: &str) -> DocsSite {
        let pages = pages();
        let names =
            markdown::ServerNames { brand: &settings.brand.name, origin: &settings.origin, key_prefix };
        let prose: Vec<text::Prose> = pages.iter().map(|page| text::prose(page, &pages, names)).collect();
        for (page, prose) in pages.iter().zip(&prose) {
            assert!(prose.broken.is_empty(), "{} has links that lead nowhere: {:?}", page.slug, prose.broken);
        }
        let html = |at: usize| page::page(settings, &pages, at, &prose[at]);
        let shown: Vec<Html> = (0..pages.len()).map(html).collect();
        DocsSite {
            home: page::home(settings, &pages),
            missing: page::missing(settings, &pages),
            index: Index::new(&pages, &prose),
            pages: pages.into_iter().zip(shown).collect(),
        }
    }

    pub fn home(&self) -> Html {
        self.home.clone()
    }

    pub fn missing(&self) -> Html {
        self.missing.clone()
    }

    pub fn page(&self, slug: &str) -> Option<Html> {
        self.pages.iter().find(|(page, _)| page.slug == slug).map(|(_, html)| html.clone())
    }

    /// The page with what was found. It takes any text.
    pub fn search(&self, settings: &WebSettings, query: &str) -> Html {
        let pages: Vec<&Page> = self.pages.iter().map(|(page, _)| page).collect();
        page::results(settings, &pages, query, self.index.find(query))
    }
}
