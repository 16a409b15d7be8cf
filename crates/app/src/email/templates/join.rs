//! "Confirm your address": to whoever wants to open an account, or to somebody whose address was mistyped.

use super::{Cover, Link};
use crate::email::Letter;
use crate::email::layout::Page;
use crate::email::text::span;

pub struct JoinFacts {
    pub link: Link,
    /// How long the link works.
    pub valid_seconds: i64,
}

pub fn join(cover: &Cover<'_>, facts: &JoinFacts) -> Letter {
    let (brand, valid) = (&cover.brand.name, span(facts.valid_seconds));
    let page = Page {
        subject: "Confirm your address to open your account".to_owned(),
        preview: format!("One step is left. The link works for {valid}."),
        heading: "Confirm your address".to_owned(),
        opening: vec![format!(
            "Somebody, hopefully you, is opening an account at {brand} with this address. Confirm that it is yours, \
             and go on from there. The link works for {valid}."
        )],
        facts: Vec::new(),
        button: ("Confirm my address".to_owned(), facts.link.clone()),
        closing: vec!["If you did not ask for this, ignore this email: no account is opened.".to_owned()],
        more: Vec::new(),
        because: format!("{brand} wrote to you because {} was entered there.", cover.to),
    };
    page.letter(cover)
}
