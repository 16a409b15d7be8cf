//! Writes every email in every language into the folder that `FLORIN_GALLERY` names, for a person to review.

use std::path::PathBuf;

use i18n::Locale;
use rules::language::Language;

use super::{all_in, room};
use crate::email::EmailTransport;

#[test]
fn every_email_renders_in_every_language() {
    let folder = std::env::var_os("FLORIN_GALLERY").map(PathBuf::from);
    let room = room(EmailTransport::Off);
    for locale in Language::ALL.map(Locale::from) {
        for (number, (letter, _)) in all_in(&room, locale, "Estúdio Norte").into_iter().enumerate() {
            assert!(letter.html.contains("<body") && !letter.subject.is_empty(), "{}", letter.text);
            let Some(folder) = &folder else { continue };
            let emails = folder.join("emails").join(locale.tag());
            std::fs::create_dir_all(&emails).expect("a folder");
            let page = letter.html.replacen("<body", &format!("<!-- {} --><body", letter.subject), 1);
            std::fs::write(emails.join(format!("{number:02}.html")), page).expect("a letter");
            std::fs::write(emails.join(format!("{number:02}.txt")), letter.text).expect("a letter");
        }
    }
}
