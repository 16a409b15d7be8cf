//! What the macros of `parts.html` ask for: words, shapes and digits. Each function takes what a page has at hand
//! and returns what is shown.

use std::fmt::Display;

use askama::Template;

use crate::page::shell::Tone;

/// How a status is shown: words, a colour, and a shape for those who do not see the colour.
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

/// The status of anything, by the name that the API has for it.
pub fn badge(name: impl AsRef<str>) -> StatusBadge {
    let name = name.as_ref();
    let (tone, shape) = match name {
        "completed" | "delivered" | "claimed" | "succeeded" | "sent" | "paid" => (Tone::Success, TICK),
        "active" | "verified" | "open" | "on" => (Tone::Success, RING),
        "processing" | "running" | "waiting" | "delayed" => (Tone::Info, CLOCK),
        "queued" | "new" | "draft" => (Tone::Neutral, RING),
        "awaiting_transfer"
        | "pending_claim"
        | "pending_verification"
        | "pending"
        | "unverified"
        | "retrying" => (Tone::Warning, CLOCK),
        "frozen" | "suspended" | "failing" => (Tone::Warning, BANG),
        "failed" | "refused" | "revoked" | "bounced" | "off" => (Tone::Danger, CROSS),
        _ => (Tone::Neutral, DASH),
    };
    StatusBadge { words: words(name), tone, shape }
}

/// `pending_claim` as people write it: `Pending claim`.
pub fn words(name: impl AsRef<str>) -> String {
    let spaced = name.as_ref().replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// An amount in two pieces, with its thousands apart: `-12,345` and `.60`.
pub struct Digits {
    pub whole: String,
    pub fraction: String,
}

/// Splits any plain decimal, an `Amount` among them.
pub fn digits(amount: impl Display) -> Digits {
    let text = amount.to_string();
    let (whole, fraction) = text.split_once('.').map_or((text.as_str(), None), |(w, f)| (w, Some(f)));
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("\u{2212}", whole));
    let mut grouped = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    Digits { whole: grouped, fraction: fraction.map(|digits| format!(".{digits}")).unwrap_or_default() }
}

#[derive(Template)]
#[template(path = "parts/money.html")]
pub struct Money<'a> {
    digits: Digits,
    currency: &'a str,
    sign: &'a str,
}

pub fn money<'a>(amount: impl Display, currency: &'a str, sign: &'a str) -> Money<'a> {
    Money { digits: digits(amount), currency, sign }
}

/// Where a list goes on, and where it began.
#[derive(Template)]
#[template(path = "parts/pagination.html")]
pub struct Pagination<'a> {
    first: Option<&'a str>,
    next: Option<&'a str>,
}

pub fn pagination<'a, S: AsRef<str> + 'a, T: AsRef<str> + 'a>(
    first: &'a Option<S>,
    next: &'a Option<T>,
) -> Pagination<'a> {
    Pagination { first: first.as_ref().map(S::as_ref), next: next.as_ref().map(T::as_ref) }
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

    /// What a reader of the screen is told, who does not see the shape.
    pub const fn words(self) -> &'static str {
        match self {
            StepState::Done => "Done",
            StepState::Now => "In progress",
            StepState::Later => "Not yet",
            StepState::Failed => "Failed",
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::money::Amount;
    use rules::transaction::{ItemStatus, TransactionStatus};

    use super::{DASH, badge, digits, words};
    use crate::page::shell::Tone;

    #[test]
    fn thousands_stand_apart_and_no_digit_is_lost() {
        let check = |micros: i64, shown: &str| {
            let digits = digits(Amount::from_micros(micros));
            assert_eq!(digits.whole + &digits.fraction, shown);
        };
        check(0, "0.00");
        check(999_000_000, "999.00");
        check(1_000_000_000, "1,000.00");
        check(-1_234_567_891_234, "\u{2212}1,234,567.891234");
        check(i64::MAX, "9,223,372,036,854.775807");
        check(i64::MIN, "\u{2212}9,223,372,036,854.775808");
        assert_eq!(digits("1500").whole, "1,500");
    }

    #[test]
    fn names_become_words() {
        assert_eq!(words("pending_claim"), "Pending claim");
        assert_eq!(words(""), "");
    }

    #[test]
    fn every_status_of_a_delivery_has_its_own_look() {
        for status in rules::delivery::DeliveryStatus::ALL {
            let is_known = super::badge(status.name()).shape != DASH || status.name() == "skipped";
            assert!(is_known, "{}", status.name());
        }
    }

    #[test]
    fn every_status_of_money_has_its_own_look() {
        let names = TransactionStatus::ALL.map(TransactionStatus::name);
        for name in names.into_iter().chain(ItemStatus::ALL.map(ItemStatus::name)) {
            let is_known = badge(name).shape != DASH || matches!(name, "cancelled" | "expired");
            assert!(is_known, "{name}");
        }
        assert_eq!(badge("failed").tone, Tone::Danger);
        assert_eq!(badge("archived").tone, Tone::Neutral);
    }
}
