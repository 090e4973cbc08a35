//! Pattern evaluation: the value of a board for the side to move, in centidiscs (1/100 disc).
//!
//! [`Weights`] has a table for each shape and each stage of the game. The value of a board is the
//! sum of the table cells that its pattern states index. All images of a shape share a table, and
//! all mirror images of a state share a weight. The 8 images of a board therefore have the same
//! value by construction. The tables for White to move are the tables for Black with the digits of
//! the colours swapped. Swapping the colours of the discs and of the side to move therefore does
//! not change the value.
//!
//! ```
//! use reversi_core::{Board, eval::{Shapes, Weights}};
//! // `Weights::zero` gives every board the value 0. The module `train` makes useful weights.
//! let weights = Weights::zero(&Shapes::rich_46());
//! assert_eq!(weights.value(Board::START), 0);
//! ```
//!
//! An evaluation can use any list of shapes: see [`Shapes::new`]. A weight file contains its
//! shapes, so a program can read any weight file:
//!
//! ```
//! use reversi_core::{Square, eval::{Shapes, Weights}};
//! let shapes = Shapes::new("corner-2x2", &[&[Square::A1, Square::B1, Square::A2, Square::B2]])?;
//! let bytes = Weights::zero(&shapes).to_bytes();
//! assert_eq!(Weights::from_bytes(&bytes)?.shapes().bases(), shapes.bases());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The files of this module form layers: `stage` and `sum`, then `shapes`, then `built_in`, then
//! `weights`, then `weights_file`.
mod built_in;
mod shapes;
mod stage;
#[allow(unsafe_code, reason = "skips the bounds check of each cell")]
mod sum;
mod weights;
mod weights_file;

#[cfg(feature = "std")]
pub(crate) use shapes::Layout;

pub use shapes::{MAX_SHAPE_SQUARES, Shapes, ShapesError, ShapesErrorKind};
pub use stage::{STAGES, stage};
pub use weights::Weights;
#[cfg(feature = "std")]
pub use weights_file::{
    LoadWeightsError, LoadWeightsErrorKind, SaveWeightsError, SaveWeightsErrorKind,
};
pub use weights_file::{ReadWeightsError, ReadWeightsErrorKind};
