//! What has arrived at one receiver, and how often.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rules::id::EventId;

#[derive(Clone, Default)]
pub struct Arrivals(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    times: HashMap<EventId, u32>,
    first: Option<Instant>,
    last: Option<Instant>,
}

impl Arrivals {
    pub fn note(&self, id: EventId) {
        let now = Instant::now();
        let mut seen = self.open();
        *seen.times.entry(id).or_default() += 1;
        seen.first.get_or_insert(now);
        seen.last = Some(now);
    }

    /// How many different ones there were.
    pub fn count(&self) -> u64 {
        self.open().times.len() as u64
    }

    /// How many came again, and the most that one of them came.
    pub fn again(&self) -> (u64, u32) {
        let seen = self.open();
        let again = seen.times.values().map(|times| u64::from(times - 1)).sum();
        (again, seen.times.values().copied().max().unwrap_or(0))
    }

    /// Those of these that are not here.
    pub fn missing<'a>(&self, wanted: &'a [EventId]) -> Vec<&'a EventId> {
        let seen = self.open();
        wanted.iter().filter(|id| !seen.times.contains_key(id)).collect()
    }

    pub fn first(&self) -> Option<Instant> {
        self.open().first
    }

    pub fn last(&self) -> Option<Instant> {
        self.open().last
    }

    /// As if nothing had arrived.
    pub fn forget(&self) {
        *self.open() = Seen::default();
    }

    fn open(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().expect("no holder panics")
    }
}

/// From the first arrival at any of them to the last.
pub fn span<'a>(of: impl Iterator<Item = &'a Arrivals> + Clone) -> Duration {
    let first = of.clone().filter_map(Arrivals::first).min();
    let last = of.filter_map(Arrivals::last).max();
    first.zip(last).map_or(Duration::ZERO, |(first, last)| last - first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_again_and_what_never_came_is_told_apart() {
        let arrivals = Arrivals::default();
        let [one, two, three] = [1, 2, 3].map(|number| EventId::new(number, [0; 10]));
        [one, two, two, two].into_iter().for_each(|id| arrivals.note(id));
        assert_eq!(arrivals.count(), 2);
        assert_eq!(arrivals.again(), (2, 3));
        assert_eq!(arrivals.missing(&[one, three, two]), [&three]);
        arrivals.forget();
        assert_eq!((arrivals.count(), arrivals.again(), arrivals.first()), (0, (0, 0), None));
    }
}
