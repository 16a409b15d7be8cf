//! Pages as data: their addresses, who may ask for them, and what answers. Routing, the checks and the tests of access
//! are all made from these.

use futures_util::future::BoxFuture;

use super::{Answer, Trouble, Visit};
use crate::api::Method;

/// Who may ask for a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Anyone,
    SignedIn,
    /// Signed in, and the password was given a short while ago.
    Proved,
}

pub type Run = for<'a> fn(&'a Visit<'a>) -> BoxFuture<'a, Result<Answer, Trouble>>;

pub struct Page {
    pub method: Method,
    /// Its parameters are `mode`, `id`, `item_id` and `token`.
    pub path: &'static str,
    pub access: Access,
    pub run: Run,
}

impl Page {
    pub const fn get(path: &'static str, access: Access, run: Run) -> Page {
        Page { method: Method::Get, path, access, run }
    }

    pub const fn post(path: &'static str, access: Access, run: Run) -> Page {
        Page { method: Method::Post, path, access, run }
    }
}
