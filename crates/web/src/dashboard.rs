//! The dashboard: pages for the people who own accounts.
//!
//! `shell` is the frame around every page, `form` and `parts` are what the macros of `parts.html` are called with.

#![expect(dead_code, reason = "the pages that are written with these parts come next")]

pub(crate) mod chart;
pub(crate) mod form;
#[cfg(test)]
mod gallery;
pub(crate) mod parts;
pub(crate) mod progress;
pub(crate) mod shell;
pub(crate) mod when;
