//! Parts of pages that ask for themselves again and again. Not for ever: a page that a user forgot must not keep its
//! owner signed in.

use crate::page::PageRequest;

/// How often a part asks for itself, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Something moves now. For about ten minutes.
    Fast,
    /// The next change waits for a person. For an hour.
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

/// Where a part is asked for next, and what to do when it is not any more.
pub struct LiveRefresh {
    pub refresh: Option<String>,
    /// In how many seconds.
    pub seconds: u32,
    /// It has gone on for so long that the user must say that they still look.
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

    /// Nothing will change any more.
    pub fn still(here: String) -> LiveRefresh {
        LiveRefresh { refresh: None, seconds: 0, is_tired: false, here }
    }
}
