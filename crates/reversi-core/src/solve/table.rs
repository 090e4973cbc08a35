//! A transposition table of bounded size, shared by threads without locks.
use alloc::boxed::Box;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move found and the one before it; 64 for none.
    pub(super) best: u8,
    pub(super) second: u8,
    /// The logarithm of the nodes spent.
    pub(super) cost: u8,
    /// The search that wrote it.
    pub(super) date: u8,
}

impl Known {
    pub(super) const NOTHING: Self =
        Self { lower: -64, upper: 64, best: 64, second: 64, cost: 0, date: 0 };

    fn pack(self) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.best,
            self.second,
            self.cost,
            self.date,
            0,
            1, // an entry never written is 0
        ])
    }

    fn unpack(word: u64) -> Self {
        let [lower, upper, best, second, cost, date, ..] = word.to_le_bytes();
        Self { lower: lower as i8, upper: upper as i8, best, second, cost, date }
    }
}

/// A whole board and what is known of it. The board's words are stored xor the data, so that a
/// reader that meets half of two writers' entries finds no board that matches.
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

pub(super) struct Table {
    buckets: Box<[Bucket]>,
    shift: u32,
    date: u8,
}

impl Table {
    /// A table of `2^bits` buckets of 64 bytes.
    pub(super) fn new(bits: u32) -> Self {
        let bits = bits.clamp(4, 32);
        let buckets = (0..1usize << bits).map(|_| Bucket::default()).collect();
        Self { buckets, shift: 64 - bits, date: 1 }
    }

    /// Starts a new search: older entries give way first.
    pub(super) fn age(&mut self) {
        self.date = self.date.wrapping_add(1).max(1);
    }

    #[inline(always)]
    fn bucket(&self, player: u64, opponent: u64) -> &Bucket {
        let mixed = (player ^ opponent.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        &self.buckets[(mixed >> self.shift) as usize]
    }

    #[inline(always)]
    pub(super) fn find(&self, player: u64, opponent: u64) -> Option<Known> {
        self.bucket(player, opponent).0.iter().find_map(|entry| {
            let (p, o, data) = entry.read();
            (p == player && o == opponent && data != 0).then(|| Known::unpack(data))
        })
    }

    /// Keeps what a search with the window `alpha, beta` found: `score` and the move `best`.
    pub(super) fn keep(
        &self,
        player: u64,
        opponent: u64,
        (alpha, beta): (i32, i32),
        score: i32,
        best: u8,
        cost: u8,
    ) {
        let bucket = self.bucket(player, opponent);
        let mut worst = (&bucket.0[0], u32::MAX);
        for entry in &bucket.0 {
            let (p, o, data) = entry.read();
            let known = Known::unpack(data);
            if p == player && o == opponent && data != 0 {
                let mut new = known;
                if score < beta {
                    new.upper = new.upper.min(score as i8);
                }
                if score > alpha {
                    new.lower = new.lower.max(score as i8);
                }
                if new.lower > new.upper {
                    return; // two searches disagree only where one was cut short: keep the old
                }
                if score > alpha && best < 64 && new.best != best {
                    new.second = new.best;
                    new.best = best;
                }
                (new.cost, new.date) = (new.cost.max(cost), self.date);
                entry.write(player, opponent, new.pack());
                return;
            }
            let weight = if data == 0 {
                0
            } else {
                1 + u32::from(known.cost) + if known.date == self.date { 256 } else { 0 }
            };
            if weight < worst.1 {
                worst = (entry, weight);
            }
        }
        let new = Known {
            lower: if score > alpha { score as i8 } else { -64 },
            upper: if score < beta { score as i8 } else { 64 },
            best,
            cost,
            date: self.date,
            ..Known::NOTHING
        };
        worst.0.write(player, opponent, new.pack());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_meet_and_survive() {
        let mut table = Table::new(4);
        assert_eq!(table.find(1, 2), None);
        table.keep(1, 2, (-2, 2), 6, 9, 3); // fails high: at least 6
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (6, 64, 9));
        table.keep(1, 2, (8, 10), 8, 12, 3); // fails low: at most 8, its move proves nothing
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (6, 8, 9));
        table.age();
        for player in 100..2000 {
            table.keep(player, 0, (0, 1), 0, 64, 1);
            assert!(table.find(player, 0).is_some());
        }
        assert_eq!(table.find(1, 2), None, "an old entry gives way");
    }
}
