//! How many objects an account may create in a day. A payment of a cent, or of test money, costs nothing or nearly
//! nothing, so nothing else keeps a stranger from filling the disk.
//!
//! One credential or session uses at most half of it, so that a stolen key or a runaway app does not keep the account's
//! owner from working.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderValue, header};
use governor::clock::{Clock, DefaultClock, Reference};
use rules::account::Mode;
use rules::id::AccountId;

use crate::problem::{Problem, Slug};
use crate::rate_limits::Spender;

const MICROS_PER_SECOND: u64 = 1_000_000;
const SECONDS_PER_DAY: u64 = 86_400;
const DAY: u64 = SECONDS_PER_DAY * MICROS_PER_SECOND;

/// How the paths of endpoints and pages end that end something.
const ENDINGS: [&str; 9] = [
    "/archive",
    "/cancel",
    "/disconnect",
    "/off",
    "/password",
    "/remove",
    "/revoke",
    "/sign-out",
    "/sign_out_everywhere",
];

/// Whether an endpoint or a page ends something. That is never counted, so that an account that has written as much as
/// it may in a day can still revoke a key that was stolen.
pub fn ends_something(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// The limits of both modes. They count in this server only, and start anew with it.
pub struct WriteLimits {
    live: Option<ModeLimits>,
    test: Option<ModeLimits>,
    clock: DefaultClock,
    started: <DefaultClock as Clock>::Instant,
}

struct ModeLimits {
    per_day: NonZeroU32,
    accounts: Budgets<AccountId>,
    spenders: Budgets<Spender>,
}

/// What is left to each of many, as the time in microseconds at which they have their whole allowance again.
struct Budgets<K> {
    /// After how many microseconds one write comes back.
    micros_per_write: u64,
    whole_again_at: Mutex<HashMap<K, u64>>,
}

/// Writes that a request was allowed.
#[must_use]
pub struct WriteReservation {
    mode: Mode,
    account: AccountId,
    spender: Spender,
    writes: u64,
}

/// An account has written as much as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteLimitReached {
    pub mode: Mode,
    pub per_day: NonZeroU32,
    pub retry_seconds: u64,
}

impl<K: Clone + Eq + Hash> Budgets<K> {
    fn new(per_day: u64) -> Budgets<K> {
        Budgets { micros_per_write: DAY / per_day.max(1), whole_again_at: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, u64>> {
        self.whole_again_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Or says in how many microseconds it can be spent.
    fn spend(&self, key: &K, writes: u64, now: u64) -> Result<(), u64> {
        let cost = self.micros_per_write.saturating_mul(writes);
        let mut whole_again_at = self.lock();
        let then = whole_again_at.get(key).map_or(now, |at| now.max(*at)).saturating_add(cost);
        if then > now + DAY {
            return Err((then - now - DAY).min(DAY));
        }
        whole_again_at.insert(key.clone(), then);
        Ok(())
    }

    fn give_back(&self, key: &K, writes: u64) {
        if let Some(at) = self.lock().get_mut(key) {
            *at = at.saturating_sub(self.micros_per_write.saturating_mul(writes));
        }
    }

    fn tidy(&self, now: u64) {
        let mut whole_again_at = self.lock();
        whole_again_at.retain(|_, at| *at > now);
        whole_again_at.shrink_to_fit();
    }
}

impl WriteLimits {
    /// Objects per day for each account of a mode; `None` for no limit.
    pub fn new(live: Option<NonZeroU32>, test: Option<NonZeroU32>) -> WriteLimits {
        let limits = |per_day: NonZeroU32| ModeLimits {
            per_day,
            accounts: Budgets::new(per_day.get().into()),
            spenders: Budgets::new(u64::from(per_day.get()) / 2),
        };
        let clock = DefaultClock::default();
        let started = clock.now();
        WriteLimits { live: live.map(limits), test: test.map(limits), clock, started }
    }

    /// Counts what one request is about to write: a payout with ten items counts as ten.
    pub fn reserve(
        &self,
        mode: Mode,
        account: AccountId,
        spender: Spender,
        writes: usize,
    ) -> Result<WriteReservation, WriteLimitReached> {
        let writes = writes.max(1) as u64;
        let reserved = WriteReservation { mode, account, spender, writes };
        let Some(limits) = self.of(mode) else { return Ok(reserved) };
        let now = self.now();
        let reached = |micros: u64| WriteLimitReached {
            mode,
            per_day: limits.per_day,
            retry_seconds: micros / MICROS_PER_SECOND + 1,
        };
        limits.spenders.spend(&reserved.spender, writes, now).map_err(reached)?;
        limits.accounts.spend(&account, writes, now).map_err(|micros| {
            limits.spenders.give_back(&reserved.spender, writes);
            reached(micros)
        })?;
        Ok(reserved)
    }

    /// Nothing was written: the request was refused, or answered from memory.
    pub fn give_back(&self, reserved: &WriteReservation) {
        if let Some(limits) = self.of(reserved.mode) {
            limits.spenders.give_back(&reserved.spender, reserved.writes);
            limits.accounts.give_back(&reserved.account, reserved.writes);
        }
    }

    /// Forgets everyone who has a whole allowance again.
    pub fn tidy(&self) {
        let now = self.now();
        for limits in self.live.iter().chain(&self.test) {
            limits.accounts.tidy(now);
            limits.spenders.tidy(now);
        }
    }

    fn of(&self, mode: Mode) -> Option<&ModeLimits> {
        match mode {
            Mode::Live => self.live.as_ref(),
            Mode::Test => self.test.as_ref(),
        }
    }

    fn now(&self) -> u64 {
        self.clock.now().duration_since(self.started).as_u64() / 1_000
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
            "This {whose} has reached its limit of {per_day} new objects per day. Each payout item counts as one. \
             Try again in {retry_seconds} s."
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

    use rules::account::Mode::{self, Live, Test};
    use rules::id::{AccountId, SessionId};

    use super::{WriteLimitReached, WriteLimits};
    use crate::rate_limits::Spender;

    fn account(number: u64) -> AccountId {
        AccountId::new(number, [0; 10])
    }

    /// Writes of one of an account's sessions.
    fn spend(
        limits: &WriteLimits,
        mode: Mode,
        owner: u64,
        session: u64,
        writes: usize,
    ) -> Result<(), WriteLimitReached> {
        let spender = Spender::Session(SessionId::new(owner * 100 + session, [0; 10]));
        limits.reserve(mode, account(owner), spender, writes).map(drop)
    }

    #[test]
    fn each_account_writes_as_much_as_a_day_allows() {
        let limits = WriteLimits::new(None, NonZeroU32::new(250));
        assert_eq!(spend(&limits, Test, 1, 1, 100), Ok(()));
        assert_eq!(spend(&limits, Test, 1, 2, 100), Ok(()));
        let full = spend(&limits, Test, 1, 3, 100).expect_err("only 50 are left");
        // A write comes back every 346 seconds, and 50 are missing.
        assert!((16_000..=17_300).contains(&full.retry_seconds), "{full:?}");
        assert_eq!(spend(&limits, Test, 1, 3, 50), Ok(()), "what is refused costs nothing");
        assert!(spend(&limits, Test, 1, 4, 1).is_err());
        assert_eq!(spend(&limits, Test, 2, 1, 100), Ok(()), "others have their own");
        assert_eq!(spend(&limits, Live, 1, 1, 1_000), Ok(()), "and so has the other mode");
        limits.tidy();
        assert!(spend(&limits, Test, 1, 5, 1).is_err());
    }

    #[test]
    fn one_credential_leaves_half_to_the_others() {
        let limits = WriteLimits::new(NonZeroU32::new(200), None);
        assert!((0..100).all(|_| spend(&limits, Live, 1, 1, 1).is_ok()));
        assert!(spend(&limits, Live, 1, 1, 1).is_err());
        assert_eq!(spend(&limits, Live, 1, 2, 100), Ok(()));
    }

    #[test]
    fn what_was_not_written_is_given_back() {
        let limits = WriteLimits::new(NonZeroU32::new(200), None);
        let spender = || Spender::Session(SessionId::new(1, [0; 10]));
        for _ in 0..1_000 {
            let reserved = limits.reserve(Live, account(1), spender(), 100).expect("it was given back");
            limits.give_back(&reserved);
        }
        assert!(limits.reserve(Live, account(1), spender(), 100).is_ok());
        assert!(limits.reserve(Live, account(1), spender(), 1).is_err());
    }

    #[test]
    fn more_than_a_day_allows_is_refused_and_zero_is_no_limit() {
        assert!(spend(&WriteLimits::new(NonZeroU32::new(50), None), Live, 1, 1, 100).is_err());
        let unlimited = WriteLimits::new(None, None);
        assert!((0..10_000).all(|_| spend(&unlimited, Test, 1, 1, 100).is_ok()));
        // A request that writes nothing countable still counts as one.
        let few = WriteLimits::new(None, NonZeroU32::new(2));
        assert_eq!((spend(&few, Test, 1, 1, 0).is_ok(), spend(&few, Test, 1, 1, 0).is_ok()), (true, false));
    }
}
