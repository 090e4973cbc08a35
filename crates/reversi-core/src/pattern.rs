//! Patterns: lists of squares whose discs are kept as one ternary number each, move by move.
//!
//! The state of a pattern is the sum of `digit * 3^k` over its squares, the first square with
//! `k = 0`; the digit is 0 for an empty square, 1 for a black disc, 2 for a white one.
//!
//! ```
//! use reversi_core::{Square, pattern::{PatternBoard, SOURCE}};
//! let mut board = PatternBoard::start(&SOURCE);
//! assert_eq!(board.states()[..4], [135, 189, 135, 189]);
//! board.play(Square::F5)?;
//! assert_eq!(board.states()[..4], [135, 351, 135, 108]);
//! board.undo();
//! assert_eq!(board, PatternBoard::start(&SOURCE));
//! # Ok::<(), reversi_core::IllegalMove>(())
//! ```
//!
//! A set of your own is a constant, checked when it is compiled:
//!
//! ```
//! use reversi_core::{Square, pattern::{PatternBoard, PatternSet}};
//! const EDGES: PatternSet<u16, 4> = match PatternSet::<u16, 4>::new(&[
//!     &[Square::A1, Square::B1, Square::C1, Square::D1, Square::E1],
//!     &[Square::A1, Square::A2, Square::A3, Square::A4, Square::A5],
//! ]) {
//!     Ok(set) => set,
//!     Err(_) => panic!("the set does not fit"),
//! };
//! assert_eq!(PatternBoard::start(&EDGES).states(), [0, 0]);
//! ```
mod board;
mod set;
mod source;
mod states;

pub use board::{EditError, PatternBoard};
pub use set::{MAX_SQUARES, PatternSet, PatternSetError, State};
pub use source::{SOURCE, SourceSet};
pub use states::PatternStates;
