//! "Your webhook endpoint was turned off": to the owner, who would otherwise wonder where the events are.

use rules::endpoint::{Deactivation, DeactivationReason};

use super::{EmailEnvelope, EmailLink, because_account};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::shown;

const MAX_ADDRESS: usize = 200;

pub struct WebhookOffFacts<'a> {
    pub url: &'a str,
    pub off: Deactivation,
    /// Where it can be turned on again.
    pub page: EmailLink,
}

pub fn webhook_off(cover: &EmailEnvelope<'_>, facts: &WebhookOffFacts<'_>) -> Letter {
    let locale = cover.locale;
    let why = match facts.off.reason {
        DeactivationReason::Failing => locale.text("email-webhook-off-failing"),
        DeactivationReason::Gone => locale.text("email-webhook-off-gone"),
        DeactivationReason::Unverified => locale.text("email-webhook-off-unverified"),
        DeactivationReason::Paused => locale.text("email-webhook-off-paused"),
    };
    let page = EmailContent {
        subject: locale.text("email-webhook-off-subject").to_owned(),
        preview: locale.text("email-webhook-off-preview").to_owned(),
        heading: locale.text("email-webhook-off-subject").to_owned(),
        opening: vec![why.to_owned()],
        facts: vec![
            (locale.text("email-webhook-off-url"), shown(facts.url, MAX_ADDRESS)),
            (locale.text("email-webhook-off-since"), locale.long_date_time(facts.off.at)),
        ],
        button: Some((locale.text("email-webhook-off-button").to_owned(), facts.page.clone())),
        closing: vec![locale.text("email-webhook-off-kept").to_owned()],
        more: Vec::new(),
        because: because_account(cover),
    };
    page.letter(cover)
}
