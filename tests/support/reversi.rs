//! Reversi positions reached by playing.
use reversi_core::Position;

/// Plays a game in which each small integer picks one of the legal moves.
pub(crate) fn played(picks: &[u8]) -> Position {
    let mut position = Position::start();
    for &pick in picks {
        if position.must_pass() {
            position.pass().unwrap();
        }
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let square = moves.iter().nth(usize::from(pick) % moves.len() as usize).unwrap();
        position.play(square).unwrap();
    }
    position
}
