//! Deletes old deliveries, and closes abandoned listeners.

use rules::command::WebhookCommand;
use rules::decisions::endpoint::listened_between;
use rules::delivery::{KEPT_SECONDS, first_event_at};

use crate::platform::FORGOTTEN_AT_ONCE;
use crate::webhooks::Webhooks;

impl Webhooks {
    /// Deletes the deliveries that are old.
    pub(crate) async fn forget_deliveries(&self) {
        let first = first_event_at(self.platform.clock.now().plus_seconds(-KEPT_SECONDS));
        // Where the next ones are looked for: before it there are none any more.
        let mut from = String::new();
        let mut found = FORGOTTEN_AT_ONCE;
        while found == FORGOTTEN_AT_ONCE {
            let start = from.clone();
            let finding = async {
                let old = self.platform.store.old_deliveries(&start, first, FORGOTTEN_AT_ONCE).await?;
                from = old.last().map(|(endpoint, _)| endpoint.to_string()).unwrap_or_default();
                Ok(old)
            };
            found = self.platform.forget("old deliveries", finding, WebhookCommand::Forget).await;
        }
    }

    /// Closes some abandoned listeners, and says how many it found.
    pub(crate) async fn abandon_listeners(&self) -> usize {
        let silent = self
            .platform
            .store
            .silent_listeners(listened_between(self.platform.clock.now()), FORGOTTEN_AT_ONCE);
        self.platform.forget("abandoned listeners", silent, WebhookCommand::Abandon).await
    }
}
