//! "Automatic withdrawals were turned off": to the owner, whose payments stay in the balance from now on.

use rules::automatic_withdrawal::{OffReason, SwitchedOff};

use super::{EmailEnvelope, EmailLink, MOST_OF_A_NAME, support};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::{moment, shown};

pub struct AutomaticWithdrawalsOffFacts<'a> {
    pub off: SwitchedOff,
    /// What its owner calls the bank account or wallet.
    pub destination: &'a str,
    /// Where they can be turned on again.
    pub page: EmailLink,
}

pub fn automatic_withdrawals_off(
    cover: &EmailEnvelope<'_>,
    facts: &AutomaticWithdrawalsOffFacts<'_>,
) -> Letter {
    let brand = &cover.brand.name;
    let subject = "Automatic withdrawals were turned off";
    let (why, what_to_do) = words(facts.off.reason);
    let page = EmailContent {
        subject: subject.to_owned(),
        preview: "New payments stay in your balance until you turn them on again.".to_owned(),
        heading: subject.to_owned(),
        opening: vec![why.to_owned(), "New payments now stay in your balance.".to_owned()],
        facts: vec![
            ("Withdrawn to", shown(facts.destination, MOST_OF_A_NAME)),
            ("Turned off", moment(facts.off.at)),
        ],
        button: ("Review automatic withdrawals".to_owned(), facts.page.clone()),
        closing: vec![
            what_to_do.to_owned(),
            format!("If you don't know why this happened, {}.", support(cover.brand)),
        ],
        more: Vec::new(),
        because: format!("{brand} wrote to you because {} has an account there.", cover.to),
    };
    page.letter(cover)
}

/// What happened, and what to do.
const fn words(reason: OffReason) -> (&'static str, &'static str) {
    match reason {
        OffReason::Owner => (
            "They were turned off in the dashboard.",
            "You can turn them on again in the dashboard at any time.",
        ),
        OffReason::DestinationArchived => (
            "The bank account or wallet that your payments were withdrawn to was archived.",
            "To continue, choose another bank account or wallet in the dashboard.",
        ),
        OffReason::WithdrawalFailed => (
            "A withdrawal to this bank account or wallet failed. The money is back in your balance.",
            "Check the details before you turn automatic withdrawals on again. If a number is wrong, add the account \
             again with the right one.",
        ),
        OffReason::WithdrawalReturned => (
            "The bank returned a withdrawal. The money is back in your balance.",
            "Check the details before you turn automatic withdrawals on again. If a number is wrong, add the account \
             again with the right one.",
        ),
        OffReason::RouteClosed => (
            "Withdrawals to this bank account or wallet haven't been available for three days.",
            "To continue, choose another bank account or wallet in the dashboard.",
        ),
    }
}
