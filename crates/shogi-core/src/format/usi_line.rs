//! Moves and position lines of USI. [`super::usi`] re-exports the public items.

mod line;
mod word;

pub(super) use line::parse_line;
pub use line::{
    ParsePositionError, ParsePositionErrorKind, PositionLine, PositionWarning, parse_position,
    parse_position_lenient, resolve,
};
pub use word::{ParseMoveError, ParseMoveErrorKind, Word, parse_move, parse_word};
