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
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub(crate) mod midgame;
mod search;
mod stability;
mod table;

use midgame::probcut::Selectivity;
use search::{INFINITE, Shared, Stop};
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

/// Rounds of the search that guesses the score before it is proven.
const LOOK_AHEAD: u32 = 10;

/// Solves positions, keeping what it learns in a table of fixed size.
pub struct Solver {
    table: Table,
    bits: u32,
    guided: Option<Guided>,
    #[cfg(feature = "rayon")]
    threads: usize,
}

/// An evaluation and what searches by it have learned.
struct Guided {
    weights: Arc<Weights>,
    table: midgame::Table,
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
            bits,
            guided: None,
            #[cfg(feature = "rayon")]
            threads: 1,
        }
    }

    /// Orders moves by an evaluation too: fewer nodes, the same scores. Takes a second table of the
    /// same size.
    #[must_use]
    pub fn with_weights(mut self, weights: Arc<Weights>) -> Self {
        self.guided = Some(Guided { weights, table: midgame::Table::new(self.bits) });
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
        self.age();
        let session = self.session(limits);
        let guide = self.guide(Selectivity::Full);
        let mut w = match &guide {
            Some(guide) if board.empties().len() > midgame::SOLVE_UNTIL => {
                Prover::Guided(session.worker(guide))
            }
            _ => Prover::Plain(search::Worker::new(&session.shared, &session.stop)),
        };
        let guess = match w {
            Prover::Guided(_) => self.guess(&session, board),
            Prover::Plain(_) => None,
        };
        let mut solution = root(&mut w, board, goal, guess);
        w.report();
        solution.nodes = session.nodes();
        solution
    }

    /// Starts a new question: what older ones left in the tables gives way first.
    pub(crate) fn age(&mut self) {
        self.table.age();
        if let Some(guided) = &mut self.guided {
            guided.table.age();
        }
    }

    /// What guides searches, if there are weights.
    pub(crate) fn guide(&self, selectivity: Selectivity) -> Option<midgame::Guide<'_>> {
        let Guided { weights, table } = self.guided.as_ref()?;
        Some(midgame::Guide { table, weights, selectivity })
    }

    /// The score that bold searches expect, bolder ones first. They leave the moves they like in the
    /// table.
    fn guess(&self, session: &Session<'_>, board: Board) -> Option<i32> {
        let empties = board.empties().len();
        let mut value = 0;
        let rounds = (1..=LOOK_AHEAD.min(empties)).map(|depth| (depth, Selectivity::P73));
        let ends = [(empties, Selectivity::P73), (empties, Selectivity::P95)];
        for (depth, selectivity) in rounds.chain(ends) {
            let guide = self.guide(selectivity)?;
            let node = midgame::Node::new(guide.weights, board);
            let mut w = session.worker(&guide);
            let (mut below, mut above) = (300, 300);
            loop {
                let (alpha, beta) = (value - below, value + above);
                let found = midgame::run(&mut w, &node, depth, alpha, beta);
                if w.is_stopped() {
                    w.report();
                    return None;
                }
                value = found;
                if found <= alpha {
                    below *= 4;
                } else if found >= beta {
                    above *= 4;
                } else {
                    break;
                }
            }
            w.report();
        }
        Some(value.div_euclid(200) * 2)
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

    /// Starts a question under limits.
    pub(crate) fn session<'a>(&'a self, limits: &Limits<'a>) -> Session<'a> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let shared = Shared {
            table: &self.table,
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            exhausted: AtomicBool::new(false),
            #[cfg(feature = "std")]
            deadline: limits.time.and_then(|time| std::time::Instant::now().checked_add(time)),
            #[cfg(feature = "rayon")]
            threads: self.threads,
        };
        Session { shared, stop: Stop { flag: limits.stop.unwrap_or(&NEVER), above: None } }
    }
}

/// A question under its limits, shared by threads.
pub(crate) struct Session<'a> {
    shared: Shared<'a>,
    stop: Stop<'a>,
}

impl Session<'_> {
    /// One thread's part of a guided search.
    pub(crate) fn worker<'a>(&'a self, guide: &'a midgame::Guide<'a>) -> midgame::Worker<'a> {
        midgame::Worker::new(guide, &self.shared, &self.stop)
    }

    /// Nodes that threads have reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }
}

/// A search that proves bounds, with an evaluation to order moves or without.
enum Prover<'a> {
    Plain(search::Worker<'a>),
    Guided(midgame::Worker<'a>),
}

impl Prover<'_> {
    /// The score of a board with its window, fail-soft.
    fn score(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let (p, o) = (board.player().bits(), board.opponent().bits());
        let empties = board.empties().len();
        match self {
            Self::Plain(w) => search::run(w, p, o, alpha, beta),
            Self::Guided(w) if empties <= midgame::SOLVE_UNTIL => {
                search::run(&mut w.exact, p, o, alpha, beta)
            }
            Self::Guided(w) => {
                let node = midgame::Node::new(w.guide.weights, board);
                midgame::run(w, &node, empties, 100 * alpha, 100 * beta) / 100
            }
        }
    }

    fn exact(&self) -> &search::Worker<'_> {
        match self {
            Self::Plain(w) => w,
            Self::Guided(w) => &w.exact,
        }
    }

    fn is_stopped(&self) -> bool {
        self.exact().is_stopped()
    }

    fn report(&mut self) {
        match self {
            Self::Plain(w) => w.report(),
            Self::Guided(w) => w.report(),
        }
    }

    /// The move that the tables like best.
    fn favorite(&self, board: Board) -> Option<Square> {
        let (p, o) = (board.player().bits(), board.opponent().bits());
        let guided = match self {
            Self::Guided(w) => w.guide.table.find(p, o).map(|known| known.best),
            Self::Plain(_) => None,
        };
        let best = guided.or_else(|| self.exact().shared.table.find(p, o).map(|known| known.best));
        best.and_then(Square::from_index).filter(|&square| board.moves().contains(square))
    }
}

/// Proves bounds at the root: each answer holds even if the next question is cut short. A `guess`
/// of the exact score is asked first, then windows further and further from it.
fn root(w: &mut Prover<'_>, board: Board, goal: Goal, guess: Option<i32>) -> Solution {
    let mut solution = Solution { lower: -64, upper: 64, best: None, pv: Vec::new(), nodes: 0 };
    if board.is_over() {
        (solution.lower, solution.upper) = (board.final_score(), board.final_score());
        return solution;
    }
    let mut ask = |solution: &mut Solution, alpha: i32, beta: i32| {
        let found = w.score(board, alpha, beta);
        if w.is_stopped() {
            return false;
        }
        if found > alpha {
            solution.lower = solution.lower.max(found);
        }
        if found < beta {
            solution.upper = solution.upper.min(found);
        }
        true
    };
    match (goal, guess) {
        (Goal::WinLossDraw, _) => {
            for (alpha, beta) in [(-1, 0), (0, 1)] {
                let open = solution.lower < beta && solution.upper > alpha;
                if open && !ask(&mut solution, alpha, beta) {
                    break;
                }
            }
        }
        (Goal::Exact, None) => {
            ask(&mut solution, -INFINITE, INFINITE);
        }
        (Goal::Exact, Some(guess)) => {
            let (mut alpha, mut beta, mut step) = (guess - 1, guess + 1, 2);
            while solution.lower < solution.upper && ask(&mut solution, alpha, beta) {
                if solution.upper <= alpha {
                    (alpha, beta) = (solution.upper - 1 - step, solution.upper);
                } else {
                    (alpha, beta) = (solution.lower, solution.lower + 1 + step);
                }
                step *= 2;
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
fn reaching(w: &mut Prover<'_>, board: Board, score: i32) -> Option<Move> {
    if board.must_pass() {
        return Some(Move::Pass);
    }
    let first = w.favorite(board);
    let rest = board.moves().iter().filter(|&square| Some(square) != first);
    for square in first.into_iter().chain(rest) {
        let next = board.play_flipping(square, board.flips(square));
        let found = -w.score(next, -score, -score + 1);
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
fn principal_variation(w: &mut Prover<'_>, board: Board, score: i32) -> Vec<Move> {
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
