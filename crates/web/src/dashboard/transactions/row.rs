//! One transaction in a list: who is on the other side, and which way the money goes.

use app::NamedTransaction;
use rules::money::Amount;
use rules::transaction::{Source, TransactionType};

use super::{kind_words, type_words};
use crate::dashboard::when;
use crate::page::shell::Shell;

pub struct TransactionRow {
    pub href: String,
    pub title: String,
    pub kind: &'static str,
    pub reference: String,
    pub status: &'static str,
    pub iso: String,
    pub created: String,
    pub amount: Amount,
    /// `+` or a true minus.
    pub sign: &'static str,
}

impl TransactionRow {
    pub fn of(shell: &Shell<'_>, row: &NamedTransaction) -> TransactionRow {
        let transaction = &row.transaction;
        TransactionRow {
            href: shell.at(format!("transactions/{}", transaction.id)),
            title: other_side(row),
            kind: kind_words(transaction),
            reference: transaction.reference.clone().unwrap_or_default(),
            status: transaction.status.name(),
            iso: transaction.created_at.to_string(),
            created: when::moment(transaction.created_at),
            amount: transaction.amount,
            sign: sign(transaction.kind),
        }
    }
}

pub const fn sign(kind: TransactionType) -> &'static str {
    if kind.is_incoming() { "+" } else { "\u{2212}" }
}

/// Money that the sandbox made up.
fn is_simulated(row: &NamedTransaction) -> bool {
    matches!(&row.transaction.source, Some(Source::External(name)) if name.starts_with("simulated:"))
}

/// The other side, in as many words as are known.
pub fn other_side(row: &NamedTransaction) -> String {
    let known = match row.transaction.kind {
        TransactionType::Payout => row.email.as_ref().map(ToString::to_string),
        TransactionType::Deposit => row.bank_account.clone(),
        TransactionType::Withdrawal => row.external_wallet.clone().or_else(|| row.bank_account.clone()),
        TransactionType::InboundTransfer => row.sender.clone().or_else(|| row.bank_account.clone()),
    };
    known.unwrap_or_else(|| match row.transaction.kind {
        TransactionType::InboundTransfer if is_simulated(row) => "Test money".to_owned(),
        TransactionType::InboundTransfer => "From outside".to_owned(),
        kind => type_words(kind).to_owned(),
    })
}
