//! A simple evaluation, as a baseline for comparisons.
use super::sample::Sample;
use crate::board::Board;
use crate::eval::{STAGES, stage};

/// An evaluation by mobility alone. Each stage has a constant and a factor for the difference in
/// the number of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Mobility {
    lines: [(f64, f64); STAGES], // centidiscs
}

impl Mobility {
    /// The evaluation that was fitted to the training boards of this crate's weights.
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

    /// Returns the constant and the factor of each stage, in centidiscs.
    #[must_use]
    pub const fn lines(&self) -> &[(f64, f64); STAGES] {
        &self.lines
    }

    /// Fits the constant and the factor of each stage by least squares. A stage without samples
    /// gets zeros. If all samples of a stage have the same mobility difference, the constant is
    /// their mean score.
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

    /// Returns the value of a board for the side to move, in centidiscs.
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

    /// Returns the board after these moves from the start position. Forced passes are made
    /// automatically.
    fn after(moves: &str) -> Board {
        let mut position = crate::position::Position::start();
        for square in moves.split(' ') {
            position.play_with_forced_pass(square.parse().unwrap()).unwrap();
        }
        position.board()
    }

    #[test]
    fn the_fitted_lines_are_those_of_the_training() {
        // Checks the first, the middle and the last stage, and the sums over all stages.
        let lines = Mobility::FITTED.lines();
        assert_eq!(
            (lines[0], lines[7], lines[14]),
            ((25.7, 70.1), (-170.6, 294.8), (-217.4, 838.8))
        );
        let sum = |part: fn(&(f64, f64)) -> f64| lines.iter().map(part).sum::<f64>();
        assert!((sum(|line| line.0) - -1634.5).abs() < 1e-9, "{}", sum(|line| line.0));
        assert!((sum(|line| line.1) - 4908.3).abs() < 1e-9, "{}", sum(|line| line.1));
        // The factor grows with the stage: late in the game, each legal move is worth more discs.
        assert!(lines.windows(2).all(|pair| pair[0].1 < pair[1].1));
        // The start position has equal mobility. After f5 d6 the side to move has 5 moves and the
        // opponent has 4.
        assert_eq!(Mobility::FITTED.value(Board::START), 26);
        assert_eq!(Mobility::FITTED.value(after("f5 d6")), 96);
        assert_eq!(Mobility::FITTED.value(after("f5 d6").swap_sides()), -44);
        // The board after the fourth move belongs to stage 1.
        let board = after("f5 d6 c3 d3");
        assert_eq!(stage(board.occupied().len()), 1);
        assert_eq!(
            Mobility::FITTED.value(board),
            (60.5 + 102.2 * difference(board)).round() as i32
        );
    }

    #[test]
    fn stages_without_spread_have_a_constant_alone() {
        assert_eq!(Mobility::fit(&[]).lines(), &[(0.0, 0.0); STAGES]);
        let samples = [100, 300].map(|score| Sample { board: Board::START, score });
        let fitted = Mobility::fit(&samples);
        assert_eq!(fitted.lines()[0], (200.0, 0.0));
        assert_eq!(fitted.lines()[1..], [(0.0, 0.0); STAGES - 1]);
        // All samples have the same mobility difference x, which is not 0. The variance of x is 0,
        // but the sum of x^2 is not.
        let board = after("f5 d6");
        assert_ne!(difference(board), 0.0);
        let fitted = Mobility::fit(&[100, 300].map(|score| Sample { board, score }));
        assert_eq!(fitted.lines()[0], (200.0, 0.0));
        assert_eq!(fitted.value(board), 200);
    }

    #[test]
    fn the_line_is_that_of_least_squares() {
        // The four points have two different values of x, so the line goes through the mean score
        // at each x.
        let (low, high) = (after("f5 d6"), after("f5 d6").swap_sides());
        let (x, y) = (difference(low), difference(high));
        assert_eq!(x, -y);
        let scores = [(low, 10), (low, 30), (high, -50), (high, -10)];
        let fitted = Mobility::fit(&scores.map(|(board, score)| Sample { board, score }));
        assert_eq!((fitted.value(low), fitted.value(high)), (20, -30));
        let (constant, factor) = fitted.lines()[0];
        assert!((constant - -5.0).abs() < 1e-9 && (factor - 50.0 / (x - y)).abs() < 1e-9);
    }

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
