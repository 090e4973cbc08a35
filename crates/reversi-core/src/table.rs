//! A bounded hash table keyed by whole boards, shared by threads without locks.
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A whole board and a word about it; a word of 0 means nothing is kept here. The board's words
/// are stored xor the data, so that a reader that meets half of two writers' entries finds no board
/// that matches.
#[derive(Default)]
struct Entry {
    player: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    #[inline(always)]
    fn read(&self) -> (u64, u64, u64) {
        let data = self.data.load(Relaxed);
        (self.player.load(Relaxed) ^ data, self.opponent.load(Relaxed) ^ data, data)
    }

    #[inline(always)]
    fn write(&self, player: u64, opponent: u64, data: u64) {
        self.player.store(player ^ data, Relaxed);
        self.opponent.store(opponent ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Entries that share a place, in one line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// Words about boards.
pub(crate) struct BoardTable {
    buckets: Box<[Bucket]>,
    shift: u32,
}

impl BoardTable {
    /// A table of `2^bits` buckets of 64 bytes, `bits` brought into `4..=32`; of the half, the
    /// quarter and so on where there is not the memory.
    pub(crate) fn new(bits: u32) -> Self {
        let mut bits = bits.clamp(4, 32);
        let mut buckets = Vec::new();
        while bits > 4 && buckets.try_reserve_exact(1 << bits).is_err() {
            bits -= 1;
        }
        buckets.resize_with(1 << bits, Bucket::default);
        Self { buckets: buckets.into_boxed_slice(), shift: 64 - bits }
    }

    #[inline(always)]
    fn bucket(&self, player: u64, opponent: u64) -> &Bucket {
        let mixed = (player ^ opponent.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        &self.buckets[(mixed >> self.shift) as usize]
    }

    /// The word kept for a board.
    #[inline(always)]
    pub(crate) fn find(&self, player: u64, opponent: u64) -> Option<u64> {
        self.bucket(player, opponent).0.iter().find_map(|entry| {
            let (p, o, data) = entry.read();
            (p == player && o == opponent && data != 0).then_some(data)
        })
    }

    /// Keeps what `update` makes of the board's word, if anything. A board that is new takes the
    /// place of the word with the least `weight`.
    #[inline(always)]
    pub(crate) fn keep(
        &self,
        player: u64,
        opponent: u64,
        update: impl FnOnce(Option<u64>) -> Option<u64>,
        weight: impl Fn(u64) -> u32,
    ) {
        let [a, b] = &self.bucket(player, opponent).0;
        let (of_a, of_b) = (a.read(), b.read());
        let (entry, known) = if (of_a.0, of_a.1) == (player, opponent) && of_a.2 != 0 {
            (a, Some(of_a.2))
        } else if (of_b.0, of_b.1) == (player, opponent) && of_b.2 != 0 {
            (b, Some(of_b.2))
        } else if of_a.2 == 0 || (of_b.2 != 0 && weight(of_a.2) <= weight(of_b.2)) {
            (a, None)
        } else {
            (b, None)
        };
        if let Some(word) = update(known) {
            entry.write(player, opponent, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_updated_and_displaced() {
        let table = BoardTable::new(4);
        assert_eq!(table.find(1, 2), None);
        table.keep(1, 2, |known| Some(known.map_or(7, |word| word + 1)), |word| word as u32);
        assert_eq!(table.find(1, 2), Some(7));
        table.keep(1, 2, |known| Some(known.map_or(7, |word| word + 1)), |word| word as u32);
        assert_eq!(table.find(1, 2), Some(8));
        table.keep(1, 2, |_| None, |word| word as u32);
        assert_eq!((table.find(1, 2), table.find(2, 1)), (Some(8), None));
        for player in 10..1000 {
            table.keep(player, 0, |known| known.is_none().then_some(9), |word| word as u32);
            assert_eq!(table.find(player, 0), Some(9));
        }
        assert_eq!(table.find(1, 2), None, "the lightest gave way");
    }
}
