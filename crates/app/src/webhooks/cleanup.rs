//! What is old is forgotten, and abandoned listeners are closed.

use rules::command::WebhookCommand;
use rules::decisions::endpoint::listened_between;
use rules::delivery::{KEPT_SECONDS, first_event_at};

use crate::platform::FORGOTTEN_AT_ONCE;
use crate::webhooks::Webhooks;

impl Webhooks {
    /// Deletes some deliveries that are old, and says how many it found.
    pub(crate) async fn forget_deliveries(&self) -> usize {
        let first = first_event_at(self.platform.clock.now().plus_seconds(-KEPT_SECONDS));
        let old = self.platform.store.old_deliveries(first, FORGOTTEN_AT_ONCE);
        self.platform.forget("old deliveries", old, WebhookCommand::Forget).await
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
