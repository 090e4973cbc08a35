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

/// The number of values of [`Move::origin_target_bits`].
const ORIGIN_TARGETS: usize = 1 << 14;
/// The number of values of [`piece_target`].
const PIECE_TARGETS: usize = 32 * 81;
/// The limit of a history value.
const MAX_HISTORY: i32 = 8192;
/// What a thread has learnt about quiet moves.
pub(super) struct Heuristics {
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    /// By side, origin and target.
    history: Box<[[i16; ORIGIN_TARGETS]; 2]>,
    /// By piece and target.
    pieces: Box<[i16; PIECE_TARGETS]>,
    /// By piece and target of the opponent's last move.
    replies: Box<[Option<Move>; PIECE_TARGETS]>,
}

fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let slice = alloc::vec![value; N].into_boxed_slice();
    slice.try_into().unwrap_or_else(|_| unreachable!("the length is N"))
}

fn piece_target(side: Color, m: Move) -> usize {
    (side.index() * 16 + m.kind_after().index()) * 81 + m.target().index()
}

fn add(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

impl Heuristics {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 2],
            history: boxed([0; ORIGIN_TARGETS]),
            pieces: boxed(0),
            replies: boxed(None),
        }
    }

    /// Forgets the killer moves of a ply.
    pub(super) fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// Returns quiet moves that refuted similar positions: at this ply, or after the same last move.
    pub(super) fn killers(&self, side: Color, ply: usize, last: Option<Move>) -> [Option<Move>; 3] {
        let [a, b] = self.killers[ply];
        let reply = last.and_then(|last| self.replies[piece_target(!side, last)]);
        [a, b, reply.filter(|_| reply != a && reply != b)]
    }

    /// Returns the history value of a quiet move.
    pub(super) fn of(&self, side: Color, m: Move) -> i32 {
        i32::from(self.history[side.index()][usize::from(m.origin_target_bits())])
            + i32::from(self.pieces[piece_target(side, m)])
    }

    /// Changes the history value of a quiet move.
    fn add(&mut self, side: Color, m: Move, bonus: i32) {
        add(&mut self.history[side.index()][usize::from(m.origin_target_bits())], bonus);
        add(&mut self.pieces[piece_target(side, m)], bonus);
    }

    /// Records that a quiet move refuted the position after the searched quiet moves did not.
    pub(super) fn reward(
        &mut self,
        side: Color,
        (ply, last): (usize, Option<Move>),
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
        if let Some(last) = last {
            self.replies[piece_target(!side, last)] = Some(m);
        }
    }
}
