//! "Confirm your email address": to a person who wants to open an account, or whose address was mistyped for another.
//! "Invitation": to a person whom an operator invites to open one.

use super::{EmailEnvelope, EmailLink, because_entered};
use crate::email::Letter;
use crate::email::layout::EmailContent;

pub struct JoinFacts {
    pub link: EmailLink,
    /// How long the link works.
    pub valid_seconds: i64,
}

pub fn join(cover: &EmailEnvelope<'_>, facts: &JoinFacts) -> Letter {
    let locale = cover.locale;
    let (brand, duration) = (&cover.brand.name, locale.duration(facts.valid_seconds));
    let page = EmailContent {
        subject: locale.text("email-join-subject").to_owned(),
        preview: locale.text_with("email-join-preview", &[("duration", &duration)]),
        heading: locale.text("email-join-subject").to_owned(),
        opening: vec![locale.text_with("email-join-opening", &[("brand", brand), ("duration", &duration)])],
        facts: Vec::new(),
        button: Some((locale.text("email-join-button").to_owned(), facts.link.clone())),
        closing: vec![locale.text("email-join-ignore").to_owned()],
        more: Vec::new(),
        because: because_entered(cover),
    };
    page.letter(cover)
}

pub fn invitation(cover: &EmailEnvelope<'_>, facts: &JoinFacts) -> Letter {
    let locale = cover.locale;
    let (brand, duration) = (&cover.brand.name, locale.duration(facts.valid_seconds));
    let subject = locale.text_with("email-invitation-subject", &[("brand", brand)]);
    let page = EmailContent {
        subject: subject.clone(),
        preview: locale.text_with("email-invitation-preview", &[("duration", &duration)]),
        heading: subject,
        opening: vec![
            locale.text_with("email-invitation-opening", &[("brand", brand), ("duration", &duration)]),
        ],
        facts: Vec::new(),
        button: Some((locale.text("action-create-account").to_owned(), facts.link.clone())),
        closing: vec![locale.text("email-invitation-ignore").to_owned()],
        more: Vec::new(),
        because: locale
            .text_with("email-because-invited", &[("email", &cover.to.as_str()), ("brand", brand)]),
    };
    page.letter(cover)
}
