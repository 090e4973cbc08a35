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
//! A solver without weights searches for the score directly. A solver with weights first guesses the
//! score, by searches of a few plies and then by searches to the end with cuts. It tries to prove that
//! one score, then searches further windows, each wider than the one before, until both bounds meet.
//! Each answer is a proven bound, whatever ends the search afterwards.
//!
//! An observer sees the progress of a long solve, and can end it:
//!
//! ```
//! use core::ops::ControlFlow;
//! use reversi_core::{Board, solve::{Limits, Options, Solver}};
//! let mut solver = Solver::new(1 << 20);
//! let solution = solver.solve_observed(Board::START, &Options::EXACT, &Limits::NONE, |progress| {
//!     if progress.nodes < 300_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! });
//! assert_eq!((solution.lower, solution.upper), (-64, 64)); // nothing was proven by then
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

/// Solves positions. Its tables keep what it learns from one position to the next.
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
    /// Makes a solver with a table of at most `bytes`; below 1 KB the table takes 1 KB. The size is
    /// rounded down to a power of two. The table is smaller if the system has less memory.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { engine: Engine::new(bytes) }
    }

    /// Makes a solver that also orders moves by an evaluation: it visits fewer nodes and finds the
    /// same scores. Two tables share the memory.
    #[must_use]
    pub fn guided(weights: Arc<Weights>, bytes: usize) -> Self {
        Self { engine: Engine::guided(weights, bytes) }
    }

    /// Sets whether the threads of the current rayon pool share a solve; `false` by default. The
    /// score does not depend on it.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub const fn with_parallel(mut self, parallel: bool) -> Self {
        self.engine.parallel = parallel;
        self
    }

    /// Solves a position for the side to move. For [`Goal::WinLossDraw`], `lower` and `upper` are
    /// bounds: a win has `lower >= 2`, a loss has `upper <= -2`, and for a draw both are 0.
    pub fn solve(&mut self, board: Board, options: &Options, limits: &Limits) -> Solution {
        engine::solve(&mut self.engine, board, options, limits, None)
    }

    /// Solves a position like [`solve`](Self::solve), and reports the progress: at every change, and
    /// about every 200,000 nodes from any of the threads. The observer may break. Then, as under a
    /// limit, the answer is what was proven until then.
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
    /// the side to move. The limits apply to all moves together; a move that they left unproven has
    /// `lower < upper`.
    pub fn solve_moves(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits,
    ) -> Vec<(Square, Solution)> {
        self.solve_each(board, options, limits, Parts::new(board, None))
    }

    /// Solves each move like [`solve_moves`](Self::solve_moves), and reports the progress: the bounds
    /// are those of the move being searched. After the observer breaks, the remaining moves stay
    /// unsolved.
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
                solution = Solution { lower: -reply.upper, upper: -reply.lower, ..reply };
            }
            solution.pv.insert(0, mv);
            solution.best = Some(mv);
            all.push((square, solution));
        }
        all.sort_by_key(|(square, solution)| (-solution.lower, -solution.upper, *square));
        all
    }
}
