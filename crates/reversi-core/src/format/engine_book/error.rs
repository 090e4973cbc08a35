//! Errors of the books of engines.
use super::engine_format::EngineFormat;
use crate::Square;
use crate::moves::Move;

/// An invalid book of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid {format} book, {}byte {at}: {kind}", position_text(*.position))]
pub struct ReadEngineBookError {
    /// The format of the book.
    pub format: EngineFormat,
    /// The offset of the byte in the file.
    pub at: u64,
    /// The position, counted from 1, or `None` if the fault does not concern one position.
    pub position: Option<u64>,
    /// What is wrong at the byte.
    pub kind: ReadEngineBookErrorKind,
}

fn position_text(position: Option<u64>) -> alloc::string::String {
    position.map_or_else(Default::default, |number| alloc::format!("position {number}, "))
}

/// What is wrong with a book of an engine.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadEngineBookErrorKind {
    /// The file does not begin with the bytes of the format.
    #[error("the file does not begin with the name of the format")]
    NoBook,
    /// The version is not supported.
    #[error("version {found} is not supported, expected {expected}")]
    Version {
        /// The supported version.
        expected: u8,
        /// The version of the file.
        found: u8,
    },
    /// The file ends inside the header or inside a position, or before the last position.
    #[error("the file ends here")]
    Truncated,
    /// The count of positions is negative.
    #[error("count {found}, expected zero or more")]
    NegativeCount {
        /// The count.
        found: i32,
    },
    /// The number of positions differs from the header.
    #[error("{found} positions, but the header says {expected}")]
    Count {
        /// The number in the header.
        expected: i32,
        /// The number of positions.
        found: u64,
    },
    /// The file goes on after the last position.
    #[error("more bytes after the last position")]
    TrailingBytes,
    /// Both sides have a disc on a square.
    #[error("both sides have a disc on {square}")]
    Overlap {
        /// The square.
        square: Square,
    },
    /// The board is not the image that Edax stores, so Edax would not find it.
    #[error("the board is not the canonical image")]
    NotCanonical,
    /// A value or a bound is out of range.
    #[error("score {found}, expected {least} to {greatest}")]
    Score {
        /// The score.
        found: i16,
        /// The least score of the format.
        least: i16,
        /// The greatest score of the format.
        greatest: i16,
    },
    /// The level is out of range.
    #[error("level {found}, expected at most 127")]
    Level {
        /// The level.
        found: u8,
    },
    /// The number of a move is not a square or a pass.
    #[error("{found} is not the number of a move")]
    MoveNumber {
        /// The number.
        found: u8,
    },
    /// A move is illegal, or the position has it twice.
    #[error("illegal or repeated move {mv}")]
    Move {
        /// The move.
        mv: Move,
    },
    /// An earlier position is the same.
    #[error("an earlier position is the same")]
    Duplicate,
    /// The system cannot read the file.
    #[cfg(feature = "std")]
    #[error("{0}")]
    Io(std::io::ErrorKind),
}

/// A book that cannot be written in the format of an engine.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteEngineBookError<E> {
    /// The book file is damaged.
    #[error("{0}")]
    Read(crate::book::ReadBookError),
    /// The book has more positions than the format can count.
    #[error("{positions} positions, but the format has at most {}", i32::MAX)]
    TooMany {
        /// The number of positions.
        positions: u64,
    },
    /// The output cannot be written.
    #[error("{0}")]
    Output(E),
}
