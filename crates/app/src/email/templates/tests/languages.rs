//! What every letter keeps to in every language.

use std::collections::BTreeSet;

use i18n::Locale;
use rules::language::Language;

use super::{all_in, cover_in, facts, locales, room, security_letter, unwrapped};
use crate::email::templates::{SecurityFact, reminder};
use crate::email::text::shown;
use crate::email::{EmailEnvelope, EmailTransport};

/// What a reader sees of the HTML part: without the line that lists show, and without tags.
fn seen(html: &str) -> String {
    let (_, body) = html.split_once("<h1").expect("a title");
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or("", |(_, text)| text));
    pieces.collect::<Vec<_>>().join(" ").replace("&#39;", "'").replace("&#60;", "<").replace("&#62;", ">")
}

/// Its words, without signs around them.
fn words(text: &str) -> BTreeSet<String> {
    let signs = |c: char| !c.is_alphanumeric();
    let words = unwrapped(text).split(' ').map(|word| word.trim_matches(signs).to_owned()).collect();
    let words: BTreeSet<String> = words;
    words.into_iter().filter(|word| !word.is_empty()).collect()
}

#[test]
fn both_parts_say_the_same_in_every_language() {
    let room = room(EmailTransport::Off);
    for locale in locales() {
        let only_in_html = words(locale.text("email-copy-link"));
        for (letter, _) in all_in(&room, locale, "Acme") {
            let (html, text) = (words(&seen(&letter.html)), words(&letter.text));
            let differ: Vec<&String> =
                html.symmetric_difference(&text).filter(|word| !only_in_html.contains(*word)).collect();
            assert!(differ.is_empty(), "{}: {}: {differ:?}", locale.tag(), letter.subject);
        }
    }
}

/// In the pseudo-locale every letter of a catalog has an accent, so plain words are those of the facts.
#[test]
fn every_text_comes_from_a_catalog() {
    let room = room(EmailTransport::Off);
    let facts = words(
        "Acme Invoice Florin Inc bob@example.com help@example.com USDC UTC Kiosk Savings b>150</b payouts:write \
         balance:read https://pay.example.com R$650.25 florin ops watch --once money status withdrawals list \
         deposits parked proposals chain doctor",
    );
    // A recipient's address in a list is no link.
    let recipient = shown("bob@example.com", 80);
    for (letter, _) in all_in(&room, Locale::pseudo(), "Acme") {
        for part in [&letter.subject, &letter.text, &seen(&letter.html)] {
            let plain =
                words(part).into_iter().filter(|word| word.contains(|c: char| c.is_ascii_alphabetic()));
            let plain: Vec<String> = plain.filter(|word| !word.starts_with("https://")).collect();
            assert!(
                plain.iter().all(|word| *word == recipient || facts.contains(word)),
                "{}: {plain:?}",
                letter.subject
            );
        }
    }
}

#[test]
fn amounts_dates_and_plurals_are_written_as_in_the_language() {
    let room = room(EmailTransport::Off);
    let senders = [("Acme", 2, "1234.5"), ("visit evil.example now", 1, "25.5")];
    for (language, expected) in [
        (
            Language::English,
            [
                "Reminder: You have 1,260.00 USDC to claim",
                "by 15 December 2026",
                "Sender: Acme · 1,234.50 USDC (2 payments)",
                "visit [link removed] now · 25.50 USDC",
                "Total: 1,260.00 USDC (3 payments)",
            ],
        ),
        (
            Language::Spanish,
            [
                "Recordatorio: Tienes 1,260.00 USDC por cobrar",
                "a más tardar el 15 de diciembre de 2026",
                "Remitente: Acme · 1,234.50 USDC (2 pagos)",
                "visit [enlace eliminado] now · 25.50 USDC",
                "Total: 1,260.00 USDC (3 pagos)",
            ],
        ),
        (
            Language::Portuguese,
            [
                "Lembrete: Você tem 1.260,00 USDC para resgatar",
                "até 15 de dezembro de 2026",
                "Remetente: Acme · 1.234,50 USDC (2 pagamentos)",
                "visit [link removido] now · 25,50 USDC",
                "Total: 1.260,00 USDC (3 pagamentos)",
            ],
        ),
        (
            Language::French,
            [
                "Rappel : Vous avez 1 260,00 USDC à récupérer",
                "au plus tard le 15 décembre 2026",
                "Expéditeur : Acme · 1 234,50 USDC (2 paiements)",
                "visit [lien supprimé] now · 25,50 USDC",
                "Total : 1 260,00 USDC (3 paiements)",
            ],
        ),
    ] {
        let letter =
            reminder(&cover_in(&room, Locale::from(language)), &facts(&room, &senders, Some("Invoice 7")));
        let [subject, others @ ..] = expected;
        assert_eq!(letter.subject, subject);
        let text = unwrapped(&letter.text);
        for words in others {
            assert!(text.contains(words), "{words} in {text}");
        }
    }
}

#[test]
fn the_html_shows_the_way_to_stop_emails_as_words_and_the_text_as_an_address() {
    let room = room(EmailTransport::Off);
    let unsubscribe = Some(room.link("/unsubscribe/", "0123456789"));
    let cover = EmailEnvelope { unsubscribe, ..cover_in(&room, Locale::ENGLISH) };
    let letter = security_letter(&cover, &room, SecurityFact::SignedInAnew);
    let address = "https://pay.example.com/unsubscribe/0123456789";
    assert!(letter.text.contains(&format!("Stop these emails:\n{address}\n")), "{}", letter.text);
    assert!(letter.html.contains(&format!("href=\"{address}\"")), "{}", letter.html);
    let shown = seen(&letter.html);
    assert!(shown.contains("Stop these emails") && !shown.contains(address), "{shown}");
}
