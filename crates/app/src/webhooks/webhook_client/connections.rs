//! All connections to receivers that this process has open, so that together they never use up its open files. An idle
//! connection is closed when a webhook needs its place.

use std::sync::{Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use rules::delivery::{Holder, Sender, Share};

use super::connection_limits::{ConnectionSlot, SharedConnectionSlots};
use super::pool::Pool;
use super::undelivered::Undelivered;

/// How long a connection that was told to close may take.
const CLOSING: Duration = Duration::from_millis(10);

pub(super) struct Connections {
    places: SharedConnectionSlots,
    pools: Mutex<Vec<(Sender, Weak<Pool>)>>,
}

impl Connections {
    pub(super) fn new(most: usize) -> Connections {
        Connections { places: SharedConnectionSlots::new(most), pools: Mutex::default() }
    }

    /// The idle connections of this pool make room for others.
    pub(super) fn add(&self, sender: Sender, pool: Weak<Pool>) {
        let mut pools = self.open();
        pools.retain(|(_, pool)| pool.strong_count() > 0);
        pools.push((sender, pool));
    }

    /// A place for one connection, if need be that of an idle one.
    pub(super) async fn take(&self, holder: &Holder) -> Result<ConnectionSlot, Undelivered> {
        let full = match self.places.take(holder) {
            Ok(place) => return Ok(place),
            Err(full) => full,
        };
        if self.close_idle(&full) {
            tokio::time::sleep(CLOSING).await;
            if let Ok(place) = self.places.take(holder) {
                return Ok(place);
            }
        }
        metrics::counter!("florin_webhooks_postponed_total", "for" => "connection").increment(1);
        Err(Undelivered::NoPlace)
    }

    /// A place that is free at this moment.
    pub(super) fn take_free(&self, holder: &Holder) -> Option<ConnectionSlot> {
        self.places.take(holder).ok()
    }

    /// Closes the oldest idle connection of each pool that holds places of this share, and says whether there was any.
    fn close_idle(&self, full: &Share) -> bool {
        let pools = self.open().clone();
        let living = pools.iter().filter_map(|(sender, pool)| Some((sender, pool.upgrade()?)));
        living.fold(false, |closed, (sender, pool)| pool.close_oldest(*sender, full) || closed)
    }

    #[cfg(test)]
    pub(super) fn taken(&self, share: &Share) -> usize {
        self.places.taken(share)
    }

    fn open(&self) -> MutexGuard<'_, Vec<(Sender, Weak<Pool>)>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
