//! "You received money": to people who may never have heard of us. It says what is checked and what is
//! not, and that doing nothing is safe. Senders choose their names and references, so both are cut, and
//! nothing in them reads as a link.

use i18n::Locale;
use rules::money::{Amount, Currency};
use rules::time::Timestamp;
use store::SenderSum;

use super::{EmailEnvelope, EmailLink, MAX_NAME};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::{from_sender, sender_name};

const MAX_NAME_IN_SUBJECT: usize = 40;
const MAX_REFERENCE: usize = 100;
/// As many senders as one email names.
pub const MAX_SENDERS: usize = 10;

/// Everything that waits for an address.
pub struct ClaimFacts<'a> {
    /// What each sender has waiting; names are as they wrote them. There is at least one, and one more than can
    /// be named if there are more.
    pub senders: Vec<SenderSum>,
    /// How many payments wait, from all senders together.
    pub count: i64,
    pub total: Amount,
    /// False if more wait than were counted. Then count and total say "more than".
    pub is_all: bool,
    /// What the sender wrote about the payment. It is shown only if there is no other.
    pub reference: Option<&'a str>,
    /// When the first of it goes back.
    pub until: Timestamp,
    /// Claims everything that waits for the address.
    pub link: EmailLink,
}

/// Money waits.
pub fn claim(cover: &EmailEnvelope<'_>, facts: &ClaimFacts<'_>) -> Letter {
    let (locale, date) = (cover.locale, cover.locale.long_date_time(facts.until));
    let preview = locale.text_with("email-claim-preview", &[("date", &date)]);
    page(cover, facts, title(locale, facts, MAX_NAME_IN_SUBJECT), preview).letter(cover)
}

/// Money still waits.
pub fn reminder(cover: &EmailEnvelope<'_>, facts: &ClaimFacts<'_>) -> Letter {
    let (locale, date) = (cover.locale, cover.locale.long_date_time(facts.until));
    let preview = locale.text_with("email-claim-reminder-preview", &[("date", &date)]);
    let subject = title(locale, facts, MAX_NAME_IN_SUBJECT);
    let subject = locale.text_with("email-claim-reminder", &[("subject", &subject)]);
    page(cover, facts, subject, preview).letter(cover)
}

/// No sender's name is in the title and the subject of an email about several.
fn title(locale: Locale, facts: &ClaimFacts<'_>, max_name: usize) -> String {
    let amount = amount(locale, facts);
    match &facts.senders[..] {
        [sender] => {
            let sender = sender_name(locale, &sender.name, max_name);
            locale.text_with("email-claim-title", &[("sender", &sender), ("amount", &amount)])
        }
        _ => locale.text_with("email-claim-title-several", &[("amount", &amount)]),
    }
}

fn amount(locale: Locale, facts: &ClaimFacts<'_>) -> String {
    at_least(locale, facts, locale.money(facts.total, Currency::Usdc))
}

/// What was counted, which is less than all if more waits.
fn at_least(locale: Locale, facts: &ClaimFacts<'_>, counted: String) -> String {
    match facts.is_all {
        true => counted,
        false => locale.text_with("email-claim-more-than", &[("value", &counted)]),
    }
}

fn page(cover: &EmailEnvelope<'_>, facts: &ClaimFacts<'_>, subject: String, preview: String) -> EmailContent {
    let (locale, brand, email) = (cover.locale, &cover.brand.name, cover.to.as_str());
    let date = locale.long_date_time(facts.until);
    let opening = match facts.senders.len() {
        1 => locale.text_with("email-claim-opening", &[("brand", brand), ("date", &date)]),
        _ => locale.text_with("email-claim-opening-several", &[("brand", brand), ("date", &date)]),
    };
    let button = locale.text_with("email-claim-button", &[("amount", &amount(locale, facts))]);
    EmailContent {
        subject,
        preview,
        heading: title(locale, facts, MAX_NAME),
        opening: vec![opening],
        facts: listed(locale, facts),
        button: Some((button, facts.link.clone())),
        closing: vec![
            locale.text("email-claim-usdc").to_owned(),
            locale.text("email-claim-next").to_owned(),
            locale.text("email-claim-keep-private").to_owned(),
            locale.text_with("email-claim-unverified", &[("brand", brand)]),
        ],
        more: Vec::new(),
        because: locale.text_with("email-claim-because", &[("email", &email), ("brand", brand)]),
    }
}

fn listed(locale: Locale, facts: &ClaimFacts<'_>) -> Vec<(&'static str, String)> {
    let until = (locale.text("email-claim-until"), locale.long_date_time(facts.until));
    let label = locale.text("label-sender");
    if let [sender] = &facts.senders[..] {
        let mut listed = vec![
            (label, sender_name(locale, &sender.name, MAX_NAME)),
            (locale.text("label-amount"), amount(locale, facts)),
        ];
        match facts.reference {
            _ if facts.count > 1 => {
                let count = at_least(locale, facts, locale.integer(facts.count));
                listed.push((locale.text("email-claim-payments"), count));
            }
            Some(reference) => {
                let reference = from_sender(locale, reference, MAX_REFERENCE);
                listed.push((locale.text("label-reference"), reference));
            }
            None => {}
        }
        listed.push(until);
        return listed;
    }
    let named = facts.senders.iter().take(MAX_SENDERS);
    let mut listed: Vec<(&'static str, String)> =
        named.map(|sender| (label, one_of_several(locale, sender))).collect();
    if facts.senders.len() > MAX_SENDERS {
        listed.push((label, locale.text("email-claim-other-senders").to_owned()));
    }
    let payments = locale.text_with("count-payments", &[("count", &facts.count)]);
    let (amount, payments) = (amount(locale, facts), at_least(locale, facts, payments));
    let total = locale.text_with("email-claim-total", &[("amount", &amount), ("payments", &payments)]);
    listed.push((locale.text("label-total"), total));
    listed.push(until);
    listed
}

fn one_of_several(locale: Locale, sums: &SenderSum) -> String {
    let sender = sender_name(locale, &sums.name, MAX_NAME);
    let amount = locale.money(sums.total, Currency::Usdc);
    if sums.count == 1 {
        return locale.text_with("email-claim-sender-amount", &[("sender", &sender), ("amount", &amount)]);
    }
    let payments = locale.text_with("count-payments", &[("count", &sums.count)]);
    locale.text_with(
        "email-claim-sender-payments",
        &[("sender", &sender), ("amount", &amount), ("payments", &payments)],
    )
}
