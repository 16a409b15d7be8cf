//! Every letter in every language, to be looked at: with `FLORIN_GALLERY` set to a folder, they are written there.

use std::path::Path;

use i18n::Locale;
use rules::language::Language;

use super::{all_in, room};
use crate::email::EmailTransport;

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "where to write pictures for people is no setting of the server"
)]
fn every_letter_is_written_for_those_who_ask() {
    let Ok(folder) = std::env::var("FLORIN_GALLERY") else { return };
    let room = room(EmailTransport::Off);
    for locale in Language::ALL.map(Locale::from) {
        let emails = Path::new(&folder).join("emails").join(locale.tag());
        std::fs::create_dir_all(&emails).expect("a folder");
        for (number, (letter, _)) in all_in(&room, locale, "Estúdio Norte").into_iter().enumerate() {
            let page = letter.html.replacen("<body", &format!("<!-- {} --><body", letter.subject), 1);
            std::fs::write(emails.join(format!("{number:02}.html")), page).expect("a letter");
            std::fs::write(emails.join(format!("{number:02}.txt")), letter.text).expect("a letter");
        }
    }
}
