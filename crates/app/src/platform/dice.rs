//! The only module that makes randomness, and so the only one that makes ids and secrets.

use std::sync::{Mutex, PoisonError};

use rules::id::{Id, IdKind, LongSeries, Series};
use rules::time::Timestamp;

const BUFFERED: usize = 4_096;

pub struct Dice {
    source: Mutex<Source>,
}

enum Source {
    /// The operating system's generator, asked for a page at a time.
    System { buffer: Box<[u8; BUFFERED]>, used: usize },
    #[cfg(feature = "simulated")]
    Seeded(u64),
}

impl Dice {
    pub fn system() -> Dice {
        Dice { source: Mutex::new(Source::System { buffer: Box::new([0; BUFFERED]), used: BUFFERED }) }
    }

    /// The same seed gives the same bytes.
    #[cfg(feature = "simulated")]
    pub fn seeded(seed: u64) -> Dice {
        Dice { source: Mutex::new(Source::Seeded(seed)) }
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.source.lock().unwrap_or_else(PoisonError::into_inner).fill(&mut bytes);
        bytes
    }

    pub fn id<K: IdKind>(&self, now: Timestamp) -> Id<K> {
        Id::new(now.millis().unsigned_abs(), self.bytes())
    }

    /// Ids that follow each other.
    pub fn series<K: IdKind>(&self, now: Timestamp) -> Series<K> {
        Series::around(self.id(now))
    }

    /// The same, for as many as may know one person.
    pub fn long_series<K: IdKind>(&self, now: Timestamp) -> LongSeries<K> {
        LongSeries::around(self.id(now))
    }

    /// Letters and digits, each of 62 equally likely.
    pub fn base62(&self, length: usize) -> String {
        const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        // 248 is the largest multiple of 62 in a byte: what lies above would favour some letters.
        let bytes = std::iter::repeat_with(|| self.bytes::<32>()).flatten().filter(|byte| *byte < 248);
        bytes.take(length).map(|byte| char::from(ALPHABET[usize::from(byte) % 62])).collect()
    }
}

impl Source {
    fn fill(&mut self, out: &mut [u8]) {
        match self {
            Source::System { buffer, used } => {
                assert!(out.len() <= BUFFERED, "no caller needs this many random bytes at once");
                if *used + out.len() > BUFFERED {
                    system_random(&mut buffer[..]);
                    *used = 0;
                }
                let taken = &mut buffer[*used..*used + out.len()];
                out.copy_from_slice(taken);
                taken.fill(0);
                *used += out.len();
            }
            #[cfg(feature = "simulated")]
            Source::Seeded(state) => {
                for byte in out {
                    *byte = splitmix(state);
                }
            }
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "this is the module that asks")]
fn system_random(out: &mut [u8]) {
    getrandom::fill(out).expect("the operating system has a random number generator");
}

/// Good enough to tell test runs apart, and nothing else.
#[cfg(feature = "simulated")]
fn splitmix(state: &mut u64) -> u8 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed >> 33) as u8
}

#[cfg(test)]
mod tests {
    use super::Dice;
    use std::collections::HashSet;

    #[test]
    fn ten_thousand_draws_are_all_different_and_use_every_letter() {
        let dice = Dice::system();
        let draws: HashSet<String> = (0..10_000).map(|_| dice.base62(32)).collect();
        assert_eq!(draws.len(), 10_000);
        let letters: HashSet<char> = draws.iter().flat_map(|draw| draw.chars()).collect();
        assert_eq!(letters.len(), 62);
    }
}
