//! The worker that continues replays, one part at a time.

use std::time::Duration;

use futures_util::future::try_join_all;
use rules::account::Mode;
use rules::command::WebhookCommand;
use rules::delivery::Replay;
use rules::id::EventId;

use crate::platform::failure::Failure;
use crate::webhooks::Webhooks;

const LOOK_EVERY: Duration = Duration::from_secs(1);
const OPEN_AT_ONCE: usize = 32;
const LOOKED_AT_AT_ONCE: usize = 500;

impl Webhooks {
    pub(super) async fn run_replays(&self) {
        tokio::join!(self.run_replays_of(Mode::Live), self.run_replays_of(Mode::Test));
    }

    async fn run_replays_of(&self, mode: Mode) {
        loop {
            let _ = tokio::time::timeout(LOOK_EVERY, self.replay_news.notified()).await;
            while self.step_replays_of(mode).await > 0 {}
        }
    }

    /// Does the next part of some that have not ended, live ones first, and says how many there were.
    pub async fn step_replays(&self) -> usize {
        self.step_replays_of(Mode::Live).await + self.step_replays_of(Mode::Test).await
    }

    async fn step_replays_of(&self, mode: Mode) -> usize {
        let stepping = async {
            let open =
                self.platform.store.open_replays(mode, self.platform.clock.now(), OPEN_AT_ONCE).await?;
            try_join_all(open.iter().map(|replay| self.step_replay(mode, replay))).await?;
            self.posting.nudge();
            Ok::<usize, Failure>(open.len())
        };
        stepping.await.unwrap_or_else(|failure| {
            tracing::warn!(?failure, "resending postponed; will continue");
            0
        })
    }

    /// Two processes may want to do the same part: the second finds it done.
    async fn step_replay(&self, mode: Mode, replay: &Replay) -> Result<(), Failure> {
        let next = self.platform.store.next_of_replay(replay, LOOKED_AT_AT_ONCE).await?;
        let seen = next.last().map(|(event, _)| *event);
        let within = next.into_iter().filter(|(_, at)| (replay.from..replay.to).contains(at));
        let events: Vec<EventId> = within.map(|(event, _)| event).collect();
        let step = WebhookCommand::StepReplay {
            account: replay.account,
            endpoint: replay.endpoint,
            replay: replay.id,
            from: replay.position.clone(),
            events,
            seen,
        };
        self.platform.writer.submit_background_of(mode, step.into()).await?;
        Ok(())
    }
}
