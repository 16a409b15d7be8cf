//! What emails say about automatic withdrawals.

use i18n::Locale;
use rules::automatic_withdrawal::OffReason;
use rules::language::Language;

use super::{MINIMUM, cover, cover_in, off_letter, room, security_letter, unwrapped};
use crate::email::EmailTransport;
use crate::email::templates::SecurityFact;

#[test]
fn automatic_withdrawals_that_were_turned_off_say_why_and_what_to_do() {
    let room = room(EmailTransport::Off);
    for (reason, words) in [
        (OffReason::Owner, "were turned off in the dashboard. New payments now stay in your balance."),
        (OffReason::DestinationArchived, "was archived. New payments now stay in your balance."),
        (OffReason::WithdrawalFailed, "failed. The money is back in your balance."),
        (OffReason::WithdrawalReturned, "The bank returned a withdrawal. The money is back in your balance."),
        (OffReason::RouteClosed, "haven't been available for three days."),
    ] {
        let letter = off_letter(&cover(&room), &room, reason, "Payroll");
        let text = unwrapped(&letter.text);
        for words in [words, "Destination: Payroll", "15 November 2026, 02:09 UTC", "help@example.com"] {
            assert!(text.contains(words), "{reason:?}: no {words} in {text}");
        }
    }
}

#[test]
fn a_change_of_automatic_withdrawals_says_where_to_and_from_what_amount_on() {
    let room = room(EmailTransport::Off);
    let fact = SecurityFact::AutomaticWithdrawalsOn {
        destination: "Payroll · •••• 3000",
        before: "Savings · •••• 9719",
        minimum: MINIMUM,
    };
    for (language, lines) in [
        (
            Language::English,
            [
                "Previous destination: Savings · •••• 9719",
                "Destination: Payroll · •••• 3000",
                "Minimum: 1,250.00 USDC",
            ],
        ),
        (
            Language::Spanish,
            [
                "Destino anterior: Savings · •••• 9719",
                "Destino: Payroll · •••• 3000",
                "Mínimo: 1,250.00 USDC",
            ],
        ),
        (
            Language::Portuguese,
            [
                "Destino anterior: Savings · •••• 9719",
                "Destino: Payroll · •••• 3000",
                "Mínimo: 1.250,00 USDC",
            ],
        ),
        (
            Language::French,
            [
                "Ancienne destination : Savings · •••• 9719",
                "Destination : Payroll · •••• 3000",
                "Minimum : 1 250,00 USDC",
            ],
        ),
    ] {
        let letter = security_letter(&cover_in(&room, Locale::from(language)), &room, fact);
        let text = unwrapped(&letter.text);
        for line in lines {
            assert!(text.contains(line), "{language:?}: no {line} in {text}");
        }
    }
}
