//! A transaction in a few words: the title of its receipt, and its entry in a statement.

use app::NamedTransaction;
use i18n::Locale;
use rules::transaction::TransactionType;

use super::row::{known_side, other_side};

/// `Payout to ada@example.com`
pub fn headline(locale: Locale, row: &NamedTransaction) -> String {
    let name = other_side(locale, row);
    match row.transaction.kind {
        TransactionType::Payout => locale.text_with("movement-payout", &[("name", &name)]),
        TransactionType::Withdrawal if row.transaction.is_automatic() => {
            locale.text_with("movement-automatic-withdrawal", &[("name", &name)])
        }
        TransactionType::Withdrawal => locale.text_with("movement-withdrawal", &[("name", &name)]),
        TransactionType::Deposit => locale.text_with("movement-deposit", &[("name", &name)]),
        // Test money and money from outside have no sender with a name.
        TransactionType::InboundTransfer if known_side(row).is_none() => name,
        TransactionType::InboundTransfer => locale.text_with("movement-inbound-transfer", &[("name", &name)]),
    }
}

/// Of a withdrawal that the bank sent back.
pub fn return_headline(locale: Locale, row: &NamedTransaction) -> String {
    locale.text_with("movement-return", &[("name", &other_side(locale, row))])
}
