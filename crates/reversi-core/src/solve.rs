//! Exact endgame solving.
//!
//! ```
//! use reversi_core::{Bitboard, Board};
//! use reversi_core::solve::{Limits, Options, Solver};
//! // One empty square, a1: a disc there flips the whole first row.
//! let board = Board::new(Bitboard::from_bits(!0 << 7), Bitboard::from_bits(0x7e)).unwrap();
//! let solution = Solver::new(1 << 20).solve(board, &Options::EXACT, &Limits::NONE);
//! assert_eq!(solution.score(), Some(64));
//! assert_eq!(solution.pv[0].to_string(), solution.best.unwrap().to_string());
//! ```
//!
//! A solver without weights searches for the score directly. A solver with weights first estimates
//! the score, with searches of a few plies and then with selective searches to the end of the game.
//! The solver then tries to prove the estimated score, and searches wider windows until the lower
//! and the upper bound are equal. The result of each window is a proven bound, which remains valid
//! if the search is stopped later.
//!
//! An observer receives the progress of a long solve and can stop the solve:
//!
//! ```
//! use core::ops::ControlFlow;
//! use reversi_core::{Board, solve::{Limits, Options, Solver}};
//! let mut solver = Solver::new(1 << 20);
//! let solution = solver.solve_observed(Board::START, &Options::EXACT, &Limits::NONE, |progress| {
//!     if progress.nodes < 300_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! });
//! assert_eq!((solution.lower, solution.upper), (-64, 64)); // nothing was proven before the stop
//! ```
use crate::board::Board;
use crate::engine::{self, Budget, Engine, Parts, Reporter};
use crate::eval::Weights;
use crate::moves::Move;
use crate::square::Square;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

pub use crate::engine::{
    Goal, Hint, Limits, Progress, Selectivity, Solution, SolveOptions as Options,
};

/// A solver of endgame positions. Its hash tables keep their entries between solves.
pub struct Solver {
    engine: Engine,
}

impl core::fmt::Debug for Solver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Default for Solver {
    /// Makes a solver with a table of 64 MB.
    fn default() -> Self {
        Self::new(64 << 20)
    }
}

impl Solver {
    /// Makes a solver with a table of at most `bytes` bytes, but at least 1 KB. The size is rounded
    /// down to a power of two. The table is smaller if the system has less memory. Each thread of a
    /// solve has another table of at most 256 KB for the last empty squares.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { engine: Engine::new(bytes) }
    }

    /// Makes a solver that also uses an evaluation to order moves. Such a solver visits fewer nodes
    /// and finds the same scores. Its two tables share the memory.
    #[must_use]
    pub fn guided(weights: Arc<Weights>, bytes: usize) -> Self {
        Self { engine: Engine::guided(weights, bytes) }
    }

    /// Sets whether the threads of the current rayon pool share a solve; `false` by default. The
    /// score does not depend on this setting.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub const fn with_parallel(mut self, parallel: bool) -> Self {
        self.engine.parallel = parallel;
        self
    }

    /// Solves a position for the side to move. With [`Goal::WinLossDraw`], the solution of a win
    /// has `lower >= 2`, of a loss `upper <= -2`, and of a draw `lower == 0` and `upper == 0`.
    pub fn solve(&mut self, board: Board, options: &Options, limits: &Limits) -> Solution {
        engine::solve(&mut self.engine, board, options, limits, None)
    }

    /// Solves a position like [`solve`](Self::solve), and calls the observer with the progress at
    /// every change and about every 8,000 nodes. Any thread of the solve may call the observer. If
    /// the observer returns `Break`, the solve ends as if a limit were reached, and the solution
    /// has the bounds proven so far.
    pub fn solve_observed(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits,
        mut observer: impl FnMut(&Progress) -> ControlFlow<()> + Send,
    ) -> Solution {
        let reporter = Reporter::new(board, &mut observer);
        engine::solve(&mut self.engine, board, options, limits, Some(&reporter))
    }

    /// Solves the position after each move. Returns the moves, best first, with their scores for
    /// the side to move. The limits apply to all moves together. A move that is not fully solved
    /// within the limits has `lower < upper`.
    pub fn solve_moves(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits,
    ) -> Vec<(Square, Solution)> {
        self.solve_each(board, options, limits, Parts::new(board, None))
    }

    /// Solves each move like [`solve_moves`](Self::solve_moves), and reports the progress. The
    /// bounds in the progress belong to the move being searched. After the observer returns
    /// `Break`, the remaining moves are not solved.
    pub fn solve_moves_observed(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits,
        mut observer: impl FnMut(&Progress) -> ControlFlow<()> + Send,
    ) -> Vec<(Square, Solution)> {
        self.solve_each(board, options, limits, Parts::new(board, Some(&mut observer)))
    }

    fn solve_each(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits,
        mut parts: Parts<'_>,
    ) -> Vec<(Square, Solution)> {
        let budget = Budget::start(limits);
        let after = |square| board.play_unchecked(square);
        let mut squares: Vec<Square> = board.moves().iter().collect();
        if let Some(weights) = self.engine.weights() {
            squares.sort_by_key(|&square| weights.value(after(square)));
        }
        let mut all = Vec::with_capacity(squares.len());
        for square in squares {
            let mv = Move::Place(square);
            let mut solution = Solution::unknown();
            if !parts.is_over {
                let next = after(square);
                let rest = budget.rest(parts.progress.nodes);
                let reply = parts.run(
                    next,
                    |progress, reply| progress.follow_reply(mv, reply),
                    |reporter| engine::solve(&mut self.engine, next, options, &rest, reporter),
                );
                parts.progress.nodes += reply.nodes;
                let expected = reply.expected.map(|(score, level)| (-score, level));
                solution = Solution {
                    lower: -reply.upper,
                    upper: -reply.lower,
                    unproven_best: None,
                    expected,
                    ..reply
                };
            }
            solution.pv.insert(0, mv);
            solution.best = Some(mv);
            all.push((square, solution));
        }
        all.sort_by_key(|(square, solution)| (-solution.lower, -solution.upper, *square));
        all
    }
}
