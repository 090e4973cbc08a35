//! Finds the positions of a game that are added to a book.
use super::error::RegisterGameError;
use super::record::Record;
use super::stored_key::stored_key;
use crate::board::Board;
use crate::key::PositionKey;
use crate::moves::Move;
use alloc::vec::Vec;

/// Plays a game from the start position. Calls `visit(board, black_to_move)` for the start and
/// after each placed disc. Forced passes are made automatically before the call. Returns the score
/// for Black if the game is finished.
///
/// A written pass must be legal. Written passes do not change which positions are visited.
fn positions(
    moves: impl IntoIterator<Item = Move>,
    mut visit: impl FnMut(Board, bool),
) -> Result<Option<i32>, RegisterGameError> {
    let (mut board, mut black) = (Board::START, true);
    // Whether the last turn was an automatic pass. The next turn of the input may be the same pass.
    let mut passed = false;
    let mut over = false;
    visit(board, black);
    for (index, mv) in moves.into_iter().enumerate() {
        let error = |kind| RegisterGameError { ply: index + 1, kind };
        let square = match mv {
            Move::Place(square) => square,
            Move::Pass if passed => {
                passed = false;
                continue;
            }
            // Forced passes were made already, so this pass is illegal. The board returns the
            // error.
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

/// Collects the keys of the positions of a game in `path`. Each key comes with a flag: whether its
/// side to move is Black. `max_ply` limits the number of placed discs. Returns the score for Black:
/// the score of the final board if the game is finished, otherwise `score`.
pub(crate) fn replay(
    moves: impl IntoIterator<Item = Move>,
    score: Option<i32>,
    max_ply: u32,
    path: &mut Vec<(PositionKey, bool)>,
) -> Result<Option<i32>, RegisterGameError> {
    path.clear();
    let played = positions(moves, |board, black| {
        // In this limit a ply is a placed disc, so passes do not count.
        if board.occupied().len() <= max_ply.saturating_add(4) {
            let (key, is_reversed) = stored_key(board);
            path.push((key, black != is_reversed));
        }
    })?;
    Ok(played.or(score))
}

/// Returns the record of one game, for Black or for White.
pub(crate) fn record_of(score: Option<i32>, black: bool) -> Record {
    match score {
        None => Record::default().with_game(),
        Some(score) => Record::default().with_result(if black { score } else { -score }),
    }
}
