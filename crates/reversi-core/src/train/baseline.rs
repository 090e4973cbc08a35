//! The simplest evaluation worth a comparison.
use super::Sample;
use crate::board::Board;
use crate::eval::{STAGES, stage};

/// An evaluation by mobility alone: for each stage a constant and a factor for the difference in the
/// number of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Mobility {
    lines: [(f64, f64); STAGES], // 1/100 disc
}

impl Mobility {
    /// Fitted to the boards that the weights of this crate are trained on.
    pub const FITTED: Self = Self {
        lines: [
            (25.7, 70.1),
            (60.5, 102.2),
            (45.6, 121.6),
            (13.4, 172.3),
            (-45.9, 228.9),
            (-99.8, 257.4),
            (-138.2, 277.8),
            (-170.6, 294.8),
            (-188.2, 314.5),
            (-207.8, 343.2),
            (-233.2, 382.7),
            (-143.9, 433.7),
            (-133.3, 486.3),
            (-201.4, 584.0),
            (-217.4, 838.8),
        ],
    };

    /// For each stage the constant and the factor, in 1/100 disc.
    #[must_use]
    pub const fn lines(&self) -> &[(f64, f64); STAGES] {
        &self.lines
    }

    /// Fits both numbers of each stage by least squares.
    #[must_use]
    pub fn fit(samples: &[Sample]) -> Self {
        let mut sums = [(0f64, 0f64, 0f64, 0f64, 0f64); STAGES]; // 1, x, y, xx, xy
        for sample in samples {
            let (x, y) = (difference(sample.board), f64::from(sample.score));
            let sum = &mut sums[stage(sample.board.occupied().len())];
            *sum = (sum.0 + 1.0, sum.1 + x, sum.2 + y, sum.3 + x * x, sum.4 + x * y);
        }
        let line = |(n, x, y, xx, xy): (f64, f64, f64, f64, f64)| {
            let spread = n * xx - x * x;
            let factor = if spread > 0.0 { (n * xy - x * y) / spread } else { 0.0 };
            (if n > 0.0 { (y - factor * x) / n } else { 0.0 }, factor)
        };
        Self { lines: sums.map(line) }
    }

    /// The value of a board for the side to move, in 1/100 disc.
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        let (constant, factor) = self.lines[stage(board.occupied().len())];
        (constant + factor * difference(board)).round() as i32
    }
}

fn difference(board: Board) -> f64 {
    f64::from(board.moves().len()) - f64::from(board.swap_sides().moves().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn a_line_is_found_again() {
        let start = Board::START.play(Square::F5).unwrap();
        let sample = |board: Board| Sample { board, score: 50 + 30 * difference(board) as i16 };
        let next = start.moves().iter().map(|square| start.play(square).unwrap());
        let samples: alloc::vec::Vec<Sample> =
            next.flat_map(|board| [sample(board), sample(board.swap_sides())]).collect();
        let fitted = Mobility::fit(&samples);
        assert!(samples.iter().all(|s| fitted.value(s.board) == i32::from(s.score)));
    }
}
