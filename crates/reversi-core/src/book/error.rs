//! Errors of books and their files.
use crate::moves::IllegalMove;

/// An invalid book file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid book, byte {at}: {kind}")]
pub struct ReadBookError {
    /// The offset of the byte in the file.
    pub at: u64,
    /// What is wrong at the byte.
    pub kind: ReadBookErrorKind,
}

/// What is wrong with a book file.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadBookErrorKind {
    /// The file does not begin with the bytes of a book.
    #[error("not a book file")]
    NoBook,
    /// The version is not supported.
    #[error("version {found} is not supported, expected 1 or 2")]
    Version {
        /// The version.
        found: u32,
    },
    /// The file is too short.
    #[error("the file ends here, expected {expected} bytes")]
    Truncated {
        /// The length according to the header.
        expected: u64,
    },
    /// The file is too long.
    #[error("{count} unexpected bytes after the end of the book")]
    TrailingBytes {
        /// The number of bytes after the end.
        count: u64,
    },
    /// The header is damaged.
    #[error("the checksum of the header is wrong")]
    HeaderChecksum,
    /// The counts in the header are inconsistent.
    #[error("the counts in the header contradict each other")]
    Header,
    /// The table of checksums is damaged.
    #[error("the checksum of the table of checksums is wrong")]
    ChecksChecksum,
    /// A block of 4096 bytes is damaged.
    #[error("the checksum of this block of 4096 bytes is wrong")]
    BlockChecksum,
    /// An index entry is out of range or out of order.
    #[error("invalid index, expected ascending offsets within the records")]
    Index,
    /// A record extends beyond its bucket, or the fields of a record do not match its flags.
    #[error("invalid record")]
    Record,
    /// The position of a record is impossible or is not in canonical form.
    #[error("the position is not in canonical form")]
    Position,
    /// A record is in the wrong bucket or out of order.
    #[error("the position is not in the order of the file")]
    Order,
    /// The number of records differs from the header.
    #[error("{found} positions, expected {expected} as in the header")]
    Count {
        /// The number in the header.
        expected: u64,
        /// The number of records.
        found: u64,
    },
}

/// A book file that cannot be opened.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct OpenBookError {
    /// The file.
    pub path: std::path::PathBuf,
    /// The cause. The message of this error includes the cause, so `source()` does not return the
    /// cause.
    pub kind: OpenBookErrorKind,
}

/// The reason why a book file cannot be opened.
#[cfg(feature = "std")]
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum OpenBookErrorKind {
    /// The file cannot be read.
    #[error("{0}")]
    Io(std::io::Error),
    /// The content of the file is invalid.
    #[error("{0}")]
    Read(ReadBookError),
}

/// A book that cannot be saved. The old file, if any, is unchanged.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct SaveBookError {
    /// The file.
    pub path: std::path::PathBuf,
    /// The cause. The message of this error includes the cause, so `source()` does not return the
    /// cause.
    pub kind: SaveBookErrorKind,
}

/// The reason why a book cannot be saved.
#[cfg(feature = "std")]
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum SaveBookErrorKind {
    /// The file cannot be written.
    #[error("{0}")]
    Io(std::io::Error),
    /// The book is too large for a file.
    #[error("{0}")]
    TooLarge(BookTooLarge),
}

/// A book whose records exceed 4 GiB, about 160 million positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the records of the book exceed 4 GiB")]
pub struct BookTooLarge;

/// A game with an illegal move. The book is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal game, ply {ply}: {kind}")]
pub struct RegisterGameError {
    /// The number of the illegal move or pass, counted from 1 in the given list.
    pub ply: usize,
    /// The illegal move.
    pub kind: IllegalMove,
}
