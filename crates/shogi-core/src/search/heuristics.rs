//! What a thread has learnt about quiet moves.

use alloc::boxed::Box;

use super::ply::MAX_PLY;
use crate::color::Color;
use crate::mv::Move;

/// A move and its place in the order.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) m: Move,
    pub(super) score: i32,
}

/// The number of values of [`piece_target`].
const PIECE_TARGETS: usize = 32 * 81;
/// The limit of a history value.
const MAX_HISTORY: i32 = 8192;

/// What a thread has learnt about quiet moves.
pub(super) struct Heuristics {
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    /// How often a move was good, by piece and target.
    history: Box<[i16]>,
}

fn piece_target(side: Color, m: Move) -> usize {
    (side.index() * 16 + m.kind_after().index()) * 81 + m.target().index()
}

impl Heuristics {
    pub(super) fn new() -> Self {
        let history = alloc::vec![0; PIECE_TARGETS].into_boxed_slice();
        Self { killers: [[None; 2]; MAX_PLY + 2], history }
    }

    /// Forgets the killer moves of a ply.
    pub(super) fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// Returns the quiet moves that last refuted another position at this ply.
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Returns the history value of a quiet move.
    pub(super) fn of(&self, side: Color, m: Move) -> i32 {
        i32::from(self.history[piece_target(side, m)])
    }

    /// Changes the history value of a quiet move.
    fn add(&mut self, side: Color, m: Move, bonus: i32) {
        let value = &mut self.history[piece_target(side, m)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }

    /// Records that a quiet move refuted the position after the searched quiet moves did not.
    pub(super) fn reward(
        &mut self,
        side: Color,
        ply: usize,
        m: Move,
        searched: &[Option<Move>],
        depth: i32,
    ) {
        let bonus = (16 * depth * depth + 32 * depth).min(1200);
        self.add(side, m, bonus);
        for &other in searched.iter().flatten() {
            self.add(side, other, -bonus);
        }
        if self.killers[ply][0] != Some(m) {
            self.killers[ply] = [Some(m), self.killers[ply][0]];
        }
    }
}
