//! The worker that settles payouts: what this process accepted at once, and what others left behind.
//!
//! A payout is leased when it is born, to the process that accepted it; that one hears of it in memory. If it dies,
//! the lease runs out and any process takes over. Doing the same twice does nothing the second time.
//!
//! Live and test payouts have workers of their own, so that no number of test payouts stands before a live one.

use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{Stream, StreamExt, stream};
use rules::account::Mode;
use rules::command::Command;
use rules::decisions::payout::{DueItem, SettlePayout};
use rules::payout::Payout;

use crate::payouts::Payouts;
use crate::payouts::hand_over::{Due, Pace, SettlingGroup, grouped};
use crate::platform::failure::Failure;

/// Groups of payouts that are settled side by side. What is in a group is read together; all groups together leave
/// room for callers in the writer's queue.
const AT_ONCE: usize = 64;
/// Callers are about for this long after one was seen.
const CALLERS_STAY: Duration = Duration::from_millis(250);
const LOOK_FOR_LEFT_BEHIND_EVERY: Duration = Duration::from_secs(1);
const LEASED_AT_ONCE: usize = 64;

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
        let next = |()| async { Some((hand_over.next_group(|| self.pace()).await, ())) };
        self.settle_groups(stream::unfold((), next)).await;
    }

    async fn settle_groups(&self, groups: impl Stream<Item = SettlingGroup<'_>>) {
        groups.for_each_concurrent(AT_ONCE, |group| self.settle(group)).await;
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
                tracing::warn!(?failure, "due payouts not leased");
                return 0;
            }
        };
        let count = leased.len();
        let hand_over = self.settling.of(mode);
        let groups = stream::iter(grouped(leased, self.pace()));
        self.settle_groups(groups.then(|group| hand_over.admit(group, || self.pace()))).await;
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
    async fn settle(&self, group: SettlingGroup<'_>) {
        let all = group.payouts.iter().flat_map(|due| due.payout.items(due.seen.total() as usize));
        let mut items = match self.platform.store.due_items(all).await {
            Ok(items) => items,
            Err(error) => return tracing::warn!(%error, "payout items not read; will retry"),
        };
        let settling = group.payouts.iter().map(|due| {
            let own = items.extract_if(.., |item| item.transaction.payout == Some(due.payout)).collect();
            self.settle_payout(*due, own)
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
            tracing::warn!(?failure, %payout, "payout not settled; will retry");
        }
    }

    fn pace(&self) -> Pace {
        if self.platform.writer.callers_within(CALLERS_STAY) { Pace::BesideCallers } else { Pace::Alone }
    }
}
