//! A queue in which parties take turns, so that a party that sends much delays itself and not the others. A turn is
//! worth a fixed cost: cheap entries go several at a time (deficit round robin).
//!
//! A party that had nothing waiting goes before those that wait already, so that its delay does not grow with their
//! number. It then keeps its place among them until its next turn, even if nothing of it waits, so that sending one
//! entry after the other gains nothing (as in FQ-CoDel, RFC 8290).

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// What one turn is worth. No entry costs more.
pub const TURN: u32 = 100;

pub struct FairQueue<P, T> {
    parties: HashMap<P, Party<T>>,
    /// Every party, once, the next one first: those in their first turn go before all others.
    first_turns: VecDeque<P>,
    turns: VecDeque<P>,
    count: usize,
    most: usize,
}

struct Party<T> {
    entries: VecDeque<(u32, T)>,
    /// What is left of its turn. The last entry of a turn may cost more than that; the next turn pays for it.
    credit: i64,
}

impl<P: Copy + Eq + Hash, T> FairQueue<P, T> {
    /// Holds at most so many entries.
    pub fn new(most: usize) -> FairQueue<P, T> {
        let (first_turns, turns) = (VecDeque::new(), VecDeque::new());
        FairQueue { parties: HashMap::new(), first_turns, turns, count: 0, most }
    }

    /// Refused if the queue is full. A party may have as many waiting as are free, so one party alone fills half of the
    /// queue, and another still finds room.
    pub fn put(&mut self, party: P, cost: u32, entry: T) -> Result<(), T> {
        let of_party = self.parties.get(&party).map_or(0, |party| party.entries.len());
        if of_party >= self.most - self.count {
            return Err(entry);
        }
        let waiting = self.parties.entry(party).or_insert_with(|| {
            self.first_turns.push_back(party);
            Party { entries: VecDeque::new(), credit: i64::from(TURN) }
        });
        waiting.entries.push_back((cost.clamp(1, TURN), entry));
        self.count += 1;
        Ok(())
    }

    /// What the next entry costs.
    pub fn next_cost(&mut self) -> Option<u32> {
        let party = self.next_party()?;
        party.entries.front().map(|(cost, _)| *cost)
    }

    /// The next entry, with its cost, of a party that may go now. One that may not keeps its turn, and the others take
    /// turns before it.
    pub fn take_where(&mut self, may_go: impl Fn(&P, u32) -> bool) -> Option<(u32, T)> {
        self.next_party()?;
        let mut may_go =
            self.first_turns.iter().chain(&self.turns).copied().filter(|name| {
                self.parties[name].entries.front().is_some_and(|(cost, _)| may_go(name, *cost))
            });
        let first = may_go.next()?;
        let with_credit = std::iter::once(first).chain(may_go).find(|name| self.parties[name].credit > 0);
        let name = with_credit.unwrap_or_else(|| self.renewed(first));
        let party = self.parties.get_mut(&name)?;
        let (cost, entry) = party.entries.pop_front()?;
        party.credit -= i64::from(cost);
        self.count -= 1;
        Some((cost, entry))
    }

    /// The next entry of the party whose turn it is.
    pub fn take(&mut self) -> Option<T> {
        let party = self.next_party()?;
        let (cost, entry) = party.entries.pop_front()?;
        party.credit -= i64::from(cost);
        self.count -= 1;
        Some(entry)
    }

    /// Ends this party's turn and begins its next one, behind the turns of all others.
    fn renewed(&mut self, name: P) -> P {
        self.first_turns.retain(|other| *other != name);
        self.turns.retain(|other| *other != name);
        self.turns.push_back(name);
        let party = self.parties.get_mut(&name).expect("every party with a turn is there");
        party.credit += i64::from(TURN);
        name
    }

    /// Goes on to the next party with entries and credit.
    fn next_party(&mut self) -> Option<&mut Party<T>> {
        loop {
            let is_first_turn = !self.first_turns.is_empty();
            let turns = if is_first_turn { &mut self.first_turns } else { &mut self.turns };
            let name = *turns.front()?;
            let party = self.parties.get_mut(&name).expect("every party with a turn is there");
            let is_over = party.credit <= 0;
            if !is_over && !party.entries.is_empty() {
                return self.parties.get_mut(&name);
            }
            turns.pop_front();
            if is_over || is_first_turn {
                party.credit += if is_over { i64::from(TURN) } else { 0 };
                self.turns.push_back(name);
            } else {
                self.parties.remove(&name);
            }
        }
    }

    #[cfg(any(test, feature = "simulated"))]
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::{FairQueue, TURN};

    const MOST: usize = 4_096;

    fn taken(queue: &mut FairQueue<u8, (u8, usize)>) -> Vec<(u8, usize)> {
        std::iter::from_fn(|| queue.take()).collect()
    }

    #[test]
    fn a_newcomer_goes_before_all_who_wait_already() {
        let mut queue = FairQueue::new(MOST);
        for number in 0..100 {
            for busy in 0..20 {
                queue.put(busy, TURN, (busy, number)).expect("room");
            }
        }
        (0..20).for_each(|_| assert_eq!(queue.take().expect("an entry").1, 0));
        queue.put(20, 1, (20, 0)).expect("room");
        assert_eq!(queue.take(), Some((20, 0)));
        assert_eq!(taken(&mut queue).len(), 1_980);
    }

    #[test]
    fn sending_one_entry_after_the_other_gains_nothing() {
        let mut queue: FairQueue<u8, (u8, usize)> = FairQueue::new(MOST);
        (0..100).for_each(|number| queue.put(0, TURN, (0, number)).expect("room"));
        let mut got = [0, 0];
        queue.put(1, TURN, (1, 0)).expect("room");
        for number in 1..60 {
            let (party, _) = queue.take().expect("an entry");
            got[usize::from(party)] += 1;
            if party == 1 {
                queue.put(1, TURN, (1, number)).expect("room");
            }
        }
        assert!(got[1] <= got[0] + 1, "{got:?}");
    }

    #[test]
    fn while_a_party_may_not_go_the_others_take_turns() {
        let mut queue = FairQueue::new(MOST);
        for number in 0..20 {
            (0..4).for_each(|party| queue.put(party, TURN, (party, number)).expect("room"));
        }
        let mut got = [0_usize; 4];
        for _ in 0..30 {
            let (_, (party, number)) = queue.take_where(|party, _| *party != 0).expect("three others may go");
            assert_eq!(number, got[usize::from(party)], "each in its own order");
            got[usize::from(party)] += 1;
            let (least, most) = (got[1..].iter().min(), got[1..].iter().max());
            assert!(most <= least.map(|count| count + 1).as_ref(), "{got:?}");
        }
        assert_eq!(got, [0, 10, 10, 10]);
        assert_eq!(queue.take_where(|_, _| true), Some((TURN, (0, 0))), "it has kept its turn");
        assert_eq!(taken(&mut queue).len(), 49);
    }

    #[test]
    fn cheap_entries_go_as_many_in_a_turn_as_dear_ones_cost() {
        let mut queue = FairQueue::new(MOST);
        (0..10).for_each(|number| queue.put(0, TURN, (0, number)).expect("room"));
        (0..250).for_each(|number| queue.put(1, 1, (1, number)).expect("room"));
        let order = taken(&mut queue);
        let dear: Vec<usize> = (0..order.len()).filter(|index| order[*index].0 == 0).collect();
        assert_eq!(dear[..4], [0, 101, 202, 253]);
    }

    #[test]
    fn a_party_alone_fills_half_of_the_queue_and_others_still_find_room() {
        let mut queue = FairQueue::new(MOST);
        let put = |queue: &mut FairQueue<u8, ()>, party: u8| {
            (0..).take_while(|_| queue.put(party, 1, ()).is_ok()).count()
        };
        assert_eq!(put(&mut queue, 1), MOST / 2);
        assert_eq!(put(&mut queue, 2), MOST / 4);
        for party in 3..12 {
            assert!(put(&mut queue, party) > 0, "party {party}");
        }
        assert!(queue.len() <= MOST);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_every_party_keeps_its_order(
            puts in proptest::collection::vec((0..5_u8, 0..150_u32), 1..200),
            takes in 0..150_usize,
        ) {
            let mut queue = FairQueue::new(MOST);
            for (number, (party, cost)) in puts.iter().enumerate() {
                queue.put(*party, *cost, (*party, number)).expect("room");
            }
            let mut order: Vec<(u8, usize)> = (0..takes).map_while(|_| queue.take()).collect();
            prop_assert_eq!(queue.len(), puts.len() - order.len());
            order.extend(taken(&mut queue));
            prop_assert!(queue.is_empty() && queue.turns.is_empty() && queue.parties.is_empty());
            prop_assert_eq!(order.len(), puts.len());
            let mut last: HashMap<u8, usize> = HashMap::new();
            for (party, number) in order {
                prop_assert!(last.insert(party, number).is_none_or(|before| before < number));
            }
        }

        /// While two parties wait, neither gets more than a turn and an entry ahead of the other.
        #[test]
        fn parties_that_wait_get_the_same(costs in proptest::collection::vec((1..=100_u32, 1..=100_u32), 20..60)) {
            let mut queue = FairQueue::new(MOST);
            for (first, second) in &costs {
                queue.put(0_u8, *first, (0_u8, *first)).expect("room");
                queue.put(1, *second, (1, *second)).expect("room");
            }
            let mut got = [0_i64; 2];
            while queue.parties.values().all(|party| !party.entries.is_empty()) {
                let (party, cost) = queue.take().expect("an entry");
                got[usize::from(party)] += i64::from(cost);
                prop_assert!((got[0] - got[1]).abs() <= 2 * i64::from(TURN), "{:?}", got);
            }
        }
    }
}
