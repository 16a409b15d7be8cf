//! One movement in words, and the balance after it. Every word is here.

use app::{Failure, LedgerEntry};
use documents::{Movement, MovementKind};
use rules::money::Amount;
use rules::transaction::TransactionType;

use crate::dashboard::transactions::other_side;

/// The balance on its way through a month.
#[derive(Clone, Copy)]
pub struct RunningBalance(pub Amount);

impl RunningBalance {
    /// After the last movement it is the closing balance, or no file may say so.
    pub fn must_be(self, closing: Amount) -> Result<(), Failure> {
        if self.0 == closing {
            return Ok(());
        }
        tracing::error!(after = %self.0, %closing, "the movements of a statement do not lead to its closing balance");
        Err(Failure::Internal)
    }

    pub fn movement(&mut self, entry: &LedgerEntry) -> Movement {
        let moved = entry.amount.micros() - entry.fee.micros();
        self.0 = Amount::from_micros(self.0.micros().saturating_add(moved));
        let transaction = &entry.transaction.transaction;
        Movement {
            at: entry.booked_at,
            kind: kind(entry),
            transaction: transaction.id.to_string(),
            description: description(entry),
            reference: transaction.reference.clone().unwrap_or_default(),
            amount: entry.amount,
            fee: entry.fee,
            balance: self.0,
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

fn description(entry: &LedgerEntry) -> String {
    let other = other_side(&entry.transaction);
    match kind(entry) {
        MovementKind::Payout => format!("Payout to {other}"),
        MovementKind::Withdrawal => format!("Withdrawal to {other}"),
        MovementKind::Return => format!("Returned: withdrawal to {other}"),
        MovementKind::Deposit => format!("Deposit from {other}"),
        // Test money and money from outside have no sender with a name.
        MovementKind::InboundTransfer if entry.transaction.sender.is_none() => other,
        MovementKind::InboundTransfer => format!("From {other}"),
    }
}
