//! Every page that people open.

use crate::door;
use crate::visit::Page;

/// In groups, each kept beside the code that answers.
pub static SITE: &[&[Page]] = &[door::PAGES];

pub fn pages() -> impl Iterator<Item = &'static Page> {
    SITE.iter().copied().flatten()
}
