//! Pages as data: path, access and function. Routing, the checks and the access tests derive from these.

use futures_util::future::BoxFuture;

use super::shell::Section;
use super::{PageError, PageRequest, PageResponse};
use crate::api::Method;
use crate::write_limits::ends_something;

/// Who may ask for a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Anyone,
    SignedIn,
    /// Signed in, and the password was given a short while ago.
    RecentlyAuthenticated,
}

pub type PageHandler = for<'a> fn(&'a PageRequest<'a>) -> BoxFuture<'a, Result<PageResponse, PageError>>;

pub struct Page {
    pub method: Method,
    /// Its parameters are `mode`, `id`, `item_id`, `month` and `token`.
    pub path: &'static str,
    pub access: Access,
    pub run: PageHandler,
    /// Larger ones are not read.
    pub largest_form: usize,
    /// Whether the token in its path is all it needs. Mail programs post to it (RFC 8058): they have no cookie, and
    /// their origin is another.
    pub is_one_click: bool,
    /// The parameters of a list's query that are remembered for its next visit.
    pub remembered_filters: &'static [&'static str],
}

/// Enough for every form without a file or a list of people.
const LARGEST_FORM: usize = 1 << 16;
/// A payout to 100 people, or a file of them.
const LARGEST_PAYOUT_FORM: usize = 1 << 20;

impl Page {
    /// Whether it counts as something that the account writes.
    pub fn spends_writes(&self) -> bool {
        self.method == Method::Post && !ends_something(self.path)
    }

    /// The part of the dashboard that it belongs to, which decides whose accounts have it.
    pub fn section(&self) -> Option<Section> {
        let rest = self.path.strip_prefix("/dashboard/{mode}")?;
        match rest.strip_prefix('/') {
            None => Some(Section::Overview),
            Some(rest) => Section::parse(rest.split('/').next().unwrap_or_default()),
        }
    }

    /// What stands in a path where this page has a parameter; nothing on a page without it.
    pub fn param<'p>(&self, path: &'p str, name: &str) -> &'p str {
        let position = self.path.split('/').position(|segment| {
            segment.strip_prefix('{').and_then(|segment| segment.strip_suffix('}')) == Some(name)
        });
        position.and_then(|position| path.split('/').nth(position)).unwrap_or_default()
    }

    pub const fn get(path: &'static str, access: Access, run: PageHandler) -> Page {
        Page {
            method: Method::Get,
            path,
            access,
            run,
            largest_form: 0,
            is_one_click: false,
            remembered_filters: &[],
        }
    }

    pub const fn post(path: &'static str, access: Access, run: PageHandler) -> Page {
        Page { method: Method::Post, largest_form: LARGEST_FORM, ..Page::get(path, access, run) }
    }

    pub const fn one_click(path: &'static str, run: PageHandler) -> Page {
        Page { is_one_click: true, ..Page::post(path, Access::Anyone, run) }
    }

    pub const fn remembering(self, remembered_filters: &'static [&'static str]) -> Page {
        Page { remembered_filters, ..self }
    }

    pub const fn with_payout_form(self) -> Page {
        Page { largest_form: LARGEST_PAYOUT_FORM, ..self }
    }
}
