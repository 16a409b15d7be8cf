//! "Confirm your address": to a person who wants to open an account, or whose address was mistyped for another.

use super::{EmailEnvelope, EmailLink};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::span;

pub struct JoinFacts {
    pub link: EmailLink,
    /// How long the link works.
    pub valid_seconds: i64,
}

pub fn join(cover: &EmailEnvelope<'_>, facts: &JoinFacts) -> Letter {
    let (brand, valid) = (&cover.brand.name, span(facts.valid_seconds));
    let page = EmailContent {
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
