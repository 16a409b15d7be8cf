//! "Somebody sent you money": to people who may never have heard of us. It says what is checked and what is
//! not, and that doing nothing is safe.

use rules::money::Amount;
use rules::time::Timestamp;

use super::{Cover, Link, MOST_OF_A_NAME};
use crate::mail::Letter;
use crate::mail::letter::Page;
use crate::mail::text::{day, shown};

const MOST_OF_A_NAME_IN_A_SUBJECT: usize = 60;
const MOST_OF_A_REFERENCE: usize = 160;

/// One payment that waits for an address.
pub struct ClaimFacts<'a> {
    /// The name that the sender goes by, as they wrote it.
    pub sender: &'a str,
    pub amount: Amount,
    /// What the sender wrote about it.
    pub reference: Option<&'a str>,
    /// When it goes back.
    pub until: Timestamp,
    /// Claims everything that waits for the address.
    pub link: Link,
    /// All that waits for the address, this payment among it.
    pub waiting: Waiting,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub count: u64,
    pub total: Amount,
}

/// Money waits.
pub fn claim(cover: &Cover<'_>, facts: &ClaimFacts<'_>) -> Letter {
    let until = day(facts.until);
    let preview = format!("It waits for you until {until}.");
    page(cover, facts, subject(facts), preview).letter(cover)
}

/// Money still waits.
pub fn reminder(cover: &Cover<'_>, facts: &ClaimFacts<'_>) -> Letter {
    let until = day(facts.until);
    let preview = format!("It still waits for you. On {until} it goes back to the sender.");
    page(cover, facts, format!("Reminder: {}", subject(facts)), preview).letter(cover)
}

fn subject(facts: &ClaimFacts<'_>) -> String {
    let sender = shown(facts.sender, MOST_OF_A_NAME_IN_A_SUBJECT);
    format!("{sender} sent you {} USDC", facts.amount)
}

fn page(cover: &Cover<'_>, facts: &ClaimFacts<'_>, subject: String, preview: String) -> Page {
    let (sender, until) = (shown(facts.sender, MOST_OF_A_NAME), day(facts.until));
    let (brand, amount) = (&cover.brand.name, facts.amount);
    let others_wait = facts.waiting.count > 1;
    let total = if others_wait { facts.waiting.total } else { amount };
    let mut listed = vec![("From", sender.clone()), ("Amount", format!("{amount} USDC"))];
    if let Some(reference) = facts.reference {
        listed.push(("Reference", shown(reference, MOST_OF_A_REFERENCE)));
    }
    listed.push(("Claim it until", until));
    if others_wait {
        let all = format!("{} payments, {total} USDC in all", facts.waiting.count);
        listed.push(("Waiting for you", all));
    }
    Page {
        subject,
        preview,
        heading: format!("{sender} sent you {amount} USDC"),
        opening: vec![format!(
            "{brand} keeps it for you. What nobody claims in time goes back to the sender."
        )],
        facts: listed,
        button: (format!("Claim {total} USDC"), facts.link.clone()),
        closing: vec![
            "USDC is a digital dollar: it is made to be worth one US dollar.".to_owned(),
            "What happens next: the link shows what waits for you. You open an account with this address, or sign \
             in to yours, and it is in your balance, to keep or to withdraw."
                .to_owned(),
            "Whoever has the link can claim, so do not pass this mail on.".to_owned(),
            format!(
                "The sender chose the name and the reference; {brand} has not checked them. If you do not know the \
                 sender, do nothing: nothing is asked of you."
            ),
        ],
        more: Vec::new(),
        because: format!("{brand} wrote to you because somebody sent money to {}.", cover.to),
    }
}
