//! How many commands one commit may serve. Commands differ: one may write a row, and another ten thousand. Each batch
//! shows how long commands take at the moment, and the next one is as large as fits into the time that callers can
//! wait: a live command that comes meanwhile waits for one batch.

use std::time::Duration;

const LARGEST: usize = 512;
const FIRST: usize = 32;
/// What a batch should take at most.
const TARGET: Duration = Duration::from_millis(250);

pub struct BatchSize {
    most: usize,
}

impl Default for BatchSize {
    fn default() -> BatchSize {
        BatchSize { most: FIRST }
    }
}

impl BatchSize {
    pub fn most(&self) -> usize {
        self.most
    }

    /// Learns from a batch: one that took too long makes the next ones smaller, and a full one that was quick makes
    /// them larger.
    pub fn note(&mut self, commands: usize, took: Duration) {
        if took > TARGET {
            let fit = commands as u128 * TARGET.as_micros() / took.as_micros();
            self.most = self.most.min(usize::try_from(fit).unwrap_or(LARGEST)).max(1);
        } else if took < TARGET / 2 && commands >= self.most {
            self.most = (self.most * 2).min(LARGEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{BatchSize, FIRST, LARGEST, TARGET};

    /// How many commands of this cost are in each batch, and how long the longest takes after the first.
    fn batches(size: &mut BatchSize, cost: Duration, count: usize) -> (usize, Duration) {
        let mut longest = Duration::ZERO;
        for number in 0..count {
            let commands = size.most();
            let took = cost * commands as u32;
            size.note(commands, took);
            longest = if number == 0 { longest } else { longest.max(took) };
        }
        (size.most(), longest)
    }

    #[test]
    fn batches_are_as_large_as_fits_into_the_time_that_callers_can_wait() {
        let mut size = BatchSize::default();
        assert_eq!(batches(&mut size, Duration::from_micros(100), 20).0, LARGEST);
        let (most, longest) = batches(&mut size, Duration::from_millis(20), 20);
        assert!(most <= 12 && longest <= TARGET, "{most} {longest:?}");
        // One that alone takes longer than that goes alone.
        assert_eq!(batches(&mut size, Duration::from_millis(300), 3).0, 1);
        assert_eq!(batches(&mut size, Duration::from_micros(100), 20).0, LARGEST, "and is forgotten soon");
    }

    #[test]
    fn a_batch_that_was_not_full_says_nothing_about_larger_ones() {
        let mut size = BatchSize::default();
        (0..100).for_each(|_| size.note(3, Duration::from_millis(1)));
        assert_eq!(size.most(), FIRST);
    }
}
