//! The statement of one account for one month: its figures, and its movements as PDF, CSV and OFX.

mod csv;
mod ofx;
mod pdf;

pub use csv::CsvStatement;
pub use ofx::OfxStatement;
pub use pdf::statement_pdf;

use i18n::Locale;
use rules::money::Amount;
use rules::time::Timestamp;

use crate::letterhead::{Brand, Holder};

/// The figures of a month: opening balance + money in − money out − fees = closing balance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub locale: Locale,
    pub brand: Brand,
    pub holder: Holder,
    pub is_test: bool,
    pub starts_at: Timestamp,
    /// The next month's start.
    pub ends_at: Timestamp,
    /// When the figures were read, if the month had not ended by then.
    pub as_of: Option<Timestamp>,
    pub opening: Amount,
    pub money_in: Amount,
    pub money_out: Amount,
    /// Below zero where more fees were given back than charged.
    pub fees: Amount,
    pub closing: Amount,
    /// The part of the closing balance that is reserved for pending payouts and withdrawals.
    pub reserved: Amount,
    pub movements: u64,
}

impl Statement {
    /// `1 March 2026 – 31 March 2026`
    pub fn period(&self) -> String {
        self.locale.date_range(self.starts_at, self.ends_at.plus_micros(-1))
    }

    /// From one balance to the other: each figure with its sign, and their sum at the end.
    pub fn figures(&self) -> [(&'static str, Amount); 5] {
        let locale = self.locale;
        let negative = |amount: Amount| Amount::from_micros(-amount.micros());
        let closing = match self.as_of {
            Some(_) => locale.text("statement-balance-so-far"),
            None => locale.text("statement-closing-balance"),
        };
        [
            (locale.text("statement-opening-balance"), self.opening),
            (locale.text("statement-money-in"), self.money_in),
            (locale.text("statement-money-out"), negative(self.money_out)),
            (locale.text("statement-fees"), negative(self.fees)),
            (closing, self.closing),
        ]
    }

    /// The part of the closing balance that is not reserved.
    pub const fn available(&self) -> Amount {
        Amount::from_micros(self.closing.micros() - self.reserved.micros())
    }
}

/// What a movement is, for programs that read the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovementKind {
    Payout,
    InboundTransfer,
    Deposit,
    Withdrawal,
    Return,
}

/// Money that came to the account or left it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Movement {
    pub at: Timestamp,
    pub kind: MovementKind,
    /// The id of the transaction.
    pub transaction: String,
    pub description: String,
    pub reference: String,
    /// Above zero if it came. Without the fee.
    pub amount: Amount,
    /// Below zero if it was given back.
    pub fee: Amount,
    /// The balance after it.
    pub balance: Amount,
}

impl MovementKind {
    pub const fn name(self) -> &'static str {
        match self {
            MovementKind::Payout => "payout",
            MovementKind::InboundTransfer => "inbound_transfer",
            MovementKind::Deposit => "deposit",
            MovementKind::Withdrawal => "withdrawal",
            MovementKind::Return => "return",
        }
    }
}
