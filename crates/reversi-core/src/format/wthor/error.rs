//! The errors of WTHOR files.
use crate::moves::IllegalMove;
use core::fmt;

/// The error for a file that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid wthor file, {}byte {at}: {kind}", Record(*record))]
pub struct ReadWthorError {
    /// The byte offset in the file.
    pub at: usize,
    /// The number of the record, counted from 1, or `None` if the error concerns the header or the
    /// whole file.
    pub record: Option<usize>,
    /// What is wrong at the byte.
    pub kind: ReadWthorErrorKind,
}

/// Prints the number of a record, if there is one, before the byte.
struct Record(Option<usize>);

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |record| write!(f, "record {record}, "))
    }
}

/// What is wrong with a file.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadWthorErrorKind {
    /// The file is shorter than a header.
    #[error("the file ends inside its header of 16 bytes")]
    NoHeader,
    /// The length does not match the number of records in the header.
    #[error("size mismatch: the file has {found} bytes, but its header requires {expected}")]
    Length {
        /// The length that the header requires.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// A board that is not 8x8.
    #[error("board size {size} is not supported, expected 8 or 0, which means 8")]
    BoardSize {
        /// The size.
        size: u8,
    },
    /// A file of solitaire games.
    #[error("the file contains solitaires, expected games")]
    Solitaires,
    /// A file of names, `.jou` or `.trn`.
    #[error("the file contains {count} names of players or tournaments, expected games (.wtb)")]
    Names {
        /// The number of names in the header.
        count: u16,
    },
    /// A kind of file that the format does not define.
    #[error("file kind {kind} is unknown, expected 0")]
    FileKind {
        /// The kind.
        kind: u8,
    },
    /// A depth of more than 60 empty squares.
    #[error("the theoretical-score depth is {depth} empty squares, expected at most 60")]
    Depth {
        /// The depth.
        depth: u8,
    },
    /// A score of more than 64 discs.
    #[error("score of {discs} discs, expected at most 64")]
    Score {
        /// The discs.
        discs: u8,
    },
    /// A move that is not a square.
    #[error("move byte {byte}, expected 10 * rank + file, 11 to 88")]
    MoveByte {
        /// The byte.
        byte: u8,
    },
    /// A move follows a zero byte, which ends the moves.
    #[error("zero byte between moves, expected zeros only after the last move")]
    GapInMoves,
}

/// The error for a game with an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal game, ply {ply}: {kind}")]
pub struct ReplayError {
    /// The number of the illegal placed disc, counted from 1.
    pub ply: usize,
    /// The illegal move.
    pub kind: IllegalMove,
}

/// The error for data that the format cannot represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteWthorError {
    /// The byte offset in the name, or `None` if the error does not concern a name.
    pub at: Option<usize>,
    /// What the format cannot represent.
    pub kind: WriteWthorErrorKind,
}

impl WriteWthorError {
    /// Makes an error that does not concern a name.
    pub(super) const fn new(kind: WriteWthorErrorKind) -> Self {
        Self { at: None, kind }
    }
}

impl fmt::Display for WriteWthorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.at {
            write!(f, "invalid name, byte {at}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl core::error::Error for WriteWthorError {}

/// What the format cannot represent.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteWthorErrorKind {
    /// A game that does not begin at the usual start.
    #[error("the game does not begin at the usual start position")]
    NotFromStart,
    /// A score that is not an even number from -64 to 64.
    #[error("score {score} is not an even number from -64 to 64")]
    Score {
        /// The score.
        score: i32,
    },
    /// A name that is too long or not Latin-1.
    #[error("expected at most {max} Latin-1 characters")]
    Name {
        /// The maximum number of characters.
        max: usize,
    },
    /// More records than the header can count.
    #[error("too many records for the header of the file: {count}")]
    TooManyRecords {
        /// The number of records.
        count: usize,
    },
}
