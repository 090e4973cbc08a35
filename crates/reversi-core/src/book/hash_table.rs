//! The hash table of a book in memory, with one cache line for each position.
use super::record::{Record, Value};
use super::stored_key::{hash, scale};
use crate::key::PositionKey;
use alloc::vec;
use alloc::vec::Vec;

/// A hash table with open addressing over groups of 16 slots. Each slot has a tag, one byte of the
/// hash.
///
/// A look-up compares the 16 tags of a group at once. After that it almost always reads only one
/// slot, that of the position. The tags of a small book stay in the L1 or L2 cache, and the tags of
/// a large book stay in L3. The branches are well predicted. Probing slot by slot took 50 % longer
/// for 31,008 positions, because the CPU cannot predict the length of a probe sequence.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashTable {
    tags: Vec<Group>,
    slots: Vec<Slot>, // 16 for each group
    len: usize,
    /// The number of slots whose tag is not `FREE`.
    used: usize,
}

/// A stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: PositionKey,
    pub(crate) record: Record,
    pub(crate) value: Value,
}

/// A slot fills one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Slot(Option<Entry>);

const _: () = assert!(size_of::<Slot>() == 64);

const WIDTH: usize = 16;

/// Returns the preferred slot of an entry within its group. That slot is free about 75 % of the
/// time.
fn preferred_slot(tag: u8) -> usize {
    usize::from(tag) % WIDTH
}

/// The tag of a slot that was never used. A look-up ends at the first group that has such a slot.
const FREE: u8 = 0;
/// The tag of a slot whose entry was removed. Such a slot does not end a look-up.
const REMOVED: u8 = 1;

/// The tags of 16 slots, the first one in the lowest byte.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Group([u64; 2]);

impl Group {
    /// Returns a mask with one bit for each slot that has this tag.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn matching(self, tag: u8) -> u32 {
        use core::arch::x86_64::{
            _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8,
        };
        #[target_feature(enable = "sse2")]
        #[inline]
        fn with_sse2([low, high]: [u64; 2], tag: u8) -> u32 {
            let tags = _mm_set_epi64x(high as i64, low as i64);
            _mm_movemask_epi8(_mm_cmpeq_epi8(tags, _mm_set1_epi8(tag as i8))) as u32
        }
        #[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
        // SAFETY: every x86-64 processor has SSE2.
        unsafe {
            with_sse2(self.0, tag)
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    fn matching(self, tag: u8) -> u32 {
        self.matching_portable(tag)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn matching_portable(self, tag: u8) -> u32 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let half = |word: u64| {
            let differing = word ^ (u64::from(tag) * 0x0101_0101_0101_0101);
            // Sets the high bit of each byte that is zero, then moves the high bits into adjacent
            // positions.
            let zero = !(((differing & LOW) + LOW) | differing | LOW);
            ((zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        };
        half(self.0[0]) | half(self.0[1]) << 8
    }

    fn set(&mut self, slot: usize, tag: u8) {
        let shift = slot % 8 * 8;
        let word = &mut self.0[slot / 8];
        *word = *word & !(0xff << shift) | u64::from(tag) << shift;
    }
}

impl HashTable {
    /// Makes an empty table with enough slots for this number of positions.
    pub(crate) fn with_capacity(positions: usize) -> Self {
        if positions == 0 {
            return Self::default();
        }
        let groups = Self::groups_for(positions);
        Self {
            tags: vec![Group([0; 2]); groups],
            slots: vec![Slot(None); WIDTH * groups],
            ..Self::default()
        }
    }

    /// Returns the number of groups for this number of positions. A group gets ten positions on
    /// average. One group in forty then overflows.
    fn groups_for(positions: usize) -> usize {
        positions / 10 + 1
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the group at which the look-up of a key starts, and the tag of the key.
    #[inline]
    fn home(&self, key: PositionKey) -> (usize, u8) {
        // Rotates the hash, so that the order of groups differs from the order of a file.
        // Otherwise, inserting the records of a file in order would fill the front of a growing
        // table first.
        let hash = hash(key).rotate_left(32);
        let tag = (hash as u8).max(REMOVED + 1);
        (scale(hash, self.tags.len() as u64) as usize, tag)
    }

    /// Returns the next group of a look-up.
    #[inline]
    fn next(&self, group: usize) -> usize {
        if group + 1 == self.tags.len() { 0 } else { group + 1 }
    }

    /// Finds the slot of a key.
    #[inline(always)]
    fn slot_of(&self, key: PositionKey) -> Option<usize> {
        if self.tags.is_empty() {
            return None;
        }
        let (mut group, tag) = self.home(key);
        self.prefetch(WIDTH * group + preferred_slot(tag));
        // A free slot always exists, so the loop ends.
        loop {
            let tags = self.tags[group];
            let mut matching = tags.matching(tag);
            while matching != 0 {
                let slot = WIDTH * group + matching.trailing_zeros() as usize;
                if self.slots[slot].0.is_some_and(|entry| entry.key == key) {
                    return Some(slot);
                }
                matching &= matching - 1;
            }
            if tags.matching(FREE) != 0 {
                return None;
            }
            group = self.next(group);
        }
    }

    /// Prefetches a slot so that it loads in parallel with the tags.
    #[inline]
    fn prefetch(&self, slot: usize) {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "prefetches a cache line")]
        // SAFETY: a prefetch accepts any address, and every x86-64 processor has SSE.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.slots.as_ptr().wrapping_add(slot).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    /// Finds the entry of a key.
    #[inline(always)]
    pub(crate) fn get(&self, key: PositionKey) -> Option<&Entry> {
        self.slots[self.slot_of(key)?].0.as_ref()
    }

    /// Finds the entry of a key, for changing the record or the value.
    #[inline]
    pub(crate) fn get_mut(&mut self, key: PositionKey) -> Option<&mut Entry> {
        let slot = self.slot_of(key)?;
        self.slots[slot].0.as_mut()
    }

    /// Inserts an entry and returns the entry that it replaces, if any.
    pub(crate) fn insert(&mut self, entry: Entry) -> Option<Entry> {
        if let Some(old) = self.get_mut(entry.key) {
            return Some(core::mem::replace(old, entry));
        }
        if Self::groups_for(self.used + 1) > self.tags.len() {
            let mut larger = Self::with_capacity(2 * self.len + 10);
            self.iter().for_each(|entry| larger.insert_new(*entry));
            *self = larger;
        }
        self.insert_new(entry);
        None
    }

    /// Inserts an entry whose key is not in the table yet. There must be a free slot.
    fn insert_new(&mut self, entry: Entry) {
        let (mut group, tag) = self.home(entry.key);
        let free = loop {
            let free = self.tags[group].matching(FREE);
            if free != 0 {
                let preferred = preferred_slot(tag);
                let is_free = free >> preferred & 1 == 1;
                break if is_free { preferred } else { free.trailing_zeros() as usize };
            }
            group = self.next(group);
        };
        self.tags[group].set(free, tag);
        self.slots[WIDTH * group + free].0 = Some(entry);
        self.len += 1;
        self.used += 1;
    }

    /// Removes the entry of a key and returns it.
    pub(crate) fn remove(&mut self, key: PositionKey) -> Option<Entry> {
        let slot = self.slot_of(key)?;
        self.tags[slot / WIDTH].set(slot % WIDTH, REMOVED);
        self.len -= 1;
        self.slots[slot].0.take()
    }

    /// Iterates over the entries in an unspecified order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().filter_map(|slot| slot.0.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::key::canonical;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn entry(number: u32, games: u32) -> Entry {
        let key = canonical(Board::from_words(0, u64::from(number))).0;
        Entry { key, record: Record { games, ..Record::default() }, value: Value::NONE }
    }

    proptest! {
        #[test]
        fn tags_match_as_in_a_loop(tags in prop::array::uniform16(0u8..4), high: u8, tag in 0u8..4) {
            let tags = tags.map(|tag| if tag == 3 { high } else { tag });
            let mut group = Group([0; 2]);
            tags.iter().enumerate().for_each(|(slot, &tag)| group.set(slot, tag));
            for tag in [tag, high, high ^ 0x80] {
                let expected = (0..16).filter(|&i| tags[i] == tag).fold(0, |mask, i| mask | 1 << i);
                prop_assert_eq!(group.matching(tag), expected);
                prop_assert_eq!(group.matching_portable(tag), expected);
            }
        }

        /// Compares the table with a map. The numbers are small, so that keys collide and stored
        /// keys are removed.
        #[test]
        fn it_is_a_map(steps in prop::collection::vec((0u32..60, 0u32..1000, 0u8..3), 0..400)) {
            let (mut table, mut map) = (HashTable::default(), BTreeMap::new());
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
