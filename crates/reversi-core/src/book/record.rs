//! The data of a position in a book.
use crate::moves::Move;
use core::num::NonZeroU8;

/// The largest value in centidiscs (1/100 disc): 64 discs.
pub const MAX_VALUE: i32 = 6400;

/// A value of a position that comes from a search or a person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Evaluation {
    // By the derived order, a merge of books keeps the greater of two evaluations: the depth is
    // compared first, and an unknown depth is the smallest.
    depth: Option<NonZeroU8>,
    value: i16, // invariant: -MAX_VALUE..=MAX_VALUE
}

impl Evaluation {
    /// Makes an evaluation of `value` centidiscs (1/100 disc) for the side to move, searched to
    /// `depth` plies. An unknown depth is `None`. Returns `None` if the value exceeds 64 discs for
    /// either side.
    #[must_use]
    pub const fn new(value: i32, depth: Option<NonZeroU8>) -> Option<Self> {
        if value < -MAX_VALUE || value > MAX_VALUE {
            return None;
        }
        Some(Self { depth, value: value as i16 })
    }

    /// Returns the value in centidiscs for the side to move.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.value as i32
    }

    /// Returns the depth in plies, or `None` if it is unknown.
    #[must_use]
    pub const fn depth(self) -> Option<NonZeroU8> {
        self.depth
    }
}

/// The record of a position: the results of the games through it and optionally an evaluation. All
/// numbers are for the side to move.
///
/// Records of the same position can be joined. The results are added, and the evaluation with the
/// greater depth is kept. At equal depth, the higher evaluation is kept. Merging books is therefore
/// associative and commutative.
///
/// ```
/// use std::num::NonZeroU8;
/// use reversi_core::book::{Evaluation, Record};
/// let record = Record::default().with_result(10).with_result(-4).with_result(0);
/// assert_eq!((record.games(), record.wins(), record.draws(), record.losses()), (3, 1, 1, 1));
/// assert_eq!(record.mean(), Some(200)); // 2 discs
/// let depth = NonZeroU8::new(21);
/// let evaluated = record.with_evaluation(Evaluation::new(150, depth));
/// assert_eq!(evaluated.reversed().evaluation(), Evaluation::new(-150, depth));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Record {
    pub(crate) score_sum: i64,
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    pub(crate) evaluation: Option<Evaluation>,
}

impl Record {
    /// Makes a record from the numbers of games that the side to move won, drew and lost, and the
    /// number of games without a result. `score_sum` is the sum of the final scores in discs.
    /// Returns `None` if the sum is impossible for these results or if there are more than
    /// `u32::MAX` games.
    #[must_use]
    pub fn from_results(
        wins: u32,
        draws: u32,
        losses: u32,
        without: u32,
        score_sum: i64,
    ) -> Option<Self> {
        let games = wins.checked_add(draws)?.checked_add(losses)?.checked_add(without)?;
        let (most, least) = (i64::from(wins) * 64, i64::from(losses) * -64);
        // A won game is won by at least one disc.
        let range = least + i64::from(wins)..=most - i64::from(losses);
        range.contains(&score_sum).then_some(Self {
            score_sum,
            games,
            wins,
            draws,
            losses,
            evaluation: None,
        })
    }

    /// Replaces the evaluation, or removes it with `None`.
    #[must_use]
    pub const fn with_evaluation(self, evaluation: Option<Evaluation>) -> Self {
        Self { evaluation, ..self }
    }

    /// Adds a game that ended with `score` discs for the side to move.
    #[must_use]
    pub fn with_result(self, score: i32) -> Self {
        self.joined(Self {
            score_sum: i64::from(score.clamp(-64, 64)),
            games: 1,
            wins: u32::from(score > 0),
            draws: u32::from(score == 0),
            losses: u32::from(score < 0),
            evaluation: None,
        })
    }

    /// Adds a game without a result.
    #[must_use]
    pub fn with_game(self) -> Self {
        self.joined(Self { games: 1, ..Self::default() })
    }

    /// Returns the number of games through the position.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of games that the side to move won.
    #[must_use]
    pub const fn wins(&self) -> u32 {
        self.wins
    }

    /// Returns the number of drawn games.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// Returns the number of games that the side to move lost.
    #[must_use]
    pub const fn losses(&self) -> u32 {
        self.losses
    }

    /// Returns the number of games with a result: won, drawn and lost games.
    #[must_use]
    pub fn results(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Returns the sum of the final scores of the games with a result, in discs.
    #[must_use]
    pub const fn score_sum(&self) -> i64 {
        self.score_sum
    }

    /// Returns the evaluation, if any.
    #[must_use]
    pub const fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    /// Returns the mean final score in centidiscs, or `None` if no game has a result. The mean is
    /// rounded to the nearest centidisc. A mean halfway between two centidiscs is rounded away from
    /// zero.
    #[must_use]
    pub fn mean(&self) -> Option<i32> {
        let count = i64::from(self.results());
        if count == 0 {
            return None;
        }
        let doubled = self.score_sum * 200;
        let half = if doubled < 0 { -count } else { count };
        Some(((doubled + half) / (2 * count)) as i32)
    }

    /// Returns the same data for the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            score_sum: -self.score_sum,
            wins: self.losses,
            losses: self.wins,
            evaluation: self.evaluation.map(|e| Evaluation { value: -e.value, ..e }),
            ..*self
        }
    }

    /// Joins two records of the same position: adds the results and keeps the preferred evaluation.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            score_sum: self.score_sum.saturating_add(other.score_sum),
            games: self.games.saturating_add(other.games),
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
            evaluation: self.evaluation.max(other.evaluation),
        }
    }

    /// Returns the value of the record alone, without the values of successors.
    pub(crate) fn own_value(&self) -> Value {
        match (self.evaluation, self.mean()) {
            (Some(evaluation), _) => Value::new(evaluation.value(), Basis::Depth(evaluation.depth)),
            (None, Some(mean)) => Value::new(mean, Basis::Games(self.results())),
            (None, None) => Value::NONE,
        }
    }

    /// Returns the data of a look-up. `value` is the value of the position.
    pub(crate) fn info(&self, value: Value) -> BookInfo {
        BookInfo {
            value: value.centidiscs(),
            basis: value.basis(),
            games: self.games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        }
    }
}

/// The basis of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Basis {
    /// The mean result of a number of games.
    Games(u32),
    /// An evaluation searched to this depth in plies, or `None` if the depth is unknown.
    Depth(Option<NonZeroU8>),
}

/// The result of a look-up. All numbers are for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookInfo {
    /// The value in centidiscs: the evaluation of the position if there is one, otherwise the best
    /// value of its stored successors, otherwise the mean result of its games.
    pub value: Option<i32>,
    /// The basis of the value: the evaluation or the game results of the position at the end of the
    /// best line, where the value comes from. The basis is `Games(0)` if there is no value.
    pub basis: Basis,
    /// The number of games that reached the position, by any order of moves and in any symmetric
    /// image.
    pub games: u32,
    /// The number of games that the side to move won.
    pub wins: u32,
    /// The number of drawn games.
    pub draws: u32,
    /// The number of games that the side to move lost.
    pub losses: u32,
}

impl BookInfo {
    /// Returns the same data for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { value: self.value.map(|value| -value), wins: self.losses, losses: self.wins, ..self }
    }
}

/// A move that leads to a position of the book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookMove {
    /// The move on the given board, or a pass if the side to move must pass.
    pub mv: Move,
    /// The result of the look-up of the position after the move, **for the side that moves**.
    pub info: BookInfo,
}

/// A value and its basis. If two values are compared, the greater one is preferred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Value {
    value: i16,
    basis: u32,
}

impl Value {
    /// The bit that marks a depth.
    const DEPTH: u32 = 1 << 31;

    /// The absence of a value, which is less than any value.
    pub(crate) const NONE: Self = Self { value: i16::MIN, basis: 0 };

    pub(crate) fn new(value: i32, basis: Basis) -> Self {
        let value = value.clamp(-MAX_VALUE, MAX_VALUE) as i16;
        let basis = match basis {
            Basis::Games(count) => count.min(Self::DEPTH - 1),
            Basis::Depth(depth) => Self::DEPTH | depth.map_or(0, |depth| u32::from(depth.get())),
        };
        Self { value, basis }
    }

    /// Returns whether there is a value.
    pub(crate) fn is_some(self) -> bool {
        self.value != i16::MIN
    }

    /// Returns the value in centidiscs, if any.
    pub(crate) fn centidiscs(self) -> Option<i32> {
        self.is_some().then_some(i32::from(self.value))
    }

    /// Returns the basis of the value.
    pub(crate) fn basis(self) -> Basis {
        if self.basis & Self::DEPTH == 0 {
            Basis::Games(self.basis)
        } else {
            Basis::Depth(NonZeroU8::new(self.basis as u8))
        }
    }

    /// Returns the value for the other side.
    pub(crate) fn reversed(self) -> Self {
        if self.is_some() { Self { value: -self.value, ..self } } else { self }
    }
}
