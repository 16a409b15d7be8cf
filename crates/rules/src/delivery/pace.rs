//! How fast an endpoint is sent to: more at once with every success, one at a time and ever slower while it fails. So
//! a dead receiver costs next to nothing, and one that comes back is soon at full speed.

use crate::delivery::AttemptResponse;
use crate::time::{MICROS_PER_SECOND, Timestamp};

/// Sent side by side to one endpoint.
const WIDEST: u32 = 32;
/// To one that nothing is known of.
const AT_FIRST: u32 = 4;
/// So many failures in a row may be bad luck.
const BAD_LUCK: u32 = 3;
const SHORTEST_PAUSE: i64 = 25_000;
const LONGEST_PAUSE: i64 = MICROS_PER_SECOND;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pace {
    width: u32,
    failures: u32,
    quiet_until: Timestamp,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { width: AT_FIRST, failures: 0, quiet_until: Timestamp::default() }
    }
}

impl Pace {
    /// How many may be under way at once.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Nothing is begun before this moment.
    pub fn quiet_until(&self) -> Timestamp {
        self.quiet_until
    }

    /// Begins nothing before this moment.
    pub fn rest(&mut self, until: Timestamp) {
        self.quiet_until = self.quiet_until.max(until);
    }

    /// Learns from an answer. A receiver that asks for quiet gets it, for everything that is sent there.
    pub fn learn(&mut self, answer: &AttemptResponse, now: Timestamp) {
        if answer.is_success() {
            self.failures = 0;
            self.width = (self.width + 1).min(WIDEST);
            return;
        }
        self.failures = self.failures.saturating_add(1);
        self.width = (self.width / 2).max(1);
        let asked = now.plus_seconds(answer.wait_seconds());
        self.quiet_until = self.quiet_until.max(asked).max(now.plus_micros(self.pause()));
    }

    fn pause(&self) -> i64 {
        match self.failures.checked_sub(BAD_LUCK) {
            None | Some(0) => 0,
            Some(too_many) => (SHORTEST_PAUSE << too_many.min(16)).min(LONGEST_PAUSE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_PAUSE, Pace, WIDEST};
    use crate::delivery::AttemptResponse;
    use crate::time::Timestamp;

    fn status(code: u16, retry_after: Option<i64>) -> AttemptResponse {
        AttemptResponse::Status { code, excerpt: String::new(), retry_after }
    }

    #[test]
    fn success_widens_up_to_a_limit_and_failure_narrows_down_to_one() {
        let mut pace = Pace::default();
        let now = Timestamp::from_micros(1_000);
        (0..100).for_each(|_| pace.learn(&status(204, None), now));
        assert_eq!(pace.width(), WIDEST as usize);
        assert!(pace.quiet_until() <= now);
        (0..100).for_each(|_| pace.learn(&AttemptResponse::Nothing { why: "refused".to_owned() }, now));
        assert_eq!(pace.width(), 1);
        assert_eq!(pace.quiet_until(), now.plus_micros(LONGEST_PAUSE), "a dead one is asked once a second");
        pace.learn(&status(200, None), now);
        assert_eq!(pace.width(), 2, "one success is enough to begin again");
    }

    #[test]
    fn a_few_failures_do_not_slow_anything_down() {
        let mut pace = Pace::default();
        let now = Timestamp::from_micros(1_000);
        (0..3).for_each(|_| pace.learn(&status(500, None), now));
        assert_eq!(pace.quiet_until(), now);
        pace.learn(&status(500, None), now);
        assert!(pace.quiet_until() > now);
    }

    #[test]
    fn who_asks_for_quiet_gets_it_and_no_later_answer_shortens_it() {
        let mut pace = Pace::default();
        let now = Timestamp::from_micros(1_000);
        pace.learn(&status(429, Some(60)), now);
        pace.learn(&status(500, None), now);
        pace.learn(&status(200, Some(7_000)), now);
        assert_eq!(pace.quiet_until(), now.plus_seconds(60), "a success that asks for it is not a failure");
    }
}
