//! Reviews of games: the value of each move, and the discs that it loses against the best move.
//!
//! ```
//! use reversi_core::{Position, Square, eval::{Shapes, Weights}};
//! use reversi_core::review::{Options, review};
//! use reversi_core::search::{Limits, Searcher};
//! use std::sync::Arc;
//!
//! // All weights are 0 here. Real weights come from `Weights::embedded()` (feature `weights`).
//! let mut searcher = Searcher::new(Arc::new(Weights::zero(&Shapes::rich_46())), 1 << 20);
//! let mut game = Position::start();
//! for square in [Square::F5, Square::D6, Square::C3] {
//!     game.play(square)?;
//! }
//! let review = review(&mut searcher, &game, &Options::new(3), &Limits::NONE);
//! assert_eq!(review.moves.len(), 3);
//! assert!(review.is_complete && review.moves.iter().all(|turn| turn.loss.get() >= 0));
//! # Ok::<(), reversi_core::IllegalMove>(())
//! ```
//!
//! Positions near the end of the game are solved, so the losses of their moves are exact. The moves
//! before are compared by searches of the same depth and selectivity. The hash tables are cleared before
//! such a position, so the line that was played is not seen deeper than the other moves. The estimated
//! values of a move therefore do not depend on the moves after it, if the searcher uses one thread and
//! no limit stops it. The review begins at the end of the game.
use crate::board::Board;
use crate::centidiscs::Centidiscs;
use crate::color::Color;
use crate::key::equal_moves;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{self, Limits, Searcher, Selectivity};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The depth and the number of solved plies of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The depth in plies of the searches.
    pub depth: u32,
    /// The maximum number of empty squares at which positions are solved exactly.
    pub solve_from: u32,
    /// The required certainty of a shallow search that prunes a branch. It does not affect solved
    /// positions.
    pub selectivity: Selectivity,
}

impl Options {
    /// Makes options with this depth, without selective pruning. A position is solved if the depth
    /// reaches its end.
    #[must_use]
    pub const fn new(depth: u32) -> Self {
        Self { depth, solve_from: depth, selectivity: Selectivity::Full }
    }

    /// Sets the maximum number of empty squares at which positions are solved exactly.
    #[must_use]
    pub const fn with_solve_from(mut self, empties: u32) -> Self {
        self.solve_from = empties;
        self
    }

    /// Sets the selectivity of the searches.
    #[must_use]
    pub const fn with_selectivity(mut self, selectivity: Selectivity) -> Self {
        self.selectivity = selectivity;
        self
    }

    /// Returns the options of a search for the best move of a position.
    fn search(&self, depth: u32) -> search::Options {
        search::Options::to_depth(depth)
            .with_solve_from(self.solve_from)
            .with_selectivity(self.selectivity)
    }
}

/// A placed disc of a game and its value. Values are for the side that plays the move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReviewedMove {
    /// The number of the turn in the game, counted from 1. Passes are counted too.
    pub ply: usize,
    /// The side that plays the move.
    pub side: Color,
    /// The number of empty squares before the move.
    pub empties: u32,
    /// The move.
    pub mv: Move,
    /// The value of the move.
    pub value: Centidiscs,
    /// The best move. It is `mv` if no other move has a greater value.
    pub best: Move,
    /// The value of the best move.
    pub best_value: Centidiscs,
    /// The difference between the two values. It is never negative.
    pub loss: Centidiscs,
    /// Whether both values are proven final scores.
    pub is_exact: bool,
    /// The depth in plies of the search for the best move.
    pub depth: u32,
}

/// The values of the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Review {
    /// The placed discs in the order of the game.
    pub moves: Vec<ReviewedMove>,
    /// The number of visited nodes.
    pub nodes: u64,
    /// Whether all moves are reviewed. If the observer stops a review, the first moves of the game
    /// are missing.
    pub is_complete: bool,
}

impl Review {
    /// Returns the sum of the losses of a side.
    #[must_use]
    pub fn loss(&self, side: Color) -> Centidiscs {
        let moves = self.moves.iter().filter(|reviewed| reviewed.side == side);
        Centidiscs::new(moves.map(|reviewed| reviewed.loss.get()).sum())
    }
}

/// The progress of a review.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The number of positions that are searched.
    pub done: usize,
    /// The number of positions to search.
    pub total: usize,
    /// The number of visited nodes.
    pub nodes: u64,
}

/// Reviews the game that led to a position. The limits apply to each search.
pub fn review(
    searcher: &mut Searcher,
    game: &Position,
    options: &Options,
    limits: &Limits,
) -> Review {
    run(searcher, game, options, limits, &mut |_| ControlFlow::Continue(()))
}

/// Reviews a game like [`review`], and calls the observer with the progress after every position and
/// during searches. If the observer breaks, the review has the moves that are reviewed so far.
pub fn review_observed(
    searcher: &mut Searcher,
    game: &Position,
    options: &Options,
    limits: &Limits,
    mut observer: impl FnMut(&Progress) -> ControlFlow<()> + Send,
) -> Review {
    run(searcher, game, options, limits, &mut observer)
}

/// A function that receives the progress of a review.
type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a;

/// The value of a position for the side to move.
#[derive(Clone, Copy)]
struct Value {
    value: i32,
    is_proven: bool,
}

/// The state of a review.
struct Reviewer<'a, 'b> {
    searcher: &'a mut Searcher,
    options: &'a Options,
    limits: &'a Limits,
    observer: &'a mut Observer<'b>,
    progress: Progress,
    is_stopped: bool,
}

fn run(
    searcher: &mut Searcher,
    game: &Position,
    options: &Options,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Review {
    let is_placed = |turn: &&crate::position::Turn| turn.mv != Move::Pass;
    let total = game.history().iter().filter(is_placed).count();
    let progress = Progress { done: 0, total, nodes: 0 };
    let mut reviewer =
        Reviewer { searcher, options, limits, observer, progress, is_stopped: false };
    let mut moves = reviewer.moves(game);
    moves.reverse();
    Review { moves, nodes: reviewer.progress.nodes, is_complete: !reviewer.is_stopped }
}

impl Reviewer<'_, '_> {
    /// Reviews the moves from the last to the first.
    fn moves(&mut self, game: &Position) -> Vec<ReviewedMove> {
        let mut position = game.clone();
        let mut moves = Vec::new();
        // The proven value of the position after the move.
        let mut after: Option<i32> = None;
        loop {
            let next = position.board();
            let ply = position.ply();
            let Some(mv) = position.undo() else { return moves };
            if mv == Move::Pass {
                after = after.map(|value| -value);
                continue;
            }
            let Some(reviewed) = self.reviewed(&position, ply, mv, next, after) else {
                self.is_stopped = true;
                return moves;
            };
            after = reviewed.is_exact.then(|| reviewed.best_value.get());
            moves.push(reviewed);
            self.progress.done += 1;
            if self.is_stopped || (self.observer)(&self.progress).is_break() {
                self.is_stopped = position.ply() > 0;
                return moves;
            }
        }
    }

    /// Reviews a move. `after` is the proven value of the position after the move, `next`, if it is
    /// known. Returns `None` if the search was stopped before it found values.
    fn reviewed(
        &mut self,
        position: &Position,
        ply: usize,
        mv: Move,
        next: Board,
        after: Option<i32>,
    ) -> Option<ReviewedMove> {
        let (board, options) = (position.board(), self.options);
        if board.empties().len() > options.solve_from {
            self.searcher.clear();
        }
        let report = self.search(board, &options.search(options.depth));
        let hint = report.hints.first()?;
        if self.is_stopped && !hint.is_proven {
            return None;
        }
        let best = Value { value: hint.value.get(), is_proven: hint.is_proven };
        let played = if is_same(board, hint.mv, mv) {
            best
        } else {
            match after {
                // An estimate is compared with an estimate.
                Some(value) if best.is_proven => Value { value: -value, is_proven: true },
                _ => self.played(next, best.is_proven)?,
            }
        };
        // A search may value the move higher than the search that chose another move as the best.
        let is_best = played.value >= best.value;
        let best_value = if is_best { played.value } else { best.value };
        Some(ReviewedMove {
            ply,
            side: position.side(),
            empties: board.empties().len(),
            mv,
            value: Centidiscs::new(played.value),
            best: if is_best { mv } else { hint.mv },
            best_value: Centidiscs::new(best_value),
            loss: Centidiscs::new(best_value - played.value),
            is_exact: best.is_proven && played.is_proven,
            depth: hint.depth,
        })
    }

    /// Returns the value of the position after a move, for the side that played the move. The position is
    /// solved only if the value of the best move is proven.
    fn played(&mut self, next: Board, solves: bool) -> Option<Value> {
        if next.is_over() {
            return Some(Value { value: -100 * next.final_score(), is_proven: true });
        }
        let depth = self.options.depth.saturating_sub(1).max(1);
        let mut options = self.options.search(depth);
        if !solves {
            options.solve_from = 0;
        }
        let report = self.search(next, &options);
        let hint = report.hints.first().filter(|hint| !self.is_stopped || hint.is_proven)?;
        Some(Value { value: -hint.value.get(), is_proven: hint.is_proven })
    }

    fn search(&mut self, board: Board, options: &search::Options) -> search::Report {
        let before = self.progress.nodes;
        let (progress, observer) = (&mut self.progress, &mut self.observer);
        let is_stopped = &mut self.is_stopped;
        let report = self.searcher.search_observed(board, options, self.limits, |search| {
            progress.nodes = before + search.nodes;
            let flow = observer(progress);
            *is_stopped |= flow.is_break();
            flow
        });
        self.progress.nodes = before + report.nodes;
        report
    }
}

/// Returns whether two moves are the same move, on a symmetric board up to the symmetry.
fn is_same(board: Board, best: Move, mv: Move) -> bool {
    match (best, mv) {
        (Move::Place(best), Move::Place(square)) => equal_moves(board, best).contains(square),
        _ => best == mv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Shapes, Weights};
    use crate::solve::{self, Solver};
    use alloc::sync::Arc;

    fn searcher() -> Searcher {
        Searcher::new(Arc::new(Weights::zero(&Shapes::rich_46())), 1 << 20)
    }

    /// Plays moves, with forced passes.
    fn played(moves: &str) -> Position {
        let mut position = Position::start();
        for at in (0..moves.len()).step_by(2) {
            position.play_with_forced_pass(moves[at..at + 2].parse().unwrap()).unwrap();
        }
        position
    }

    const WHOLE: &str = "d3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1\
        d7d1d6f1c6h4h2h1a8b7c7b6e8c8g7f7e7f6g8d8b8h8h6f8";

    #[test]
    fn losses_at_the_end_are_those_of_the_solver() {
        let game = played(WHOLE);
        let options = Options::new(1).with_solve_from(9);
        let review = review(&mut searcher(), &game, &options, &Limits::NONE);
        assert!(review.is_complete && review.nodes > 0);
        let placed = game.history().iter().filter(|turn| turn.mv != Move::Pass).count();
        assert_eq!(review.moves.len(), placed);
        let mut solver = Solver::new(1 << 18);
        let mut position = game;
        let mut losses = 0;
        for reviewed in review.moves.iter().rev().take(9) {
            while position.ply() >= reviewed.ply {
                position.undo();
            }
            let board = position.board();
            assert_eq!((reviewed.side, reviewed.empties), (position.side(), board.empties().len()));
            let all = solver.solve_moves(board, &solve::Options::EXACT, &Limits::NONE);
            let score = |mv: Move| {
                let found = all.iter().find(|(square, _)| mv == (*square).into());
                found.and_then(|(_, solution)| solution.score()).map(|score| 100 * score)
            };
            assert!(reviewed.is_exact);
            assert_eq!(Some(reviewed.value.get()), score(reviewed.mv), "{}", reviewed.ply);
            assert_eq!(Some(reviewed.best_value.get()), score(reviewed.best));
            assert_eq!(Some(reviewed.best_value.get()), score(all[0].0.into()));
            losses += reviewed.loss.get();
        }
        assert!(losses > 0, "the game has mistakes");
        let sides = Color::ALL.map(|side| review.loss(side).get());
        assert_eq!(sides[0] + sides[1], review.moves.iter().map(|m| m.loss.get()).sum::<i32>());
    }

    #[test]
    fn an_unfinished_game_and_a_stopped_review_have_values() {
        let game = played(&WHOLE[..20]);
        let full = review(&mut searcher(), &game, &Options::new(2), &Limits::NONE);
        assert_eq!(full.moves.len(), 10);
        // All first moves are the same move on the symmetric board.
        let first = &full.moves[0];
        assert_eq!((first.best, first.loss), (first.mv, Centidiscs::new(0)));
        assert!(full.moves.iter().all(|reviewed| !reviewed.is_exact && reviewed.depth == 2));
        let plies = full.moves.iter().map(|reviewed| reviewed.ply);
        assert!(plies.eq(1..=10));
        let stopped =
            review_observed(&mut searcher(), &game, &Options::new(2), &Limits::NONE, |progress| {
                match progress.done {
                    3.. => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
        assert!(!stopped.is_complete);
        assert_eq!(stopped.moves, full.moves[7..]);
        let empty = Position::start();
        let none = review(&mut searcher(), &empty, &Options::new(2), &Limits::NONE);
        assert!(none.is_complete && none.moves.is_empty());
    }
}
