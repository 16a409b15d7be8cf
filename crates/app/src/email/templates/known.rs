//! "You already have an account": the answer to whoever signs up again. It goes to the mailbox, so that the
//! page can say the same to everybody and nobody learns there who has an account.

use super::{Cover, Link};
use crate::email::Letter;
use crate::email::layout::Page;

pub struct KnownFacts {
    pub sign_in: Link,
    pub reset: Link,
}

pub fn known(cover: &Cover<'_>, facts: &KnownFacts) -> Letter {
    let brand = &cover.brand.name;
    let page = Page {
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
