//! What a funds key refuses to sign by itself, for any caller: it is checked where the key is, so that a mistake or
//! an intruder elsewhere loses no more than this. Pure: the time and the payments so far are values.

use std::collections::BTreeSet;
use std::fmt;

use alloy_primitives::Address;

pub const SECONDS_PER_HOUR: u64 = 3600;
pub const SECONDS_PER_DAY: u64 = 86_400;

/// In micro-units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SigningLimits {
    pub per_payment: u64,
    pub per_hour: u64,
    pub per_day: u64,
    /// Nothing is ever paid to these.
    pub denied: BTreeSet<Address>,
}

/// A payment that was signed before, whatever became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignedPayment {
    /// Seconds since 1970.
    pub at: u64,
    pub value: u64,
}

/// Why a payment is not signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SigningRefusal {
    Nothing,
    Denied {
        to: Address,
    },
    AboveOnePayment {
        value: u64,
        most: u64,
    },
    AboveAnHour {
        value: u64,
        spent: u128,
        most: u64,
    },
    AboveADay {
        value: u64,
        spent: u128,
        most: u64,
    },
    /// What is left of a limit is kept for others.
    AboveShare {
        value: u64,
        spent: u128,
        most: u128,
    },
}

impl SigningRefusal {
    /// Whether waiting does not help.
    pub fn is_final(&self) -> bool {
        match self {
            SigningRefusal::Nothing
            | SigningRefusal::Denied { .. }
            | SigningRefusal::AboveOnePayment { .. } => true,
            SigningRefusal::AboveAnHour { .. }
            | SigningRefusal::AboveADay { .. }
            | SigningRefusal::AboveShare { .. } => false,
        }
    }
}

/// What one account may have of a limit that all share: the last quarter is for accounts that have had less than a
/// twentieth, so that one customer who withdraws and deposits in turn cannot keep all others waiting.
const SHARED_PART: u128 = 3;
const SHARED_PARTS: u128 = 4;
const SMALL_PARTS: u128 = 20;

impl SigningLimits {
    /// Whether this may be signed now, after all that was signed in the last day.
    pub fn check(
        &self,
        to: Address,
        value: u64,
        now: u64,
        history: &[SignedPayment],
    ) -> Result<(), SigningRefusal> {
        if value == 0 {
            return Err(SigningRefusal::Nothing);
        }
        if self.denied.contains(&to) {
            return Err(SigningRefusal::Denied { to });
        }
        if value > self.per_payment {
            return Err(SigningRefusal::AboveOnePayment { value, most: self.per_payment });
        }
        let spent = spent_within(SECONDS_PER_HOUR, now, history);
        if spent + u128::from(value) > u128::from(self.per_hour) {
            return Err(SigningRefusal::AboveAnHour { value, spent, most: self.per_hour });
        }
        let spent = spent_within(SECONDS_PER_DAY, now, history);
        if spent + u128::from(value) > u128::from(self.per_day) {
            return Err(SigningRefusal::AboveADay { value, spent, most: self.per_day });
        }
        Ok(())
    }
}

impl SigningLimits {
    /// Whether this may be signed for an account after what was signed for it in the last day, and for all. A payment
    /// that is larger than what one account may have has to fit into the limits only.
    pub fn check_share(
        &self,
        value: u64,
        now: u64,
        all: &[SignedPayment],
        own: &[SignedPayment],
    ) -> Result<(), SigningRefusal> {
        for (seconds, most) in [(SECONDS_PER_HOUR, self.per_hour), (SECONDS_PER_DAY, self.per_day)] {
            let (more, most) = (u128::from(value), u128::from(most));
            let shared = most * SHARED_PART / SHARED_PARTS;
            let spent = spent_within(seconds, now, all);
            let is_small = spent_within(seconds, now, own) + more <= most / SMALL_PARTS;
            if more <= shared && spent + more > shared && !is_small {
                return Err(SigningRefusal::AboveShare { value, spent, most: shared });
            }
        }
        Ok(())
    }

    /// Whether a payment can be refused by [`SigningLimits::check_share`], whichever account it is of.
    pub fn is_scarce(&self, value: u64, now: u64, all: &[SignedPayment]) -> bool {
        self.check_share(value, now, all, all).is_err()
    }
}

/// What was signed less than so many seconds ago, or, if the clock was set back, later than now.
fn spent_within(seconds: u64, now: u64, history: &[SignedPayment]) -> u128 {
    let recent = history.iter().filter(|spent| spent.at.saturating_add(seconds) > now);
    recent.map(|spent| u128::from(spent.value)).sum()
}

impl fmt::Display for SigningRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SigningRefusal::Nothing => write!(f, "payments of zero are not signed"),
            SigningRefusal::Denied { to } => {
                write!(f, "{to} is a denied address")
            }
            SigningRefusal::AboveOnePayment { value, most } => {
                let (value, most) = (usdc(*value), usdc(*most));
                write!(
                    f,
                    "{value} USDC is more than the limit for one payment (limits.per_payment is {most})"
                )
            }
            SigningRefusal::AboveAnHour { value, spent, most } => {
                let (value, spent, most) = (usdc(*value), usdc(*spent), usdc(*most));
                write!(
                    f,
                    "{value} USDC must wait, after {spent} in the last hour (limits.per_hour is {most})"
                )
            }
            SigningRefusal::AboveADay { value, spent, most } => {
                let (value, spent, most) = (usdc(*value), usdc(*spent), usdc(*most));
                write!(f, "{value} USDC must wait, after {spent} in the last day (limits.per_day is {most})")
            }
            SigningRefusal::AboveShare { value, spent, most } => {
                let (value, spent, most) = (usdc(*value), usdc(*spent), usdc(*most));
                write!(
                    f,
                    "{value} USDC must wait, after {spent} for all accounts: anything above {most} is reserved \
                     for accounts that have been paid little (a quarter of limits.per_hour and limits.per_day)"
                )
            }
        }
    }
}

impl std::error::Error for SigningRefusal {}

/// As people write it.
fn usdc(micros: impl Into<u128>) -> String {
    let micros = micros.into();
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PAYEE: Address = Address::repeat_byte(5);

    fn limits() -> SigningLimits {
        let denied = BTreeSet::from([Address::repeat_byte(13)]);
        SigningLimits { per_payment: 100, per_hour: 250, per_day: 400, denied }
    }

    #[test]
    fn the_last_quarter_is_for_accounts_that_have_had_little() {
        let limits =
            SigningLimits { per_payment: 100, per_hour: 400, per_day: 4_000, denied: BTreeSet::new() };
        let now = 1_000_000;
        let spent = |value| [SignedPayment { at: now - 10, value }];
        let kept = |spent| Err(SigningRefusal::AboveShare { value: 20, spent, most: 300 });
        assert_eq!(limits.check_share(20, now, &spent(280), &spent(280)), Ok(()), "up to three quarters");
        assert_eq!(limits.check_share(20, now, &spent(281), &spent(281)), kept(281));
        assert_eq!(limits.check_share(20, now, &spent(380), &[]), Ok(()), "up to a twentieth for others");
        assert_eq!(limits.check_share(20, now, &spent(380), &spent(1)), kept(380));
        assert_eq!(
            limits.check_share(20, now, &[SignedPayment { at: now - 3_600, value: 400 }], &spent(300)),
            Ok(())
        );
        assert_eq!(limits.check_share(301, now, &spent(400), &spent(400)), Ok(()), "only the limit itself");
        assert!(!limits.is_scarce(20, now, &spent(280)) && limits.is_scarce(20, now, &spent(281)));
    }

    #[test]
    fn each_limit_refuses_at_its_edge_and_not_before() {
        let now = 1_000_000;
        let ago = |seconds: u64, value| SignedPayment { at: now - seconds, value };
        let hour = [ago(3599, 150), ago(3600, 90)];
        let day = [ago(86_399, 200), ago(7200, 100), ago(86_400, 90)];
        let rows: [(u64, &[SignedPayment], Result<(), SigningRefusal>); 8] = [
            (0, &[], Err(SigningRefusal::Nothing)),
            (100, &[], Ok(())),
            (101, &[], Err(SigningRefusal::AboveOnePayment { value: 101, most: 100 })),
            (100, &hour, Ok(())),
            (
                100,
                &[hour[0], hour[0]],
                Err(SigningRefusal::AboveAnHour { value: 100, spent: 300, most: 250 }),
            ),
            (100, &day, Ok(())),
            (
                100,
                &[day[0], day[1], ago(80_000, 1)],
                Err(SigningRefusal::AboveADay { value: 100, spent: 301, most: 400 }),
            ),
            // Signed by a clock that has since been set back.
            (
                1,
                &[SignedPayment { at: now + 50_000, value: 250 }],
                Err(SigningRefusal::AboveAnHour { value: 1, spent: 250, most: 250 }),
            ),
        ];
        for (value, history, expected) in rows {
            assert_eq!(limits().check(PAYEE, value, now, history), expected, "{value} after {history:?}");
        }
    }

    #[test]
    fn who_is_denied_gets_nothing() {
        let to = Address::repeat_byte(13);
        assert_eq!(limits().check(to, 1, 0, &[]), Err(SigningRefusal::Denied { to }));
    }

    proptest! {
        #[test]
        fn no_order_of_requests_gets_more_out_than_the_limits(
            requests in proptest::collection::vec((0..120u64, 0..9000u64), 1..60),
        ) {
            let (mut now, mut signed) = (0, Vec::<SignedPayment>::new());
            for (value, pause) in requests {
                now += pause;
                if limits().check(PAYEE, value, now, &signed).is_ok() {
                    signed.push(SignedPayment { at: now, value });
                }
            }
            for start in &signed {
                for (seconds, most) in [(SECONDS_PER_HOUR, 250), (SECONDS_PER_DAY, 400)] {
                    let window = signed.iter().filter(|one| one.at >= start.at && one.at < start.at + seconds);
                    prop_assert!(window.map(|one| one.value).sum::<u64>() <= most);
                }
            }
        }

        #[test]
        fn the_largest_values_do_not_overflow(value in 1..=u64::MAX, at in 0..=u64::MAX, now in 0..=u64::MAX) {
            let most = u64::MAX;
            let open = SigningLimits { per_payment: most, per_hour: most, per_day: most, denied: BTreeSet::new() };
            let history = [SignedPayment { at, value: u64::MAX }; 3];
            let _ = open.check(PAYEE, value, now, &history);
        }
    }
}
