//! Counts the lookups and connections that are under way. A slot is taken without waiting and is given back when it
//! is dropped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::delivery::{ConnectionSlots, Holder, Share};

/// The slots of one kind. A copy counts together with the original.
#[derive(Clone)]
pub(super) struct SharedConnectionSlots(Arc<Mutex<ConnectionSlots>>);

/// One slot, for as long as this is kept.
pub(super) struct ConnectionSlot {
    holder: Holder,
    slots: SharedConnectionSlots,
}

impl SharedConnectionSlots {
    pub(super) fn new(most: usize) -> SharedConnectionSlots {
        SharedConnectionSlots(Arc::new(Mutex::new(ConnectionSlots::new(most))))
    }

    /// A slot, or the share that is full.
    pub(super) fn take(&self, holder: &Holder) -> Result<ConnectionSlot, Share> {
        self.open().take(holder)?;
        Ok(ConnectionSlot { holder: holder.clone(), slots: self.clone() })
    }

    #[cfg(test)]
    pub(super) fn taken(&self, share: &Share) -> usize {
        self.open().taken(share)
    }

    fn open(&self) -> MutexGuard<'_, ConnectionSlots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.slots.open().give_back(&self.holder);
    }
}
