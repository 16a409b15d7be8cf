//! Every page that people open.

use crate::visit::Page;
use crate::{claim, door, oauth};

/// In groups, each kept beside the code that answers.
pub static SITE: &[&[Page]] = &[door::PAGES, claim::PAGES, oauth::PAGES];

pub fn pages() -> impl Iterator<Item = &'static Page> {
    SITE.iter().copied().flatten()
}
