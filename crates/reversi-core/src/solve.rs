//! Exact endgame solving.
//!
//! ```
//! use reversi_core::{Bitboard, Board, solve::{Limits, Solver}};
//! // One empty square, a1: a disc there flips the whole first row.
//! let board = Board::new(Bitboard::from_bits(!0 << 7), Bitboard::from_bits(0x7e)).unwrap();
//! let solution = Solver::new(10).solve(board, &Limits::NONE);
//! assert_eq!(solution.score(), Some(64));
//! assert_eq!(solution.pv[0].to_string(), solution.best.unwrap().to_string());
//! ```
use crate::board::Board;
use crate::eval::Weights;
use crate::moves::Move;
use crate::square::Square;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64};

pub(crate) mod exact;
mod search;
mod stability;
mod table;

use search::{INFINITE, Shared, Stop, Worker};
use table::Table;

/// What ends a search before its answer is proven.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// At most about this many nodes.
    pub nodes: Option<u64>,
    /// At most about this long.
    #[cfg(feature = "std")]
    pub time: Option<std::time::Duration>,
    /// Set by another thread to stop.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit.
    pub const NONE: Limits<'static> = Limits {
        nodes: None,
        #[cfg(feature = "std")]
        time: None,
        stop: None,
    };

    /// With a limit on the nodes.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// With a limit on the time.
    #[cfg(feature = "std")]
    #[must_use]
    pub const fn with_time(mut self, time: std::time::Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// With a flag that stops the search.
    #[must_use]
    pub const fn with_stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The final score in discs.
    #[default]
    Exact,
    /// Only whether it is won, lost or drawn.
    WinLossDraw,
}

/// What a solver proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The final score in discs for the side to move is at least this.
    pub lower: i32,
    /// And at most this.
    pub upper: i32,
    /// A move that reaches `lower`; `None` where the game is over or nothing was proven.
    pub best: Option<Move>,
    /// Best play from the position, passes included, as far as it was proven.
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
}

impl Solution {
    /// The score, if it is exact.
    #[must_use]
    pub const fn score(&self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}

/// Solves positions, keeping what it learns in a table of fixed size.
pub struct Solver {
    table: Table,
    weights: Option<Arc<Weights>>,
    #[cfg(feature = "rayon")]
    threads: usize,
}

impl core::fmt::Debug for Solver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Default for Solver {
    /// A solver with a table of 64 MB.
    fn default() -> Self {
        Self::new(20)
    }
}

impl Solver {
    /// A solver with a table of `2^bits` buckets of 64 bytes, `bits` from 4 to 32; 20 is 64 MB.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self {
            table: Table::new(bits),
            weights: None,
            #[cfg(feature = "rayon")]
            threads: 1,
        }
    }

    /// Orders moves by an evaluation too: fewer nodes, the same scores.
    #[must_use]
    pub fn with_weights(mut self, weights: Arc<Weights>) -> Self {
        self.weights = Some(weights);
        self
    }

    /// How many threads of the current rayon pool to share the search with; 1 until set. The score
    /// does not depend on it.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The exact score of a position for the side to move.
    pub fn solve(&mut self, board: Board, limits: &Limits<'_>) -> Solution {
        self.solve_for(board, Goal::Exact, limits)
    }

    /// As [`solve`](Self::solve) for another goal. For win, loss or draw `lower` and `upper` are
    /// bounds: a win has `lower >= 2`, a loss `upper <= -2`, a draw both 0.
    pub fn solve_for(&mut self, board: Board, goal: Goal, limits: &Limits<'_>) -> Solution {
        self.table.age();
        let never = AtomicBool::new(false);
        let stop = Stop { flag: limits.stop.unwrap_or(&never), above: None };
        let shared = self.shared(limits);
        let mut w = Worker::new(&shared, &stop);
        let mut solution = root(&mut w, board, goal);
        w.report();
        solution.nodes = shared.nodes.into_inner();
        solution
    }

    /// The exact score of each move, best first, in discs for the side to move. A move that the
    /// limits left unproven has `lower < upper`.
    pub fn solve_moves(&mut self, board: Board, limits: &Limits<'_>) -> Vec<(Square, Solution)> {
        let mut all: Vec<_> = board
            .moves()
            .iter()
            .map(|square| {
                let next = board.play_flipping(square, board.flips(square));
                let mut reply = self.solve(next, limits);
                (reply.lower, reply.upper) = (-reply.upper, -reply.lower);
                reply.pv.insert(0, Move::Place(square));
                reply.best = Some(Move::Place(square));
                (square, reply)
            })
            .collect();
        all.sort_by_key(|(square, solution)| (-solution.lower, -solution.upper, *square));
        all
    }

    fn shared(&self, limits: &Limits<'_>) -> Shared<'_> {
        Shared {
            table: &self.table,
            weights: self.weights.as_deref(),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            exhausted: AtomicBool::new(false),
            #[cfg(feature = "std")]
            deadline: limits.time.and_then(|time| std::time::Instant::now().checked_add(time)),
            #[cfg(feature = "rayon")]
            threads: self.threads,
        }
    }
}

/// Proves bounds at the root by null windows from the middle outward: each answer holds even if the
/// next question is cut short.
fn root(w: &mut Worker<'_>, board: Board, goal: Goal) -> Solution {
    let mut solution = Solution { lower: -64, upper: 64, best: None, pv: Vec::new(), nodes: 0 };
    let (p, o) = (board.player().bits(), board.opponent().bits());
    if board.is_over() {
        (solution.lower, solution.upper) = (board.final_score(), board.final_score());
        return solution;
    }
    let score = |w: &mut Worker<'_>, alpha, beta| search::run(w, p, o, alpha, beta);
    match goal {
        Goal::WinLossDraw => {
            for (alpha, beta) in [(-1, 0), (0, 1)] {
                if solution.upper <= alpha || solution.lower >= beta {
                    continue;
                }
                let found = score(w, alpha, beta);
                if w.is_stopped() {
                    break;
                }
                if found >= beta {
                    solution.lower = solution.lower.max(found);
                } else {
                    solution.upper = solution.upper.min(found);
                }
            }
        }
        Goal::Exact => {
            let found = score(w, -INFINITE, INFINITE);
            if !w.is_stopped() {
                (solution.lower, solution.upper) = (found, found);
            }
        }
    }
    if let Some(exact) = solution.score() {
        solution.pv = principal_variation(w, board, exact);
        solution.best = solution.pv.first().copied();
    } else if solution.lower > -64 {
        let best = reaching(w, board, solution.lower);
        solution.best = best;
        solution.pv.extend(best);
    }
    solution
}

/// A move after which the side to move has at least `score`.
fn reaching(w: &mut Worker<'_>, board: Board, score: i32) -> Option<Move> {
    if board.must_pass() {
        return Some(Move::Pass);
    }
    let known = w.shared.table.find(board.player().bits(), board.opponent().bits());
    let first = known.and_then(|known| Square::from_index(known.best));
    let first = first.filter(|&square| board.moves().contains(square));
    let rest = board.moves().iter().filter(|&square| Some(square) != first);
    for square in first.into_iter().chain(rest) {
        let next = board.play_flipping(square, board.flips(square));
        let (p, o) = (next.player().bits(), next.opponent().bits());
        let found = -search::run(w, p, o, -score, -score + 1);
        if w.is_stopped() {
            return None;
        }
        if found >= score {
            return Some(Move::Place(square));
        }
    }
    None
}

/// Best play from a position of this exact score. Each step is proven again, mostly by the table.
fn principal_variation(w: &mut Worker<'_>, board: Board, score: i32) -> Vec<Move> {
    let (mut board, mut score) = (board, score);
    let mut pv = Vec::new();
    while !board.is_over() {
        let Some(mv) = reaching(w, board, score) else { break };
        pv.push(mv);
        board = match mv {
            Move::Place(square) => board.play_flipping(square, board.flips(square)),
            Move::Pass => board.pass(),
        };
        score = -score;
    }
    pv
}
