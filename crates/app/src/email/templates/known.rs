//! "You already have an account": the answer to a user who signs up again. It goes to the mailbox, so that the
//! page can say the same to all visitors and does not reveal who has an account.

use super::{EmailEnvelope, EmailLink, because_entered};
use crate::email::Letter;
use crate::email::layout::EmailContent;

pub struct KnownFacts {
    pub sign_in: EmailLink,
    pub reset: EmailLink,
}

pub fn known(cover: &EmailEnvelope<'_>, facts: &KnownFacts) -> Letter {
    let (locale, brand) = (cover.locale, &cover.brand.name);
    let page = EmailContent {
        subject: locale.text("email-known-subject").to_owned(),
        preview: locale.text("email-known-preview").to_owned(),
        heading: locale.text("email-known-subject").to_owned(),
        opening: vec![locale.text_with("email-known-opening", &[("brand", brand)])],
        facts: Vec::new(),
        button: Some((locale.text("action-sign-in").to_owned(), facts.sign_in.clone())),
        closing: vec![locale.text("email-known-ignore").to_owned()],
        more: vec![(locale.text("email-known-reset"), facts.reset.clone())],
        because: because_entered(cover),
    };
    page.letter(cover)
}
