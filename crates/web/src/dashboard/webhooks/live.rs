//! Parts of pages that ask for themselves again and again. Not for ever: a page that a user forgot must not keep its
//! owner signed in.

use crate::page::PageRequest;

/// Every three seconds, so for about ten minutes.
const MAX_BEATS: u32 = 200;

/// Where a part is asked for next, and what to do when it is not any more.
pub struct LiveRefresh {
    pub refresh: Option<String>,
    /// It has gone on for so long that the user must say that they still look.
    pub is_tired: bool,
    /// The page that the part is on.
    pub here: String,
}

impl LiveRefresh {
    /// `here` is the page; its part is at `part`.
    pub fn of(request: &PageRequest<'_>, here: String, part: &str) -> LiveRefresh {
        let beat = request.query.get("beat").parse().unwrap_or(0_u32);
        let is_tired = beat >= MAX_BEATS;
        let mark = if part.contains('?') { '&' } else { '?' };
        let refresh = (!is_tired).then(|| format!("{part}{mark}beat={}", beat + 1));
        LiveRefresh { refresh, is_tired, here }
    }

    /// Nothing will change any more.
    pub fn still(here: String) -> LiveRefresh {
        LiveRefresh { refresh: None, is_tired: false, here }
    }
}
