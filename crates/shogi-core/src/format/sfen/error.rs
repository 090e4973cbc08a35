use core::fmt;

use crate::piece::PieceKind;
use crate::position::Flaws;

/// A field of an SFEN line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SfenField {
    /// The nine ranks, rank a first.
    Board,
    /// The side to move, `b` or `w`.
    Side,
    /// The pieces in hand, `-` for none.
    Hands,
    /// The number of the next move.
    Ply,
    /// What follows the last field.
    Extra,
}

impl SfenField {
    const fn expected(self) -> &'static str {
        match self {
            Self::Board => "a piece letter, a digit 1 to 9, `+` or `/`",
            Self::Side => "`b` or `w`",
            Self::Hands => "`-`, or hand pieces with counts before them",
            Self::Ply => "a move number",
            Self::Extra => "nothing",
        }
    }
}

impl fmt::Display for SfenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Side => "side",
            Self::Hands => "hands",
            Self::Ply => "move number",
            Self::Extra => "extra",
        })
    }
}

/// The error when a text is not an SFEN, or not the SFEN of a valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSfenError {
    /// The field at fault.
    pub field: SfenField,
    /// The byte of the text, counted from 0, where it is wrong; its length if something is missing
    /// at the end.
    pub at: usize,
    /// What is wrong.
    pub kind: SfenErrorKind,
}

impl core::error::Error for ParseSfenError {}

impl fmt::Display for ParseSfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, at, kind } = self;
        write!(f, "invalid sfen, {field} field at byte {at}: {kind}")?;
        if matches!(kind, SfenErrorKind::Missing | SfenErrorKind::Unexpected { .. }) {
            write!(f, ", expected {}", field.expected())?;
        }
        Ok(())
    }
}

/// What is wrong with an SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// The field is missing.
    #[error("missing")]
    Missing,
    /// A character that the field cannot have there.
    #[error("unexpected {found:?}")]
    Unexpected {
        /// The character.
        found: char,
    },
    /// A rank ends early.
    #[error("rank has {squares} squares, expected 9")]
    RankTooShort {
        /// The squares it has.
        squares: u8,
    },
    /// A rank has more than nine squares.
    #[error("rank has more than 9 squares")]
    RankTooLong,
    /// The board ends early.
    #[error("board has {ranks} ranks, expected 9")]
    TooFewRanks {
        /// The ranks it has.
        ranks: u8,
    },
    /// The board has more than nine ranks.
    #[error("board has more than 9 ranks")]
    TooManyRanks,
    /// A `+` that is not followed by a piece that can promote.
    #[error("`+` must stand before P, L, N, S, B or R")]
    NotPromotable,
    /// A count at the end of the hands.
    #[error("count without a piece")]
    CountWithoutPiece,
    /// A count of zero or with a leading zero.
    #[error("count begins with 0")]
    LeadingZero,
    /// More pieces of a kind than a hand can count.
    #[error("too many pieces {kind} in hand")]
    HandTooFull {
        /// The kind.
        kind: PieceKind,
    },
    /// A move number above 4,294,967,295.
    #[error("move number is too large")]
    PlyTooLarge,
    /// Something follows the last field.
    #[error("expected the end of the text")]
    ExtraField,
    /// The text is an SFEN, but not of a valid position.
    #[error("invalid position: {0}")]
    Flaws(Flaws),
}

/// An oddity that a lenient reader tolerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} field at byte {at}: {kind}")]
pub struct SfenWarning {
    /// The field.
    pub field: SfenField,
    /// The byte of the text, counted from 0.
    pub at: usize,
    /// What was tolerated.
    pub kind: SfenWarningKind,
}

/// What a lenient reader tolerates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenWarningKind {
    /// A word of a USI command: `position`, `sfen`, `startpos`.
    #[error("word of a command, not of an SFEN")]
    Prefix,
    /// `_`, a tab, or leading white space.
    #[error("unusual white space")]
    Separator,
    /// `B` or `W`.
    #[error("upper-case letter for the side")]
    UpperCaseSide,
    /// The hands are missing. They are taken as empty.
    #[error("missing, taken as empty")]
    MissingHands,
    /// A count of zero or with a leading zero.
    #[error("count begins with 0")]
    LeadingZero,
    /// Something after the last field, which was dropped.
    #[error("dropped what follows the last field")]
    ExtraField,
    /// The position is not valid.
    #[error("invalid position: {0}")]
    Flaws(Flaws),
}
