//! Counts the lookups and connections that are under way. A place is taken without waiting and is given back when it
//! is dropped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::delivery::{Holder, Places, Share};

/// The places of one kind. A copy counts together with the original.
#[derive(Clone)]
pub(super) struct SharedPlaces(Arc<Mutex<Places>>);

/// One place, for as long as this is kept.
pub(super) struct Place {
    holder: Holder,
    places: SharedPlaces,
}

impl SharedPlaces {
    pub(super) fn new(most: usize) -> SharedPlaces {
        SharedPlaces(Arc::new(Mutex::new(Places::new(most))))
    }

    /// A place, or the share that is full.
    pub(super) fn take(&self, holder: &Holder) -> Result<Place, Share> {
        self.open().take(holder)?;
        Ok(Place { holder: holder.clone(), places: self.clone() })
    }

    #[cfg(test)]
    pub(super) fn taken(&self, share: &Share) -> usize {
        self.open().taken(share)
    }

    fn open(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.open().give_back(&self.holder);
    }
}
