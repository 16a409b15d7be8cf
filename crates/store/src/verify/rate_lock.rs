//! What a deposit was promised: its terms hold for a time and an amount, and for nothing beyond.

use rules::money::MICROS_PER_UNIT;
use rules::pricing::Terms;
use rules::rate_lock::RateLockPolicy;
use rules::time::MICROS_PER_SECOND;
use rules::transaction::{TransactionStatus, TransactionType};

/// No rate is promised for longer.
const LONGEST: i64 = RateLockPolicy::LONGEST_SECONDS * MICROS_PER_SECOND;

pub struct RateLockTerms {
    pub created_at: i64,
    pub announced: i64,
    pub outside: i64,
    /// Until when, and up to what amount.
    pub lock: Option<(i64, i64)>,
    pub received_at: Option<i64>,
}

impl RateLockTerms {
    /// What came in time is no more than was promised; at most, what is worth less than a micro-unit comes on top.
    pub fn is_kept(&self, kind: TransactionType, status: TransactionStatus, terms: &Terms) -> bool {
        let has_come = matches!(status, TransactionStatus::Processing | TransactionStatus::Completed);
        let Some((expires_at, most)) = self.lock else {
            return kind != TransactionType::Deposit && self.received_at.is_none();
        };
        let dust = terms.rate.map_or(0, |rate| rate.micros() / MICROS_PER_UNIT);
        let in_time = self.received_at.is_some_and(|at| self.created_at <= at && at <= expires_at);
        kind == TransactionType::Deposit
            && self.received_at.is_some() == has_come
            && expires_at <= self.created_at.saturating_add(LONGEST)
            && most >= self.announced
            && (!in_time || self.outside.saturating_sub(most) <= dust)
    }
}
