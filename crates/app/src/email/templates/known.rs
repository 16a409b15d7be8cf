//! "You already have an account": the answer to a user who signs up again. It goes to the mailbox, so that the
//! page can say the same to all visitors and does not reveal who has an account.

use super::{EmailEnvelope, EmailLink};
use crate::email::Letter;
use crate::email::layout::EmailContent;

pub struct KnownFacts {
    pub sign_in: EmailLink,
    pub reset: EmailLink,
}

pub fn known(cover: &EmailEnvelope<'_>, facts: &KnownFacts) -> Letter {
    let brand = &cover.brand.name;
    let page = EmailContent {
        subject: "You already have an account".to_owned(),
        preview: "Sign in instead. Nothing was changed.".to_owned(),
        heading: "You already have an account".to_owned(),
        opening: vec![format!(
            "Somebody, hopefully you, tried to open an account at {brand} with this address. It has one already, so \
             nothing was changed."
        )],
        facts: Vec::new(),
        button: ("Sign in".to_owned(), facts.sign_in.clone()),
        closing: vec![
            "If it was not you, there is nothing to do: they learned nothing about you.".to_owned(),
        ],
        more: vec![("If you have forgotten your password, choose a new one", facts.reset.clone())],
        because: format!("{brand} wrote to you because {} was entered there.", cover.to),
    };
    page.letter(cover)
}
