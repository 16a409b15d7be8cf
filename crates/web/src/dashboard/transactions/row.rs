//! One transaction in a list: who is on the other side, and which way the money goes.

use app::NamedTransaction;
use i18n::Locale;
use rules::money::Amount;
use rules::time::Timestamp;
use rules::transaction::{Source, TransactionType};

use super::kind_words;
use crate::dashboard::parts::sign;
use crate::page::shell::Shell;

pub struct TransactionRow {
    pub id: String,
    pub href: String,
    pub title: String,
    pub kind: &'static str,
    pub reference: String,
    pub status: &'static str,
    pub created: Timestamp,
    pub amount: Amount,
    /// `+`, a true minus, or nothing.
    pub sign: &'static str,
}

impl TransactionRow {
    pub fn of(shell: &Shell<'_>, row: &NamedTransaction) -> TransactionRow {
        let transaction = &row.transaction;
        TransactionRow {
            id: transaction.id.to_string(),
            href: shell.at(format!("transactions/{}", transaction.id)),
            title: other_side(shell.frame.locale, row),
            kind: kind_words(shell.frame.locale, transaction),
            reference: transaction.reference.clone().unwrap_or_default(),
            status: transaction.status.name(),
            created: transaction.created_at,
            amount: transaction.amount,
            sign: sign(transaction),
        }
    }

    /// What it is, if its title doesn't say so, and its reference.
    pub fn below(&self) -> String {
        let kind = Some(self.kind).filter(|kind| *kind != self.title);
        let reference = Some(self.reference.as_str()).filter(|reference| !reference.is_empty());
        kind.into_iter().chain(reference).collect::<Vec<_>>().join(" · ")
    }
}

/// Money that the sandbox made up.
fn is_simulated(row: &NamedTransaction) -> bool {
    matches!(&row.transaction.source, Some(Source::External(name)) if name.starts_with("simulated:"))
}

/// The name of the other side, if it has one.
pub fn known_side(row: &NamedTransaction) -> Option<String> {
    match row.transaction.kind {
        TransactionType::Payout => row.email.as_ref().map(ToString::to_string),
        TransactionType::Deposit => row.bank_account.clone(),
        TransactionType::Withdrawal => row.external_wallet.clone().or_else(|| row.bank_account.clone()),
        TransactionType::InboundTransfer => row.sender.clone().or_else(|| row.bank_account.clone()),
    }
}

/// The other side, in as many words as are known.
pub fn other_side(locale: Locale, row: &NamedTransaction) -> String {
    known_side(row).unwrap_or_else(|| match row.transaction.kind {
        TransactionType::InboundTransfer if is_simulated(row) => {
            locale.text("movement-test-money").to_owned()
        }
        kind => locale.transaction_type(kind).to_owned(),
    })
}
