//! What became of a deposit or a withdrawal: to the owner of the account.

use i18n::Locale;
use rules::arrival::ArrivalEstimate;
use rules::email::EmailKind;
use rules::money::{Amount, Currency};
use rules::rail::Rail;

use super::{EmailEnvelope, EmailLink, MAX_DESTINATION, MAX_NAME, because_account};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::shown;

/// How the money moved.
#[derive(Clone, Copy)]
pub enum TransferMethod<'a> {
    Bank(Rail),
    Chain(&'a str),
}

pub struct TransferFacts<'a> {
    pub amount: Amount,
    /// The same money on the other side.
    pub outside: (Amount, Currency),
    pub method: TransferMethod<'a>,
    /// The bank account or wallet that a withdrawal goes to, with its masked number.
    pub destination: Option<&'a str>,
    pub is_automatic: bool,
    /// The time by which a withdrawal should arrive.
    pub arrival: Option<ArrivalEstimate>,
    /// The bank's reference for the payment.
    pub bank_reference: Option<&'a str>,
    pub page: EmailLink,
}

/// What an email of a kind says.
struct Texts {
    title: String,
    opening: String,
    /// What to do now.
    next: Option<&'static str>,
    /// What the amount on the other side is called.
    outside: &'static str,
}

/// Nothing for other kinds.
pub fn transfer(cover: &EmailEnvelope<'_>, kind: EmailKind, facts: &TransferFacts<'_>) -> Option<Letter> {
    let locale = cover.locale;
    let amount = locale.money(facts.amount, Currency::Usdc);
    let texts = of_withdrawal(locale, kind, &amount).or_else(|| of_deposit(locale, kind, &amount))?;
    let mut listed = listed(locale, texts.outside, amount, facts);
    if let (EmailKind::WithdrawalSent, Some(arrival)) = (kind, facts.arrival) {
        listed.push((locale.text("arrival-by"), locale.arrival(arrival)));
    }
    let bank_reference = facts.bank_reference.map(|reference| shown(reference, MAX_NAME));
    listed.extend(bank_reference.map(|reference| (locale.text("withdrawal-bank-reference"), reference)));
    let closing = texts.next.into_iter();
    let automatic = facts.is_automatic.then(|| locale.text("email-withdrawal-automatic"));
    let page = EmailContent {
        subject: texts.title.clone(),
        preview: texts.opening.clone(),
        heading: texts.title,
        opening: vec![texts.opening],
        facts: listed,
        button: (locale.text("email-transfer-button").to_owned(), facts.page.clone()),
        closing: closing.chain(automatic).map(str::to_owned).collect(),
        more: Vec::new(),
        because: because_account(cover),
    };
    Some(page.letter(cover))
}

fn listed(
    locale: Locale,
    outside: &'static str,
    amount: String,
    facts: &TransferFacts<'_>,
) -> Vec<(&'static str, String)> {
    let mut listed = vec![(locale.text("label-amount"), amount)];
    if let TransferMethod::Bank(rail) = facts.method {
        let (amount, currency) = facts.outside;
        listed.push((outside, locale.money(amount, currency)));
        listed.push((locale.text("bank-account-method"), locale.rail_name(rail).to_owned()));
    }
    if let TransferMethod::Chain(chain) = facts.method {
        listed.push((locale.text("label-network"), shown(chain, MAX_NAME)));
    }
    let destination = facts.destination.map(|name| shown(name, MAX_DESTINATION));
    listed.extend(destination.map(|name| (locale.text("transfer-to"), name)));
    listed
}

fn of_withdrawal(locale: Locale, kind: EmailKind, amount: &str) -> Option<Texts> {
    let (title, opening, next, outside) = match kind {
        EmailKind::WithdrawalSent => (
            locale.text_with("email-withdrawal-sent-title", &[("amount", &amount)]),
            locale.text("email-withdrawal-sent-opening").to_owned(),
            None,
            locale.text("transfer-you-receive"),
        ),
        EmailKind::WithdrawalCompleted => (
            locale.text_with("email-withdrawal-completed-title", &[("amount", &amount)]),
            locale.text("email-withdrawal-completed-opening").to_owned(),
            None,
            locale.text("transfer-you-received"),
        ),
        EmailKind::WithdrawalFailed => (
            locale.text_with("email-withdrawal-failed-title", &[("amount", &amount)]),
            locale.text_with("email-withdrawal-failed-opening", &[("amount", &amount)]),
            Some(locale.text("email-withdrawal-check")),
            locale.text("transfer-you-would-have-received"),
        ),
        EmailKind::WithdrawalReturned => (
            locale.text_with("email-withdrawal-returned-title", &[("amount", &amount)]),
            locale.text_with("email-withdrawal-returned-opening", &[("amount", &amount)]),
            Some(locale.text("email-withdrawal-check")),
            locale.text("transfer-you-would-have-received"),
        ),
        _ => return None,
    };
    Some(Texts { title, opening, next, outside })
}

fn of_deposit(locale: Locale, kind: EmailKind, amount: &str) -> Option<Texts> {
    let (title, opening, next, outside) = match kind {
        EmailKind::DepositCredited => (
            locale.text_with("email-deposit-credited-title", &[("amount", &amount)]),
            locale.text_with("email-deposit-credited-opening", &[("amount", &amount)]),
            None,
            locale.text("transfer-you-sent"),
        ),
        EmailKind::DepositFailed => (
            locale.text_with("email-deposit-failed-title", &[("amount", &amount)]),
            locale.text("email-deposit-failed-opening").to_owned(),
            Some(locale.text("email-deposit-failed-next")),
            locale.text("transfer-you-send"),
        ),
        EmailKind::DepositExpired => (
            locale.text_with("email-deposit-expired-title", &[("amount", &amount)]),
            locale.text("email-deposit-expired-opening").to_owned(),
            Some(locale.text("email-deposit-expired-next")),
            locale.text("transfer-you-send"),
        ),
        _ => return None,
    };
    Some(Texts { title, opening, next, outside })
}
