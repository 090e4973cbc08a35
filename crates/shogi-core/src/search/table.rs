//! A transposition table of bounded size. Threads share it without locks.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::mv::Move;

/// What a score says about the value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

/// The result of the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) m: Option<Move>,
    pub(super) score: i32,
    pub(super) evaluation: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// Four words. The first is the low half of the key XOR the other words, so a reader detects a slot
/// that two threads wrote at once. The second has 16 more bits of the key and the evaluation, the
/// third the move, the fourth the score, the depth, the bound and the date. The fourth word of an
/// empty slot is 0.
#[derive(Default)]
struct Slot([AtomicU32; 4]);

/// The slots of one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

const SLOTS: usize = 4;
/// The number of dates, which are six bits.
const DATES: u32 = 64;
/// The number of buckets that [`Table::permille`] counts.
const SAMPLE: usize = 250;

/// The table.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    date: u32,
}

impl Table {
    /// Makes the largest table that fits into `bytes`, but at least 1 KB. The table is smaller if the
    /// system has less memory.
    pub(super) fn new(bytes: usize) -> Self {
        let mut count = (bytes / size_of::<Bucket>()).max(16);
        let mut buckets = Vec::new();
        while count > 16 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets: buckets.into_boxed_slice(), date: 0 }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.date = 0;
    }

    /// Starts a new search. Entries of earlier searches are then replaced first.
    pub(super) fn age(&mut self) {
        self.date = (self.date + 1) % DATES;
    }

    /// Returns how full a sample of the table is with entries of this search, in thousandths.
    pub(super) fn permille(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(SAMPLE)];
        let is_new = |slot: &&Slot| {
            let word = slot.0[3].load(Relaxed);
            word != 0 && word >> 26 == self.date
        };
        let count = sample.iter().flat_map(|bucket| &bucket.0).filter(is_new).count();
        (count * 1000 / (sample.len() * SLOTS)) as u32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Returns the entry of a position.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        for Slot(words) in &self.bucket(key).0 {
            let [check, b, c, d] = [0, 1, 2, 3].map(|i| words[i].load(Relaxed));
            if check ^ b ^ c ^ d == key as u32 && b >> 16 == (key >> 32) as u32 & 0xffff && d != 0 {
                return Some(Entry {
                    m: Move::from_bits(c),
                    score: i32::from(d as u16 as i16),
                    evaluation: i32::from(b as u16 as i16),
                    depth: (d >> 16 & 0xff) as i32,
                    bound: match d >> 24 & 3 {
                        1 => Bound::Upper,
                        2 => Bound::Lower,
                        _ => Bound::Exact,
                    },
                });
            }
        }
        None
    }

    /// Stores the entry of a position. If the position has an entry with a move and the new entry has
    /// none, the move stays.
    #[inline]
    pub(super) fn store(&self, key: u64, entry: &Entry) {
        let (mut place, mut least) = (0, i32::MAX);
        let mut m = entry.m.map_or(0, Move::bits);
        let slots = &self.bucket(key).0;
        for (i, Slot(words)) in slots.iter().enumerate() {
            let [check, b, c, d] = [0, 1, 2, 3].map(|i| words[i].load(Relaxed));
            if check ^ b ^ c ^ d == key as u32 && b >> 16 == (key >> 32) as u32 & 0xffff {
                let depth = (d >> 16 & 0xff) as i32;
                let is_deeper = depth > entry.depth + 3 && d >> 26 == self.date;
                if d != 0 && is_deeper && entry.bound != Bound::Exact {
                    return;
                }
                if m == 0 {
                    m = c;
                }
                place = i;
                break;
            }
            let age = (self.date + DATES - (d >> 26)) % DATES;
            let worth = if d == 0 { -1000 } else { (d >> 16 & 0xff) as i32 - 8 * age as i32 };
            if worth < least {
                (place, least) = (i, worth);
            }
        }
        let b = ((key >> 32) as u32 & 0xffff) << 16 | u32::from(entry.evaluation as i16 as u16);
        let d = u32::from(entry.score as i16 as u16)
            | (entry.depth.clamp(0, 255) as u32) << 16
            | (entry.bound as u32) << 24
            | self.date << 26;
        let words = &slots[place].0;
        words[0].store(key as u32 ^ b ^ m ^ d, Relaxed);
        words[1].store(b, Relaxed);
        words[2].store(m, Relaxed);
        words[3].store(d, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::PieceKind;
    use crate::square::Square;

    fn entry(depth: i32, score: i32) -> Entry {
        let m = Some(Move::drop(PieceKind::Gold, Square::SQ_5E));
        Entry { m, score, evaluation: -score, depth, bound: Bound::Exact }
    }

    #[test]
    fn entries_are_stored_updated_and_displaced() {
        let mut table = Table::new(0);
        assert_eq!(table.find(77), None);
        table.store(77, &entry(3, -31_000));
        assert_eq!(table.find(77), Some(entry(3, -31_000)));
        let without_move = Entry { m: None, bound: Bound::Lower, ..entry(4, 25_000) };
        table.store(77, &without_move);
        assert_eq!(table.find(77), Some(Entry { m: entry(0, 0).m, ..without_move }));
        for other in 100..1000u64 {
            table.store(other, &entry(9, 1));
            assert_eq!(table.find(other), Some(entry(9, 1)));
        }
        assert_eq!(table.find(77), None, "the entry with the smallest depth was replaced");
        table.clear();
        assert_eq!(table.find(999), None);
    }

    #[test]
    fn tables_fit_into_the_memory() {
        for (bytes, buckets) in [(0, 16), (1024, 16), (2047, 31), (3 << 20, 49_152)] {
            assert_eq!(Table::new(bytes).buckets.len(), buckets, "{bytes}");
        }
    }
}
