#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "std")]
mod atomic_file;
mod bitboard;
mod board;
pub mod book;
mod centidiscs;
mod checksum;
mod color;
mod engine;
pub mod eval;
mod flip;
pub mod format;
mod kernel;
mod key;
mod leb128;
mod mobility;
mod moves;
pub mod opening;
pub mod pattern;
mod perft;
mod position;
pub mod review;
pub mod search;
pub mod solve;
mod square;
#[cfg(feature = "std")]
pub mod train;

pub use bitboard::{Bitboard, ParseBitboardError, ParseBitboardErrorKind, Squares};
pub use board::{Board, BoardError};
pub use centidiscs::Centidiscs;
pub use color::{Color, ParseColorError};
pub use gamekit::Symmetry;
pub use kernel::instruction_set;
pub use key::{
    ParsePositionKeyError, ParsePositionKeyErrorKind, PositionKey, canonical, equal_moves,
    from_canonical, stabilizer, to_canonical,
};
pub use moves::{IllegalMove, IllegalMoveKind, Move, ParseMoveError};
#[cfg(feature = "rayon")]
pub use perft::par_perft;
pub use perft::{divide, perft, perft_every_leaf, perft_free_pass};
pub use position::{Position, Turn};
pub use square::{ParseSquareError, Square};
