use core::fmt;

use crate::format::packed::UnpackError;
use crate::format::sfen::{SfenErrorKind, SfenField};
use crate::format::usi_line::ParseMoveErrorKind;

/// The maximum length of a line of a `.db` book in bytes.
pub(super) const LONGEST_LINE: usize = 1_000_000;

/// The error when a book cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBookError {
    /// The location of the error.
    pub place: BookPlace,
    /// The kind of the error.
    pub kind: BookErrorKind,
}

/// A location in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookPlace {
    /// A location in a `.db` file that is read as a whole.
    Line {
        /// The line, counted from 1.
        line: u64,
        /// The number of the byte in the line, counted from 1.
        column: usize,
    },
    /// A location in a `.ybb` file, or in a `.db` file that is searched without loading it.
    Byte {
        /// The number of the faulty position in the index, counted from 0. The text form counts
        /// from 1.
        position: Option<u64>,
        /// The byte offset in the file, counted from 0.
        at: u64,
    },
}

/// `line 3, column 5`, `byte 99` or `position 3, byte 99`.
impl fmt::Display for BookPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte { position: None, at } => write!(f, "byte {at}"),
            Self::Byte { position: Some(position), at } => {
                write!(f, "position {}, byte {at}", position + 1)
            }
        }
    }
}

impl fmt::Display for ParseBookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid book at {}: {}", self.place, self.kind)
    }
}

impl core::error::Error for ParseBookError {}

impl ParseBookError {
    /// Makes an error at a byte of a file.
    pub(super) const fn at(position: Option<u64>, at: u64, kind: BookErrorKind) -> Self {
        Self { place: BookPlace::Byte { position, at }, kind }
    }
}

/// The error when a book file cannot be read.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadBookError {
    /// Reading the bytes failed.
    #[error("reading the book: {0}")]
    Io(#[from] std::io::Error),
    /// The book is invalid.
    #[error("{0}")]
    Parse(#[from] ParseBookError),
}

/// The kind of an error in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookErrorKind {
    /// The line is not UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// A line is longer than a million bytes.
    #[error("the line is longer than {} bytes", LONGEST_LINE)]
    LineTooLong,
    /// The SFEN of a position line is invalid.
    #[error("{field} field: {kind}")]
    Sfen {
        /// The field with the error.
        field: SfenField,
        /// The kind of the error in the field.
        kind: SfenErrorKind,
    },
    /// A move or an expected reply is invalid.
    #[error("{0}")]
    Move(ParseMoveErrorKind),
    /// A value, depth or count is invalid.
    #[error("expected a number in the range of the field, or `none`")]
    Number,
    /// A move line has too many fields.
    #[error("expected the end of the line")]
    ExtraField,
    /// A move line comes before the first position line.
    #[error("move before the first position, expected a line `sfen ..`")]
    NoPosition,
    /// The file does not begin with the name of the `.ybb` format.
    #[error("expected YANE-BINBOOK-V1")]
    Magic,
    /// The file ends in the header.
    #[error("the file ends within the header")]
    Truncated,
    /// A flag is set that this version of the format does not define.
    #[error("unknown flags {0:#x}")]
    Flags(u64),
    /// The file is too short for its number of positions.
    #[error("the file is too short for {0} positions")]
    PositionCount(u64),
    /// The offset of the moves of a position is outside the file.
    #[error("the offset of the moves is outside the file")]
    MovesOffset,
    /// The positions of a `.ybb` file are out of order, or a position occurs twice.
    #[error("the positions are not sorted, or a position occurs twice")]
    Unsorted,
    /// The 16 bits are not a move.
    #[error("the bits {0:#06x} are not a move")]
    MoveBits(u16),
    /// The 32 bytes are not a position.
    #[error("{0}")]
    Packed(UnpackError),
}

/// A message about an unusual part of a book that can still be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct BookWarning {
    /// The line, counted from 1.
    pub line: u64,
    /// The kind of the warning.
    pub kind: BookWarningKind,
}

/// The kind of a [`BookWarning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookWarningKind {
    /// The file does not begin with the name of the `.db` format.
    #[error("the header line is missing")]
    NoHeader,
    /// The header names another version.
    #[error("unknown version in the header")]
    UnknownVersion,
    /// The book has an earlier entry for the position. This entry is dropped.
    #[error("the position occurs twice, using the first entry")]
    Repeated,
    /// The position lines are not sorted by their bytes. A [`BookFile`](super::BookFile) cannot
    /// find this position.
    #[error("the positions are not sorted")]
    Unsorted,
}
