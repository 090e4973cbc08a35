//! What is wrong with a book file, and where.
use crate::moves::IllegalMove;

/// Bytes that are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid book, byte {at}: {kind}")]
pub struct ReadBookError {
    /// The byte in the file, counted from 0.
    pub at: u64,
    /// What is wrong there.
    pub kind: ReadBookErrorKind,
}

/// What is wrong with bytes that are no book.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadBookErrorKind {
    /// The first bytes are not those of a book.
    #[error("this is no book file")]
    NoBook,
    /// A book of a version that this reader does not know.
    #[error("version {found} is not supported, expected 1")]
    Version {
        /// The version.
        found: u32,
    },
    /// The file ends before it should.
    #[error("the file ends here, expected {expected} bytes")]
    Truncated {
        /// The length that the header announces.
        expected: u64,
    },
    /// The file goes on after its end.
    #[error("{count} bytes after the end of the book")]
    TrailingBytes {
        /// How many.
        count: u64,
    },
    /// The header is damaged.
    #[error("the checksum of the header is wrong")]
    HeaderChecksum,
    /// The numbers in the header do not fit each other.
    #[error("the counts in the header contradict each other")]
    Header,
    /// The table of checksums is damaged.
    #[error("the checksum of the table of checksums is wrong")]
    ChecksChecksum,
    /// A block of 4096 bytes is damaged.
    #[error("the checksum of the block of 4096 bytes here is wrong")]
    BlockChecksum,
    /// An entry of the index leads nowhere.
    #[error("the index is not in order")]
    Index,
    /// A record that ends after its bucket, or does not hold what it announces.
    #[error("a record that cannot be read")]
    Record,
    /// A record whose position is impossible or not in its canonical image.
    #[error("a position that is no canonical one")]
    Position,
    /// A record at a place where its position does not belong.
    #[error("a position out of order")]
    Order,
    /// The records are not as many as the header says.
    #[error("{found} positions, the header announces {expected}")]
    Count {
        /// The number in the header.
        expected: u64,
        /// The number of records.
        found: u64,
    },
}

/// A book file that could not be opened.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct OpenBookError {
    /// The file.
    pub path: std::path::PathBuf,
    /// Why not.
    #[source]
    pub kind: OpenBookErrorKind,
}

/// Why a book file could not be opened.
#[cfg(feature = "std")]
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum OpenBookErrorKind {
    /// The system refused.
    #[error("{0}")]
    Io(std::io::Error),
    /// The file is no book or a damaged one.
    #[error("{0}")]
    Read(ReadBookError),
}

/// A book that could not be saved. The old file, if there was one, is as it was.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct SaveBookError {
    /// The file that was to be written.
    pub path: std::path::PathBuf,
    /// Why it was not.
    #[source]
    pub kind: SaveBookErrorKind,
}

/// Why a book could not be saved.
#[cfg(feature = "std")]
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum SaveBookErrorKind {
    /// The system refused.
    #[error("{0}")]
    Io(std::io::Error),
    /// More than a file can hold.
    #[error("{0}")]
    TooLarge(BookTooLarge),
}

/// A book whose records pass 4 GiB, some 160 million positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the records of the book pass 4 GiB")]
pub struct BookTooLarge;

/// A game that a book does not take, because a turn in it is illegal. The book is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal game, ply {ply}: {reason}")]
pub struct RegisterGameError {
    /// The turn as given, counted from 1.
    pub ply: usize,
    /// Why it is refused.
    pub reason: IllegalMove,
}
