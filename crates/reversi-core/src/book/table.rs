//! The positions of a book in memory: a hash table with one cache line for each slot.
use super::place::{hash, scale};
use super::record::{Record, Value};
use crate::key::PositionKey;
use alloc::vec;
use alloc::vec::Vec;

/// Open addressing, linear probing. A slot's place is its hash scaled to the number of slots, so
/// the table lies nearly in the order of hashes, which is that of book files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    len: usize,
}

/// A look-up touches one line if it hits at the first probe: at a load of two thirds a hit takes
/// two probes on average, and neighbouring lines come together.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Slot(Option<Entry>);

const _: () = assert!(size_of::<Slot>() == 64);

/// A stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: PositionKey,
    pub(crate) record: Record,
    pub(crate) value: Value,
}

impl Table {
    pub(crate) fn with_capacity(positions: usize) -> Self {
        let mut table = Self::default();
        if positions > 0 {
            table.slots = vec![Slot(None); Self::slots_for(positions)];
        }
        table
    }

    fn slots_for(positions: usize) -> usize {
        positions + positions / 2 + 8
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn home(&self, key: PositionKey) -> usize {
        scale(hash(key), self.slots.len() as u64) as usize
    }

    #[inline]
    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    #[inline]
    fn slot_of(&self, key: PositionKey) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slot = self.home(key);
        // A free slot always exists, so this ends.
        while let Slot(Some(entry)) = &self.slots[slot] {
            if entry.key == key {
                return Some(slot);
            }
            slot = self.next(slot);
        }
        None
    }

    #[inline]
    pub(crate) fn get(&self, key: PositionKey) -> Option<&Entry> {
        self.slots[self.slot_of(key)?].0.as_ref()
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, key: PositionKey) -> Option<&mut Entry> {
        let slot = self.slot_of(key)?;
        self.slots[slot].0.as_mut()
    }

    /// Puts an entry in and gives back the one it takes the place of.
    pub(crate) fn insert(&mut self, entry: Entry) -> Option<Entry> {
        if let Some(old) = self.get_mut(entry.key) {
            return Some(core::mem::replace(old, entry));
        }
        if Self::slots_for(self.len + 1) > self.slots.len() {
            let mut larger = Self::with_capacity(2 * self.len + 8);
            self.iter().for_each(|entry| larger.insert_new(*entry));
            *self = larger;
        }
        self.insert_new(entry);
        None
    }

    /// Puts an entry in that is not there, where there is room.
    fn insert_new(&mut self, entry: Entry) {
        let mut slot = self.home(entry.key);
        while self.slots[slot].0.is_some() {
            slot = self.next(slot);
        }
        self.slots[slot].0 = Some(entry);
        self.len += 1;
    }

    pub(crate) fn remove(&mut self, key: PositionKey) -> Option<Entry> {
        let mut hole = self.slot_of(key)?;
        let removed = self.slots[hole].0.take();
        self.len -= 1;
        // Entries behind the hole move up, unless they would come before their home.
        let mut slot = self.next(hole);
        while let Some(entry) = self.slots[slot].0 {
            let home = self.home(entry.key);
            let stays = if hole <= slot {
                hole < home && home <= slot
            } else {
                hole < home || home <= slot
            };
            if !stays {
                self.slots[hole].0 = self.slots[slot].0.take();
                hole = slot;
            }
            slot = self.next(slot);
        }
        removed
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().filter_map(|slot| slot.0.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn entry(number: u32, games: u32) -> Entry {
        let key = PositionKey::from_words([0, 0, number, 0]).unwrap();
        Entry { key, record: Record { games, ..Record::default() }, value: Value::NONE }
    }

    proptest! {
        /// Against a map: small numbers make collisions and removals of what is there.
        #[test]
        fn it_is_a_map(steps in prop::collection::vec((0u32..60, 0u32..1000, 0u8..3), 0..400)) {
            let (mut table, mut map) = (Table::default(), BTreeMap::new());
            for (number, games, what) in steps {
                let new = entry(number, games);
                match what {
                    0 => prop_assert_eq!(table.remove(new.key), map.remove(&new.key)),
                    _ => prop_assert_eq!(table.insert(new), map.insert(new.key, new)),
                }
                prop_assert_eq!(table.len(), map.len());
            }
            for number in 0..60 {
                let key = entry(number, 0).key;
                prop_assert_eq!(table.get(key), map.get(&key));
            }
            let mut all: Vec<Entry> = table.iter().copied().collect();
            all.sort_by_key(|entry| entry.key);
            prop_assert!(all.iter().eq(map.values()));
        }
    }
}
