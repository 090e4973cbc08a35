//! The entry of the midgame search for a position: bounds of the value at some depth.
use super::score::INFINITE_CENTIDISCS;
use super::transposition_table::{Entry, TranspositionTable};

/// Bounds and the best move of a position at some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MidgameEntry {
    /// Bounds of the value in centidiscs.
    pub(super) lower: i16,
    pub(super) upper: i16,
    pub(super) depth: u8,
    /// The index of the selectivity of the search that found the bounds.
    pub(super) selectivity: u8,
    /// The best move; 64 means none.
    pub(super) best: u8,
    /// The number of the search that wrote the entry, never 0.
    pub(super) date: u8,
}

impl MidgameEntry {
    pub(super) const NOTHING: Self = Self {
        lower: -INFINITE_CENTIDISCS as i16,
        upper: INFINITE_CENTIDISCS as i16,
        depth: 0,
        selectivity: 0,
        best: 64,
        date: 1,
    };

    /// Returns whether the bounds come from a search of at least this depth and selectivity.
    #[inline(always)]
    pub(super) const fn serves(self, depth: u32, selectivity: u8) -> bool {
        self.depth as u32 >= depth && self.selectivity >= selectivity
    }
}

impl Entry for MidgameEntry {
    #[inline(always)]
    fn pack(self) -> u64 {
        let ([a, b], [c, d]) = (self.lower.to_le_bytes(), self.upper.to_le_bytes());
        u64::from_le_bytes([a, b, c, d, self.depth, self.selectivity, self.best, self.date])
    }

    #[inline(always)]
    fn unpack(word: u64) -> Self {
        let [a, b, c, d, depth, selectivity, best, date] = word.to_le_bytes();
        let (lower, upper) = (i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]));
        Self { lower, upper, depth, selectivity, best, date }
    }

    #[inline(always)]
    fn worth(self, date: u8) -> u32 {
        u32::from(self.depth) + if self.date == date { 64 } else { 0 }
    }
}

impl TranspositionTable<MidgameEntry> {
    /// Stores the result of a search of `depth` and `selectivity` with the window `alpha, beta`:
    /// `value` in centidiscs and the move `best`.
    #[allow(clippy::too_many_arguments, reason = "these are the parts of an entry")]
    pub(super) fn store(
        &self,
        player: u64,
        opponent: u64,
        depth: u32,
        selectivity: u8,
        (alpha, beta): (i32, i32),
        value: i32,
        best: u8,
    ) {
        let depth = depth as u8;
        self.update(player, opponent, |old| {
            let known = old.unwrap_or(MidgameEntry { best, ..MidgameEntry::NOTHING });
            if old.is_some() && known.date == self.date() && known.depth > depth {
                return None; // a shallower search must not replace a deeper entry
            }
            let same = known.depth == depth && known.selectivity == selectivity;
            let mut new = if same {
                known
            } else {
                MidgameEntry { best: known.best, ..MidgameEntry::NOTHING }
            };
            (new.depth, new.selectivity, new.date) = (depth, selectivity, self.date());
            if value < beta {
                new.upper = value as i16;
            }
            if value > alpha {
                new.lower = value as i16;
            }
            if new.lower > new.upper {
                // The new value contradicts the old bounds, which came from pruning or a table
                // entry.
                (new.lower, new.upper) = (MidgameEntry::NOTHING.lower, MidgameEntry::NOTHING.upper);
                if value < beta {
                    new.upper = value as i16;
                } else {
                    new.lower = value as i16;
                }
            }
            if value > alpha && best < 64 {
                new.best = best;
            }
            Some(new)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_belong_to_a_depth() {
        let table = TranspositionTable::<MidgameEntry>::new(0);
        table.store(1, 2, 6, 3, (100, 101), 250, 9);
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.best), (250, 9));
        assert!(known.serves(6, 3) && known.serves(5, 2));
        assert!(!known.serves(7, 3) && !known.serves(6, 4));
        table.store(1, 2, 6, 3, (300, 301), 280, 12);
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (250, 280, 9));
        table.store(1, 2, 7, 3, (-10, 10), 0, 12);
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best, known.depth), (0, 0, 12, 7));
    }
}
