//! What every letter keeps to, whatever it says.

mod activity;
mod alerts;
mod automatic_withdrawals;
mod gallery;
mod languages;

use std::collections::BTreeSet;

use i18n::Locale;
use rules::automatic_withdrawal::{OffReason, SwitchedOff};
use rules::email_address::EmailAddress;
use rules::endpoint::{Deactivation, DeactivationReason};
use rules::id::EmailId;
use rules::language::Language;
use rules::money::{Amount, Currency};
use rules::operator_alert::AlertState;
use rules::time::Timestamp;
use store::SenderSum;

use super::{
    AutomaticWithdrawalsOffFacts, ClaimFacts, JoinFacts, KnownFacts, ResetFacts, SecurityFact, SecurityFacts,
    WebhookOffFacts, automatic_withdrawals_off, claim, invitation, join, known, reminder, reset, security,
    webhook_off,
};
use crate::email::{EmailBrand, EmailEnvelope, EmailRoom, EmailTransport, Letter};
use crate::identity::{AccessOutcome, ActiveAccess};

const EMAIL: &str = "email_01m7fn2fvne0w86zhbs5y8ptqj";
const SCRIPT: &str = "<script>alert('x')</script>\"&";
const TOKEN: &str = "01m7fn2fvne0w86zhbs5y8ptqjabcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwx";

pub fn brand() -> EmailBrand {
    EmailBrand {
        name: "Florin, Inc.".to_owned(),
        support_email: Some("help@example.com".to_owned()),
        accent: "#0f766e".to_owned(),
    }
}

pub fn sender() -> EmailAddress {
    EmailAddress::parse("mail@pay.example.com").expect("an address")
}

pub fn room(post: EmailTransport) -> EmailRoom {
    EmailRoom { post, brand: brand(), from: sender(), origin: "https://pay.example.com".to_owned() }
}

fn cover(room: &EmailRoom) -> EmailEnvelope<'_> {
    cover_in(room, Locale::ENGLISH)
}

fn cover_in(room: &EmailRoom, locale: Locale) -> EmailEnvelope<'_> {
    let id = EmailId::parse(EMAIL).expect("an id");
    let to = EmailAddress::parse("bob@example.com").expect("an address");
    room.cover(id, to, at("2026-11-15T02:10:45Z"), locale)
}

/// Every language, and the one that stands for longer languages.
fn locales() -> Vec<Locale> {
    Language::ALL.into_iter().map(Locale::from).chain([Locale::pseudo()]).collect()
}

/// On one line, with plain spaces.
fn unwrapped(text: &str) -> String {
    text.replace(['\n', '\u{a0}', '\u{202f}'], " ")
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a time")
}

fn usdc(text: &str) -> Amount {
    Amount::parse(text, Currency::Usdc).expect("an amount")
}

/// Everything that waits: for each sender the name, how many payments, and what they are together.
fn facts<'a>(room: &EmailRoom, senders: &[(&str, i64, &str)], reference: Option<&'a str>) -> ClaimFacts<'a> {
    let (until, link) = (at("2026-12-15T02:10:45Z"), room.link("/claim/", TOKEN));
    let sums = senders.iter().map(|(name, count, total)| SenderSum {
        name: (*name).to_owned(),
        count: *count,
        total: usdc(total),
    });
    let senders: Vec<SenderSum> = sums.collect();
    let count = senders.iter().map(|sender| sender.count).sum();
    let total = senders.iter().map(|sender| sender.total.micros()).sum();
    ClaimFacts { senders, count, total: Amount::from_micros(total), is_all: true, reference, until, link }
}

pub fn claim_letter(sender: &str) -> Letter {
    claim_letter_in(Locale::ENGLISH, sender)
}

pub fn claim_letter_in(locale: Locale, sender: &str) -> Letter {
    let room = room(EmailTransport::Off);
    claim(&cover_in(&room, locale), &facts(&room, &[(sender, 1, "25")], Some("Invoice 7")))
}

const ACCESS: AccessOutcome = AccessOutcome {
    revoked: ActiveAccess { api_keys: 2, apps: 1, endpoints: 0 },
    left: ActiveAccess { api_keys: 0, apps: 0, endpoints: 1 },
};

const MINIMUM: Amount = Amount::from_micros(1_250_000_000);

const fn security_facts(name: &str) -> [SecurityFact<'_>; 17] {
    [
        SecurityFact::SignedInAnew,
        SecurityFact::CodesGuessed,
        SecurityFact::PasswordChanged { access: ACCESS },
        SecurityFact::SecondFactorOn,
        SecurityFact::SecondFactorOff,
        SecurityFact::RecoveryCodesMade,
        SecurityFact::RecoveryCodeUsed,
        SecurityFact::KeyCreated { name },
        SecurityFact::AppCreated { name },
        SecurityFact::AppSecretRotated { name },
        SecurityFact::AppAuthorized { name, scopes: "payouts:write, balance:read" },
        SecurityFact::AppReplayed { name },
        SecurityFact::BankAccountAdded { name, number: "•••• 9719" },
        SecurityFact::ExternalWalletAdded { name },
        SecurityFact::AutomaticWithdrawalsOn {
            destination: name,
            before: "Savings · •••• 9719",
            minimum: MINIMUM,
        },
        SecurityFact::WebhookAdded { name },
        SecurityFact::WebhookSecretRotated { name },
    ]
}

fn security_letter(cover: &EmailEnvelope<'_>, room: &EmailRoom, fact: SecurityFact<'_>) -> Letter {
    let facts = SecurityFacts {
        fact,
        at: at("2026-11-15T02:09:00Z"),
        address: "203.0.113.7",
        user_agent: "Kiosk <b>150</b>",
        reset: room.page("/reset"),
    };
    security(cover, &facts)
}

/// One of each kind, in which everything that users write is `name`, with a link that must be in it.
fn all(room: &EmailRoom, name: &str) -> Vec<(Letter, &'static str)> {
    all_in(room, Locale::ENGLISH, name)
}

fn all_in(room: &EmailRoom, locale: Locale, name: &str) -> Vec<(Letter, &'static str)> {
    let cover = cover_in(room, locale);
    let one = facts(room, &[(name, 1, "25")], Some(name));
    let several = facts(room, &[(name, 2, "50"), (name, 1, "25.5")], Some(name));
    let join_facts = JoinFacts { link: room.link("/join?token=", TOKEN), valid_seconds: 86_400 };
    let mut letters = vec![
        (claim(&cover, &one), "https://pay.example.com/claim/01m7"),
        (reminder(&cover, &several), "https://pay.example.com/claim/01m7"),
        (join(&cover, &join_facts), "https://pay.example.com/join?token=01m7"),
        (invitation(&cover, &join_facts), "https://pay.example.com/join?token=01m7"),
        (
            known(&cover, &KnownFacts { sign_in: room.page("/sign-in"), reset: room.page("/reset") }),
            "https://pay.example.com/sign-in",
        ),
        (
            reset(&cover, &ResetFacts { link: room.link("/reset/", TOKEN), valid_seconds: 3_600 }),
            "https://pay.example.com/reset/01m7",
        ),
    ];
    let changes = security_facts(name)
        .map(|fact| (security_letter(&cover, room, fact), "https://pay.example.com/reset"));
    letters.extend(changes);
    let page = room.link("/dashboard/live/webhooks/", TOKEN);
    letters.extend(DeactivationReason::ALL.map(|reason| {
        let off = Deactivation { reason, at: at("2026-11-15T02:09:00Z") };
        let facts = WebhookOffFacts { url: name, off, page: page.clone() };
        (webhook_off(&cover, &facts), "https://pay.example.com/dashboard/live/webhooks/01m7")
    }));
    letters.extend(AlertState::ALL.into_iter().flat_map(|state| alerts::letters(&cover, room, state)));
    let page = "https://pay.example.com/dashboard/live/withdrawals/automatic";
    letters.extend(OffReason::ALL.map(|reason| (off_letter(&cover, room, reason, name), page)));
    letters.extend(activity::letters(&cover, room, name));
    letters
}

fn off_letter(cover: &EmailEnvelope<'_>, room: &EmailRoom, reason: OffReason, destination: &str) -> Letter {
    let off = SwitchedOff { reason, at: at("2026-11-15T02:09:00Z") };
    let page = room.page("/dashboard/live/withdrawals/automatic");
    automatic_withdrawals_off(cover, &AutomaticWithdrawalsOffFacts { off, destination, page })
}

/// Every link that a mail program would follow.
fn targets(html: &str) -> Vec<&str> {
    html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

#[test]
fn every_letter_has_both_parts_with_its_link_in_both() {
    let room = room(EmailTransport::Off);
    for locale in locales() {
        for (letter, link) in all_in(&room, locale, "Acme") {
            let subject = &letter.subject;
            assert!(
                letter.text.contains(link) && targets(&letter.html).iter().any(|to| to.starts_with(link)),
                "{subject}"
            );
            assert!(letter.html.matches(link).count() >= 3, "{subject}: as a button, as a link and in words");
            for part in [&letter.text, &letter.html] {
                assert!(part.contains("help@example.com") && part.contains("Florin, Inc."), "{subject}");
                assert!(part.contains("bob@example.com"), "{subject}: why they get it");
            }
            assert_eq!(letter.message_id, format!("{EMAIL}@pay.example.com"));
            assert_eq!(letter.to.as_str(), "bob@example.com");
        }
    }
}

#[test]
fn every_letter_can_be_read_in_every_program() {
    let room = room(EmailTransport::Off);
    for locale in locales() {
        for (letter, _) in all_in(&room, locale, "Acme") {
            let Letter { subject, html, text, .. } = &letter;
            let lang = format!("<html lang=\"{}\"", locale.tag());
            assert_eq!(letter.language, locale.tag());
            for part in
                [lang.as_str(), "max-width:560px", "name=\"color-scheme\"", "prefers-color-scheme: dark"]
            {
                assert!(html.contains(part), "{subject}: no {part}");
            }
            for loaded in ["<img", "src=", "url(", "@import", "<link", "<script", "<form", "http:"] {
                assert!(!html.contains(loaded), "{subject}: {loaded}");
            }
            assert!(html.len() < 20_000, "some programs cut off what is longer");
            for line in text.lines().filter(|line| !line.contains("https://")) {
                assert!(line.chars().count() <= 76, "{subject}: {line}");
            }
            assert!(!text.contains("\n\n\n") && !text.contains("&#"), "{subject}:\n{text}");
        }
    }
}

#[test]
fn links_lead_to_us_and_hold_nothing_that_a_user_wrote() {
    let room = room(EmailTransport::Off);
    for name in ["Evil\"><a href=\"https://evil.example\">", "https://evil.example/x", "evil.example", SCRIPT]
    {
        let letters = locales().into_iter().flat_map(|locale| all_in(&room, locale, name));
        for (letter, _) in letters {
            for target in targets(&letter.html) {
                let is_ours =
                    target == "https://pay.example.com" || target.starts_with("https://pay.example.com/");
                assert!(is_ours || target == "mailto:help@example.com", "{target}");
            }
            for part in [&letter.subject, &letter.text, &letter.html] {
                assert!(!part.contains("evil.example") && !part.contains("https://evil"), "{part}");
            }
        }
    }
}

#[test]
fn names_are_escaped_and_stay_in_their_line() {
    let room = room(EmailTransport::Off);
    let nasty = format!("{SCRIPT}\r\nBcc: eve@example.com\r\n\r\n{{{{ x }}}}");
    let letters = locales().into_iter().flat_map(|locale| all_in(&room, locale, &nasty));
    for (letter, _) in letters {
        let Letter { subject, html, text, .. } = &letter;
        assert!(!html.contains("<script") && !html.contains("<b>150"), "{subject}");
        assert!(!subject.chars().any(char::is_control), "{subject:?}");
        assert!(!text.lines().any(|line| line.starts_with("Bcc")), "{text}");
    }
    let letter = claim_letter(SCRIPT);
    assert!(letter.html.contains("&#60;script&#62;") && letter.text.contains("<script>"), "{}", letter.html);
}

#[test]
fn subjects_are_short_whatever_the_names() {
    let room = room(EmailTransport::Off);
    for name in ["", "A", "@@@@@@@@", "ß", "李", "a.bc"].map(|unit| unit.repeat(64)) {
        let languages = Language::ALL.map(Locale::from).into_iter();
        for (letter, _) in languages.flat_map(|locale| all_in(&room, locale, &name)) {
            let length = letter.subject.chars().count();
            assert!((10..120).contains(&length), "{length}: {}", letter.subject);
        }
    }
    let long = facts(&room, &[(&"n".repeat(255), 1, "999999999999.999999")], None);
    assert!(reminder(&cover(&room), &long).subject.chars().count() < 120);
}

#[test]
fn a_claim_says_who_how_much_until_when_and_what_else_waits() {
    let room = room(EmailTransport::Off);
    let letter = claim_letter("Acme Ltda.");
    assert_eq!(letter.subject, "Acme Ltda. sent you 25.00 USDC");
    for part in [&letter.text, &letter.html] {
        for words in [
            "Acme Ltda.",
            "25.00 USDC",
            "Invoice 7",
            "15 December 2026",
            "ignore this email",
            "Claim 25.00 USDC",
        ] {
            assert!(unwrapped(part).contains(words), "{words} in {part}");
        }
        assert!(!part.contains("Payments"), "nothing else waits");
    }
    let letter = claim(&cover(&room), &facts(&room, &[("Acme", 3, "75.5")], Some("Invoice 7")));
    assert_eq!(letter.subject, "Acme sent you 75.50 USDC");
    for part in [&letter.text, &letter.html] {
        assert!(part.contains("Payments") && unwrapped(part).contains("Claim 75.50 USDC"), "{part}");
        assert!(!part.contains("Invoice 7"), "one of three references says nothing: {part}");
    }
    let again = reminder(&cover(&room), &facts(&room, &[("Acme", 3, "75.5")], None));
    assert_eq!(again.subject, "Reminder: Acme sent you 75.50 USDC");
}

#[test]
fn an_email_about_several_senders_names_each_and_none_in_its_subject() {
    let room = room(EmailTransport::Off);
    let two = [("Acme", 2, "50"), ("visit evil.example now", 1, "25.5")];
    let letter = claim(&cover(&room), &facts(&room, &two, Some("Invoice 7")));
    assert_eq!(letter.subject, "You have 75.50 USDC to claim");
    for part in [&letter.text, &letter.html] {
        for words in [
            "Acme · 50.00 USDC (2 payments)",
            "visit [link removed] now · 25.50 USDC",
            "75.50 USDC (3 payments)",
        ] {
            assert!(unwrapped(part).contains(words), "{words} in {part}");
        }
        assert!(!part.contains("Invoice 7") && !part.contains("evil"), "{part}");
    }
    let many: Vec<(&str, i64, &str)> = (0..30).map(|_| ("A sender", 1, "1")).collect();
    let letter = claim(&cover(&room), &facts(&room, &many, None));
    assert_eq!(letter.text.matches("A sender").count(), 10);
    assert!(
        letter.text.contains("and other senders")
            && unwrapped(&letter.text).contains("30.00 USDC (30 payments)"),
        "{}",
        letter.text
    );
}

#[test]
fn links_that_end_say_when_and_that_ignoring_them_is_safe() {
    let room = room(EmailTransport::Off);
    let letters = all(&room, "Acme");
    let [_, _, (join, _), (_invitation, _), (known, _), (reset, _), ..] = &letters[..] else {
        panic!("six kinds")
    };
    assert!(join.text.contains("1 day") && join.text.contains("ignore this email"), "{}", join.text);
    assert!(known.text.contains("https://pay.example.com/reset\n"), "{}", known.text);
    let reset = unwrapped(&reset.text);
    assert!(reset.contains("for 1 hour") && reset.contains("hasn't changed yet"), "{reset}");
}

#[test]
fn a_change_of_security_says_what_when_and_from_where() {
    let room = room(EmailTransport::Off);
    let cover = cover(&room);
    for fact in security_facts("Till 3") {
        let letter = security_letter(&cover, &room, fact);
        for part in [&letter.text, &letter.html] {
            for words in ["15 November 2026, 02:09 UTC", "203.0.113.7", "Kiosk", "help@example.com"] {
                assert!(part.contains(words), "{fact:?}: no {words}");
            }
            assert_eq!(part.contains("Till 3"), format!("{fact:?}").contains("Till 3"), "{fact:?}");
        }
        let text = unwrapped(&letter.text);
        assert!(text.contains("If this wasn't you, reset your password now and write to help@"), "{fact:?}");
        if matches!(fact, SecurityFact::PasswordChanged { .. }) {
            assert!(text.contains("Revoked: 2 API keys and 1 connected app"), "{text}");
            assert!(text.contains("Still active: 1 webhook endpoint"), "{text}");
        }
    }
    for locale in locales() {
        let cover = cover_in(&room, locale);
        let subjects = security_facts("").map(|fact| security_letter(&cover, &room, fact).subject);
        let distinct: BTreeSet<&String> = subjects.iter().collect();
        assert_eq!(distinct.len(), subjects.len(), "each change has its own subject: {subjects:?}");
    }
}

#[test]
fn without_a_support_address_the_operator_is_named() {
    let mut room = room(EmailTransport::Off);
    room.brand.support_email = None;
    let fact = SecurityFact::PasswordChanged { access: AccessOutcome::default() };
    let text = unwrapped(&security_letter(&cover(&room), &room, fact).text);
    assert!(!text.contains("Questions?") && text.contains("contact the operator of this service"), "{text}");
    assert!(!text.contains("Revoked") && !text.contains("Still active"), "{text}");
}
