//! Positions: their representation, checks and pins, the legality of moves, and playing and undoing
//! moves.

mod apply;
mod check;
mod flaws;
mod legality;
mod sets;
mod state;

pub use apply::Undo;
pub use check::CheckSquares;
pub use flaws::{Flaws, ParseFlawsError, PositionError};
pub use legality::{IllegalMove, IllegalMoveKind};
pub use state::Position;

pub(crate) use flaws::is_dead;
pub(crate) use sets::{
    BISHOP, GOLD, KING, KNIGHT, LANCE, NO_KING, PAWN, PROMOTED, ROOK, SILVER, SLOTS,
};
