//! Parts of pages that refresh themselves for a limited time: a forgotten page must not keep its user signed in.

use crate::page::PageRequest;

/// How often a part refreshes itself, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A worker is changing something. Refreshes for about ten minutes.
    Fast,
    /// The next change depends on a person. Refreshes for an hour.
    Slow,
}

impl Pace {
    const fn seconds(self) -> u32 {
        match self {
            Pace::Fast => 3,
            Pace::Slow => 30,
        }
    }

    const fn max_beats(self) -> u32 {
        match self {
            Pace::Fast => 200,
            Pace::Slow => 120,
        }
    }
}

/// The next refresh of a part, or the reason why there is none.
pub struct LiveRefresh {
    pub refresh: Option<String>,
    /// Seconds until the next refresh.
    pub seconds: u32,
    /// The time limit has ended the refreshes, so the user must reload the page.
    pub is_tired: bool,
    /// The page that the part is on.
    pub here: String,
}

impl LiveRefresh {
    /// `here` is the page; its part is at `part`.
    pub fn of(request: &PageRequest<'_>, pace: Pace, here: String, part: &str) -> LiveRefresh {
        let beat = request.query.get("beat").parse().unwrap_or(0_u32);
        let is_tired = beat >= pace.max_beats();
        let mark = if part.contains('?') { '&' } else { '?' };
        let refresh = (!is_tired).then(|| format!("{part}{mark}beat={}", beat + 1));
        LiveRefresh { refresh, seconds: pace.seconds(), is_tired, here }
    }

    /// No refresh, because nothing can change anymore.
    pub fn still(here: String) -> LiveRefresh {
        LiveRefresh { refresh: None, seconds: 0, is_tired: false, here }
    }
}
