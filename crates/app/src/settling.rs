//! The worker that settles payouts: what this process accepted at once, and what others left behind.
//!
//! A payout is leased when it is born, to the process that accepted it; that one hears of it in memory. If it dies,
//! the lease runs out and any process takes over. Doing the same twice does nothing the second time.

use std::time::Duration;

use futures_util::{Stream, StreamExt, stream};
use rules::change::Outcome;
use rules::command::Command;
use rules::id::{AccountId, PayoutId};
use rules::payout::{Breakdown, Payout, SettlePayout};
use tokio::sync::{Mutex, Semaphore, SemaphorePermit, mpsc};

use crate::App;
use crate::failure::Failure;
use crate::writer::Answered;

/// What is handed over and not yet settled. More than this waits in the database alone.
const MOST_HANDED_OVER: usize = 131_072;
/// Payouts that are settled side by side.
const AT_ONCE: usize = 1_024;
/// Items that are settled side by side, and so share a commit. Few while callers are about, who then wait for few; many
/// when nobody is, which costs less for each.
const MOST_ITEMS: u32 = 16_384;
const ITEMS_BESIDE_CALLERS: u32 = 32;
/// Callers are about for this long after one was seen.
const CALLERS_STAY: Duration = Duration::from_millis(250);
const LOOK_FOR_LEFT_BEHIND_EVERY: Duration = Duration::from_secs(1);
const LEASED_AT_ONCE: usize = 64;

/// A payout whose items are due, and the counters it had when that was so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Due {
    account: AccountId,
    payout: PayoutId,
    seen: Breakdown,
}

impl Due {
    fn of(payout: &Payout) -> Due {
        Due { account: payout.account, payout: payout.id, seen: payout.breakdown }
    }
}

/// Payouts on their way from the request that made them to the worker.
pub struct Settling {
    handing: mpsc::Sender<Due>,
    handed: Mutex<mpsc::Receiver<Due>>,
    /// Room for items in the next commits.
    room: Semaphore,
}

impl Default for Settling {
    fn default() -> Settling {
        let (handing, handed) = mpsc::channel(MOST_HANDED_OVER);
        Settling { handing, handed: Mutex::new(handed), room: Semaphore::new(MOST_ITEMS as usize) }
    }
}

impl Settling {
    /// If there is no room, its lease runs out and it is found in the database.
    pub fn hand_over(&self, payout: &Payout) {
        let _ = self.handing.try_send(Due::of(payout));
    }
}

impl App {
    /// Settles until it is dropped.
    pub(crate) async fn run_settling(&self) {
        tokio::join!(self.settle_handed_over(), self.settle_left_behind());
    }

    pub(crate) async fn settle_handed_over(&self) {
        let mut handed = self.settling.handed.lock().await;
        self.settle_all(stream::poll_fn(|context| handed.poll_recv(context))).await;
    }

    /// Room is made for one after the other, so that each asks for as much as is right at that moment.
    async fn settle_all(&self, due: impl Stream<Item = Due>) {
        let with_room = due.then(|due| async move { (due, self.room_for(due.seen.processing).await) });
        with_room.for_each_concurrent(AT_ONCE, |(due, room)| self.settle(due, room)).await;
    }

    async fn settle_left_behind(&self) {
        let mut often = tokio::time::interval(LOOK_FOR_LEFT_BEHIND_EVERY);
        loop {
            often.tick().await;
            while self.settle_due().await == LEASED_AT_ONCE {}
        }
    }

    /// Takes payouts that nobody has, settles them, and says how many there were.
    pub async fn settle_due(&self) -> usize {
        let leased = match self.lease_due().await {
            Ok(leased) => leased,
            Err(failure) => {
                tracing::warn!(?failure, "due payouts could not be taken");
                return 0;
            }
        };
        let count = leased.len();
        self.settle_all(stream::iter(leased)).await;
        count
    }

    async fn lease_due(&self) -> Result<Vec<Due>, Failure> {
        let candidates = self.store.due_payouts(self.clock.now(), LEASED_AT_ONCE).await?;
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        match self.writer.submit_in_background(Command::LeasePayouts(candidates)).await? {
            Answered::Now(Outcome::Leased(payouts), _) => Ok(payouts.iter().map(Due::of).collect()),
            other => panic!("leasing answers with what was leased, not with {other:?}"),
        }
    }

    /// What cannot be settled now stays due.
    async fn settle(&self, due: Due, _room: SemaphorePermit<'_>) {
        if let Err(failure) = self.try_settle(due).await {
            tracing::warn!(?failure, payout = %due.payout, "a payout could not be settled; it will be tried again");
        }
    }

    async fn try_settle(&self, due: Due) -> Result<(), Failure> {
        let items = self.store.due_items(due.payout).await?;
        if items.is_empty() {
            return Ok(());
        }
        let Due { account, payout, seen } = due;
        let settle = SettlePayout { account, payout, seen, items, fresh: self.fresh() };
        self.writer.submit_in_background(Command::SettlePayout(settle)).await.map(|_| ())
    }

    /// Waits until this many items may be settled beside what is being settled.
    async fn room_for(&self, items: i64) -> SemaphorePermit<'_> {
        let each =
            if self.writer.callers_within(CALLERS_STAY) { MOST_ITEMS / ITEMS_BESIDE_CALLERS } else { 1 };
        let wanted = u32::try_from(items).unwrap_or(MOST_ITEMS).saturating_mul(each).clamp(1, MOST_ITEMS);
        self.settling.room.acquire_many(wanted).await.expect("nobody closes it")
    }
}
