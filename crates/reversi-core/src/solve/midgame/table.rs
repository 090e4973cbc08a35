//! What a midgame search knows of positions.
use crate::table::BoardTable;

/// What is known of a position at some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// Bounds of the value in 1/100 disc.
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    pub(crate) depth: u8,
    /// The index of the selectivity that the bounds were found at.
    pub(crate) selectivity: u8,
    /// The best move found; 64 for none.
    pub(crate) best: u8,
    /// The search that wrote it, never 0.
    pub(crate) date: u8,
}

/// Beyond any value.
pub(crate) const INFINITE: i32 = 30_000;

impl Known {
    pub(crate) const NOTHING: Self = Self {
        lower: -INFINITE as i16,
        upper: INFINITE as i16,
        depth: 0,
        selectivity: 0,
        best: 64,
        date: 1,
    };

    fn pack(self) -> u64 {
        let ([a, b], [c, d]) = (self.lower.to_le_bytes(), self.upper.to_le_bytes());
        u64::from_le_bytes([a, b, c, d, self.depth, self.selectivity, self.best, self.date])
    }

    fn unpack(word: u64) -> Self {
        let [a, b, c, d, depth, selectivity, best, date] = word.to_le_bytes();
        let (lower, upper) = (i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]));
        Self { lower, upper, depth, selectivity, best, date }
    }

    /// Whether the bounds are as good as those of a search of this depth and selectivity.
    #[inline(always)]
    pub(crate) const fn serves(self, depth: u32, selectivity: u8) -> bool {
        self.depth as u32 >= depth && self.selectivity >= selectivity
    }
}

pub(crate) struct Table {
    boards: BoardTable,
    date: u8,
}

impl Table {
    pub(crate) fn new(bits: u32) -> Self {
        Self { boards: BoardTable::new(bits), date: 1 }
    }

    /// Starts a new search: older entries give way first.
    pub(crate) fn age(&mut self) {
        self.date = self.date.wrapping_add(1).max(1);
    }

    #[inline(always)]
    pub(crate) fn find(&self, player: u64, opponent: u64) -> Option<Known> {
        self.boards.find(player, opponent).map(Known::unpack)
    }

    /// Keeps what a search of `depth` and `selectivity` with the window `alpha, beta` found.
    #[allow(clippy::too_many_arguments, reason = "an entry has so many parts")]
    pub(crate) fn keep(
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
        let update = |word: Option<u64>| {
            let known = word.map_or(Known { best, ..Known::NOTHING }, Known::unpack);
            if word.is_some() && known.date == self.date && known.depth > depth {
                return None; // a look ahead meets a board that was searched deeper
            }
            let same = known.depth == depth && known.selectivity == selectivity;
            let mut new = if same { known } else { Known { best: known.best, ..Known::NOTHING } };
            (new.depth, new.selectivity, new.date) = (depth, selectivity, self.date);
            if value < beta {
                new.upper = value as i16;
            }
            if value > alpha {
                new.lower = value as i16;
            }
            if new.lower > new.upper {
                // A value may differ from an earlier one that a cut or a table entry made.
                (new.lower, new.upper) = (Known::NOTHING.lower, Known::NOTHING.upper);
                if value < beta {
                    new.upper = value as i16;
                } else {
                    new.lower = value as i16;
                }
            }
            if value > alpha && best < 64 {
                new.best = best;
            }
            Some(new.pack())
        };
        self.boards.keep(player, opponent, update, |word| {
            let known = Known::unpack(word);
            u32::from(known.depth) + if known.date == self.date { 64 } else { 0 }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_belong_to_a_depth() {
        let table = Table::new(4);
        table.keep(1, 2, 6, 3, (100, 101), 250, 9);
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.best), (250, 9));
        assert!(known.serves(6, 3) && known.serves(5, 2));
        assert!(!known.serves(7, 3) && !known.serves(6, 4));
        table.keep(1, 2, 6, 3, (300, 301), 280, 12);
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (250, 280, 9));
        table.keep(1, 2, 7, 3, (-10, 10), 0, 12);
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best, known.depth), (0, 0, 12, 7));
    }
}
