//! Rows of one kind, as they were gathered and as the batch has changed them.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// Rows of one kind by key, each remembering whether it must be written.
#[derive(Debug)]
pub struct Table<K, V> {
    slots: HashMap<K, Slot<V>>,
}

#[derive(Debug)]
struct Slot<V> {
    /// `None` once the row is gone.
    row: Option<V>,
    stored: bool,
    dirty: bool,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Table { slots: HashMap::new() }
    }
}

impl<K: Hash + Eq + Ord, V> Table<K, V> {
    /// A row that the database has.
    pub fn load(&mut self, key: K, row: V) {
        self.slots.insert(key, Slot { row: Some(row), stored: true, dirty: false });
    }

    pub fn put(&mut self, key: K, row: V) {
        let stored = self.slots.get(&key).is_some_and(|slot| slot.stored);
        self.slots.insert(key, Slot { row: Some(row), stored, dirty: true });
    }

    /// Deletes a row that the database has, whether it was gathered or not.
    pub fn delete(&mut self, key: K) {
        self.slots.insert(key, Slot { row: None, stored: true, dirty: true });
    }

    pub fn get<Q: ?Sized + Hash + Eq>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.slots.get(key)?.row.as_ref()
    }

    pub fn contains<Q: ?Sized + Hash + Eq>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    /// All that are there, in any order.
    pub fn rows(&self) -> impl Iterator<Item = &V> {
        self.slots.values().filter_map(|slot| slot.row.as_ref())
    }

    /// Rows to insert, in key order, so that every process writes in the same order.
    pub fn inserts(&self) -> Vec<(&K, &V)> {
        self.pick(|slot| !slot.stored)
    }

    /// Rows to update, in key order.
    pub fn updates(&self) -> Vec<(&K, &V)> {
        self.pick(|slot| slot.stored)
    }

    /// Keys of rows to delete.
    pub fn deletes(&self) -> Vec<&K> {
        let gone = self.slots.iter().filter(|(_, slot)| slot.dirty && slot.stored && slot.row.is_none());
        let mut keys: Vec<&K> = gone.map(|(key, _)| key).collect();
        keys.sort();
        keys
    }

    fn pick(&self, wanted: impl Fn(&Slot<V>) -> bool) -> Vec<(&K, &V)> {
        let dirty = self.slots.iter().filter(|(_, slot)| slot.dirty && wanted(slot));
        let mut rows: Vec<(&K, &V)> =
            dirty.filter_map(|(key, slot)| slot.row.as_ref().map(|row| (key, row))).collect();
        rows.sort_by_key(|(key, _)| *key);
        rows
    }
}
