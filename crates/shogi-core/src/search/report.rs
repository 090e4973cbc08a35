//! The progress and the result of a search.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::value::Value;
use crate::mv::Move;

/// A move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// The value of the move for the side to move.
    pub value: Value,
    /// The depth in plies of the search that found the value, including the move. 0 for a mate that
    /// the mate search found, which need not be the shortest one.
    pub depth: u32,
    /// The expected line: `mv` and the moves after it. All moves are legal.
    pub pv: Vec<Move>,
}

/// The progress of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The number of nodes visited so far by all threads.
    pub nodes: u64,
    /// The depth in plies of the last finished round.
    pub depth: u32,
    /// The greatest number of plies from the root so far, including quiescence.
    pub selective_depth: u32,
    /// The moves valued so far, best first. If a round was interrupted, a move may have been valued
    /// at a smaller depth than the others.
    pub hints: Vec<Hint>,
    /// Whether a round has finished since the last call of the observer.
    pub is_new_round: bool,
    /// How full the table is, in thousandths. Updated after each round.
    pub table_permille: u32,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The depth in plies of the last finished round.
    pub depth: u32,
    /// The valued moves, best first. The list is empty if there is no legal move.
    pub hints: Vec<Hint>,
    /// The number of visited nodes.
    pub nodes: u64,
    /// Whether the side to move wins by a declaration now. The hints are then empty.
    pub declares: bool,
}

impl Report {
    /// Returns the best move, or `None` if there is no legal move or the side to move declares a
    /// win.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.hints.first().map(|hint| hint.mv)
    }
}

/// A function that receives the progress and breaks to stop the search.
pub(super) type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;
