//! What happened to the money of an account: to its owner.

use i18n::{LocalTime, Locale};
use rules::money::{Amount, Currency};
use rules::time::Timestamp;
use store::{EndedClaim, ReceivedPayment, ReceivedPayments};

use super::{EmailEnvelope, EmailLink, MAX_NAME, because_account};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::{from_sender, sender_name, shown};

const MAX_NAME_IN_SUBJECT: usize = 40;
const MAX_REFERENCE: usize = 100;
/// As many payments as one email lists.
pub const MAX_LISTED: usize = 10;

/// Payments that came in. There is at least one.
pub struct PaidFacts {
    pub payments: ReceivedPayments,
    pub page: EmailLink,
}

/// Others paid the account.
pub fn paid(cover: &EmailEnvelope<'_>, facts: &PaidFacts) -> Letter {
    let (locale, brand, payments) = (cover.locale, &cover.brand.name, &facts.payments);
    let amount = at_least(locale, payments, locale.money(payments.total, Currency::Usdc));
    let opening = match payments.count {
        1 => locale.text_with("email-paid-opening", &[("brand", brand)]),
        count => locale.text_with("email-paid-opening-several", &[("count", &count), ("brand", brand)]),
    };
    let page = EmailContent {
        subject: paid_title(locale, payments, &amount, MAX_NAME_IN_SUBJECT),
        preview: locale.text_with("email-paid-preview", &[("brand", brand)]),
        heading: paid_title(locale, payments, &amount, MAX_NAME),
        opening: vec![opening],
        facts: paid_facts(locale, payments, &amount),
        button: Some((locale.text("email-paid-button").to_owned(), facts.page.clone())),
        closing: vec![locale.text_with("email-paid-unverified", &[("brand", brand)])],
        more: Vec::new(),
        because: because_account(cover),
    };
    page.letter(cover)
}

/// No sender's name is in the title of an email about several payments.
fn paid_title(locale: Locale, payments: &ReceivedPayments, amount: &str, max_name: usize) -> String {
    match &payments.first[..] {
        [only] if payments.count == 1 => {
            let sender = sender_name(locale, &only.sender, max_name);
            locale.text_with("email-paid-title", &[("sender", &sender), ("amount", &amount)])
        }
        _ => locale.text_with("email-paid-title-several", &[("amount", &amount)]),
    }
}

fn paid_facts(locale: Locale, payments: &ReceivedPayments, amount: &str) -> Vec<(&'static str, String)> {
    let reference_of = |payment: &ReceivedPayment| {
        payment.reference.as_deref().map(|reference| from_sender(locale, reference, MAX_REFERENCE))
    };
    if let ([only], 1) = (&payments.first[..], payments.count) {
        let mut facts = vec![
            (locale.text("label-sender"), sender_name(locale, &only.sender, MAX_NAME)),
            (locale.text("label-amount"), amount.to_owned()),
        ];
        facts.extend(reference_of(only).map(|reference| (locale.text("label-reference"), reference)));
        return facts;
    }
    let listed = payments.first.iter().take(MAX_LISTED).map(|payment| {
        let sender = sender_name(locale, &payment.sender, MAX_NAME);
        let amount = locale.money(payment.amount, Currency::Usdc);
        let words = match reference_of(payment) {
            Some(reference) => locale.text_with(
                "email-activity-entry-reference",
                &[("name", &sender), ("amount", &amount), ("reference", &reference)],
            ),
            None => entry(locale, &sender, &amount),
        };
        (locale.text("label-sender"), words)
    });
    let mut facts: Vec<(&'static str, String)> = listed.collect();
    if payments.count > facts.len() as i64 {
        facts.push((locale.text("label-sender"), locale.text("email-activity-more").to_owned()));
    }
    facts.push((locale.text("label-total"), amount.to_owned()));
    facts
}

/// What was counted, which is less than all if there are more.
fn at_least(locale: Locale, payments: &ReceivedPayments, counted: String) -> String {
    match payments.is_all {
        true => counted,
        false => locale.text_with("email-claim-more-than", &[("value", &counted)]),
    }
}

fn entry(locale: Locale, name: &str, amount: &str) -> String {
    locale.text_with("email-activity-entry", &[("name", &name), ("amount", &amount)])
}

/// Payments of a payout that their recipients claimed, or did not claim in time. There is at least one.
pub struct EndedClaimsFacts<'a> {
    pub ended: &'a [EndedClaim],
    pub reference: Option<&'a str>,
    pub day: Timestamp,
    pub page: EmailLink,
}

impl EndedClaimsFacts<'_> {
    fn count(&self) -> i64 {
        self.ended.len() as i64
    }

    /// The items of a payout, whose total is an amount.
    fn total(&self, locale: Locale) -> String {
        let micros = self.ended.iter().map(|claim| claim.amount.micros()).sum();
        locale.money(Amount::from_micros(micros), Currency::Usdc)
    }

    fn listed(&self, locale: Locale) -> Vec<(&'static str, String)> {
        let label = locale.text("label-recipient");
        let listed = self.ended.iter().take(MAX_LISTED).map(|claim| {
            let email = shown(claim.email.as_str(), MAX_NAME);
            (label, entry(locale, &email, &locale.money(claim.amount, Currency::Usdc)))
        });
        let mut facts: Vec<(&'static str, String)> = listed.collect();
        if self.ended.len() > MAX_LISTED {
            facts.push((label, locale.text("email-activity-more").to_owned()));
        }
        if self.ended.len() > 1 {
            facts.push((locale.text("label-total"), self.total(locale)));
        }
        let reference = self.reference.map(|reference| shown(reference, MAX_REFERENCE));
        facts.extend(reference.map(|reference| (locale.text("label-reference"), reference)));
        facts
    }
}

/// Recipients claimed what the owner had sent them.
pub fn claimed(cover: &EmailEnvelope<'_>, facts: &EndedClaimsFacts<'_>) -> Letter {
    let (locale, total) = (cover.locale, facts.total(cover.locale));
    let title = locale.text_with("email-claimed-title", &[("count", &facts.count())]);
    let date = locale.long_date(LocalTime::utc(facts.day));
    let opening = locale.text_with(
        "email-claimed-opening",
        &[("count", &facts.count()), ("amount", &total), ("date", &date)],
    );
    let page = EmailContent {
        subject: title.clone(),
        preview: locale.text_with("email-claimed-preview", &[("amount", &total)]),
        heading: title,
        opening: vec![opening],
        facts: facts.listed(locale),
        button: Some((locale.text("email-payout-button").to_owned(), facts.page.clone())),
        closing: Vec::new(),
        more: Vec::new(),
        because: because_account(cover),
    };
    page.letter(cover)
}

/// What was not claimed in time is back.
pub fn refunded(cover: &EmailEnvelope<'_>, facts: &EndedClaimsFacts<'_>) -> Letter {
    let (locale, total) = (cover.locale, facts.total(cover.locale));
    let title = locale.text_with("email-refunded-title", &[("amount", &total)]);
    let page = EmailContent {
        subject: title.clone(),
        preview: locale.text_with("email-refunded-preview", &[("count", &facts.count())]),
        heading: title,
        opening: vec![locale.text_with("email-refunded-opening", &[("count", &facts.count())])],
        facts: facts.listed(locale),
        button: Some((locale.text("email-payout-button").to_owned(), facts.page.clone())),
        closing: vec![locale.text("email-refunded-next").to_owned()],
        more: Vec::new(),
        because: because_account(cover),
    };
    page.letter(cover)
}
