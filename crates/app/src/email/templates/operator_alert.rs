//! The email that alerts the operator to a long wait. It has the number and age of the waiting items, and never names a
//! customer.

use rules::operator_alert::AlertState;
use rules::waiting::{Waiting, WaitingKind};

use super::EmailEnvelope;
use crate::email::Letter;
use crate::email::layout::EmailContent;

pub struct OperatorAlertFacts {
    pub state: AlertState,
    pub waiting: Waiting,
}

pub fn operator_alert(cover: &EmailEnvelope<'_>, facts: &OperatorAlertFacts) -> Letter {
    let (locale, brand) = (cover.locale, &cover.brand.name);
    let title = title(cover, facts.waiting.kind);
    let (subject, opening) = match facts.state {
        AlertState::Late => (title.to_owned(), locale.text("email-alert-late")),
        AlertState::Resolved => (
            locale.text_with("email-alert-resolved-subject", &[("title", &title)]),
            locale.text("email-alert-resolved"),
        ),
    };
    let mut shown = vec![(locale.text("email-alert-count"), facts.waiting.count.to_string())];
    if let Some(since) = facts.waiting.since {
        shown.push((locale.text("email-alert-since"), locale.long_date_time(since)));
    }
    shown.push((locale.text("email-alert-command"), command(facts.waiting.kind).to_owned()));
    let page = EmailContent {
        subject: subject.clone(),
        preview: opening.to_owned(),
        heading: subject,
        opening: vec![opening.to_owned()],
        facts: shown,
        // Operators have no account.
        button: None,
        closing: Vec::new(),
        more: Vec::new(),
        because: locale.text_with("email-alert-because", &[("email", &cover.to.as_str()), ("brand", brand)]),
    };
    page.letter(cover)
}

/// Shows an operator what waits.
fn command(kind: WaitingKind) -> &'static str {
    match kind {
        WaitingKind::MoneyStops => "florin money status",
        WaitingKind::Withdrawals | WaitingKind::SentWithdrawals => "florin ops withdrawals list",
        WaitingKind::ParkedPayments => "florin ops deposits parked",
        WaitingKind::Proposals => "florin ops proposals",
        WaitingKind::UnsentWithdrawals | WaitingKind::ChainPayments => "florin chain status",
        WaitingKind::Emails => "florin doctor",
        WaitingKind::WebhookEndpoints => "florin ops watch --once",
    }
}

fn title(cover: &EmailEnvelope<'_>, kind: WaitingKind) -> &'static str {
    let locale = cover.locale;
    match kind {
        WaitingKind::MoneyStops => locale.text("email-alert-money-stops"),
        WaitingKind::Withdrawals => locale.text("email-alert-withdrawals"),
        WaitingKind::SentWithdrawals => locale.text("email-alert-sent-withdrawals"),
        WaitingKind::ParkedPayments => locale.text("email-alert-parked-payments"),
        WaitingKind::Proposals => locale.text("email-alert-proposals"),
        WaitingKind::UnsentWithdrawals => locale.text("email-alert-unsent-withdrawals"),
        WaitingKind::ChainPayments => locale.text("email-alert-chain-payments"),
        WaitingKind::Emails => locale.text("email-alert-emails"),
        WaitingKind::WebhookEndpoints => locale.text("email-alert-webhook-endpoints"),
    }
}
