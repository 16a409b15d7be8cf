//! Rate locks: until when, and up to what amount, the terms that were agreed for a deposit hold. Without a limit on
//! both, announcing a deposit would be a free option on the exchange rate.

use crate::money::Amount;
use crate::pricing::BasisPoints;
use crate::time::{SECONDS_PER_DAY, Timestamp};

/// The rate lock of one deposit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLock {
    /// Money that the bank receives by then has the agreed terms, by the account's clock.
    pub expires_at: Timestamp,
    /// As much of it as this, in the currency of the rail.
    pub max_amount: Amount,
}

/// What the operator promises on one rail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLockPolicy {
    seconds: i64,
    tolerance: BasisPoints,
}

impl RateLockPolicy {
    /// An hour: enough for an instant payment, too short for a currency to move far. Payers round up, and one percent
    /// covers that.
    pub const DEFAULT: RateLockPolicy =
        RateLockPolicy { seconds: 3_600, tolerance: BasisPoints::new(100).expect("a small share") };
    pub const SHORTEST_SECONDS: i64 = 60;
    pub const LONGEST_SECONDS: i64 = SECONDS_PER_DAY;
    pub const HIGHEST_TOLERANCE: u16 = 1_000;

    /// From a minute to a day, and at most a tenth more than the deposit's amount.
    pub const fn new(seconds: i64, tolerance: BasisPoints) -> Option<RateLockPolicy> {
        if seconds < RateLockPolicy::SHORTEST_SECONDS
            || seconds > RateLockPolicy::LONGEST_SECONDS
            || tolerance.get() > RateLockPolicy::HIGHEST_TOLERANCE
        {
            return None;
        }
        Some(RateLockPolicy { seconds, tolerance })
    }

    /// The lock of a deposit whose terms were set at this time. It counts from then, so that a quote does not make it
    /// longer.
    pub fn lock(&self, announced: Amount, set_at: Timestamp) -> RateLock {
        const CENT: i128 = 10_000;
        let announced = i128::from(announced.micros());
        let more = announced * i128::from(self.tolerance.get()) / 10_000 / CENT * CENT;
        let most = i64::try_from(announced + more).unwrap_or(i64::MAX);
        RateLock { expires_at: set_at.plus_seconds(self.seconds), max_amount: Amount::from_micros(most) }
    }
}

impl Default for RateLockPolicy {
    fn default() -> RateLockPolicy {
        RateLockPolicy::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::{RateLock, RateLockPolicy};
    use crate::money::Amount;
    use crate::pricing::BasisPoints;
    use crate::time::Timestamp;

    #[test]
    fn a_lock_has_an_end_and_a_largest_amount_in_whole_cents() {
        let set_at = Timestamp::from_micros(0);
        let lock = |cents: i64| RateLockPolicy::DEFAULT.lock(Amount::from_micros(cents * 10_000), set_at);
        let expected = |cents: i64| RateLock {
            expires_at: set_at.plus_seconds(3_600),
            max_amount: Amount::from_micros(cents * 10_000),
        };
        for (announced, most) in [(1, 1), (99, 99), (100, 101), (199, 200), (10_000, 10_100)] {
            assert_eq!(lock(announced), expected(most), "{announced}");
        }
        let all = RateLockPolicy::DEFAULT.lock(Amount::from_micros(i64::MAX), set_at);
        assert_eq!(all.max_amount.micros(), i64::MAX);
    }

    #[test]
    fn a_policy_keeps_to_its_bounds() {
        let share = |points| BasisPoints::new(points).expect("a share");
        for (seconds, points, is_allowed) in [
            (60, 0, true),
            (86_400, 1_000, true),
            (59, 0, false),
            (86_401, 0, false),
            (0, 0, false),
            (-1, 0, false),
            (60, 1_001, false),
        ] {
            assert_eq!(
                RateLockPolicy::new(seconds, share(points)).is_some(),
                is_allowed,
                "{seconds} {points}"
            );
        }
    }
}
