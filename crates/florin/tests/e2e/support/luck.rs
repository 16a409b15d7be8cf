//! Chance for tests that break things at random moments.

use std::hash::{BuildHasher, RandomState};

/// Numbers that differ from run to run. The first is printed, and all others follow from it.
pub struct Luck(u64);

impl Luck {
    #[allow(clippy::print_stderr, reason = "shown when a test fails, to tell what it did")]
    pub fn new(what: &str) -> Luck {
        let seed = RandomState::new().hash_one(what);
        eprintln!("{what}: the seed is {seed}");
        Luck(seed)
    }

    /// From 1 to `most`.
    pub fn up_to(&mut self, most: u64) -> usize {
        // Knuth's multiplier; the upper half is the random one.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (self.0 >> 33) % most + 1;
        usize::try_from(number).expect("a small number")
    }

    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.up_to(last as u64 + 1) - 1);
        }
    }
}
