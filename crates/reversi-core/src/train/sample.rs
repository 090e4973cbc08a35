//! Boards with scores.
use crate::board::Board;

/// A board and its score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sample {
    /// The board.
    pub board: Board,
    /// The score in centidiscs (1/100 disc).
    pub score: i16,
}

/// Returns the mean of `|value - score|` over samples, in discs. `value` returns centidiscs. The
/// result is NaN if there are no samples.
#[must_use]
pub fn mean_error(samples: &[Sample], value: impl Fn(Board) -> i32) -> f64 {
    let error = |sample: &Sample| f64::from((value(sample.board) - i32::from(sample.score)).abs());
    samples.iter().map(error).sum::<f64>() / samples.len() as f64 / 100.0
}
