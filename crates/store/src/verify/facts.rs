//! Facts: what one row says that another row must say, too.
//!
//! Each fact is told twice, once by the row that makes it due and once, the other way round, by the row that answers
//! it: an item that ended is due one transfer, a transfer answers it. Every fact is turned into a number by a hash
//! whose key is new each time, and added up or taken away. If all rows agree, every sum is zero; if one row says
//! anything else, the sum is zero with a probability of less than one in 2^60. So books of any size are proved by
//! reading each row once, in any order, with a few kilobytes of memory. Only broken books are read again, to name rows.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rules::listed_enum;

use super::finding::{Finding, Findings};

listed_enum! {
    /// What a fact is about. The subject is the id of the payout, item or other object it belongs to.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum FactKind {
        /// A payout reserves its total once.
        Hold,
        /// An item that ended takes its amount out of what was reserved, once.
        Resolve,
        /// The amount goes to the wallet that saw it arrive, or back.
        Destination,
        /// Money from outside is credited once.
        Credit,
        /// A payout counts its items.
        Counter,
        /// A payout's total is the sum of its items.
        Total,
        /// The items of a payout are numbered from one, without a gap.
        Position,
        /// An item that waits to be claimed can be claimed.
        Claim,
        /// Items of a payout that wait, or have waited, had their emails.
        Email,
        /// Every change has its event.
        Event,
        /// A deposit or a withdrawal is a transaction with terms.
        ExternalTransfer,
        /// What it costs, and what comes back, is moved once.
        Cost,
        /// Money without a known owner is parked once, and found once.
        Parked,
        /// What happened outside was said, once.
        RailNotice,
        /// Money comes from, and goes to, the part of the outside that it should.
        World,
        /// An object counts its events.
        Number,
        /// A statement begins with what an account had by then.
        Statement,
    }
}

/// Things by the hash of their id, which need not be hashed again.
pub type ById<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;

#[derive(Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only hashes are keys");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// What the hash is keyed with. An attacker who changes rows does not know it.
#[derive(Clone, Copy)]
pub struct FactKey([u64; 4]);

impl FactKey {
    pub fn new(bytes: [u8; 32]) -> FactKey {
        let word = |index: usize| {
            let eight = bytes[index * 8..][..8].try_into().expect("eight bytes");
            u64::from_le_bytes(eight)
        };
        FactKey([word(0), word(1) | 1, word(2) | 1, word(3) | 1])
    }

    pub fn text(&self, text: &str) -> u64 {
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        let mut hash = self.0[0] ^ text.len() as u64;
        for word in words {
            hash = folded(hash ^ u64::from_le_bytes(*word), self.0[1]);
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        folded(hash ^ u64::from_le_bytes(last), self.0[2])
    }

    pub fn with(&self, hash: u64, number: i64) -> u64 {
        folded(hash ^ number as u64 ^ self.0[3], self.0[1]).wrapping_add(self.0[0])
    }

    /// The number that stands for a fact.
    fn fact(&self, kind: FactKind, subject: u64, details: u64) -> u128 {
        let both = folded(subject ^ self.0[kind as usize % 4].rotate_left(kind as u32 * 7), self.0[2]);
        let both = both ^ details.rotate_left(29);
        let (high, low) = (folded(both ^ self.0[1], self.0[3]), folded(both ^ self.0[0], self.0[2]));
        u128::from(high) << 64 | u128::from(low)
    }
}

/// Multiplies and keeps both halves of the product.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// One fact on its way into the sums.
#[derive(Clone, Copy)]
pub struct Fact<'a> {
    pub kind: FactKind,
    pub subject: &'a str,
    /// The hash of the subject.
    pub id: u64,
    /// The hash of everything else that must agree.
    pub details: u64,
    /// How often it is told: above zero by the row that makes it due, below by the one that answers.
    pub times: i64,
}

/// Where facts go, and what is wrong with a row by itself.
pub trait Sink {
    fn tell(&mut self, fact: Fact<'_>, words: impl FnOnce() -> String);
    fn wrong(&mut self, finding: impl FnOnce() -> Finding);
}

const BUCKETS: usize = 1024;

/// The sums, by kind and by a part of the subject's hash, so that a break can be narrowed down.
pub struct Sums {
    key: FactKey,
    sums: Vec<u128>,
    pub findings: Findings,
}

impl Sums {
    pub fn new(key: FactKey) -> Sums {
        Sums { key, sums: vec![0; FactKind::ALL.len() * BUCKETS], findings: Findings::default() }
    }

    pub fn merge(&mut self, other: Sums) {
        for (sum, more) in self.sums.iter_mut().zip(other.sums) {
            *sum = sum.wrapping_add(more);
        }
        self.findings.merge(other.findings);
    }

    /// Where the facts do not agree.
    pub fn broken(&self) -> Vec<SumIndex> {
        let broken = self.sums.iter().enumerate().filter(|(_, sum)| **sum != 0);
        broken.map(|(place, _)| SumIndex(place)).collect()
    }
}

/// One of the sums.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SumIndex(usize);

impl SumIndex {
    fn of(fact: &Fact<'_>) -> SumIndex {
        SumIndex(fact.kind as usize * BUCKETS + fact.id as usize % BUCKETS)
    }
}

impl Sink for Sums {
    fn tell(&mut self, fact: Fact<'_>, _: impl FnOnce() -> String) {
        let value = self.key.fact(fact.kind, fact.id, fact.details);
        let sum = &mut self.sums[SumIndex::of(&fact).0];
        *sum = sum.wrapping_add(value.wrapping_mul(i128::from(fact.times) as u128));
    }

    fn wrong(&mut self, finding: impl FnOnce() -> Finding) {
        self.findings.add(finding);
    }
}

/// One telling of a fact, kept to be looked at.
pub struct Trace {
    pub kind: FactKind,
    pub subject: String,
    pub details: u64,
    pub times: i64,
    pub words: String,
}

/// Everything that is told at some of the places.
pub struct Traces {
    places: Vec<SumIndex>,
    pub traces: Vec<Trace>,
}

impl Traces {
    pub fn at(places: &[SumIndex]) -> Traces {
        Traces { places: places.to_vec(), traces: Vec::new() }
    }
}

impl Sink for Traces {
    fn tell(&mut self, fact: Fact<'_>, words: impl FnOnce() -> String) {
        if self.places.contains(&SumIndex::of(&fact)) {
            let Fact { kind, subject, details, times, .. } = fact;
            self.traces.push(Trace { kind, subject: subject.to_owned(), details, times, words: words() });
        }
    }

    /// What is wrong with one row alone was found the first time.
    fn wrong(&mut self, _: impl FnOnce() -> Finding) {}
}

#[cfg(test)]
mod tests {
    use super::{Fact, FactKey, FactKind, Sink, Sums};

    fn told(facts: &[(FactKind, &str, u64, i64)]) -> usize {
        let key = FactKey::new(std::array::from_fn(|index| (index as u8).wrapping_mul(37).wrapping_add(11)));
        let mut sums = Sums::new(key);
        for (kind, subject, details, times) in facts {
            let id = key.text(subject);
            sums.tell(Fact { kind: *kind, subject, id, details: *details, times: *times }, String::new);
        }
        sums.broken().len()
    }

    #[test]
    fn what_is_due_and_answered_adds_up_to_nothing_in_any_order() {
        let facts =
            [(FactKind::Hold, "po_1", 7, 1), (FactKind::Hold, "po_2", 8, 1), (FactKind::Hold, "po_1", 7, -1)];
        assert_eq!(told(&facts), 1);
        assert_eq!(told(&[&facts[..], &[(FactKind::Hold, "po_2", 8, -1)]].concat()), 0);
        assert_eq!(
            told(&[
                (FactKind::Total, "po_1", 0, 30),
                (FactKind::Total, "po_1", 0, -10),
                (FactKind::Total, "po_1", 0, -20)
            ]),
            0
        );
    }

    #[test]
    fn any_difference_shows() {
        let due = (FactKind::Hold, "po_1", 7, 1);
        for answer in [
            (FactKind::Hold, "po_1", 8, -1),
            (FactKind::Hold, "po_2", 7, -1),
            (FactKind::Event, "po_1", 7, -1),
            (FactKind::Hold, "po_1", 7, -2),
            (FactKind::Hold, "po_1", 7, 1),
            (FactKind::Hold, "po_1", 7, 1 << 62),
        ] {
            assert!(told(&[due, answer]) > 0, "{answer:?}");
        }
    }

    #[test]
    fn texts_that_differ_in_one_place_or_in_length_differ() {
        let key = FactKey::new([9; 32]);
        let texts = ["", "a", "aa", "aaaaaaa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaab", "baaaaaaa", "aaaaaaaa\0"];
        let mut hashes: Vec<u64> = texts.iter().map(|text| key.text(text)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), texts.len());
    }
}
