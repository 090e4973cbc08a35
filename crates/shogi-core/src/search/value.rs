//! Values of positions, for callers and inside the search.

/// The value of a position or a move for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// An estimate in hundredths of a pawn. A magnitude above [`Value::MAX_EVALUATION`] means that
    /// a repetition decides the game.
    Centipawns(i32),
    /// The side to move wins by mate or by a declaration.
    Win {
        /// The number of plies to the mate or the declaration; the declaration counts as a ply.
        plies: u32,
    },
    /// The side to move loses by mate or by a declaration.
    Loss {
        /// The number of plies to the mate or the declaration, 0 if the side is mated already.
        plies: u32,
    },
}

impl Value {
    /// The maximum magnitude of an evaluation in centipawns. The search clamps evaluations to it.
    pub const MAX_EVALUATION: i32 = 25_000;

    /// Returns the value for the other side.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Win { plies } => Self::Loss { plies },
            Self::Loss { plies } => Self::Win { plies },
        }
    }

    pub(super) const fn from_score(score: i32) -> Self {
        if score >= DECIDED {
            Self::Win { plies: (MATE - score) as u32 }
        } else if score <= -DECIDED {
            Self::Loss { plies: (MATE + score) as u32 }
        } else {
            Self::Centipawns(score)
        }
    }

    /// Returns the number by which the search orders values.
    const fn score(self) -> i32 {
        match self {
            Self::Centipawns(value) => value,
            Self::Win { plies } => MATE - plies as i32,
            Self::Loss { plies } => plies as i32 - MATE,
        }
    }
}

/// Orders by strength for the side to move: a shorter win is greater, a longer loss is greater.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.score().cmp(&other.score())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A number above every score.
pub(super) const INFINITE: i32 = 32_500;
/// The score of a side that mates now. A mate in `n` plies scores `MATE - n`.
pub(super) const MATE: i32 = 32_000;
/// The smallest score of a win by mate or declaration.
pub(super) const DECIDED: i32 = 30_000;
/// The score of a side whose opponent repeats with perpetual check.
pub(super) const REPETITION_WIN: i32 = 28_000;
/// The score of a side that reaches a board again with a better hand.
pub(super) const SUPERIOR: i32 = 26_000;
/// The score of a draw.
pub(super) const DRAW: i32 = 0;

/// Returns the score of a side that is mated after `plies` plies from the root.
pub(super) const fn mated_in(plies: usize) -> i32 {
    plies as i32 - MATE
}

/// Turns a score that counts plies from the root into a score that counts from the node.
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score + ply as i32
    } else if score <= -DECIDED {
        score - ply as i32
    } else {
        score
    }
}

/// Turns a score that counts plies from the node into a score that counts from the root.
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score - ply as i32
    } else if score <= -DECIDED {
        score + ply as i32
    } else {
        score
    }
}
