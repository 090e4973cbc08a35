//! A hash table of bounded size that maps boards to entries. Threads share it without locks.
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The data that a table stores for a board, encoded as a `u64` that is never 0.
pub(super) trait Entry: Copy {
    fn pack(self) -> u64;
    fn unpack(word: u64) -> Self;

    /// Returns the priority of keeping the entry in the search with the number `date`.
    fn worth(self, date: u8) -> u32;
}

/// A board and its entry. An entry of 0 marks an empty slot. The two halves of the board are stored
/// XORed with the entry. If two threads write a slot at the same time, a reader therefore finds a
/// board that does not match.
#[derive(Default)]
struct Slot {
    player: AtomicU64,
    opponent: AtomicU64,
    entry: AtomicU64,
}

impl Slot {
    #[inline(always)]
    fn read(&self) -> (u64, u64, u64) {
        let entry = self.entry.load(Relaxed);
        (self.player.load(Relaxed) ^ entry, self.opponent.load(Relaxed) ^ entry, entry)
    }

    #[inline(always)]
    fn write(&self, player: u64, opponent: u64, entry: u64) {
        self.player.store(player ^ entry, Relaxed);
        self.opponent.store(opponent ^ entry, Relaxed);
        self.entry.store(entry, Relaxed);
    }
}

/// Two slots in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

/// The size of the smallest table: 2^4 buckets.
const MIN_BITS: u32 = 4;

/// A transposition table with entries of type `E`.
pub(super) struct TranspositionTable<E> {
    buckets: Box<[Bucket]>,
    shift: u32,
    date: u8,
    entries: PhantomData<E>,
}

impl<E: Entry> TranspositionTable<E> {
    /// Makes the largest table that fits into `bytes`, but at least 1 KB. The number of buckets is
    /// a power of two. The table is smaller if the system has less memory.
    pub(super) fn new(bytes: usize) -> Self {
        let mut bits = (bytes / size_of::<Bucket>()).checked_ilog2().unwrap_or(0).max(MIN_BITS);
        let mut buckets = Vec::new();
        while bits > MIN_BITS && buckets.try_reserve_exact(1 << bits).is_err() {
            bits -= 1;
        }
        buckets.resize_with(1 << bits, Bucket::default);
        let buckets = buckets.into_boxed_slice();
        Self { buckets, shift: 64 - bits, date: 1, entries: PhantomData }
    }

    /// Starts a new search. From now on, entries of earlier searches are replaced first.
    pub(super) fn age(&mut self) {
        self.date = self.date.wrapping_add(1).max(1);
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
    }

    /// Returns the number of the current search, which is never 0.
    pub(super) const fn date(&self) -> u8 {
        self.date
    }

    #[inline(always)]
    fn bucket(&self, player: u64, opponent: u64) -> &Bucket {
        let mixed = (player ^ opponent.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        &self.buckets[(mixed >> self.shift) as usize]
    }

    /// Returns the entry of a board.
    #[inline(always)]
    pub(super) fn find(&self, player: u64, opponent: u64) -> Option<E> {
        let word = self.bucket(player, opponent).0.iter().find_map(|slot| {
            let (p, o, entry) = slot.read();
            (p == player && o == opponent && entry != 0).then_some(entry)
        });
        word.map(E::unpack)
    }

    /// Stores the entry of a board that the table does not have. The entry replaces the older entry
    /// of its bucket.
    #[inline(always)]
    pub(super) fn push(&self, player: u64, opponent: u64, entry: E) {
        let [newer, older] = &self.bucket(player, opponent).0;
        let (p, o, word) = newer.read();
        older.write(p, o, word);
        newer.write(player, opponent, entry.pack());
    }

    /// Calls `update` with the board's entry and stores the result, if there is a result. If the
    /// table has no entry of the board, the new entry replaces the entry with the lower priority in
    /// its bucket.
    #[inline(always)]
    pub(super) fn update(
        &self,
        player: u64,
        opponent: u64,
        update: impl FnOnce(Option<E>) -> Option<E>,
    ) {
        let [a, b] = &self.bucket(player, opponent).0;
        let (of_a, of_b) = (a.read(), b.read());
        let worth = |word| E::unpack(word).worth(self.date);
        let (slot, known) = if (of_a.0, of_a.1) == (player, opponent) && of_a.2 != 0 {
            (a, Some(of_a.2))
        } else if (of_b.0, of_b.1) == (player, opponent) && of_b.2 != 0 {
            (b, Some(of_b.2))
        } else if of_a.2 == 0 || (of_b.2 != 0 && worth(of_a.2) <= worth(of_b.2)) {
            (a, None)
        } else {
            (b, None)
        };
        if let Some(entry) = update(known.map(E::unpack)) {
            slot.write(player, opponent, entry.pack());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Number(u64);

    impl Entry for Number {
        fn pack(self) -> u64 {
            self.0
        }

        fn unpack(word: u64) -> Self {
            Self(word)
        }

        fn worth(self, _: u8) -> u32 {
            self.0 as u32
        }
    }

    #[test]
    fn entries_are_stored_updated_and_displaced() {
        let table = TranspositionTable::<Number>::new(0);
        let count = |known: Option<Number>| Some(known.map_or(Number(7), |n| Number(n.0 + 1)));
        assert_eq!(table.find(1, 2), None);
        table.update(1, 2, count);
        assert_eq!(table.find(1, 2), Some(Number(7)));
        table.update(1, 2, count);
        assert_eq!(table.find(1, 2), Some(Number(8)));
        table.update(1, 2, |_| None);
        assert_eq!((table.find(1, 2), table.find(2, 1)), (Some(Number(8)), None));
        for player in 10..1000 {
            table.update(player, 0, |known| known.is_none().then_some(Number(9)));
            assert_eq!(table.find(player, 0), Some(Number(9)));
        }
        assert_eq!(table.find(1, 2), None, "the less important entry was replaced");
    }

    #[test]
    fn pushed_entries_displace_the_oldest() {
        let table = TranspositionTable::<Number>::new(0);
        for player in 1..1000 {
            table.push(player, 0, Number(player));
            assert_eq!(table.find(player, 0), Some(Number(player)));
        }
        let kept = (1..1000).filter(|&player| table.find(player, 0).is_some()).count();
        assert_eq!(kept, 32, "all slots have entries");
        let recent = (900..1000).filter(|&player| table.find(player, 0).is_some()).count();
        assert!(recent > 24, "{recent}");
    }

    #[test]
    fn tables_fit_into_the_memory() {
        for (bytes, buckets) in
            [(0, 16), (1023, 16), (1024, 16), (2047, 16), (2048, 32), (3 << 20, 32768)]
        {
            assert_eq!(TranspositionTable::<Number>::new(bytes).buckets.len(), buckets, "{bytes}");
        }
    }
}
