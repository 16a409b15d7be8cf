//! What is old is forgotten, and listeners that nobody listens at are closed.

use rules::command::WebhookCommand;
use rules::delivery::{KEPT_SECONDS, first_event_at};
use rules::endpoint::abandoned_before;

use crate::App;
use crate::failure::Failure;
use crate::ticks::FORGOTTEN_AT_ONCE;

impl App {
    /// Deletes some deliveries that are old, and says how many it found.
    pub async fn forget_deliveries(&self) -> usize {
        let forgetting = async {
            let first = first_event_at(self.clock.now().plus_seconds(-KEPT_SECONDS));
            let old = self.store.old_deliveries(first, FORGOTTEN_AT_ONCE).await?;
            let found = old.len();
            if found > 0 {
                self.writer.submit_in_background(WebhookCommand::Forget(old).into()).await?;
            }
            Ok::<usize, Failure>(found)
        };
        forgetting.await.unwrap_or_else(|failure| {
            tracing::warn!(?failure, "old deliveries could not be deleted");
            0
        })
    }

    pub(crate) async fn abandon_listeners(&self) {
        let abandoning = async {
            let silent = abandoned_before(self.clock.now());
            let left = self.store.silent_listeners(silent, FORGOTTEN_AT_ONCE).await?;
            if !left.is_empty() {
                self.writer.submit_in_background(WebhookCommand::Abandon(left).into()).await?;
            }
            Ok::<(), Failure>(())
        };
        if let Err(failure) = abandoning.await {
            tracing::warn!(?failure, "listeners that nobody listens at could not be closed");
        }
    }
}
