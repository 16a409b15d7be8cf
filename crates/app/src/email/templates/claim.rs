//! "Somebody sent you money": to people who may never have heard of us. It says what is checked and what is
//! not, and that doing nothing is safe. Senders choose their names and references, so both are cut, and
//! nothing in them reads as a link.

use rules::money::Amount;
use rules::time::Timestamp;
use store::SenderSum;

use super::{EmailEnvelope, EmailLink, MOST_OF_A_NAME};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::{day, from_sender, sender_name};

const MOST_OF_A_NAME_IN_A_SUBJECT: usize = 40;
const MOST_OF_A_REFERENCE: usize = 100;
/// As many senders as one email names.
pub const MOST_SENDERS: usize = 10;

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
    let preview = format!("It's waiting for you until {}.", day(facts.until));
    page(cover, facts, subject(facts), preview).letter(cover)
}

/// Money still waits.
pub fn reminder(cover: &EmailEnvelope<'_>, facts: &ClaimFacts<'_>) -> Letter {
    let preview = format!("It's still waiting for you. It will be returned on {}.", day(facts.until));
    page(cover, facts, format!("Reminder: {}", subject(facts)), preview).letter(cover)
}

/// No sender's name is in the subject of an email about several.
fn subject(facts: &ClaimFacts<'_>) -> String {
    headline(facts, MOST_OF_A_NAME_IN_A_SUBJECT)
}

fn headline(facts: &ClaimFacts<'_>, most_of_a_name: usize) -> String {
    let total = total(facts);
    match &facts.senders[..] {
        [sender] => format!("{} sent you {total}", sender_name(&sender.name, most_of_a_name)),
        _ => format!("You have {total} to claim"),
    }
}

fn total(facts: &ClaimFacts<'_>) -> String {
    let more_than = if facts.is_all { "" } else { "more than " };
    format!("{more_than}{} USDC", facts.total)
}

fn payments(facts: &ClaimFacts<'_>) -> String {
    let more_than = if facts.is_all { "" } else { "more than " };
    format!("{more_than}{}", facts.count)
}

fn page(cover: &EmailEnvelope<'_>, facts: &ClaimFacts<'_>, subject: String, preview: String) -> EmailContent {
    let (brand, total) = (&cover.brand.name, total(facts));
    let returned_to = match facts.senders.len() {
        1 => "the sender",
        _ => "the senders",
    };
    EmailContent {
        subject,
        preview,
        heading: headline(facts, MOST_OF_A_NAME),
        opening: vec![format!(
            "It's waiting for you at {brand}. If you don't claim it by {}, it will be returned to {returned_to}.",
            day(facts.until)
        )],
        facts: listed(facts),
        button: (format!("Claim {total}"), facts.link.clone()),
        closing: vec![
            "USDC is a digital dollar: it is made to be worth one US dollar.".to_owned(),
            "What happens next: the link shows what waits for you. You open an account with this address, or sign \
             in to yours, and it is in your balance, to keep or to withdraw."
                .to_owned(),
            "Anyone with this link can claim the money. Don't forward this email.".to_owned(),
            format!(
                "Senders choose the names and references in this email; {brand} has not checked them. If you do not \
                 know the sender, do nothing: nothing is asked of you."
            ),
        ],
        more: Vec::new(),
        because: format!("{brand} wrote to you because somebody sent money to {}.", cover.to),
    }
}

fn listed(facts: &ClaimFacts<'_>) -> Vec<(&'static str, String)> {
    let until = ("Claim it until", day(facts.until));
    if let [sender] = &facts.senders[..] {
        let mut listed = vec![("From", sender_name(&sender.name, MOST_OF_A_NAME)), ("Amount", total(facts))];
        match facts.reference {
            _ if facts.count > 1 => listed.push(("Payments", payments(facts))),
            Some(reference) => listed.push(("Reference", from_sender(reference, MOST_OF_A_REFERENCE))),
            None => {}
        }
        listed.push(until);
        return listed;
    }
    let each = facts.senders.iter().take(MOST_SENDERS).map(|sender| {
        let payments = if sender.count > 1 { format!(" ({} payments)", sender.count) } else { String::new() };
        ("From", format!("{}: {} USDC{payments}", sender_name(&sender.name, MOST_OF_A_NAME), sender.total))
    });
    let mut listed: Vec<(&'static str, String)> = each.collect();
    if facts.senders.len() > MOST_SENDERS {
        listed.push(("From", "and others".to_owned()));
    }
    listed.push(("Waiting for you", format!("{} payments, {} in all", payments(facts), total(facts))));
    listed.push(until);
    listed
}
