//! What a book knows of a position.
use crate::moves::Move;

/// The largest value, 64 discs, in 1/100 disc.
pub const MAX_VALUE: i32 = 6400;

/// A value that a search or a person gave a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Evaluation {
    // The order of the fields is that of preference when two books are merged.
    depth: u8,
    value: i16, // invariant: at most MAX_VALUE either way
}

impl Evaluation {
    /// A value in 1/100 disc for the side to move, and the depth in plies it rests on; 0 where the
    /// depth is not known. `None` if the value is over 64 discs either way.
    #[must_use]
    pub const fn new(value: i32, depth: u8) -> Option<Self> {
        if value < -MAX_VALUE || value > MAX_VALUE {
            return None;
        }
        Some(Self { depth, value: value as i16 })
    }

    /// The value in 1/100 disc for the side to move.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.value as i32
    }

    /// The depth in plies, 0 if not known.
    #[must_use]
    pub const fn depth(self) -> u8 {
        self.depth
    }
}

/// What was put into a book about a position: results of games through it, and perhaps an
/// evaluation. All of it is for the side to move.
///
/// Records of one position add up: results as sums, and of two evaluations the deeper one stays
/// (the higher one at equal depth). That makes merging books associative and commutative.
///
/// ```
/// use reversi_core::book::{Evaluation, Record};
/// let record = Record::default().with_result(10).with_result(-4).with_result(0);
/// assert_eq!((record.games(), record.wins(), record.draws(), record.losses()), (3, 1, 1, 1));
/// assert_eq!(record.mean(), Some(200)); // 2 discs
/// let evaluated = record.with_evaluation(Evaluation::new(150, 21));
/// assert_eq!(evaluated.reversed().evaluation(), Evaluation::new(-150, 21));
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
    /// A record of games: how many were won, drawn and lost by the side to move, how many have no
    /// result, and the sum of the final scores in discs. `None` if the sum cannot be one of those
    /// results or the games are over `u32::MAX`.
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
        // A won game is won by a disc at least.
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

    /// This record with another evaluation or without one.
    #[must_use]
    pub const fn with_evaluation(self, evaluation: Option<Evaluation>) -> Self {
        Self { evaluation, ..self }
    }

    /// This record with one more game that ended with `score` discs for the side to move.
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

    /// This record with one more game whose result is not known.
    #[must_use]
    pub fn with_game(self) -> Self {
        self.joined(Self { games: 1, ..Self::default() })
    }

    /// How many games went through the position.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Games that the side to move won.
    #[must_use]
    pub const fn wins(&self) -> u32 {
        self.wins
    }

    /// Drawn games.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// Games that the side to move lost.
    #[must_use]
    pub const fn losses(&self) -> u32 {
        self.losses
    }

    /// Games with a result: won, drawn and lost ones.
    #[must_use]
    pub fn results(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The sum of the final scores of those games, in discs.
    #[must_use]
    pub const fn score_sum(&self) -> i64 {
        self.score_sum
    }

    /// The evaluation.
    #[must_use]
    pub const fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    /// The mean final score in 1/100 disc, rounded to the nearest, halves away from zero; `None`
    /// without a result.
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

    /// The same for the other side.
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

    /// Both records together: results added, the preferred evaluation.
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

    /// The value of the position by itself, without looking at positions after it.
    pub(crate) fn own_value(&self) -> Value {
        match (self.evaluation, self.mean()) {
            (Some(evaluation), _) => Value::new(evaluation.value(), Basis::Depth(evaluation.depth)),
            (None, Some(mean)) => Value::new(mean, Basis::Games(self.results())),
            (None, None) => Value::NONE,
        }
    }

    pub(crate) fn info(&self, value: Value) -> BookInfo {
        BookInfo {
            value: value.discs100(),
            basis: value.basis(),
            games: self.games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        }
    }
}

/// What a value rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Basis {
    /// The mean result of so many games.
    Games(u32),
    /// An evaluation of so many plies; 0 if not known.
    Depth(u8),
}

/// What a book answers about a position. All of it is for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookInfo {
    /// The value in 1/100 disc: the evaluation of the position if it has one; else the best of its
    /// stored moves; else the mean result of its games. `None` if there is none of these.
    pub value: Option<i32>,
    /// What the value rests on: of the evaluation or the games it comes from, at the end of the
    /// line of best moves.
    pub basis: Basis,
    /// Games that went through the position, also by other moves and in other images.
    pub games: u32,
    /// Games that the side to move won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the side to move lost.
    pub losses: u32,
}

impl BookInfo {
    /// The same for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { value: self.value.map(|value| -value), wins: self.losses, losses: self.wins, ..self }
    }
}

/// A move that leads on in the book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookMove {
    /// The move, on the asker's board. A pass where that is the only turn.
    pub mv: Move,
    /// What the book says about the position after it, **for the side that moves**.
    pub info: BookInfo,
}

/// A value and what it rests on, packed so that the greater one is to be preferred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Value {
    value: i16,
    basis: u32,
}

impl Value {
    const DEPTH: u32 = 1 << 31;

    pub(crate) const NONE: Self = Self { value: i16::MIN, basis: 0 };

    pub(crate) fn new(value: i32, basis: Basis) -> Self {
        let value = value.clamp(-MAX_VALUE, MAX_VALUE) as i16;
        let basis = match basis {
            Basis::Games(count) => count.min(Self::DEPTH - 1),
            Basis::Depth(depth) => Self::DEPTH | u32::from(depth),
        };
        Self { value, basis }
    }

    pub(crate) fn is_some(self) -> bool {
        self.value != i16::MIN
    }

    pub(crate) fn discs100(self) -> Option<i32> {
        self.is_some().then_some(i32::from(self.value))
    }

    pub(crate) fn basis(self) -> Basis {
        if self.basis & Self::DEPTH == 0 {
            Basis::Games(self.basis)
        } else {
            Basis::Depth(self.basis as u8)
        }
    }

    pub(crate) fn reversed(self) -> Self {
        if self.is_some() { Self { value: -self.value, ..self } } else { self }
    }
}
