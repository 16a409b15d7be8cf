//! "Choose a new password": to a user who has forgotten theirs.

use super::{EmailEnvelope, EmailLink};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::span;

pub struct ResetFacts {
    pub link: EmailLink,
    /// How long the link works.
    pub valid_seconds: i64,
}

pub fn reset(cover: &EmailEnvelope<'_>, facts: &ResetFacts) -> Letter {
    let (brand, valid) = (&cover.brand.name, span(facts.valid_seconds));
    let page = EmailContent {
        subject: "Choose a new password".to_owned(),
        preview: format!("The link works for {valid}. Your password has not changed yet."),
        heading: "Choose a new password".to_owned(),
        opening: vec![format!(
            "Somebody, hopefully you, asked {brand} for a new password for your account. Your password has not \
             changed yet. The link works once, and for {valid}."
        )],
        facts: Vec::new(),
        button: ("Choose a new password".to_owned(), facts.link.clone()),
        closing: vec![
            "If you did not ask for this, ignore this email: your password stays as it is.".to_owned(),
            "Never give the link to anybody. Nobody who works here will ask you for it.".to_owned(),
        ],
        more: Vec::new(),
        because: format!("{brand} wrote to you because {} has an account there.", cover.to),
    };
    page.letter(cover)
}
