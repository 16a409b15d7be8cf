//! Sums of a month's movements, kept for the next reader. Movements are only ever added behind those that there are, so
//! a reader adds up what came since: the page of a month with a million movements does not read them each time.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rules::id::AccountId;
use rules::month::Month;
use store::{MovementCursor, MovementSum, MovementSums};

/// As many months are kept, some hundred bytes each.
const MAX_KEPT: usize = 1_000;

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Sums {
    pub money_in: MovementSum,
    pub money_out: MovementSum,
}

impl Sums {
    pub fn add(&mut self, part: &MovementSums) {
        for (sum, more) in [(&mut self.money_in, part.money_in), (&mut self.money_out, part.money_out)] {
            sum.amount += more.amount;
            sum.fees += more.fees;
            sum.movements += more.movements;
        }
    }

    pub const fn fees(&self) -> i128 {
        self.money_in.fees + self.money_out.fees
    }

    /// What the balance gained or lost.
    pub const fn moved(&self) -> i128 {
        self.money_in.amount - self.money_out.amount - self.fees()
    }

    pub const fn movements(&self) -> u64 {
        self.money_in.movements + self.money_out.movements
    }
}

/// Whose month.
type Key = (AccountId, Month);
/// Sums of all movements before this one.
type SumsBefore = (Sums, MovementCursor);

#[derive(Default)]
pub struct KnownSums(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    sums: HashMap<Key, (u64, SumsBefore)>,
    /// Counts readers: the sums that were read longest ago make room for others.
    reads: u64,
}

impl KnownSums {
    pub fn get(&self, key: Key) -> Option<SumsBefore> {
        let mut kept = self.lock();
        kept.reads += 1;
        let now = kept.reads;
        let (read, sums) = kept.sums.get_mut(&key)?;
        *read = now;
        Some(*sums)
    }

    pub fn keep(&self, key: Key, sums: SumsBefore) {
        let mut kept = self.lock();
        if kept.sums.len() >= MAX_KEPT && !kept.sums.contains_key(&key) {
            let oldest = kept.sums.iter().min_by_key(|(_, (read, _))| *read).map(|(key, _)| *key);
            oldest.map(|key| kept.sums.remove(&key));
        }
        kept.reads += 1;
        let now = kept.reads;
        kept.sums.insert(key, (now, sums));
    }

    pub fn forget(&self, key: Key) {
        self.lock().sums.remove(&key);
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
