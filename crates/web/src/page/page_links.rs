//! Links to the other pages of a list, and to other numbers of rows per page.

use app::CursorPage;
use axum::http::header;
use axum::http::request::Parts;

use super::page_size::PageSize;
use super::{PageRequest, PageResponse, cookies, language};

/// The query parameter that chooses the number of rows.
const PARAMETER: &str = "rows";

/// Remembers the page size in a query, and redirects to the same list without the parameter.
pub fn choose_size(parts: &Parts) -> Option<PageResponse> {
    let query = parts.uri.query()?;
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (_, chosen) = pairs.find(|(name, _)| *name == PARAMETER)?;
    let size = PageSize::parse(chosen)?;
    let place = language::with_query(parts.uri.path(), &language::without(PARAMETER, query));
    Some(PageResponse::goto(place).with_header(header::SET_COOKIE, cookies::chosen_page_size(size)))
}

pub struct PageLinks {
    pub first: Option<String>,
    pub previous: Option<String>,
    pub next: Option<String>,
    /// The same list in each page size, unless all rows fit on the smallest page.
    pub sizes: Vec<SizeLink>,
}

pub struct SizeLink {
    pub rows: usize,
    pub href: String,
    pub is_here: bool,
}

impl PageRequest<'_> {
    /// `address` is that of the page with a cursor, or of the first page.
    pub fn page_links<T>(
        &self,
        shown: &CursorPage<T>,
        address: impl Fn(Option<&str>) -> String,
    ) -> PageLinks {
        let start = address(None);
        let mark = if start.contains('?') { '&' } else { '?' };
        let size_link = |size: PageSize| SizeLink {
            rows: size.rows(),
            href: format!("{start}{mark}{PARAMETER}={}", size.rows()),
            is_here: size == self.page_size,
        };
        let is_first = self.query.get("cursor").is_empty();
        let is_short = is_first && shown.next.is_none() && shown.items.len() <= PageSize::default().rows();
        let sizes = if is_short { Vec::new() } else { PageSize::ALL.map(size_link).into() };
        PageLinks {
            previous: shown.previous.as_deref().map(|cursor| address(Some(cursor))),
            next: shown.next.as_deref().map(|cursor| address(Some(cursor))),
            first: (!is_first).then_some(start),
            sizes,
        }
    }
}
