use core::fmt;

use crate::format::packed::UnpackError;
use crate::format::sfen::{SfenErrorKind, SfenField};
use crate::format::usi_line::ParseMoveErrorKind;

/// The maximum length of a line in bytes.
pub(super) const LONGEST_LINE: usize = 1_000_000;

/// The error when a book cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBookError {
    /// Where the book is wrong.
    pub place: BookPlace,
    /// What is wrong.
    pub kind: BookErrorKind,
}

/// A place in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookPlace {
    /// A place in a `.db` file that is read from its beginning.
    Line {
        /// The line, counted from 1.
        line: u64,
        /// The byte of the line, counted from 1.
        column: usize,
    },
    /// A place in a `.ybb` file, or in a `.db` file that is not loaded.
    Byte {
        /// The position in the index, counted from 0, if one is at fault; the text counts from 1.
        position: Option<u64>,
        /// The byte of the file, counted from 0.
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
    /// The book is wrong.
    #[error("{0}")]
    Parse(#[from] ParseBookError),
}

/// What is wrong with a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookErrorKind {
    /// Not UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// A line of more than a million bytes.
    #[error("the line is longer than {} bytes", LONGEST_LINE)]
    LineTooLong,
    /// The SFEN of a position line.
    #[error("{field} field: {kind}")]
    Sfen {
        /// The field at fault.
        field: SfenField,
        /// What is wrong with it.
        kind: SfenErrorKind,
    },
    /// A move, or an expected reply.
    #[error("{0}")]
    Move(ParseMoveErrorKind),
    /// A value, depth or count.
    #[error("expected a number in range, or `none`")]
    Number,
    /// More fields than a move line can have.
    #[error("expected the end of the line")]
    ExtraField,
    /// A move before the first position.
    #[error("a move before the first position")]
    NoPosition,
    /// A `.ybb` file does not begin with the name of the format.
    #[error("expected YANE-BINBOOK-V1")]
    Magic,
    /// The file ends in the header.
    #[error("the file ends within the header")]
    Truncated,
    /// Flags of another version.
    #[error("unknown flags {0:#x}")]
    Flags(u64),
    /// The file is too short for its number of positions.
    #[error("the file has no room for {0} positions")]
    PositionCount(u64),
    /// The moves lie outside the file.
    #[error("the move offset lies outside the file")]
    MovesOffset,
    /// A `.ybb` file has positions out of order, or one twice.
    #[error("positions out of order")]
    Unsorted,
    /// A word of 16 bits that is not a move.
    #[error("no move has the bits {0:#06x}")]
    MoveBits(u16),
    /// 32 bytes that are not a position.
    #[error("{0}")]
    Packed(UnpackError),
}

/// An oddity of a book that does not prevent reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct BookWarning {
    /// The line, counted from 1.
    pub line: u64,
    /// What is odd.
    pub kind: BookWarningKind,
}

/// What is odd in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookWarningKind {
    /// The file does not begin with the format's name.
    #[error("no header")]
    NoHeader,
    /// The header names another version.
    #[error("unknown version in the header")]
    UnknownVersion,
    /// The position was there before; this entry is dropped.
    #[error("position seen before, dropped")]
    Repeated,
    /// The positions are not in the order of their bytes: a [`BookFile`](super::BookFile) cannot look it up.
    #[error("position out of order")]
    Unsorted,
}
