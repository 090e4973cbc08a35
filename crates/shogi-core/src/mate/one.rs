use crate::mv::Move;
use crate::position::Position;

/// Returns a move that mates in one, if there is one.
///
/// ```
/// use shogi_core::{Position, mate_in_one};
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// assert_eq!(mate_in_one(&position).unwrap().to_string(), "G*5b");
/// assert_eq!(mate_in_one(&Position::start()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn mate_in_one(position: &Position) -> Option<Move> {
    find(&mut position.clone())
}

/// Returns a mating move, if there is one. Plays and undoes moves on `position`.
pub(super) fn find(position: &mut Position) -> Option<Move> {
    position.king(position.side().opponent())?;
    position.checks().into_iter().find(|&m| {
        let undo = position.play_unchecked(m);
        let mates = !position.has_moves();
        position.undo(m, undo);
        mates
    })
}
