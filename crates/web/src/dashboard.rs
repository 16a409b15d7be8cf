//! The dashboard: pages for the people who own accounts.
//!
//! `shell` is the frame around every page, `form` and `parts` are what the macros of `parts.html` are called with.

#![expect(dead_code, reason = "the pages that are written with these parts come next")]

mod chart;
mod form;
#[cfg(test)]
mod gallery;
mod parts;
mod progress;
mod shell;
