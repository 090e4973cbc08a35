//! A simple search of a few plies that works with any evaluation.
use crate::board::Board;
use crate::square::Square;

/// Searches `depth` plies and returns the best move and its value for the side to move, in
/// centidiscs.
///
/// `value` returns the evaluation of a board in centidiscs. If several moves have the best value,
/// the first of these moves is returned. Returns `None` if the side to move has no legal move. A
/// pass does not count as a ply.
#[must_use]
pub fn shallow_search(
    board: Board,
    depth: u32,
    value: &impl Fn(Board) -> i32,
) -> Option<(Square, i32)> {
    let mut best: Option<(Square, i32)> = None;
    for square in board.moves() {
        let next = board.play_unchecked(square);
        let alpha = best.map_or(-BOUND, |(_, value)| value);
        let found = -search(next, depth.max(1) - 1, (-BOUND, -alpha), value);
        if best.is_none() || found > alpha {
            best = Some((square, found));
        }
    }
    best
}

/// A bound that exceeds every score and every value of an evaluation.
const BOUND: i32 = 1 << 20;

/// Returns the value of a board within a window, by alpha-beta search. Moves after which the
/// opponent has few legal moves are searched first.
pub(super) fn search(
    board: Board,
    depth: u32,
    (alpha, beta): (i32, i32),
    value: &impl Fn(Board) -> i32,
) -> i32 {
    let moves = board.moves();
    if moves.is_empty() {
        if board.is_over() {
            return 100 * board.final_score();
        }
        if depth > 0 {
            return -search(board.pass_unchecked(), depth, (-beta, -alpha), value);
        }
    }
    if depth == 0 {
        return value(board);
    }
    let mut list = [(0u32, board); 64];
    let mut len = 0;
    for (slot, square) in list.iter_mut().zip(moves) {
        let next = board.play_unchecked(square);
        *slot = (if depth > 1 { next.moves().len() } else { 0 }, next);
        len += 1;
    }
    let list = &mut list[..len];
    list.sort_unstable_by_key(|&(replies, _)| replies);
    let mut best = -BOUND;
    for &(_, next) in &*list {
        best = best.max(-search(next, depth - 1, (-beta, -alpha.max(best)), value));
        if best >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{Mobility, SelfPlay, boards, self_play};

    fn minimax(board: Board, depth: u32, value: &impl Fn(Board) -> i32) -> i32 {
        if board.is_over() {
            return 100 * board.final_score();
        }
        if depth == 0 {
            return value(board);
        }
        if !board.has_moves() {
            return -minimax(board.pass_unchecked(), depth, value);
        }
        let after = |square| -minimax(board.play(square).unwrap(), depth - 1, value);
        board.moves().iter().map(after).max().unwrap()
    }

    #[test]
    fn the_search_is_minimax() {
        let zero = crate::eval::Weights::zero(&crate::eval::Shapes::plain_42());
        let value = |board| Mobility::FITTED.value(board);
        for seed in 0..20 {
            for board in boards(&self_play(&zero, &SelfPlay::default(), seed)) {
                let (square, found) = shallow_search(board, 3, &value).unwrap();
                assert_eq!(found, minimax(board, 3, &value), "{board:?}");
                assert_eq!(found, -minimax(board.play(square).unwrap(), 2, &value));
            }
        }
    }
}
