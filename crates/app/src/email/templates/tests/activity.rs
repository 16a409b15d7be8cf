//! What emails say about the money of an account.

use i18n::Locale;
use rules::arrival::TransferTime;
use rules::email::EmailKind;
use rules::email_address::EmailAddress;
use rules::external_transfer::Route;
use rules::language::Language;
use rules::money::{Amount, Currency};
use rules::rail::Rail;
use store::{EndedClaim, ReceivedPayment, ReceivedPayments};

use super::{at, cover, cover_in, room, unwrapped, usdc};
use crate::email::templates::{
    EndedClaimsFacts, PaidFacts, TransferFacts, TransferMethod, claimed, paid, refunded, transfer,
};
use crate::email::{EmailEnvelope, EmailRoom, EmailTransport, Letter};

const TRANSFERS: [EmailKind; 7] = [
    EmailKind::WithdrawalSent,
    EmailKind::WithdrawalCompleted,
    EmailKind::WithdrawalFailed,
    EmailKind::WithdrawalReturned,
    EmailKind::DepositCredited,
    EmailKind::DepositFailed,
    EmailKind::DepositExpired,
];

/// Payments of one unit each, of which as many are listed as an email lists.
fn payments(count: usize, sender: &str, reference: Option<&str>) -> ReceivedPayments {
    let payment = ReceivedPayment {
        sender: sender.to_owned(),
        amount: usdc("1"),
        reference: reference.map(str::to_owned),
    };
    let (count, first) = (count as i64, vec![payment; count.min(10)]);
    ReceivedPayments { first, count, total: Amount::from_micros(count * 1_000_000), is_all: true }
}

fn paid_letter(cover: &EmailEnvelope<'_>, room: &EmailRoom, payments: ReceivedPayments) -> Letter {
    paid(cover, &PaidFacts { payments, page: room.page("/dashboard/live/transactions") })
}

fn ended(count: usize) -> Vec<EndedClaim> {
    let email = EmailAddress::parse("bob@example.com").expect("an address");
    vec![EndedClaim { email, amount: usdc("1.5") }; count]
}

fn ended_facts<'a>(room: &EmailRoom, ended: &'a [EndedClaim], reference: &'a str) -> EndedClaimsFacts<'a> {
    let page = room.link("/dashboard/live/payouts/", super::TOKEN);
    EndedClaimsFacts { ended, reference: Some(reference), day: at("2026-11-15T00:00:00Z"), page }
}

const NEW_YORK: Route = Route::Bank(Rail::UsdAch);

fn transfer_facts<'a>(room: &EmailRoom, name: &'a str) -> TransferFacts<'a> {
    TransferFacts {
        amount: usdc("120.5"),
        outside: (usdc("650.25"), Currency::Brl),
        method: TransferMethod::Bank(Rail::BrlPix),
        destination: Some(name),
        is_automatic: false,
        arrival: Some(TransferTime::BusinessDays(2).estimate(at("2026-11-18T02:10:45Z"), NEW_YORK.zone())),
        bank_reference: Some("4711"),
        page: room.link("/dashboard/live/withdrawals/", super::TOKEN),
    }
}

/// One of each, in which everything that users write is `name`, with a link that must be in it.
pub fn letters(cover: &EmailEnvelope<'_>, room: &EmailRoom, name: &str) -> Vec<(Letter, &'static str)> {
    let (activity, payout) = (
        "https://pay.example.com/dashboard/live/transactions",
        "https://pay.example.com/dashboard/live/payouts/01m7",
    );
    let (one, several) = (ended(1), ended(12));
    let mut letters = vec![
        (paid_letter(cover, room, payments(1, name, Some(name))), activity),
        (paid_letter(cover, room, payments(12, name, Some(name))), activity),
        (claimed(cover, &ended_facts(room, &one, name)), payout),
        (claimed(cover, &ended_facts(room, &several, name)), payout),
        (refunded(cover, &ended_facts(room, &one, name)), payout),
        (refunded(cover, &ended_facts(room, &several, name)), payout),
    ];
    let chain = TransferFacts {
        method: TransferMethod::Chain(name),
        is_automatic: true,
        ..transfer_facts(room, name)
    };
    for facts in [transfer_facts(room, name), chain] {
        letters.extend(TRANSFERS.map(|kind| {
            let letter = transfer(cover, kind, &facts).expect("a letter of this kind");
            (letter, "https://pay.example.com/dashboard/live/withdrawals/01m7")
        }));
    }
    letters
}

#[track_caller]
fn says(letter: &Letter, expected: &[&str]) {
    for part in [&letter.text, &letter.html] {
        for words in expected {
            assert!(unwrapped(part).contains(words), "no {words} in {part}");
        }
    }
}

#[test]
fn one_payment_names_its_sender_and_several_are_summed_up() {
    let room = room(EmailTransport::Off);
    let letter = paid_letter(&cover(&room), &room, payments(1, "Acme", Some("Invoice 7")));
    assert_eq!(letter.subject, "Acme sent you 1.00 USDC");
    says(&letter, &["Invoice 7", "The money is in your Florin, Inc. balance", "View activity"]);
    let letter = paid_letter(&cover(&room), &room, payments(12, "Acme", Some("Invoice 7")));
    assert_eq!(letter.subject, "You received 12.00 USDC");
    says(&letter, &["You received 12 payments.", "Acme · 1.00 USDC (Invoice 7)", "and others", "12.00 USDC"]);
    assert_eq!(letter.text.matches("Acme · 1.00").count(), 10);
    let letter = paid_letter(&cover(&room), &room, payments(2, "Acme", None));
    says(&letter, &["Acme · 1.00 USDC", "2.00 USDC"]);
    assert!(!letter.text.contains("and others") && !letter.text.contains("()"), "{}", letter.text);
    let more = ReceivedPayments { is_all: false, ..payments(1_000, "Acme", None) };
    says(&paid_letter(&cover(&room), &room, more), &["more than 1,000.00 USDC"]);
}

#[test]
fn what_others_wrote_leads_nowhere() {
    let room = room(EmailTransport::Off);
    let letter = paid_letter(&cover(&room), &room, payments(1, "Bank", Some("pay at evil.example/now")));
    says(&letter, &["pay at [link removed]", "verify them"]);
}

#[test]
fn claims_and_refunds_say_how_many_payments_and_how_much() {
    let room = room(EmailTransport::Off);
    let (one, several) = (ended(1), ended(12));
    let letter = claimed(&cover(&room), &ended_facts(&room, &one, "June"));
    assert_eq!(letter.subject, "1 payment claimed");
    says(&letter, &["On 15 November 2026, 1 payment from your payout was claimed: 1.50 USDC.", "June"]);
    let letter = claimed(&cover(&room), &ended_facts(&room, &several, "June"));
    assert_eq!(letter.subject, "12 payments claimed");
    says(&letter, &["18.00 USDC in total", "and others"]);
    let letter = refunded(&cover(&room), &ended_facts(&room, &several, "June"));
    assert_eq!(letter.subject, "18.00 USDC returned to your balance");
    says(&letter, &["12 payments from your payout", "create a new payout"]);
}

#[test]
fn each_step_of_a_transfer_has_a_subject_of_its_own() {
    let room = room(EmailTransport::Off);
    for (kind, subject, expected) in [
        (EmailKind::WithdrawalSent, "Withdrawal of 120.50 USDC sent", "on its way"),
        (EmailKind::WithdrawalCompleted, "Withdrawal of 120.50 USDC completed", "has arrived"),
        (
            EmailKind::WithdrawalFailed,
            "Withdrawal of 120.50 USDC failed",
            "120.50 USDC is back in your balance",
        ),
        (EmailKind::WithdrawalReturned, "Withdrawal of 120.50 USDC returned", "including the fees"),
        (EmailKind::DepositCredited, "120.50 USDC added to your balance", "Your deposit has arrived"),
        (EmailKind::DepositFailed, "Deposit of 120.50 USDC failed", "nothing was added to your balance"),
        (EmailKind::DepositExpired, "Deposit of 120.50 USDC expired", "create a new deposit"),
    ] {
        let letter = transfer(&cover(&room), kind, &transfer_facts(&room, "Payroll")).expect("a letter");
        assert_eq!(letter.subject, subject);
        says(&letter, &[expected, "Pix, Brazil", "R$650.25", "Payroll", "4711"]);
        assert!(!letter.text.contains("automatic"), "{}", letter.text);
        let is_sent = kind == EmailKind::WithdrawalSent;
        assert_eq!(letter.text.contains("Should arrive by"), is_sent, "{}", letter.text);
        if is_sent {
            says(&letter, &["Thursday, 19 November"]);
        }
    }
    assert!(transfer(&cover(&room), EmailKind::Paid, &transfer_facts(&room, "Payroll")).is_none());
    let facts = TransferFacts { is_automatic: true, ..transfer_facts(&room, "Payroll") };
    let letter = transfer(&cover(&room), EmailKind::WithdrawalFailed, &facts).expect("a letter");
    says(&letter, &["This was an automatic withdrawal."]);
}

#[test]
fn activity_is_told_in_the_language_of_the_owner() {
    let room = room(EmailTransport::Off);
    for (language, subject, line) in [
        (Language::Spanish, "Falló el retiro de 120.50 USDC", "Recibiste 12 pagos."),
        (Language::Portuguese, "Falha no saque de 120,50 USDC", "Você recebeu 12 pagamentos."),
        (Language::French, "Le retrait de 120,50 USDC a échoué", "Vous avez reçu 12 paiements."),
    ] {
        let cover = cover_in(&room, Locale::from(language));
        let facts = transfer_facts(&room, "Payroll");
        let letter = transfer(&cover, EmailKind::WithdrawalFailed, &facts).expect("a letter");
        assert_eq!(letter.subject, subject);
        says(&paid_letter(&cover, &room, payments(12, "Acme", None)), &[line]);
    }
}
