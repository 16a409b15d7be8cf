//! Pages as data: their addresses, who may ask for them, and what answers. Routing, the checks and the tests of access
//! are all made from these.

use futures_util::future::BoxFuture;

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
}

impl Page {
    /// Whether it counts as something that the account writes.
    pub fn spends_writes(&self) -> bool {
        self.method == Method::Post && !ends_something(self.path)
    }

    /// What stands in a path where this page has a parameter; nothing on a page without it.
    pub fn param<'p>(&self, path: &'p str, name: &str) -> &'p str {
        let position = self.path.split('/').position(|segment| {
            segment.strip_prefix('{').and_then(|segment| segment.strip_suffix('}')) == Some(name)
        });
        position.and_then(|position| path.split('/').nth(position)).unwrap_or_default()
    }

    pub const fn get(path: &'static str, access: Access, run: PageHandler) -> Page {
        Page { method: Method::Get, path, access, run }
    }

    pub const fn post(path: &'static str, access: Access, run: PageHandler) -> Page {
        Page { method: Method::Post, path, access, run }
    }
}
