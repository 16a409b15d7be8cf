//! How many objects an account may create in a day. A payment of a cent, or of test money, costs nothing or nearly
//! nothing, so nothing else keeps a stranger from filling the disk.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::{HeaderValue, header};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use rules::account::Mode;
use rules::id::AccountId;

use crate::problem::{Problem, Slug};

const SECONDS_PER_DAY: u32 = 86_400;

type Limiter = RateLimiter<AccountId, DashMapStateStore<AccountId>, DefaultClock>;

/// The limits of both modes. They count in this server only, and start anew with it.
pub struct WriteLimits {
    live: Option<(Limiter, NonZeroU32)>,
    test: Option<(Limiter, NonZeroU32)>,
    clock: DefaultClock,
}

/// An account has written as much as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteLimitReached {
    mode: Mode,
    per_day: NonZeroU32,
    pub retry_seconds: u64,
}

impl WriteLimits {
    /// Objects per day for each account of a mode; `None` for no limit.
    pub fn new(live: Option<NonZeroU32>, test: Option<NonZeroU32>) -> WriteLimits {
        let limiter = |per_day: NonZeroU32| {
            let quota = Quota::with_period(Duration::from_secs(SECONDS_PER_DAY.into()) / per_day.get())?;
            Some((RateLimiter::dashmap(quota.allow_burst(per_day)), per_day))
        };
        let (live, test) = (live.and_then(limiter), test.and_then(limiter));
        WriteLimits { live, test, clock: DefaultClock::default() }
    }

    /// Counts what one request writes: a payout with ten items counts as ten.
    pub fn spend(&self, mode: Mode, account: AccountId, writes: usize) -> Result<(), WriteLimitReached> {
        let limiter = match mode {
            Mode::Live => &self.live,
            Mode::Test => &self.test,
        };
        let Some((limiter, per_day)) = limiter else { return Ok(()) };
        let writes = u32::try_from(writes).unwrap_or(u32::MAX);
        let writes = NonZeroU32::new(writes).unwrap_or(NonZeroU32::MIN);
        let reached = |retry_seconds: u64| WriteLimitReached { mode, per_day: *per_day, retry_seconds };
        match limiter.check_key_n(&account, writes) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => Err(reached(until.wait_time_from(self.clock.now()).as_secs() + 1)),
            // More at once than a whole day allows.
            Err(_) => Err(reached(SECONDS_PER_DAY.into())),
        }
    }

    /// Forgets accounts that have their whole allowance again.
    pub fn tidy(&self) {
        for (limiter, _) in self.live.iter().chain(&self.test) {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

impl fmt::Display for WriteLimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WriteLimitReached { mode, per_day, retry_seconds } = self;
        let whose = match mode {
            Mode::Live => "account",
            Mode::Test => "sandbox",
        };
        write!(
            f,
            "This {whose} has reached its limit of {per_day} new objects per day, where each payout item counts as \
             one; try again in {retry_seconds} s."
        )
    }
}

impl From<WriteLimitReached> for Problem {
    fn from(full: WriteLimitReached) -> Problem {
        let retry = HeaderValue::from(full.retry_seconds);
        Problem::new(Slug::RateLimited, full.to_string()).with_header(header::RETRY_AFTER, retry)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use rules::account::Mode::{Live, Test};
    use rules::id::AccountId;

    use super::WriteLimits;

    fn account(number: u64) -> AccountId {
        AccountId::new(number, [0; 10])
    }

    #[test]
    fn each_account_writes_as_much_as_a_day_allows() {
        let writes = WriteLimits::new(None, NonZeroU32::new(250));
        assert_eq!(writes.spend(Test, account(1), 100), Ok(()));
        assert_eq!(writes.spend(Test, account(1), 100), Ok(()));
        let full = writes.spend(Test, account(1), 100).expect_err("only 50 are left");
        // A write comes back every 346 seconds, and 50 are missing.
        assert!((16_000..=17_300).contains(&full.retry_seconds), "{full:?}");
        assert_eq!(writes.spend(Test, account(1), 50), Ok(()), "what is refused costs nothing");
        assert!(writes.spend(Test, account(1), 1).is_err());
        assert_eq!(writes.spend(Test, account(2), 100), Ok(()), "others have their own");
        assert_eq!(writes.spend(Live, account(1), 1_000), Ok(()), "and so has the other mode");
        writes.tidy();
        assert!(writes.spend(Test, account(1), 1).is_err());
    }

    #[test]
    fn more_than_a_day_allows_is_refused_and_zero_is_no_limit() {
        assert!(WriteLimits::new(NonZeroU32::new(50), None).spend(Live, account(1), 100).is_err());
        let unlimited = WriteLimits::new(None, None);
        assert!((0..10_000).all(|_| unlimited.spend(Test, account(1), 100).is_ok()));
        // A request that writes nothing countable still counts as one.
        let few = WriteLimits::new(None, NonZeroU32::new(1));
        assert_eq!(
            (few.spend(Test, account(1), 0).is_ok(), few.spend(Test, account(1), 0).is_ok()),
            (true, false)
        );
    }
}
