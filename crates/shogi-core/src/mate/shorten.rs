//! Shorter mates: questions for a mate that is two plies shorter, at the root and along the line.

use alloc::vec::Vec;

use super::numbers::NEVER_VALID;
use super::search::Search;
use crate::mv::Move;

/// The number of nodes for a question at a position of the line, at first.
const FIRST_BUDGET: u64 = 300;

/// The number of such budgets for a position of a shorter mate whose entry the table has lost.
const RERUN_FACTOR: u64 = 64;

impl Search<'_> {
    /// Looks for shorter mates than the verified line `moves`, and replaces the line. Returns whether the
    /// length is proven to be the shortest.
    ///
    /// A question at the root alone would spend its nodes on other first moves. The questions along the
    /// line find detours where they are. They begin at the end of the line, so that each question uses
    /// the answers to the questions after it.
    pub(super) fn shorten(&mut self, moves: &mut Vec<Move>) -> bool {
        let mut budget = FIRST_BUDGET;
        while moves.len() > 1 {
            let plies = moves.len() as u16;
            let found = self.ask(plies - 2, budget.saturating_mul(u64::from(plies)));
            if found.disproof == 0 && found.since != NEVER_VALID {
                return true;
            }
            let bound = if found.proof == 0 {
                found.plies
            } else {
                self.shorten_along(moves, budget);
                plies
            };
            if self.stop.is_some() {
                return false;
            }
            self.rerun_budget = budget.saturating_mul(RERUN_FACTOR);
            let line = self.verify(bound, true);
            self.rerun_budget = u64::MAX;
            let former = moves.len();
            if let Some(line) = line
                && line.len() <= former
            {
                self.keep_verified();
                *moves = line;
            }
            if moves.len() == former {
                budget = budget.saturating_mul(2);
            }
            if self.stop.is_some() {
                return false;
            }
        }
        true
    }

    /// Asks for a shorter mate at each position of the line, from the end. The table keeps the answers.
    fn shorten_along(&mut self, moves: &[Move], budget: u64) {
        let mut played = Vec::with_capacity(moves.len());
        for &m in moves {
            played.push((m, self.position.play_unchecked(m)));
        }
        while let Some((m, undo)) = played.pop() {
            self.position.undo(m, undo);
            let ply = played.len();
            if ply % 2 == 1 {
                continue;
            }
            self.first_ply = ply as u16;
            let mut plies = (moves.len() - ply) as u16;
            while plies > 1 && self.stop.is_none() {
                let found = self.ask(plies - 2, budget);
                if found.proof != 0 {
                    break;
                }
                plies = found.plies;
            }
        }
        self.first_ply = 0;
    }
}
