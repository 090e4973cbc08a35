//! What is wrong with a WTHOR file, and where.
use crate::moves::IllegalMove;
use core::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WthorPlace {
    /// The byte, counted from 0.
    pub byte: usize,
    /// The record, counted from 1; `None` in the header and for the file as a whole.
    pub record: Option<usize>,
}

impl fmt::Display for WthorPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(record) = self.record {
            write!(f, "record {record}, ")?;
        }
        write!(f, "byte {}", self.byte)
    }
}

/// A file that could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid wthor file, {place}: {kind}")]
pub struct ReadWthorError {
    /// Where in the file.
    pub place: WthorPlace,
    /// What is wrong there.
    pub kind: WthorErrorKind,
}

/// What is wrong with a file.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WthorErrorKind {
    /// Fewer bytes than a header.
    #[error("the file ends inside of its header of 16 bytes")]
    NoHeader,
    /// The length is not that of the records announced in the header.
    #[error("size mismatch: the file has {found} bytes, its header announces {expected}")]
    Length {
        /// The length that the header announces.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// Not a board of 8x8.
    #[error("board size {size} is not supported, expected 8 or 0, which means 8")]
    BoardSize {
        /// The size.
        size: u8,
    },
    /// A file of solitaires.
    #[error("a file of solitaires, expected games")]
    Solitaires,
    /// A file of names, `.JOU` or `.TRN`.
    #[error(
        "a file of {count} names of players or tournaments, which holds no games; expected a file \
         of games, .wtb"
    )]
    Names {
        /// How many names it announces.
        count: u16,
    },
    /// A kind of file that the format does not have.
    #[error("file kind {kind} is unknown, expected 0")]
    FileKind {
        /// The kind.
        kind: u8,
    },
    /// A depth of more squares than can be empty.
    #[error("theoretical scores at {depth} empty squares, expected at most 60")]
    Depth {
        /// The depth.
        depth: u8,
    },
    /// A score of more discs than squares.
    #[error("score of {discs} discs, expected at most 64")]
    Score {
        /// The discs.
        discs: u8,
    },
    /// A move that names no square.
    #[error("move byte {byte}, expected 10 * rank + file, 11 to 88")]
    MoveByte {
        /// The byte.
        byte: u8,
    },
    /// A move after the end of the moves.
    #[error("the moves end here and go on later, expected zeros after the last move")]
    GapInMoves,
}

/// A game that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal game, ply {ply}: {reason}")]
pub struct ReplayError {
    /// The placed disc, counted from 1.
    pub ply: usize,
    /// Why it is refused.
    pub reason: IllegalMove,
}

/// Something that the format cannot hold.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteWthorError {
    /// A game that does not begin at the usual start.
    #[error("the game does not begin at the usual start")]
    NotFromStart,
    /// A score that no number of discs stands for.
    #[error("score {score} is not an even number from -64 to 64")]
    Score {
        /// The score.
        score: i32,
    },
    /// A name that the field cannot hold.
    #[error("name does not fit at byte {at}, expected at most {max} Latin-1 characters")]
    Name {
        /// The byte in the name.
        at: usize,
        /// The longest name.
        max: usize,
    },
    /// More records than the header can count.
    #[error("{count} records are more than a file can count")]
    TooManyRecords {
        /// How many there are.
        count: usize,
    },
}
