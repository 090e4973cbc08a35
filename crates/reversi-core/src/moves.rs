//! What a side may do in its turn.
use crate::square::{ParseSquareError, Square};
use core::fmt;
use core::str::FromStr;

/// A turn: a disc placed on a square, or a pass. Written `f5` and `pass`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc is placed on this square.
    Place(Square),
    /// The side to move has no square to play and hands the turn over.
    Pass,
}

impl Move {
    /// The square of a placed disc, `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Place(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => fmt::Display::fmt(square, f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseSquareError;

    /// Reads a square, or one of `pass`, `pa`, `ps`, `--` in any case.
    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        if ["pass", "pa", "ps", "--"].iter().any(|name| name.eq_ignore_ascii_case(text)) {
            Ok(Self::Pass)
        } else {
            text.parse().map(Self::Place)
        }
    }
}

/// A turn that the rules refuse. The board it was tried on is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {mv}: {kind}")]
pub struct IllegalMove {
    /// The turn that was tried.
    pub mv: Move,
    /// Why it is refused.
    pub kind: IllegalMoveKind,
}

/// Why a turn is refused.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMoveKind {
    /// A disc lies there already.
    #[error("the square is not empty")]
    Occupied,
    /// The disc would flip nothing.
    #[error("it flips no disc")]
    NoFlip,
    /// A pass is legal only without a move.
    #[error("the side to move has a move and may not pass")]
    PassWithMoves,
    /// Neither side has a move.
    #[error("the game is over")]
    GameOver,
}
