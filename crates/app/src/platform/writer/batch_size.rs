//! How much work one commit may be. Commands differ: one may write a row, and another ten thousand. Each batch shows
//! how long an item takes at the moment, and the next batch is as large as fits into the time that callers can wait.
//!
//! How long an item takes can change from one batch to the next, as when its account has many webhook endpoints. So
//! after a batch that took too long, the size grows beyond what fitted then only slowly.

use std::time::Duration;

use crate::platform::fair_queue::TURN;

const LARGEST: u32 = 32_768;
const FIRST: u32 = 1_024;
const FIRST_CEILING: u32 = 8_192;
/// What a batch should take at most.
const TARGET: Duration = Duration::from_millis(250);
const CEILING_DOUBLES_EVERY: Duration = Duration::from_secs(10);

/// In items, as [`rules::command::Command::weight`] counts them.
pub struct BatchSize {
    most: u32,
    /// Up to here the size doubles with every full batch that was quick.
    ceiling: u32,
    raised_at: Duration,
}

impl Default for BatchSize {
    fn default() -> BatchSize {
        BatchSize { most: FIRST, ceiling: FIRST_CEILING, raised_at: Duration::ZERO }
    }
}

impl BatchSize {
    #[cfg(test)]
    pub fn of(most: u32) -> BatchSize {
        BatchSize { most, ..BatchSize::default() }
    }

    pub fn most(&self) -> u32 {
        self.most
    }

    /// Learns from a batch with so many items that were written: one that took too long makes the next ones smaller,
    /// and a full one that was quick makes them larger. It is full when another command might not have fitted.
    pub fn note(&mut self, items: u32, took: Duration, now: Duration) {
        if took > TARGET {
            self.shrink(items, took, now);
        } else if took < TARGET / 2 && items + TURN > self.most {
            if self.most >= self.ceiling && now.saturating_sub(self.raised_at) >= CEILING_DOUBLES_EVERY {
                self.ceiling = (self.ceiling * 2).min(LARGEST);
                self.raised_at = now;
            }
            self.most = (self.most * 2).min(self.ceiling);
        }
    }

    /// Learns from a batch that others shared, and that took too long.
    pub fn shrink(&mut self, items: u32, took: Duration, now: Duration) {
        if took <= TARGET || items == 0 {
            return;
        }
        let fit = u128::from(items) * TARGET.as_micros() / took.as_micros();
        self.most = self.most.min(u32::try_from(fit).unwrap_or(LARGEST)).max(1);
        // A database that was away for a moment says nothing about items.
        self.ceiling = self.most.max(FIRST);
        self.raised_at = now;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{BatchSize, CEILING_DOUBLES_EVERY, FIRST, FIRST_CEILING, LARGEST, TARGET, TURN};

    /// How large batches become whose items cost this much, and how long the longest takes after the first.
    fn batches(size: &mut BatchSize, cost: Duration, count: u32, now: &mut Duration) -> (u32, Duration) {
        let mut longest = Duration::ZERO;
        for number in 0..count {
            let items = size.most();
            let took = cost * items;
            *now += took;
            size.note(items, took, *now);
            longest = if number == 0 { longest } else { longest.max(took) };
        }
        (size.most(), longest)
    }

    #[test]
    fn batches_are_as_large_as_fits_into_the_time_that_callers_can_wait() {
        let (mut size, mut now) = (BatchSize::default(), Duration::ZERO);
        assert_eq!(batches(&mut size, Duration::from_micros(1), 20, &mut now).0, FIRST_CEILING);
        let (most, longest) = batches(&mut size, Duration::from_millis(1), 20, &mut now);
        assert!(most <= 250 && longest <= TARGET, "{most} {longest:?}");
        // One that alone takes longer than that goes alone.
        assert_eq!(batches(&mut size, Duration::from_millis(300), 3, &mut now).0, 1);
        assert_eq!(
            batches(&mut size, Duration::from_micros(1), 20, &mut now).0,
            FIRST,
            "most of it is forgotten soon"
        );
    }

    #[test]
    fn cheap_items_make_room_for_dear_ones_only_slowly() {
        let (mut size, mut now) = (BatchSize::default(), Duration::ZERO);
        batches(&mut size, Duration::from_millis(1), 5, &mut now);
        batches(&mut size, Duration::from_micros(1), 1_000, &mut now);
        assert!(size.most() <= 2 * FIRST, "{} after {now:?}", size.most());
        for _ in 0..10 {
            now += CEILING_DOUBLES_EVERY;
            batches(&mut size, Duration::from_micros(1), 3, &mut now);
        }
        assert_eq!(size.most(), LARGEST);
    }

    #[test]
    fn a_batch_that_was_not_full_says_nothing_about_larger_ones() {
        let mut size = BatchSize::default();
        (0..100).for_each(|_| size.note(3, Duration::from_millis(1), Duration::from_secs(100)));
        assert_eq!(size.most(), FIRST);
    }

    #[test]
    fn a_batch_is_full_when_another_payout_might_not_fit() {
        let mut size = BatchSize::default();
        size.note(FIRST / TURN * TURN, Duration::from_millis(1), Duration::from_secs(1));
        assert_eq!(size.most(), 2 * FIRST);
    }

    #[test]
    fn a_database_that_was_away_is_forgotten_soon() {
        let (mut size, mut now) = (BatchSize::default(), Duration::from_secs(1));
        size.note(10, Duration::from_secs(5), now);
        assert_eq!(size.most(), 1);
        assert_eq!(batches(&mut size, Duration::from_micros(1), 11, &mut now).0, FIRST);
    }
}
