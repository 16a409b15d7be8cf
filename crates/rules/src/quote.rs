//! Quotes: a price that is good for five minutes, and once.

use crate::id::{AccountId, AppId, QuoteId, TransactionId};
use crate::money::Amount;
use crate::named_enum;
use crate::pricing::{Price, Terms};
use crate::rail::Rail;
use crate::time::Timestamp;

pub const GOOD_FOR_SECONDS: i64 = 300;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Direction {
        Deposit = "deposit",
        Withdrawal = "withdrawal",
    }
}

/// Which of the two amounts is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Source,
    Destination,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    pub id: QuoteId,
    pub account: AccountId,
    pub app: AppId,
    pub direction: Direction,
    pub rail: Rail,
    pub terms: Terms,
    pub price: Price,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub used_by: Option<TransactionId>,
}

impl Quote {
    /// What the caller gives: fiat for a deposit, USDC for a withdrawal.
    pub const fn source(&self) -> Amount {
        match self.direction {
            Direction::Deposit => self.price.outside,
            Direction::Withdrawal => self.price.inside,
        }
    }

    pub const fn destination(&self) -> Amount {
        match self.direction {
            Direction::Deposit => self.price.inside,
            Direction::Withdrawal => self.price.outside,
        }
    }
}
