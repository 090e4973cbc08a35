//! Patterns: lists of squares. The discs on the squares of a pattern are encoded as a ternary
//! number, the *state*.
//!
//! The state of a pattern is the sum of `digit * 3^k` over its squares, where `k` is the index of
//! the square in the list. The digit is 0 for an empty square, 1 for a black disc and 2 for a white
//! disc. Each move updates the states incrementally.
//!
//! The files of this module form layers: `set`, then `tutorial` and `states`, then `board`.
//!
//! ```
//! use reversi_core::{Square, pattern::{PatternBoard, tutorial}};
//! let mut board = PatternBoard::start(&tutorial::PATTERNS);
//! assert_eq!(board.states()[tutorial::LINE4_2], 189);
//! board.play(Square::F5)?;
//! assert_eq!(board.states()[tutorial::LINE4_2], 351);
//! board.undo();
//! assert_eq!(board, PatternBoard::start(&tutorial::PATTERNS));
//! # Ok::<(), reversi_core::IllegalMove>(())
//! ```
//!
//! You can define your own set as a constant, which the compiler checks:
//!
//! ```
//! use reversi_core::{Square, pattern::{PatternBoard, PatternSet}};
//! const EDGES: PatternSet = match PatternSet::<u16>::new(&[
//!     &[Square::A1, Square::B1, Square::C1, Square::D1, Square::E1],
//!     &[Square::A1, Square::A2, Square::A3, Square::A4, Square::A5],
//! ]) {
//!     Ok(set) => set,
//!     Err(_) => panic!("invalid pattern set"),
//! };
//! assert_eq!(PatternBoard::start(&EDGES).states(), [0, 0]);
//! // A black disc on c1 adds 3^2 to the state of pattern 0.
//! assert!(EDGES.patterns_at(Square::C1).eq([(0, 9)]));
//! ```
/// Makes a list of squares from their names: `squares![A1 B1]` is `&[Square::A1, Square::B1]`.
macro_rules! squares {
    ($($name:ident)*) => { &[$($crate::square::Square::$name),*] };
}

pub(crate) use squares;

mod board;
mod set;
mod states;
pub mod tutorial;

pub(crate) use set::LANES;

pub use board::{EditError, PatternBoard};
pub use set::{MAX_PATTERNS, MAX_SQUARES, PatternSet, PatternSetError, State};
pub use states::PatternStates;
