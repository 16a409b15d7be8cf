//! What the macros of `parts.html` ask for: words, shapes and digits. Each function takes what a page has at hand
//! and returns what is shown, in the reader's language.

use std::cmp::Ordering;
use std::fmt;

use askama::Template;
use i18n::{Locale, MoneyParts};
use rules::archive_status::ArchiveStatus;
use rules::money::{Amount, Currency};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus};

use crate::page::page_links::PageLinks;
use crate::page::shell::Tone;

/// How a status is shown: words, a colour, and a shape for readers who don't see the colour.
#[derive(Template)]
#[template(path = "parts/badge.html")]
pub struct StatusBadge {
    pub words: String,
    pub tone: Tone,
    /// Lines on a square of 12.
    pub shape: &'static str,
}

const TICK: &str = "M2.5 6.5 5 9l4.5-5.5";
const CROSS: &str = "M3 3l6 6M9 3 3 9";
const DASH: &str = "M2.5 6h7";
const RING: &str = "M6 2.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z";
const CLOCK: &str = "M6 1.75a4.25 4.25 0 1 0 0 8.5 4.25 4.25 0 0 0 0-8.5ZM6 3.75V6l1.5 1";
const BANG: &str = "M6 2v5M6 9.5v.2";

impl StatusBadge {
    /// The badge of a status by the name that the API has for it, with other words.
    pub fn named(name: &str, words: impl Into<String>) -> StatusBadge {
        let (tone, shape) = look(name);
        StatusBadge { words: words.into(), tone, shape }
    }
}

/// The badge of a payout, a payment, a transaction, a bank account or a wallet, by the name that the API has for its
/// status.
pub fn badge(locale: &Locale, name: impl AsRef<str>) -> StatusBadge {
    let name = name.as_ref();
    let transaction = TransactionStatus::parse(name).map(|status| locale.transaction_status(status));
    let archive = || ArchiveStatus::parse(name).map(|status| locale.archive_status(status));
    StatusBadge::named(name, transaction.or_else(archive).unwrap_or(name))
}

fn look(name: &str) -> (Tone, &'static str) {
    match name {
        "completed" | "delivered" | "succeeded" | "sent" => (Tone::Success, TICK),
        "active" | "open" | "on" => (Tone::Success, RING),
        "processing" | "running" | "waiting" | "sending" | "delayed" => (Tone::Info, CLOCK),
        "queued" => (Tone::Neutral, RING),
        "awaiting_transfer" | "pending_claim" | "pending" | "unverified" | "retrying" => {
            (Tone::Warning, CLOCK)
        }
        "failing" | "unclear" => (Tone::Warning, BANG),
        "failed" | "revoked" | "off" => (Tone::Danger, CROSS),
        _ => (Tone::Neutral, DASH),
    }
}

/// `pending_claim` as people write it: `Pending claim`. For names that no catalog has.
pub fn words(name: impl AsRef<str>) -> String {
    let spaced = name.as_ref().replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// An amount with its currency, in the order of the reader's language. The sign is a plus, a true minus or nothing.
#[derive(Template)]
#[template(path = "parts/money.html")]
pub struct Money<'a> {
    money: MoneyParts,
    sign: &'a str,
}

pub fn money<'a>(locale: &Locale, amount: &Amount, currency: &Currency, sign: &'a str) -> Money<'a> {
    Money { money: locale.money_parts(amount, currency), sign }
}

/// `+` or a true minus; empty for money that doesn't move or was returned.
pub fn sign(transaction: &Transaction) -> &'static str {
    match transaction.balance_change().cmp(&Amount::ZERO) {
        Ordering::Greater => "+",
        Ordering::Less => "\u{2212}",
        Ordering::Equal => "",
    }
}

/// A moment by the reader's clocks. Programs read it in UTC.
#[derive(Template)]
#[template(path = "parts/time.html")]
pub struct TimeTag {
    at: Timestamp,
    text: String,
    title: String,
}

pub fn time(locale: &Locale, at: &Timestamp) -> TimeTag {
    TimeTag { at: *at, text: locale.local_date_time(*at), title: locale.full_date_time(*at) }
}

/// With its seconds, where the order matters.
pub fn exact_time(locale: &Locale, at: &Timestamp) -> TimeTag {
    TimeTag { text: locale.exact_local_date_time(*at), ..time(locale, at) }
}

/// The day alone.
pub fn day(locale: &Locale, at: &Timestamp) -> TimeTag {
    TimeTag { text: locale.medium_date(at), ..time(locale, at) }
}

/// An email address that breaks behind its `@` and before its dots, rather than within a word. Short ones need none.
pub struct Address<'a>(&'a str);

const LONGEST_UNBROKEN_ADDRESS: usize = 24;

pub fn address<'a>(text: &'a (impl AsRef<str> + ?Sized)) -> Address<'a> {
    Address(text.as_ref())
}

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = |text| askama::filters::escape(text, askama::filters::Html).map_err(|_| fmt::Error);
        if self.0.len() <= LONGEST_UNBROKEN_ADDRESS || !self.0.contains('@') {
            return write!(f, "{}", escaped(self.0)?);
        }
        for (number, part) in self.0.split_inclusive('@').enumerate() {
            f.write_str(if number > 0 { "<wbr>" } else { "" })?;
            for (number, word) in part.split('.').enumerate() {
                f.write_str(if number > 0 { "<wbr>." } else { "" })?;
                write!(f, "{}", escaped(word)?)?;
            }
        }
        Ok(())
    }
}

impl askama::filters::HtmlSafe for Address<'_> {}

/// A button that copies a text.
#[derive(Template)]
#[template(path = "parts/copy.html")]
pub struct CopyButton<'a> {
    locale: Locale,
    /// Nothing for the code beside the button.
    text: Option<&'a str>,
    /// What is copied, for screen readers.
    label: &'a str,
}

pub fn copy<'a>(locale: &Locale, text: &'a (impl AsRef<str> + ?Sized)) -> CopyButton<'a> {
    let text = text.as_ref();
    CopyButton { locale: *locale, text: Some(text), label: text }
}

pub fn copy_beside<'a>(locale: &Locale, label: &'a (impl AsRef<str> + ?Sized)) -> CopyButton<'a> {
    CopyButton { locale: *locale, text: None, label: label.as_ref() }
}

/// Where a list goes on, and where it began.
#[derive(Template)]
#[template(path = "parts/pagination.html")]
pub struct Pagination<'a> {
    locale: Locale,
    links: &'a PageLinks,
}

pub fn pagination<'a>(locale: &Locale, links: &'a PageLinks) -> Pagination<'a> {
    Pagination { locale: *locale, links }
}

/// The letter that stands for a name, and which of the six colours goes with it.
pub struct Avatar {
    pub initial: String,
    pub colour: u32,
}

pub fn avatar(name: impl AsRef<str>) -> Avatar {
    let name = name.as_ref().trim();
    let initial = name.chars().next().into_iter().flat_map(char::to_uppercase).collect();
    Avatar { initial, colour: name.chars().fold(0, |sum, letter| (sum * 31 + u32::from(letter)) % 6) }
}

/// One step of a timeline.
pub struct TimelineStep {
    pub title: String,
    pub state: StepState,
    /// When it happened, or nothing.
    pub time: String,
    /// A sentence more, or nothing.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepState {
    Done,
    Now,
    Later,
    Failed,
}

impl StepState {
    pub const fn name(self) -> &'static str {
        match self {
            StepState::Done => "done",
            StepState::Now => "now",
            StepState::Later => "later",
            StepState::Failed => "failed",
        }
    }

    /// What screen readers say in place of the shape.
    pub fn words(self, locale: &Locale) -> &'static str {
        match self {
            StepState::Done => locale.text("step-done"),
            StepState::Now => locale.text("step-now"),
            StepState::Later => locale.text("step-later"),
            StepState::Failed => locale.text("step-failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use askama::Template;
    use i18n::Locale;
    use rules::archive_status::ArchiveStatus;
    use rules::language::Language;
    use rules::money::{Amount, Currency};
    use rules::time::Timestamp;
    use rules::transaction::{ItemStatus, TransactionStatus};
    use rules::zone::Zone;

    use super::{DASH, address, badge, money, time};
    use crate::page::shell::Tone;

    #[test]
    fn amounts_are_written_as_the_reader_writes_them() {
        let check = |locale: Locale, currency, sign, shown: &str| {
            let html = money(&locale, &Amount::from_micros(1_234_500_000), &currency, sign).render();
            let html = html.expect("it renders");
            let text: String = html.split('<').filter_map(|tag| tag.split('>').nth(1)).collect();
            assert_eq!(text, shown);
        };
        check(Locale::ENGLISH, Currency::Usdc, "+", "+1,234.50\u{a0}USDC");
        check(Locale::ENGLISH, Currency::Brl, "", "R$1,234.50");
        check(Locale::from(Language::Portuguese), Currency::Usdc, "\u{2212}", "\u{2212}1.234,50\u{a0}USDC");
        check(Locale::from(Language::Portuguese), Currency::Brl, "", "R$\u{a0}1.234,50");
        check(Locale::from(Language::French), Currency::Mxn, "", "1\u{202f}234,50\u{a0}$\u{a0}MXN");
    }

    #[test]
    fn a_long_address_breaks_between_its_parts_and_stays_text() {
        for (text, shown) in [
            ("ada@example.com", "ada@example.com"),
            (
                "ada.lovelace@analytical-engines.example",
                "ada<wbr>.lovelace@<wbr>analytical-engines<wbr>.example",
            ),
            ("A name. Without an address, however long", "A name. Without an address, however long"),
            (
                "<b>@example.com.<script>alert(1)</script>",
                "&#60;b&#62;@<wbr>example<wbr>.com<wbr>.&#60;script&#62;alert(1)&#60;/script&#62;",
            ),
        ] {
            assert_eq!(address(text).to_string(), shown);
        }
    }

    #[test]
    fn a_moment_is_shown_by_the_clocks_of_its_reader_and_named_with_its_zone() {
        let at = Timestamp::parse("2026-12-16T02:05:09Z").expect("a time");
        let check = |zone: Option<&str>, shown: &str| {
            let locale = Locale::ENGLISH.in_zone(zone.and_then(Zone::parse));
            assert_eq!(time(&locale, &at).render().expect("it renders"), shown);
        };
        check(
            Some("America/Sao_Paulo"),
            "<time datetime=\"2026-12-16T02:05:09.000000Z\" title=\"15 December 2026, 23:05:09 UTC\u{2212}3 \
             (America/Sao_Paulo)\">15 Dec 2026, 23:05</time>",
        );
        check(
            None,
            "<time datetime=\"2026-12-16T02:05:09.000000Z\" title=\"16 December 2026, 02:05:09 UTC\">16 Dec 2026, \
             02:05 UTC</time>",
        );
    }

    #[test]
    fn every_status_of_a_delivery_has_its_own_look() {
        for status in rules::delivery::DeliveryStatus::ALL {
            let is_known = super::look(status.name()).1 != DASH || status.name() == "skipped";
            assert!(is_known, "{}", status.name());
        }
    }

    #[test]
    fn every_status_of_money_has_its_own_look_and_words_in_every_language() {
        let names = TransactionStatus::ALL.map(TransactionStatus::name).into_iter();
        let names = names.chain(ItemStatus::ALL.map(ItemStatus::name));
        for name in names.chain(ArchiveStatus::ALL.map(ArchiveStatus::name)) {
            for language in Language::ALL {
                let badge = badge(&Locale::from(language), name);
                let is_known = badge.shape != DASH || matches!(name, "cancelled" | "expired" | "archived");
                assert!(is_known && badge.words != name, "{name}");
            }
        }
        assert_eq!(badge(&Locale::ENGLISH, "failed").tone, Tone::Danger);
        assert_eq!(badge(&Locale::ENGLISH, "archived").tone, Tone::Neutral);
    }
}
