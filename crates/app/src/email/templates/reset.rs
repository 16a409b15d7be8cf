//! "Reset your password": to a user who has forgotten theirs.

use super::{EmailEnvelope, EmailLink, because_account};
use crate::email::Letter;
use crate::email::layout::EmailContent;

pub struct ResetFacts {
    pub link: EmailLink,
    /// How long the link works.
    pub valid_seconds: i64,
}

pub fn reset(cover: &EmailEnvelope<'_>, facts: &ResetFacts) -> Letter {
    let locale = cover.locale;
    let (brand, duration) = (&cover.brand.name, locale.duration(facts.valid_seconds));
    let page = EmailContent {
        subject: locale.text("email-reset-subject").to_owned(),
        preview: locale.text_with("email-reset-preview", &[("duration", &duration)]),
        heading: locale.text("email-reset-subject").to_owned(),
        opening: vec![locale.text_with("email-reset-opening", &[("brand", brand), ("duration", &duration)])],
        facts: Vec::new(),
        button: Some((locale.text("email-reset-button").to_owned(), facts.link.clone())),
        closing: vec![
            locale.text("email-reset-ignore").to_owned(),
            locale.text("email-reset-keep-private").to_owned(),
        ],
        more: Vec::new(),
        because: because_account(cover),
    };
    page.letter(cover)
}
