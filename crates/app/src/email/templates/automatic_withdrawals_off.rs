//! "Automatic withdrawals were turned off": to the owner, whose payments stay in the balance from now on.

use i18n::Locale;
use rules::automatic_withdrawal::{OffReason, SwitchedOff};

use super::{EmailEnvelope, EmailLink, MAX_DESTINATION, because_account};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::shown;

pub struct AutomaticWithdrawalsOffFacts<'a> {
    pub off: SwitchedOff,
    /// The bank account or wallet, with its masked number.
    pub destination: &'a str,
    /// Where they can be turned on again.
    pub page: EmailLink,
}

pub fn automatic_withdrawals_off(
    cover: &EmailEnvelope<'_>,
    facts: &AutomaticWithdrawalsOffFacts<'_>,
) -> Letter {
    let locale = cover.locale;
    let (why, what_to_do) = reason(locale, facts.off.reason);
    let page = EmailContent {
        subject: locale.text("automatic-email-subject").to_owned(),
        preview: locale.text("automatic-email-preview").to_owned(),
        heading: locale.text("automatic-email-subject").to_owned(),
        opening: vec![why.to_owned()],
        facts: vec![
            (locale.text("automatic-destination"), shown(facts.destination, MAX_DESTINATION)),
            (locale.text("automatic-off-since"), locale.long_date_time(facts.off.at)),
        ],
        button: (locale.text("automatic-email-button").to_owned(), facts.page.clone()),
        closing: vec![what_to_do.to_owned()],
        more: Vec::new(),
        because: because_account(cover),
    };
    page.letter(cover)
}

/// What happened, and what to do.
fn reason(locale: Locale, reason: OffReason) -> (&'static str, &'static str) {
    let (choose, check) = (locale.text("automatic-email-choose"), locale.text("automatic-email-check"));
    match reason {
        OffReason::Owner => (locale.text("automatic-email-owner"), locale.text("automatic-email-any-time")),
        OffReason::DestinationArchived => (locale.text("automatic-email-archived"), choose),
        OffReason::WithdrawalFailed => (locale.text("automatic-email-failed"), check),
        OffReason::WithdrawalReturned => (locale.text("automatic-email-returned"), check),
        OffReason::RouteClosed => (locale.text("automatic-email-closed"), choose),
    }
}
