//! Moves and position lines of USI. [`super::usi`] re-exports the public items.

mod legal_move;
mod line;
mod word;

pub use legal_move::ParseLegalMoveError;
pub(super) use line::parse_line;
pub use line::{
    ParsePositionError, ParsePositionErrorKind, PositionLine, PositionWarning, parse_position,
};
pub use word::{ParseMoveError, ParseMoveErrorKind, Word, parse_move, parse_word};
