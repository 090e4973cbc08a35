//! Training of evaluation weights.
//!
//! Training starts from games, which may be self-played. The end of each game is solved exactly,
//! and each board of the game gets a score. The tables are then fitted to the scores of the boards
//! by least squares. Any [`Shapes`](crate::eval::Shapes) can be trained.
//!
//! The files of this module form layers: `sample`, then `shallow_search`, `baseline`, `fit` and
//! `selfplay`, then `label`.
//!
//! ```
//! use reversi_core::eval::{Shapes, Weights};
//! use reversi_core::solve::Solver;
//! use reversi_core::train::{FitOptions, SelfPlay, boards, ending_scores, fit, samples, self_play};
//! use std::ops::ControlFlow;
//!
//! let shapes = Shapes::plain_42();
//! let mut solver = Solver::new(64 << 10);
//! let mut training = Vec::new();
//! for seed in 0..4 {
//!     let game = self_play(&Weights::zero(&shapes), &SelfPlay::default(), seed);
//!     let boards = boards(&game);
//!     if let Some(scores) = ending_scores(&boards, 8, &mut solver) {
//!         training.extend(samples(&boards, &scores));
//!     }
//! }
//! let weights = fit(&shapes, &training, &[], &FitOptions::default(), |_| ControlFlow::Continue(()));
//! let error = |weights: &Weights| {
//!     training.iter().map(|s| (weights.value(s.board) - i32::from(s.score)).abs()).sum::<i32>()
//! };
//! assert!(error(&weights) < error(&Weights::zero(&shapes)));
//! ```
mod baseline;
mod fit;
mod label;
mod sample;
mod selfplay;
mod shallow_search;

pub use baseline::Mobility;
pub use fit::{FitOptions, FittedStage, StageReport, fit, fit_stage};
pub use label::{SearchBlend, boards, ending_scores, samples, twin_key};
pub use sample::{Sample, mean_error};
pub use selfplay::{SelfPlay, self_play};
pub use shallow_search::shallow_search;
