//! Counting the leaves of the tree of legal moves.

use alloc::vec::Vec;

use crate::movegen::MoveList;
use crate::mv::Move;
use crate::position::Position;

/// The number of move sequences of this many plies. The last ply is counted, not built.
///
/// ```
/// use shogi_core::{perft, Position};
/// assert_eq!(perft(&Position::start(), 3), 25_470);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    fn inner(position: &mut Position, depth: u32) -> u64 {
        if depth == 1 {
            return position.count_moves() as u64;
        }
        let mut moves = MoveList::new();
        position.legal_moves_into(&mut moves);
        let mut nodes = 0;
        for &m in &moves {
            let undo = position.play_unchecked(m);
            nodes += inner(position, depth - 1);
            position.undo(m, undo);
        }
        nodes
    }
    if depth == 0 { 1 } else { inner(&mut position.clone(), depth) }
}

/// As [`perft`], with the list of legal moves built at the last ply and its length taken: a measure
/// of list generation.
#[must_use]
pub fn perft_listed(position: &Position, depth: u32) -> u64 {
    fn inner(position: &mut Position, depth: u32) -> u64 {
        let mut moves = MoveList::new();
        position.legal_moves_into(&mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut nodes = 0;
        for &m in &moves {
            let undo = position.play_unchecked(m);
            nodes += inner(position, depth - 1);
            position.undo(m, undo);
        }
        nodes
    }
    if depth == 0 { 1 } else { inner(&mut position.clone(), depth) }
}

/// As [`perft`], with every move of the last ply played and taken back: a measure of play and undo.
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    fn inner(position: &mut Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = MoveList::new();
        position.legal_moves_into(&mut moves);
        let mut nodes = 0;
        for &m in &moves {
            let undo = position.play_unchecked(m);
            nodes += inner(position, depth - 1);
            position.undo(m, undo);
        }
        nodes
    }
    inner(&mut position.clone(), depth)
}

/// The [`perft`] of this depth move by move, in the order of generation; empty at depth 0.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position.legal_moves().iter().map(|&m| (m, perft(&position.after(m), depth - 1))).collect()
}
