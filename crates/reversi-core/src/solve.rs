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
//!
//! A solver without weights asks for the score at once. With weights, searches of a few plies and then
//! bold searches to the end guess it; a window of that one score is asked for proof, and further
//! windows, each wider than the one before, until both bounds meet. Each answer is a proven bound,
//! whatever ends the search after it.
//!
//! A long solve tells how far it is, and can be ended from there:
//!
//! ```
//! use core::ops::ControlFlow;
//! use reversi_core::{Board, solve::{Limits, Options, Solver}};
//! let mut solver = Solver::new(10);
//! let solution = solver.solve_observed(Board::START, &Options::EXACT, &Limits::NONE, |progress| {
//!     if progress.nodes < 300_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! });
//! assert_eq!((solution.lower, solution.upper), (-64, 64)); // nothing was proven by then
//! ```
use crate::board::Board;
use crate::eval::Weights;
use crate::moves::Move;
use crate::square::Square;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

mod last;
mod limits;
pub(crate) mod midgame;
mod progress;
mod root;
mod search;
#[cfg(feature = "rayon")]
mod share;
mod stability;
mod table;
mod worker;

pub(crate) use limits::Clock;
pub use limits::Limits;
pub use midgame::probcut::Selectivity;
pub use progress::Progress;
pub(crate) use progress::{Lock, Told};
use root::Prover;
use table::Table;
use worker::{Shared, Stop, Worker};

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The final score in discs.
    #[default]
    Exact,
    /// Only whether it is won, lost or drawn.
    WinLossDraw,
}

/// How a position is to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What is asked.
    pub goal: Goal,
    /// How boldly branches with more than 12 empties are cut on the word of shallower searches.
    /// Nothing is, unless told; and only a solver with weights can.
    pub selectivity: Selectivity,
}

impl Options {
    /// The exact score, proven.
    pub const EXACT: Self = Self { goal: Goal::Exact, selectivity: Selectivity::Full };

    /// Asks for something else.
    #[must_use]
    pub const fn with_goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// Allows cuts on the word of shallower searches: quicker, but the answer is not proven.
    #[must_use]
    pub const fn with_selectivity(mut self, selectivity: Selectivity) -> Self {
        self.selectivity = selectivity;
        self
    }
}

/// What a solver found.
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
    /// How sure the bounds are: [`Full`](Selectivity::Full) is proof.
    pub level: Selectivity,
}

impl Solution {
    fn unknown() -> Self {
        let level = Selectivity::Full;
        Self { lower: -64, upper: 64, best: None, pv: Vec::new(), nodes: 0, level }
    }

    /// Whether the bounds are proven, not only likely.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        matches!(self.level, Selectivity::Full)
    }

    /// The score, if the bounds leave but one.
    #[must_use]
    pub const fn score(&self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}

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
    /// A solver with a table of `2^bits` buckets of 64 bytes, `bits` from 4 to 32; 20 is 64 MB. The
    /// table is smaller where the system refuses so much memory.
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
        self.answer(board, &Options::EXACT.with_goal(goal), limits, None)
    }

    /// Solves a position, telling of the progress at every change and now and then between: about
    /// every 200,000 nodes, from any of the threads. The observer may break; then, as under a limit, what
    /// was proven until then is the answer.
    pub fn solve_observed(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits<'_>,
        mut observer: impl FnMut(&Progress) -> ControlFlow<()> + Send,
    ) -> Solution {
        self.answer(board, options, limits, Some(&Told::new(board, &mut observer)))
    }

    pub(crate) fn answer(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits<'_>,
        told: Option<&Told<'_>>,
    ) -> Solution {
        self.age();
        let session = self.session(limits, told);
        let guide = self.guide(options.selectivity);
        let (mut w, guess) = match &guide {
            Some(guide) if board.empties().len() > midgame::SOLVE_UNTIL => {
                let guess = root::guess(&session, board, *guide, options.selectivity, told);
                (Prover::Guided(session.worker(guide)), Some(guess))
            }
            _ => (Prover::Plain(Worker::new(&session.shared, &session.stop)), None),
        };
        let mut solution = root::solve(&session, &mut w, board, options.goal, guess, told);
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

    /// The exact score of each move, best first, in discs for the side to move. A move that the
    /// limits, which are those of all moves together, left unproven has `lower < upper`.
    pub fn solve_moves(&mut self, board: Board, limits: &Limits<'_>) -> Vec<(Square, Solution)> {
        let go_on = |_: &Progress| ControlFlow::Continue(());
        self.solve_moves_observed(board, &Options::EXACT, limits, go_on)
    }

    /// As [`solve_moves`](Self::solve_moves), but as the options say and telling of the progress:
    /// the bounds are those of the move under search. Once the observer breaks, the moves that are
    /// left stay unsolved.
    pub fn solve_moves_observed(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits<'_>,
        mut observer: impl FnMut(&Progress) -> ControlFlow<()> + Send,
    ) -> Vec<(Square, Solution)> {
        let clock = Clock::start(limits);
        let after = |square| board.play_unchecked(square);
        let mut squares: Vec<Square> = board.moves().iter().collect();
        if let Some(guided) = &self.guided {
            squares.sort_by_key(|&square| guided.weights.value(after(square)));
        }
        let (mut nodes, mut is_over) = (0, false);
        let mut all = Vec::with_capacity(squares.len());
        for square in squares {
            let mut tell = |reply: &Progress| {
                let flow = observer(&Progress {
                    nodes: nodes + reply.nodes,
                    lower: -reply.upper,
                    upper: -reply.lower,
                    expected: reply.expected.map(|(score, level)| (-score, level)),
                    best: None,
                    current: Some(Move::Place(square)),
                });
                is_over |= flow.is_break();
                flow
            };
            let next = after(square);
            let told = Told::new(next, &mut tell);
            let mut reply = self.answer(next, options, &clock.rest(nodes), Some(&told));
            (reply.lower, reply.upper) = (-reply.upper, -reply.lower);
            reply.pv.insert(0, Move::Place(square));
            reply.best = Some(Move::Place(square));
            nodes += reply.nodes;
            all.push((square, reply));
            if is_over {
                break;
            }
        }
        for square in board.moves() {
            if all.iter().all(|(solved, _)| *solved != square) {
                let mv = Move::Place(square);
                all.push((
                    square,
                    Solution { best: Some(mv), pv: [mv].into(), ..Solution::unknown() },
                ));
            }
        }
        all.sort_by_key(|(square, solution)| (-solution.lower, -solution.upper, *square));
        all
    }

    /// Starts a question under limits.
    pub(crate) fn session<'a>(
        &'a self,
        limits: &Limits<'a>,
        told: Option<&'a Told<'_>>,
    ) -> Session<'a> {
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
            watch: told.map(|told| told as &dyn progress::Watch),
            next_look: AtomicU64::new(worker::WATCH_EVERY),
            current: AtomicU8::new(64),
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

    /// Ends all searches of the question.
    fn exhaust(&self) {
        self.shared.exhausted.store(true, Relaxed);
    }

    /// The search is at this move of the root.
    pub(crate) fn begin_move(&self, mv: Move) {
        if let Move::Place(square) = mv {
            self.shared.current.store(square.index() as u8, Relaxed);
        }
    }
}
