//! "Your webhook endpoint was turned off": to whoever would otherwise wonder where the events are.

use rules::endpoint::{Off, OffReason};

use super::{Cover, Link};
use crate::email::Letter;
use crate::email::layout::Page;
use crate::email::text::{moment, shown};

const MOST_OF_AN_ADDRESS: usize = 200;

pub struct WebhookOffFacts<'a> {
    pub url: &'a str,
    pub off: Off,
    /// Where it can be turned on again.
    pub page: Link,
}

pub fn webhook_off(cover: &Cover<'_>, facts: &WebhookOffFacts<'_>) -> Letter {
    let brand = &cover.brand.name;
    let why = match facts.off.reason {
        OffReason::Failing => {
            "It has not accepted a single event for five days, so nothing more is sent to it."
        }
        OffReason::Gone => "It answered that it is gone for good (410), so nothing more is sent to it.",
        OffReason::Unverified => {
            "It has not accepted the test event for three days. Turn it on again to send a new test."
        }
        OffReason::Paused => "It was turned off in the dashboard.",
    };
    let page = Page {
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
