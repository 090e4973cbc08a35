//! What is known of positions, kept in a table of bounded size.
use crate::table::BoardTable;

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

pub(super) struct Table {
    boards: BoardTable,
    date: u8,
}

impl Table {
    /// A table of `2^bits` buckets of 64 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self { boards: BoardTable::new(bits), date: 1 }
    }

    /// Starts a new search: older entries give way first.
    pub(super) fn age(&mut self) {
        self.date = self.date.wrapping_add(1).max(1);
    }

    #[inline(always)]
    pub(super) fn find(&self, player: u64, opponent: u64) -> Option<Known> {
        self.boards.find(player, opponent).map(Known::unpack)
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
        let update = |word: Option<u64>| {
            let known = word.map_or(Known { best, ..Known::NOTHING }, Known::unpack);
            let mut new = known;
            if score < beta {
                new.upper = new.upper.min(score as i8);
            }
            if score > alpha {
                new.lower = new.lower.max(score as i8);
            }
            if new.lower > new.upper {
                return None; // two searches disagree only where one was cut short: keep the old
            }
            if score > alpha && best < 64 && new.best != best {
                new.second = new.best;
                new.best = best;
            }
            (new.cost, new.date) = (new.cost.max(cost), self.date);
            Some(new.pack())
        };
        self.boards.keep(player, opponent, update, |word| {
            let known = Known::unpack(word);
            u32::from(known.cost) + if known.date == self.date { 256 } else { 0 }
        });
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
