//! The entry of the endgame search for a position: bounds of the final score.
use super::transposition_table::{Entry, TranspositionTable};

/// Bounds and best moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EndgameEntry {
    /// Bounds of the score in discs.
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move and the previous best move; 64 means none.
    pub(super) best: u8,
    pub(super) second: u8,
    /// The binary logarithm of the nodes searched.
    pub(super) cost: u8,
    /// The number of the search that wrote the entry.
    pub(super) date: u8,
}

impl EndgameEntry {
    pub(super) const NOTHING: Self =
        Self { lower: -64, upper: 64, best: 64, second: 64, cost: 0, date: 0 };
}

impl Entry for EndgameEntry {
    #[inline(always)]
    fn pack(self) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.best,
            self.second,
            self.cost,
            self.date,
            0,
            1, // marks the slot as used
        ])
    }

    #[inline(always)]
    fn unpack(word: u64) -> Self {
        let [lower, upper, best, second, cost, date, ..] = word.to_le_bytes();
        Self { lower: lower as i8, upper: upper as i8, best, second, cost, date }
    }

    #[inline(always)]
    fn worth(self, date: u8) -> u32 {
        u32::from(self.cost) + if self.date == date { 256 } else { 0 }
    }
}

impl TranspositionTable<EndgameEntry> {
    /// Stores the result of a search with the window `alpha, beta`: `score` in discs and the move
    /// `best`.
    pub(super) fn store(
        &self,
        player: u64,
        opponent: u64,
        (alpha, beta): (i32, i32),
        score: i32,
        best: u8,
        cost: u8,
    ) {
        self.update(player, opponent, |known| {
            let mut new = known.unwrap_or(EndgameEntry { best, ..EndgameEntry::NOTHING });
            if score < beta {
                new.upper = new.upper.min(score as i8);
            }
            if score > alpha {
                new.lower = new.lower.max(score as i8);
            }
            if new.lower > new.upper {
                return None; // contradictory bounds: the search was interrupted, keep the old entry
            }
            if score > alpha && best < 64 && new.best != best {
                new.second = new.best;
                new.best = best;
            }
            (new.cost, new.date) = (new.cost.max(cost), self.date());
            Some(new)
        });
    }

    /// Stores the result of a search like [`store`](Self::store). If the table does not have the
    /// board, the entry replaces the older entry of its bucket.
    #[inline(always)]
    pub(super) fn store_recent(
        &self,
        player: u64,
        opponent: u64,
        (alpha, beta): (i32, i32),
        known: Option<EndgameEntry>,
        score: i32,
        best: u8,
    ) {
        if known.is_some() {
            self.store(player, opponent, (alpha, beta), score, best, 0);
            return;
        }
        let lower = if score > alpha { score as i8 } else { -64 };
        let upper = if score < beta { score as i8 } else { 64 };
        let entry = EndgameEntry { lower, upper, best, ..EndgameEntry::NOTHING };
        self.push(player, opponent, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_meet_and_survive() {
        let mut table = TranspositionTable::<EndgameEntry>::new(0);
        assert_eq!(table.find(1, 2), None);
        table.store(1, 2, (-2, 2), 6, 9, 3); // fails high: at least 6
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (6, 64, 9));
        table.store(1, 2, (8, 10), 8, 12, 3); // fails low: at most 8; the move is not proven best
        let known = table.find(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (6, 8, 9));
        table.age();
        for player in 100..2000 {
            table.store(player, 0, (0, 1), 0, 64, 1);
            assert!(table.find(player, 0).is_some());
        }
        assert_eq!(table.find(1, 2), None, "an old entry is replaced");
    }
}
