//! Hands accepted payouts over to the worker that settles them, and limits how much is settled concurrently.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rules::account::Mode;
use rules::id::{AccountId, PayoutId};
use rules::payout::{Breakdown, Payout};
use tokio::sync::Notify;

use crate::platform::fair_queue::FairQueue;

/// What is handed over and not yet settled. More than this waits in the database alone.
const MAX_HANDED_OVER: usize = 131_072;
/// Payouts that are read together.
const MAX_TOGETHER: usize = 32;
const MAX_ITEMS_TOGETHER: u32 = 256;
/// Items that are settled side by side, and so share a commit. Few while callers are about, who then wait for few; many
/// when no caller is, which costs less for each.
const MAX_ITEMS: u32 = 16_384;
const ITEMS_BESIDE_CALLERS: u32 = 16;
/// More are under way only if they were begun when no caller was about.
const FEW_ITEMS: u32 = 256;

/// How much may be settled side by side at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    BesideCallers,
    Alone,
}

impl Pace {
    fn max_items(self) -> u32 {
        match self {
            Pace::BesideCallers => ITEMS_BESIDE_CALLERS,
            Pace::Alone => MAX_ITEMS,
        }
    }

    /// The room that so many items take, of [`MAX_ITEMS`] in all.
    fn room(self, items: u32) -> u32 {
        items.saturating_mul(MAX_ITEMS / self.max_items()).clamp(1, MAX_ITEMS)
    }

    fn max_together(self) -> u32 {
        self.max_items().min(MAX_ITEMS_TOGETHER)
    }
}

/// A payout whose items are due, and the counters it had when that was so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    pub account: AccountId,
    pub mode: Mode,
    pub payout: PayoutId,
    pub seen: Breakdown,
}

impl Due {
    pub fn of(payout: &Payout) -> Due {
        Due { account: payout.account, mode: payout.mode, payout: payout.id, seen: payout.breakdown }
    }

    fn items(&self) -> u32 {
        u32::try_from(self.seen.processing).unwrap_or(u32::MAX)
    }
}

#[derive(Default)]
pub struct SettlementQueue {
    live: HandOver,
    test: HandOver,
}

impl SettlementQueue {
    /// If there is no room, its lease runs out and it is found in the database.
    pub fn hand_over(&self, payout: &Payout) {
        let (hand_over, due) = (self.of(payout.mode), Due::of(payout));
        if hand_over.lock().waiting.put(due.account, due.items(), due).is_ok() {
            hand_over.news.notify_waiters();
        }
    }

    /// Each mode has room of its own, so that live payouts never wait for test payouts.
    pub fn of(&self, mode: Mode) -> &HandOver {
        match mode {
            Mode::Live => &self.live,
            Mode::Test => &self.test,
        }
    }
}

/// The payouts of one mode.
#[derive(Default)]
pub struct HandOver {
    state: Mutex<State>,
    /// Something was handed over, or settled.
    news: Notify,
}

/// Accounts take turns, so one with many payouts does not delay the others.
struct State {
    waiting: FairQueue<AccountId, Due>,
    under_way: UnderWay,
}

impl Default for State {
    fn default() -> State {
        State { waiting: FairQueue::new(MAX_HANDED_OVER), under_way: UnderWay::default() }
    }
}

/// What is being settled.
#[derive(Default)]
struct UnderWay {
    /// How many groups of each account.
    accounts: HashMap<AccountId, u32>,
    items: u32,
    room: u32,
}

impl UnderWay {
    /// Beside many items of others, an account with nothing under way needs no room: it goes on to the writer, where
    /// accounts take turns. So it never waits until all that another account has sent is settled.
    fn may_start(&self, account: AccountId, room: u32) -> bool {
        let has_room = self.room == 0 || self.room.saturating_add(room) <= MAX_ITEMS;
        has_room || self.items > FEW_ITEMS && !self.accounts.contains_key(&account)
    }

    fn start(&mut self, group: &[Due], room: u32) {
        self.room = self.room.saturating_add(room);
        self.items = self.items.saturating_add(items_of(group));
        for due in group {
            *self.accounts.entry(due.account).or_default() += 1;
        }
    }

    fn end(&mut self, group: &[Due], room: u32) {
        self.room = self.room.saturating_sub(room);
        self.items = self.items.saturating_sub(items_of(group));
        for due in group {
            if let Some(count) = self.accounts.get_mut(&due.account) {
                *count -= 1;
                if *count == 0 {
                    self.accounts.remove(&due.account);
                }
            }
        }
    }
}

/// A group of payouts that may be settled now. Its room is free again when it is dropped.
pub struct SettlingGroup<'a> {
    pub payouts: Vec<Due>,
    room: u32,
    hand_over: &'a HandOver,
}

impl Drop for SettlingGroup<'_> {
    fn drop(&mut self) {
        self.hand_over.lock().under_way.end(&self.payouts, self.room);
        self.hand_over.news.notify_waiters();
    }
}

impl HandOver {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for payouts that may be settled now, and takes a group of them.
    pub async fn next_group(&self, pace: impl Fn() -> Pace) -> SettlingGroup<'_> {
        self.once_there(|state| take_group(state, pace())).await
    }

    /// Waits until this group may be settled.
    pub async fn admit(&self, group: Vec<Due>, pace: impl Fn() -> Pace) -> SettlingGroup<'_> {
        self.once_there(|state| admitted(state, &group, pace())).await
    }

    async fn once_there(&self, take: impl Fn(&mut State) -> Option<(Vec<Due>, u32)>) -> SettlingGroup<'_> {
        loop {
            let news = self.news.notified();
            if let Some((payouts, room)) = take(&mut self.lock()) {
                return SettlingGroup { payouts, room, hand_over: self };
            }
            news.await;
        }
    }
}

fn take_group(state: &mut State, pace: Pace) -> Option<(Vec<Due>, u32)> {
    let State { waiting, under_way } = state;
    let (mut group, mut items) = (Vec::new(), 0);
    while group.len() < MAX_TOGETHER {
        let may_join = |account: &AccountId, cost: u32| {
            (group.is_empty() || items + cost <= pace.max_together())
                && under_way.may_start(*account, pace.room(items + cost))
        };
        let Some((cost, due)) = waiting.take_where(may_join) else { break };
        items += cost;
        group.push(due);
    }
    if group.is_empty() {
        return None;
    }
    let room = pace.room(items);
    under_way.start(&group, room);
    Some((group, room))
}

fn admitted(state: &mut State, group: &[Due], pace: Pace) -> Option<(Vec<Due>, u32)> {
    let room = pace.room(items_of(group));
    let may_start = group.iter().all(|due| state.under_way.may_start(due.account, room));
    may_start.then(|| {
        state.under_way.start(group, room);
        (group.to_vec(), room)
    })
}

fn items_of(group: &[Due]) -> u32 {
    group.iter().fold(0, |items, due| items.saturating_add(due.items()))
}

/// Groups of neighbours with at most as many items each as the pace allows, unless one alone has more.
pub fn grouped(waiting: Vec<Due>, pace: Pace) -> Vec<Vec<Due>> {
    let mut groups: Vec<Vec<Due>> = Vec::new();
    for due in waiting {
        match groups.last_mut() {
            Some(group) if items_of(group).saturating_add(due.items()) <= pace.max_together() => {
                group.push(due)
            }
            _ => groups.push(vec![due]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(account: u8, items: i64) -> Due {
        Due {
            account: AccountId::new(1, [account; 10]),
            mode: Mode::Live,
            payout: PayoutId::new(1, [0; 10]),
            seen: Breakdown { processing: items, ..Breakdown::default() },
        }
    }

    fn put(hand_over: &HandOver, due: Due) {
        hand_over.lock().waiting.put(due.account, due.items(), due).expect("room");
    }

    fn take(hand_over: &HandOver, pace: Pace) -> Option<SettlingGroup<'_>> {
        let (payouts, room) = take_group(&mut hand_over.lock(), pace)?;
        Some(SettlingGroup { payouts, room, hand_over })
    }

    /// The account of each payout in a group.
    fn accounts(group: &SettlingGroup<'_>) -> Vec<AccountId> {
        group.payouts.iter().map(|due| due.account).collect()
    }

    #[test]
    fn neighbours_are_grouped_up_to_a_number_of_items() {
        let sizes = |items: &[i64]| {
            let groups = grouped(items.iter().map(|items| due(0, *items)).collect(), Pace::BesideCallers);
            let size = |group: &Vec<Due>| group.iter().map(|due| due.seen.processing).collect::<Vec<i64>>();
            groups.iter().map(size).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&[8, 8, 8, 8, 8]), [vec![8, 8], vec![8, 8], vec![8]]);
        assert_eq!(sizes(&[100, 3, 13, 1, 100]), [vec![100], vec![3, 13], vec![1], vec![100]]);
        assert_eq!(sizes(&[]), [[0; 0]; 0]);
    }

    #[test]
    fn many_items_are_settled_when_no_caller_is_about_and_few_beside_callers() {
        for (pace, payouts) in [(Pace::Alone, 163), (Pace::BesideCallers, 1)] {
            let hand_over = HandOver::default();
            (0..500).for_each(|_| put(&hand_over, due(0, 100)));
            let groups: Vec<_> = std::iter::from_fn(|| take(&hand_over, pace)).collect();
            let taken: usize = groups.iter().map(|group| group.payouts.len()).sum();
            assert_eq!(taken, payouts, "{pace:?}");
            drop(groups);
            assert!(take(&hand_over, pace).is_some(), "there is room again");
        }
    }

    /// What an account has sent fills all room while no caller is about. Then another account pays.
    #[test]
    fn an_account_with_nothing_under_way_waits_for_no_other_account() {
        let hand_over = HandOver::default();
        (0..500).for_each(|_| put(&hand_over, due(0, 100)));
        let mut groups: Vec<_> = std::iter::from_fn(|| take(&hand_over, Pace::Alone)).collect();
        for _ in 0..3 {
            put(&hand_over, due(1, 1));
            let group = take(&hand_over, Pace::BesideCallers).expect("it goes at once");
            assert_eq!(accounts(&group), [due(1, 1).account]);
            // It has sent before, so it is not first in the queue; and still the other one waits.
            drop(group);
            assert!(take(&hand_over, Pace::BesideCallers).is_none());
        }
        put(&hand_over, due(1, 1));
        groups.push(take(&hand_over, Pace::BesideCallers).expect("it goes at once"));
        put(&hand_over, due(1, 1));
        assert!(take(&hand_over, Pace::BesideCallers).is_none(), "one group goes ahead, no more");
    }

    #[test]
    fn beside_callers_accounts_wait_for_one_another() {
        let hand_over = HandOver::default();
        (0..20).for_each(|account| put(&hand_over, due(account, 16)));
        let group = take(&hand_over, Pace::BesideCallers).expect("there is room");
        assert!(group.payouts.len() == 1 && take(&hand_over, Pace::BesideCallers).is_none());
    }

    #[test]
    fn all_that_ended_leaves_nothing_behind() {
        let hand_over = HandOver::default();
        (0..100).for_each(|number| put(&hand_over, due(number % 7, i64::from(number))));
        while let Some(group) = take(&hand_over, Pace::Alone) {
            drop(group);
        }
        let state = hand_over.lock();
        let UnderWay { accounts, items, room } = &state.under_way;
        assert!(state.waiting.is_empty() && accounts.is_empty() && (*items, *room) == (0, 0));
    }
}
