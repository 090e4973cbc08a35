use crate::mv::BareMove;
use crate::position::{IllegalMove, IllegalMoveKind};

/// The error for a move that cannot be added to a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("cannot add move {mv}: {kind}")]
pub struct AddMoveError {
    /// The move.
    pub mv: BareMove,
    /// The reason why the move cannot be added.
    pub kind: AddMoveErrorKind,
}

/// The reason why a move cannot be added to a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AddMoveErrorKind {
    /// The line of moves has already ended with an end word or an illegal move.
    #[error("the line of moves has ended")]
    LineEnded,
    /// The move is illegal in the position.
    #[error("{0}")]
    Illegal(IllegalMoveKind),
}

impl From<IllegalMove> for AddMoveError {
    fn from(IllegalMove { mv, kind }: IllegalMove) -> Self {
        Self { mv, kind: AddMoveErrorKind::Illegal(kind) }
    }
}

/// The error for a step that is added to a line of moves that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the line of moves has ended")]
pub struct LineEnded;

/// The error for a node id that is not in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the game has no such node")]
pub struct NoSuchNode;
