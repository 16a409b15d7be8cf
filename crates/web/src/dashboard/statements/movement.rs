//! One movement in words, and the balance after it.

use app::{Failure, LedgerEntry};
use documents::{Movement, MovementKind};
use i18n::Locale;
use rules::money::Amount;
use rules::transaction::TransactionType;

use crate::dashboard::transactions::{headline, return_headline};

/// The balance on its way through a month.
#[derive(Clone, Copy)]
pub struct RunningBalance {
    /// Of the words of its movements.
    pub locale: Locale,
    pub balance: Amount,
}

impl RunningBalance {
    /// After the last movement it is the closing balance, or no file may say so.
    pub fn must_be(self, closing: Amount) -> Result<(), Failure> {
        if self.balance == closing {
            return Ok(());
        }
        tracing::error!(after = %self.balance, %closing, "statement movements don't add up to the closing balance");
        Err(Failure::Internal)
    }

    pub fn movement(&mut self, entry: &LedgerEntry) -> Movement {
        let moved = entry.amount.micros() - entry.fee.micros();
        self.balance = Amount::from_micros(self.balance.micros().saturating_add(moved));
        let transaction = &entry.transaction.transaction;
        Movement {
            at: entry.booked_at,
            kind: kind(entry),
            transaction: transaction.id.to_string(),
            description: description(self.locale, entry),
            reference: transaction.reference.clone().unwrap_or_default(),
            amount: entry.amount,
            fee: entry.fee,
            balance: self.balance,
        }
    }
}

fn kind(entry: &LedgerEntry) -> MovementKind {
    match entry.transaction.transaction.kind {
        TransactionType::Withdrawal if entry.is_return => MovementKind::Return,
        TransactionType::Withdrawal => MovementKind::Withdrawal,
        TransactionType::Payout => MovementKind::Payout,
        TransactionType::Deposit => MovementKind::Deposit,
        TransactionType::InboundTransfer => MovementKind::InboundTransfer,
    }
}

fn description(locale: Locale, entry: &LedgerEntry) -> String {
    match kind(entry) {
        MovementKind::Return => return_headline(locale, &entry.transaction),
        MovementKind::Payout
        | MovementKind::Withdrawal
        | MovementKind::Deposit
        | MovementKind::InboundTransfer => headline(locale, &entry.transaction),
    }
}
