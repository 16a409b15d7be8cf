//! The worker that settles payouts: what this process accepted at once, and what others left behind.
//!
//! A payout is leased when it is born, to the process that accepted it; that one hears of it in memory. If it dies,
//! the lease runs out and any process takes over. Doing the same twice does nothing the second time.
//!
//! Live and test payouts have workers of their own, so that no number of test payouts stands before a live one.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{Stream, StreamExt, stream};
use rules::account::Mode;
use rules::command::Command;
use rules::decisions::payout::{DueItem, SettlePayout};
use rules::id::{AccountId, PayoutId};
use rules::payout::{Breakdown, Payout};
use tokio::sync::{Notify, Semaphore, SemaphorePermit};

use crate::payouts::Payouts;
use crate::platform::failure::Failure;
use crate::platform::fair_queue::FairQueue;

/// What is handed over and not yet settled. More than this waits in the database alone.
const MOST_HANDED_OVER: usize = 131_072;
/// Groups of payouts that are settled side by side. What is in a group is read together; all groups together leave
/// room for callers in the writer's queue.
const AT_ONCE: usize = 64;
const MOST_TOGETHER: usize = 32;
const MOST_ITEMS_TOGETHER: u32 = 256;
/// Items that are settled side by side, and so share a commit. Few while callers are about, who then wait for few; many
/// when no caller is, which costs less for each.
const MOST_ITEMS: u32 = 16_384;
const ITEMS_BESIDE_CALLERS: u32 = 16;
/// Callers are about for this long after one was seen.
const CALLERS_STAY: Duration = Duration::from_millis(250);
const LOOK_FOR_LEFT_BEHIND_EVERY: Duration = Duration::from_secs(1);
const LEASED_AT_ONCE: usize = 64;

/// A payout whose items are due, and the counters it had when that was so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Due {
    account: AccountId,
    mode: Mode,
    payout: PayoutId,
    seen: Breakdown,
}

impl Due {
    fn of(payout: &Payout) -> Due {
        Due { account: payout.account, mode: payout.mode, payout: payout.id, seen: payout.breakdown }
    }
}

/// Payouts on their way from the request that made them to the worker.
#[derive(Default)]
pub struct SettlementQueue {
    live: HandOver,
    test: HandOver,
}

/// The payouts of one mode. Accounts take turns, so one with many payouts does not delay the others.
struct HandOver {
    waiting: Mutex<FairQueue<AccountId, Due>>,
    news: Notify,
    /// Room for items in the next commits. Each mode has its own, so that live payouts never wait for test payouts.
    room: Semaphore,
}

impl Default for HandOver {
    fn default() -> HandOver {
        let waiting = Mutex::new(FairQueue::new(MOST_HANDED_OVER));
        HandOver { waiting, news: Notify::new(), room: Semaphore::new(MOST_ITEMS as usize) }
    }
}

impl HandOver {
    fn lock(&self) -> MutexGuard<'_, FairQueue<AccountId, Due>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for payouts, and takes a group with at most so many items, or one payout with more.
    async fn next_group(&self, most: impl Fn() -> u32) -> Vec<Due> {
        loop {
            let group = take_group(&mut self.lock(), most());
            if !group.is_empty() {
                return group;
            }
            self.news.notified().await;
        }
    }
}

fn take_group(waiting: &mut FairQueue<AccountId, Due>, most: u32) -> Vec<Due> {
    let (mut group, mut items) = (Vec::new(), 0);
    while group.len() < MOST_TOGETHER
        && let Some(cost) = waiting.next_cost()
        && (group.is_empty() || items + cost <= most)
        && let Some(due) = waiting.take()
    {
        items += cost;
        group.push(due);
    }
    group
}

impl SettlementQueue {
    /// If there is no room, its lease runs out and it is found in the database.
    pub fn hand_over(&self, payout: &Payout) {
        let (hand_over, due) = (self.of(payout.mode), Due::of(payout));
        let items = u32::try_from(due.seen.processing).unwrap_or(u32::MAX);
        if hand_over.lock().put(due.account, items, due).is_ok() {
            hand_over.news.notify_one();
        }
    }

    fn of(&self, mode: Mode) -> &HandOver {
        match mode {
            Mode::Live => &self.live,
            Mode::Test => &self.test,
        }
    }
}

impl Payouts {
    /// Settles until it is dropped.
    pub(crate) async fn run_settling(&self) {
        tokio::join!(
            self.settle_handed_over(),
            self.settle_left_behind(Mode::Live),
            self.settle_left_behind(Mode::Test)
        );
    }

    pub(crate) async fn settle_handed_over(&self) {
        tokio::join!(self.settle_handed_over_of(Mode::Live), self.settle_handed_over_of(Mode::Test));
    }

    async fn settle_handed_over_of(&self, mode: Mode) {
        let hand_over = self.settling.of(mode);
        let next = |()| async {
            let group = hand_over.next_group(|| self.items_at_once().min(MOST_ITEMS_TOGETHER)).await;
            Some((group, ()))
        };
        self.settle_groups(mode, stream::unfold((), next)).await;
    }

    /// Room is made for one group after the other, so that each asks for as much as is right at that moment.
    async fn settle_groups(&self, mode: Mode, groups: impl Stream<Item = Vec<Due>>) {
        let with_room = groups.then(|group| async {
            let room = self.room_for(mode, items_of(&group)).await;
            (group, room)
        });
        with_room.for_each_concurrent(AT_ONCE, |(group, room)| self.settle(group, room)).await;
    }

    async fn settle_left_behind(&self, mode: Mode) {
        let mut often = tokio::time::interval(LOOK_FOR_LEFT_BEHIND_EVERY);
        loop {
            often.tick().await;
            while self.settle_due_of(mode).await == LEASED_AT_ONCE {}
        }
    }

    /// Takes payouts that no process has, settles them, live ones first, and says how many there were.
    pub async fn settle_due(&self) -> usize {
        self.settle_due_of(Mode::Live).await + self.settle_due_of(Mode::Test).await
    }

    async fn settle_due_of(&self, mode: Mode) -> usize {
        let leased = match self.lease_due(mode).await {
            Ok(leased) => leased,
            Err(failure) => {
                tracing::warn!(?failure, "due payouts could not be taken");
                return 0;
            }
        };
        let count = leased.len();
        let groups = grouped(leased, self.items_at_once().min(MOST_ITEMS_TOGETHER));
        self.settle_groups(mode, stream::iter(groups)).await;
        count
    }

    async fn lease_due(&self, mode: Mode) -> Result<Vec<Due>, Failure> {
        let candidates =
            self.platform.store.due_payouts(mode, self.platform.clock.now(), LEASED_AT_ONCE).await?;
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let leased =
            self.platform.writer.submit_background_of(mode, Command::LeasePayouts(candidates)).await?;
        Ok(leased.outcome::<Vec<Payout>>().iter().map(Due::of).collect())
    }

    /// What cannot be settled now stays due.
    async fn settle(&self, group: Vec<Due>, _room: SemaphorePermit<'_>) {
        let all = group.iter().flat_map(|due| due.payout.items(due.seen.total() as usize));
        let mut items = match self.platform.store.due_items(all).await {
            Ok(items) => items,
            Err(error) => return tracing::warn!(%error, "items could not be read; they will be tried again"),
        };
        let settling = group.into_iter().map(|due| {
            let own = items.extract_if(.., |item| item.transaction.payout == Some(due.payout)).collect();
            self.settle_payout(due, own)
        });
        join_all(settling.collect::<Vec<_>>()).await;
    }

    async fn settle_payout(&self, Due { account, mode, payout, seen }: Due, items: Vec<DueItem>) {
        if items.is_empty() {
            return;
        }
        let (fresh, email_limits) = (self.platform.fresh(), self.platform.settings.email_limits);
        let settle = SettlePayout { account, mode, payout, seen, items, fresh, email_limits };
        if let Err(failure) =
            self.platform.writer.submit_background_of(mode, Command::SettlePayout(settle)).await
        {
            tracing::warn!(?failure, %payout, "a payout could not be settled; it will be tried again");
        }
    }

    /// How many items may be settled side by side at this moment.
    fn items_at_once(&self) -> u32 {
        if self.platform.writer.callers_within(CALLERS_STAY) { ITEMS_BESIDE_CALLERS } else { MOST_ITEMS }
    }

    /// Waits until this many items may be settled beside what is being settled.
    async fn room_for(&self, mode: Mode, items: i64) -> SemaphorePermit<'_> {
        let each = MOST_ITEMS / self.items_at_once();
        let wanted = u32::try_from(items).unwrap_or(MOST_ITEMS).saturating_mul(each).clamp(1, MOST_ITEMS);
        self.settling.of(mode).room.acquire_many(wanted).await.expect("nobody closes it")
    }
}

fn items_of(group: &[Due]) -> i64 {
    group.iter().map(|due| due.seen.processing).sum()
}

/// Groups of neighbours with at most so many items each, unless one alone has more.
fn grouped(waiting: Vec<Due>, most: u32) -> Vec<Vec<Due>> {
    let mut groups: Vec<Vec<Due>> = Vec::new();
    for due in waiting {
        match groups.last_mut() {
            Some(group) if items_of(group) + due.seen.processing <= i64::from(most) => group.push(due),
            _ => groups.push(vec![due]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use rules::account::Mode;
    use rules::id::{AccountId, PayoutId};
    use rules::payout::Breakdown;

    use super::{Due, grouped};

    #[test]
    fn neighbours_are_grouped_up_to_a_number_of_items() {
        let due = |items: i64| Due {
            account: AccountId::new(1, [0; 10]),
            mode: Mode::Live,
            payout: PayoutId::new(1, [0; 10]),
            seen: Breakdown { processing: items, ..Breakdown::default() },
        };
        let sizes = |items: &[i64], most| {
            let groups = grouped(items.iter().map(|items| due(*items)).collect(), most);
            let size = |group: &Vec<Due>| group.iter().map(|due| due.seen.processing).collect::<Vec<i64>>();
            groups.iter().map(size).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&[1, 1, 1, 1, 1], 2), [vec![1, 1], vec![1, 1], vec![1]]);
        assert_eq!(sizes(&[100, 3, 13, 1, 100], 16), [vec![100], vec![3, 13], vec![1], vec![100]]);
        assert_eq!(sizes(&[], 16), [[0; 0]; 0]);
    }
}
