//! The positions of a game as a book counts them.
use super::error::RegisterGameError;
use super::place::place;
use super::record::Record;
use crate::board::Board;
use crate::key::PositionKey;
use crate::moves::Move;
use alloc::vec::Vec;

/// Plays a game from the usual start and visits each position, with whether Black is to move in
/// it: the start, and the one after each placed disc, with the pass made where one is due. Gives
/// the score for Black if the game is over at the end.
///
/// A written pass must be a legal one; it is the position before it that counts as passed.
pub(crate) fn positions(
    moves: impl IntoIterator<Item = Move>,
    mut visit: impl FnMut(Board, bool),
) -> Result<Option<i32>, RegisterGameError> {
    let (mut board, mut black) = (Board::START, true);
    // A pass that was made for the side whose turn it was, and may be written yet.
    let mut passed = false;
    let mut over = false;
    visit(board, black);
    for (index, mv) in moves.into_iter().enumerate() {
        let error = |reason| RegisterGameError { ply: index + 1, reason };
        let square = match mv {
            Move::Place(square) => square,
            Move::Pass if passed => {
                passed = false;
                continue;
            }
            // Passes that are due were made, so the rules refuse this one and say why.
            Move::Pass => {
                board.pass().map_err(error)?;
                continue;
            }
        };
        board = board.play(square).map_err(error)?;
        black = !black;
        passed = false;
        if !board.has_moves() {
            if board.swap_sides().has_moves() {
                board = board.swap_sides();
                black = !black;
                passed = true;
            } else {
                over = true;
            }
        }
        visit(board, black);
    }
    let score = board.final_score();
    Ok(over.then_some(if black { score } else { -score }))
}

/// The positions of a game by their keys, with whether the key's side to move is Black; and the
/// score for Black: that of the board if the game is over, else the given one.
pub(crate) fn replay(
    moves: impl IntoIterator<Item = Move>,
    score: Option<i32>,
    max_ply: u32,
    path: &mut Vec<(PositionKey, bool)>,
) -> Result<Option<i32>, RegisterGameError> {
    path.clear();
    let played = positions(moves, |board, black| {
        // Plies here are placed discs, the same with and without written passes.
        if board.occupied().len() <= max_ply.saturating_add(4) {
            let (key, turned) = place(board);
            path.push((key, black != turned));
        }
    })?;
    Ok(played.or(score))
}

/// The record of one game, for Black or White.
pub(crate) fn record_of(score: Option<i32>, black: bool) -> Record {
    match score {
        None => Record::default().with_game(),
        Some(score) => Record::default().with_result(if black { score } else { -score }),
    }
}
