//! Turns: placing a disc, and passing.
use crate::square::Square;
use core::fmt;
use core::str::FromStr;

/// A turn: placing a disc on a square, or a pass. The text forms are `f5` and `pass`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The side to move places a disc on this square.
    Place(Square),
    /// The side to move passes, because it has no legal square.
    Pass,
}

impl Move {
    /// Returns the square of the placed disc, or `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    #[inline]
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

/// The error for a string that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid move: expected a square a1 to h8, or pass")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square, or one of `pass`, `pa`, `ps`, `--` in either case.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if ["pass", "pa", "ps", "--"].iter().any(|name| name.eq_ignore_ascii_case(text)) {
            Ok(Self::Pass)
        } else {
            text.parse().map(Self::Place).map_err(|_| ParseMoveError)
        }
    }
}

/// The error for a turn that the rules do not allow. The board or position is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {mv}: {kind}")]
pub struct IllegalMove {
    /// The illegal turn.
    pub mv: Move,
    /// The rule that the turn breaks.
    pub kind: IllegalMoveKind,
}

/// The rule that an illegal turn breaks.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMoveKind {
    /// The square has a disc.
    #[error("the square is not empty")]
    Occupied,
    /// The disc would not flip any disc.
    #[error("the move flips no disc")]
    NoFlip,
    /// A pass, although the side to move has a legal square.
    #[error("the side to move has a legal move, so a pass is not allowed")]
    PassWithMoves,
    /// Neither side has a move.
    #[error("the game is over")]
    GameOver,
}
