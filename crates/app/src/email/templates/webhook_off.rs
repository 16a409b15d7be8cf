//! "Your webhook endpoint was turned off": to the owner, who would otherwise wonder where the events are.

use rules::endpoint::{Deactivation, DeactivationReason};

use super::{EmailEnvelope, EmailLink};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::{moment, shown};

const MOST_OF_AN_ADDRESS: usize = 200;

pub struct WebhookOffFacts<'a> {
    pub url: &'a str,
    pub off: Deactivation,
    /// Where it can be turned on again.
    pub page: EmailLink,
}

pub fn webhook_off(cover: &EmailEnvelope<'_>, facts: &WebhookOffFacts<'_>) -> Letter {
    let brand = &cover.brand.name;
    let why = match facts.off.reason {
        DeactivationReason::Failing => {
            "It has not accepted a single event for five days, so nothing more is sent to it."
        }
        DeactivationReason::Gone => {
            "It answered that it is gone for good (410), so nothing more is sent to it."
        }
        DeactivationReason::Unverified => {
            "It has not accepted the test event for three days. Turn it on again to send a new test."
        }
        DeactivationReason::Paused => "It was turned off in the dashboard.",
    };
    let page = EmailContent {
        subject: "A webhook endpoint was turned off".to_owned(),
        preview: "Events wait, and are sent when you turn it on again.".to_owned(),
        heading: "A webhook endpoint was turned off".to_owned(),
        opening: vec![why.to_owned()],
        facts: vec![
            ("Address", shown(facts.url, MOST_OF_AN_ADDRESS)),
            ("Turned off", moment(facts.off.at)),
        ],
        button: ("Look at its deliveries".to_owned(), facts.page.clone()),
        closing: vec![
            "Nothing is lost: events wait for up to 30 days, and are sent when you turn the endpoint on again."
                .to_owned(),
        ],
        more: Vec::new(),
        because: format!("{brand} wrote to you because {} has an account there.", cover.to),
    };
    page.letter(cover)
}
