use crate::square::Square;

/// A kind of legal moves, for [`Position::moves_into`](crate::Position::moves_into) and
/// [`Position::engine_moves_into`](crate::Position::engine_moves_into).
///
/// Every legal move belongs to exactly one of `Captures`, `Quiets` and `Drops`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MoveFilter {
    /// All legal moves.
    All,
    /// Captures, with and without promotion.
    Captures,
    /// Moves on the board that do not capture, including promotions.
    Quiets,
    /// Drops.
    Drops,
    /// Captures on this square.
    Recaptures(Square),
    /// All legal moves if the side to move is in check, otherwise none.
    Evasions,
    /// Moves that give check, directly or by discovery.
    Checks,
}
