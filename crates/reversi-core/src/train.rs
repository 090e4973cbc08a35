//! Training of evaluation weights: games, played or self-played; scores, exact for the end of each
//! game; least squares for the tables.
//!
//! ```
//! use reversi_core::eval::{PLAIN, Weights};
//! use reversi_core::solve::Solver;
//! use reversi_core::train::{FitOptions, SelfPlay, boards, ending_scores, fit, samples, self_play};
//! use std::ops::ControlFlow;
//!
//! let mut solver = Solver::new(10);
//! let mut training = Vec::new();
//! for seed in 0..4 {
//!     let game = self_play(&Weights::zero(&PLAIN), &SelfPlay::default(), seed);
//!     let boards = boards(&game);
//!     if let Some(scores) = ending_scores(&boards, 8, &mut solver) {
//!         training.extend(samples(&boards, &scores));
//!     }
//! }
//! let weights = fit(&PLAIN, &training, &[], &FitOptions::default(), |_| ControlFlow::Continue(()));
//! let error = |weights: &Weights| {
//!     training.iter().map(|s| (weights.value(s.board) - i32::from(s.score)).abs()).sum::<i32>()
//! };
//! assert!(error(&weights) < error(&Weights::zero(&PLAIN)));
//! ```
use crate::board::Board;

mod baseline;
mod fit;
mod label;
mod lookahead;
mod selfplay;

pub use baseline::Mobility;
pub use fit::{FitOptions, FittedStage, StageReport, fit, fit_stage};
pub use label::{LookAhead, boards, ending_scores, samples};
pub use lookahead::look_ahead;
pub use selfplay::{SelfPlay, self_play};

/// A board and what it is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sample {
    /// The board.
    pub board: Board,
    /// The score in 1/100 disc.
    pub score: i16,
}

/// The mean of `|value - score|` over samples in discs, for values in 1/100 disc; NaN without any.
#[must_use]
pub fn mean_error(samples: &[Sample], value: impl Fn(Board) -> i32) -> f64 {
    let error = |sample: &Sample| f64::from((value(sample.board) - i32::from(sample.score)).abs());
    samples.iter().map(error).sum::<f64>() / samples.len() as f64 / 100.0
}
