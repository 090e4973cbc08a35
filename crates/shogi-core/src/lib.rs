#![doc = include_str!("../README.md")]
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bitboard;
mod color;
mod hand;
mod mv;
mod piece;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use hand::Hand;
pub use mv::{BareMove, Move};
pub use piece::{Kind, Piece};
pub use square::{ParseSquareError, Square};
