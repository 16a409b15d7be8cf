//! What is old is forgotten, and listeners that nobody listens at are closed.

use rules::command::WebhookCommand;
use rules::delivery::{KEPT_SECONDS, first_event_at};
use rules::endpoint::abandoned_before;

use crate::App;
use crate::workers::FORGOTTEN_AT_ONCE;

impl App {
    /// Deletes some deliveries that are old, and says how many it found.
    pub(crate) async fn forget_deliveries(&self) -> usize {
        let first = first_event_at(self.clock.now().plus_seconds(-KEPT_SECONDS));
        let old = self.store.old_deliveries(first, FORGOTTEN_AT_ONCE);
        self.forget("old deliveries", old, WebhookCommand::Forget).await
    }

    /// Closes some listeners that nobody listens at any more, and says how many it found.
    pub(crate) async fn abandon_listeners(&self) -> usize {
        let silent = self.store.silent_listeners(abandoned_before(self.clock.now()), FORGOTTEN_AT_ONCE);
        self.forget("abandoned listeners", silent, WebhookCommand::Abandon).await
    }
}
