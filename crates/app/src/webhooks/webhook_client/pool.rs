//! The idle connections of one endpoint.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::delivery::{Holder, Sender, Share};
use rules::webhook_url::WebhookUrl;

use super::pooled_connection::{IdleConnections, IdleFlag, PooledConnection};

/// As many as messages go to one endpoint at once.
const MAX_IDLE: usize = 32;

#[derive(Default)]
pub(super) struct Pool(Mutex<Idle>);

/// All lines lead to this address.
#[derive(Default)]
struct Idle {
    url: Option<WebhookUrl>,
    lines: Vec<PooledConnection>,
}

impl Pool {
    /// The line that was used last, so that those that are not needed become old. Prefers one that is ready.
    pub(super) async fn take(&self, url: &WebhookUrl) -> Option<PooledConnection> {
        loop {
            let mut connection = self.pop(url)?;
            if connection.becomes_ready().await {
                return Some(connection);
            }
        }
    }

    fn pop(&self, url: &WebhookUrl) -> Option<PooledConnection> {
        let mut idle = self.open();
        if idle.url.as_ref() != Some(url) {
            // What led to another address is closed.
            *idle = Idle { url: Some(url.clone()), lines: Vec::new() };
            return None;
        }
        match idle.lines.iter().rposition(PooledConnection::is_ready) {
            Some(place) => Some(idle.lines.remove(place)),
            None => idle.lines.pop(),
        }
    }

    /// Keeps a line for the next message to this address.
    pub(super) fn give(&self, url: &WebhookUrl, connection: PooledConnection) {
        connection.rest.disturb();
        let mut idle = self.open();
        let is_useful = !connection.is_closed() && idle.url.as_ref() == Some(url);
        if is_useful && idle.lines.len() < MAX_IDLE {
            idle.lines.push(connection);
        }
    }

    /// Closes the line that was idle for longest, if it holds a place of this share.
    pub(super) fn close_oldest(&self, sender: Sender, share: &Share) -> bool {
        let mut idle = self.open();
        let Some(url) = idle.url.as_ref().filter(|_| !idle.lines.is_empty()) else { return false };
        let is_of_it = Holder { sender, site: url.site() }.shares().contains(share);
        if is_of_it {
            idle.lines.remove(0);
        }
        is_of_it
    }

    fn open(&self) -> MutexGuard<'_, Idle> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl IdleConnections for Pool {
    fn drop_if_rested(&self, rest: &Arc<IdleFlag>) {
        self.open().lines.retain(|connection| !Arc::ptr_eq(&connection.rest, rest) || !rest.look());
    }

    fn forget(&self, rest: &Arc<IdleFlag>) {
        self.open().lines.retain(|connection| !Arc::ptr_eq(&connection.rest, rest));
    }
}
