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
    /// The pieces in hand, or `-`.
    Hands,
    /// The move number.
    Ply,
    /// Text after the move number.
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

/// The error for a text that is not an SFEN of a valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSfenError {
    /// The field with the error.
    pub field: SfenField,
    /// The byte offset of the error in the text, counted from 0. If the text ends too early, this
    /// is the length of the text.
    pub at: usize,
    /// The kind of the error.
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

/// The kind of an error in an SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// The field is missing.
    #[error("the field is missing")]
    Missing,
    /// The field has a character that is not allowed at this place.
    #[error("unexpected {found:?}")]
    Unexpected {
        /// The character.
        found: char,
    },
    /// A rank has too few squares.
    #[error("the rank has {squares} squares, expected 9")]
    RankTooShort {
        /// The number of squares.
        squares: u8,
    },
    /// A rank has more than nine squares.
    #[error("the rank has more than 9 squares")]
    RankTooLong,
    /// The board has too few ranks.
    #[error("the board has {ranks} ranks, expected 9")]
    TooFewRanks {
        /// The number of ranks.
        ranks: u8,
    },
    /// The board has more than nine ranks.
    #[error("the board has more than 9 ranks")]
    TooManyRanks,
    /// A `+` is not followed by a piece that can promote.
    #[error("`+` must be followed by P, L, N, S, B or R")]
    NotPromotable,
    /// The hands field ends with a count.
    #[error("the count has no piece after it")]
    CountWithoutPiece,
    /// A count begins with 0.
    #[error("the count begins with 0")]
    LeadingZero,
    /// A hand has more pieces of a kind than the type [`Hand`](crate::Hand) can hold.
    #[error("the hand has too many pieces of the kind {kind}")]
    HandTooFull {
        /// The kind.
        kind: PieceKind,
    },
    /// The move number exceeds 4,294,967,295.
    #[error("the move number is greater than 4294967295")]
    PlyTooLarge,
    /// Text follows the last field.
    #[error("expected the end of the text")]
    ExtraField,
    /// The text is an SFEN, but the position is not valid.
    #[error("invalid position: {0}")]
    Flaws(Flaws),
}

/// A warning about a repair by a lenient reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} field at byte {at}: {kind}")]
pub struct SfenWarning {
    /// The field that was repaired.
    pub field: SfenField,
    /// The byte offset in the text, counted from 0.
    pub at: usize,
    /// The kind of the repair.
    pub kind: SfenWarningKind,
}

/// The kind of an [`SfenWarning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenWarningKind {
    /// The text has a USI command word: `position`, `sfen`, `startpos`.
    #[error("skipped a command word that is not part of an SFEN")]
    Prefix,
    /// The text has `_`, a tab, or leading white space.
    #[error("accepted unusual white space")]
    Separator,
    /// The side is `B` or `W`.
    #[error("accepted an upper-case letter for the side")]
    UpperCaseSide,
    /// The hands are missing and are read as empty.
    #[error("the field is missing, read as empty")]
    MissingHands,
    /// A count begins with 0.
    #[error("the count begins with 0")]
    LeadingZero,
    /// The text after the last field was dropped.
    #[error("dropped the text after the last field")]
    ExtraField,
    /// The position is not valid.
    #[error("invalid position: {0}")]
    Flaws(Flaws),
}
