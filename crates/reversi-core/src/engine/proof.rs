//! The root of a solve: searches with windows around an estimated score until both bounds meet.
use super::endgame;
use super::limits::Limits;
use super::midgame::{self, Guide, GuidedWorker};
use super::node::Node;
use super::observer::Reporter;
use super::score::INFINITE_DISCS;
use super::selectivity::Selectivity;
use super::session::{Engine, Session};
use super::worker::Worker;
use crate::board::Board;
use crate::moves::Move;
use crate::square::Square;
use alloc::vec::Vec;

/// The number of rounds of the search that estimates the score before the proof.
const GUESS_ROUNDS: u32 = 10;
/// The levels of the estimating searches to the end. Each search leaves its best moves in the table
/// for the next search.
const GUESS_ENDS: [Selectivity; 3] = [Selectivity::P73, Selectivity::P95, Selectivity::P99];
/// Half the width, in centidiscs, of the first window of an estimating round.
const GUESS_WINDOW: i32 = 300;
/// The factor by which the distance of a bound of the window grows if the value lies beyond the
/// bound.
const WIDEN_BY: i32 = 4;

/// The goal of a solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// Find the exact final score in discs.
    #[default]
    Exact,
    /// Find whether the position is won, lost or drawn.
    WinLossDraw,
}

/// Options of a solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SolveOptions {
    /// The goal.
    pub goal: Goal,
    /// The required certainty of a shallow search that prunes a branch with more than 12 empty
    /// squares. By default nothing is pruned. A solver without weights ignores this option.
    pub selectivity: Selectivity,
}

impl SolveOptions {
    /// The options of a solve for the exact, proven score.
    pub const EXACT: Self = Self { goal: Goal::Exact, selectivity: Selectivity::Full };

    /// Sets the goal.
    #[must_use]
    pub const fn with_goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// Sets the selectivity. With selective pruning the solve is faster, but the score is not
    /// proven.
    #[must_use]
    pub const fn with_selectivity(mut self, selectivity: Selectivity) -> Self {
        self.selectivity = selectivity;
        self
    }
}

/// The result of a solve. All scores are in discs for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// A lower bound of the final score.
    pub lower: i32,
    /// An upper bound of the final score.
    pub upper: i32,
    /// A move that reaches `lower`; `None` if the game is over or nothing was proven.
    pub best: Option<Move>,
    /// The best line from the position, including passes, as far as it was proven.
    pub pv: Vec<Move>,
    /// The best move of the searches so far, if the score is not known; it is not proven to be the
    /// best. `None` if the score is known or no search was finished.
    pub unproven_best: Option<Move>,
    /// The score according to the last selective search to the end of the game, and the certainty of
    /// that search, if the score is not known.
    pub expected: Option<(i32, Selectivity)>,
    /// The number of visited nodes.
    pub nodes: u64,
    /// The certainty of the bounds. [`Full`](Selectivity::Full) means that the bounds are proven.
    pub level: Selectivity,
}

impl Solution {
    /// Makes a solution with the widest bounds.
    pub(crate) fn unknown() -> Self {
        let level = Selectivity::Full;
        Self {
            lower: -64,
            upper: 64,
            best: None,
            pv: Vec::new(),
            unproven_best: None,
            expected: None,
            nodes: 0,
            level,
        }
    }

    /// Returns whether the bounds are proven and not only likely.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        matches!(self.level, Selectivity::Full)
    }

    /// Returns the score, if both bounds are equal.
    #[must_use]
    pub const fn score(&self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}

/// Solves a position.
pub(crate) fn solve(
    engine: &mut Engine,
    board: Board,
    options: &SolveOptions,
    limits: &Limits,
    reporter: Option<&Reporter<'_>>,
) -> Solution {
    engine.age();
    let session = engine.session(limits, reporter);
    let guide = engine.guide(options.selectivity);
    let (mut prover, guess) = match &guide {
        Some(guide) if board.empties().len() > midgame::SOLVE_UNTIL => {
            let guess = guess(&session, board, *guide, options.selectivity);
            (Prover::Guided(session.guided_worker(guide)), Some(guess))
        }
        _ => (Prover::Plain(session.worker()), None),
    };
    let mut solution = prove(&session, &mut prover, board, options.goal, guess);
    if solution.score().is_none() && !board.is_over() {
        solution.unproven_best = prover.favorite(board);
        let expected = guess.and_then(|guess| Some((guess.score, guess.level?)));
        // A proven bound may contradict the estimate.
        let range = solution.lower..=solution.upper;
        solution.expected = expected.filter(|(score, _)| range.contains(score));
    }
    prover.worker_mut().report();
    solution.nodes = session.nodes();
    solution
}

/// A search that proves bounds. It may use an evaluation to order the moves.
enum Prover<'a> {
    Plain(Worker<'a>),
    Guided(GuidedWorker<'a>),
}

impl<'a> Prover<'a> {
    /// Searches a board with a window in discs, fail-soft.
    fn score(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let (p, o) = (board.player().bits(), board.opponent().bits());
        let empties = board.empties().len();
        match self {
            Self::Guided(w) if empties > midgame::SOLVE_UNTIL => {
                let node = Node::new(w.guide.weights, board);
                let value = midgame::run(w, &node, empties, 100 * alpha, 100 * beta);
                // An exact value is a multiple of 100. A bound from a selective search may be any
                // number.
                (value + 50).div_euclid(100)
            }
            _ => endgame::run(self.worker_mut(), p, o, alpha, beta),
        }
    }

    fn worker(&self) -> &Worker<'a> {
        match self {
            Self::Plain(worker) => worker,
            Self::Guided(guided) => &guided.worker,
        }
    }

    fn worker_mut(&mut self) -> &mut Worker<'a> {
        match self {
            Self::Plain(worker) => worker,
            Self::Guided(guided) => &mut guided.worker,
        }
    }

    fn is_stopped(&self) -> bool {
        self.worker().is_stopped()
    }

    /// Returns the best move according to the tables, or the pass.
    fn favorite(&self, board: Board) -> Option<Move> {
        if board.must_pass() {
            return Some(Move::Pass);
        }
        self.favorite_square(board).map(Move::Place)
    }

    /// Returns the best move according to the tables.
    fn favorite_square(&self, board: Board) -> Option<Square> {
        let (p, o) = (board.player().bits(), board.opponent().bits());
        let guided = match self {
            Self::Guided(w) => w.guide.table.find(p, o).map(|known| known.best),
            Self::Plain(_) => None,
        };
        let endgame = || self.worker().shared.table.find(p, o).map(|known| known.best);
        let best = guided.or_else(endgame).and_then(Square::from_index);
        best.filter(|&square| board.moves().contains(square))
    }

    /// Returns the certainty of the results.
    fn level(&self) -> Selectivity {
        match self {
            Self::Plain(_) => Selectivity::Full,
            Self::Guided(w) => w.guide.selectivity,
        }
    }
}

/// An estimate of the score by selective searches.
#[derive(Clone, Copy)]
struct Guess {
    /// The score in discs.
    score: i32,
    /// The certainty of the last search to the end of the game, or `None` if there was no such
    /// search.
    level: Option<Selectivity>,
    /// Whether a limit or the observer stopped the search.
    is_stopped: bool,
}

/// Estimates the score by iterative deepening, then by searches to the end that are less certain
/// than `below`. These searches store their best moves in the table.
fn guess(session: &Session<'_>, board: Board, guide: Guide<'_>, below: Selectivity) -> Guess {
    let empties = board.empties().len();
    let rounds = (1..=GUESS_ROUNDS.min(empties)).map(|depth| (depth, Selectivity::P73));
    let ends = GUESS_ENDS.into_iter().filter(|&level| level < below).map(|level| (empties, level));
    let mut guess = Guess { score: 0, level: None, is_stopped: false };
    let mut value = 0;
    for (depth, selectivity) in rounds.chain(ends) {
        let guide = Guide { selectivity, ..guide };
        let mut w = session.guided_worker(&guide);
        w.worker.root_depth = depth;
        let found = value_near(&mut w, board, depth, value);
        w.worker.report();
        let Some(found) = found else {
            guess.is_stopped = true;
            return guess;
        };
        value = found;
        guess.score = found.div_euclid(200) * 2;
        if depth == empties {
            guess.level = Some(selectivity);
            let best = Prover::Guided(w).favorite(board);
            let flow = session.report(|progress| {
                (progress.expected, progress.best) = (Some((guess.score, selectivity)), best);
            });
            if flow.is_break() {
                guess.is_stopped = true;
                return guess;
            }
        }
    }
    guess
}

/// Returns the value of a board in centidiscs, searched with widening windows around `value`.
/// Returns `None` if the search was stopped.
fn value_near(w: &mut GuidedWorker<'_>, board: Board, depth: u32, value: i32) -> Option<i32> {
    let node = Node::new(w.guide.weights, board);
    let mut value = value;
    let (mut below, mut above) = (GUESS_WINDOW, GUESS_WINDOW);
    loop {
        let (alpha, beta) = (value - below, value + above);
        value = midgame::run(w, &node, depth, alpha, beta);
        if w.is_stopped() {
            return None;
        }
        if value <= alpha {
            below *= WIDEN_BY;
        } else if value >= beta {
            above *= WIDEN_BY;
        } else {
            return Some(value);
        }
    }
}

/// Narrows the bounds at the root. The result of each window remains valid if a later search is
/// stopped. If there is an estimate, the first window tests whether the score equals the estimate.
/// The next windows are at growing distances from the estimate.
fn prove(
    session: &Session<'_>,
    prover: &mut Prover<'_>,
    board: Board,
    goal: Goal,
    guess: Option<Guess>,
) -> Solution {
    let mut solution = Solution::unknown();
    if board.is_over() {
        (solution.lower, solution.upper) = (board.final_score(), board.final_score());
        return solution;
    }
    let level = prover.level();
    if !guess.is_some_and(|guess| guess.is_stopped) {
        solution.level = level;
        prover.worker_mut().root_depth = board.empties().len();
        narrow(session, prover, board, goal, guess, &mut solution);
        prover.worker_mut().root_depth = 0;
    }
    if level < Selectivity::Full {
        return finish_unproven(prover, board, guess, solution);
    }
    if let Some(exact) = solution.score() {
        solution.pv = principal_variation(prover, board, exact);
        solution.best = solution.pv.first().copied();
    } else if solution.lower > -64 {
        solution.best = reaching(prover, board, solution.lower);
        solution.pv.extend(solution.best);
    }
    solution
}

/// Searches windows until the goal is met or the search is stopped.
fn narrow(
    session: &Session<'_>,
    prover: &mut Prover<'_>,
    board: Board,
    goal: Goal,
    guess: Option<Guess>,
    solution: &mut Solution,
) {
    let mut ask = |solution: &mut Solution, alpha: i32, beta: i32| {
        let found = prover.score(board, alpha, beta);
        if prover.is_stopped() {
            return false;
        }
        take_answer(solution, found, alpha, beta);
        let best = prover.favorite(board);
        let flow = session.report(|progress| {
            progress.best = best.or(progress.best);
            if solution.is_proven() {
                (progress.lower, progress.upper) = (solution.lower, solution.upper);
            }
        });
        flow.is_continue()
    };
    match (goal, guess) {
        (Goal::WinLossDraw, _) => {
            for (alpha, beta) in [(-1, 0), (0, 1)] {
                let is_open = solution.lower < beta && solution.upper > alpha;
                if is_open && !ask(solution, alpha, beta) {
                    break;
                }
            }
        }
        (Goal::Exact, None) => {
            ask(solution, -INFINITE_DISCS, INFINITE_DISCS);
        }
        (Goal::Exact, Some(Guess { score, .. })) => {
            let (mut alpha, mut beta, mut step) = (score - 1, score + 1, 2);
            while solution.lower < solution.upper && ask(solution, alpha, beta) {
                if solution.upper <= alpha {
                    (alpha, beta) = (solution.upper - 1 - step, solution.upper);
                } else {
                    (alpha, beta) = (solution.lower, solution.lower + 1 + step);
                }
                step *= 2;
            }
        }
    }
}

/// Narrows the bounds of a solution with the result of a window.
fn take_answer(solution: &mut Solution, found: i32, alpha: i32, beta: i32) {
    // Scores are even, but the bounds of a selective search may be odd.
    if found > alpha {
        solution.lower = solution.lower.max(found + (found & 1));
    }
    if found < beta {
        solution.upper = solution.upper.min(found - (found & 1));
    }
    if solution.lower > solution.upper {
        // Selective searches may contradict each other. The last result counts.
        let score = if found > alpha { solution.lower } else { solution.upper };
        (solution.lower, solution.upper) = (score, score);
    }
}

/// Adds the move and the line to a solution that is not proven. If a limit was reached before the
/// first bound, the solution gets the estimate of the last search to the end.
fn finish_unproven(
    prover: &mut Prover<'_>,
    board: Board,
    guess: Option<Guess>,
    mut solution: Solution,
) -> Solution {
    if (solution.lower, solution.upper) == (-64, 64) {
        let Some(Guess { score, level: Some(level), .. }) = guess else {
            return Solution::unknown();
        };
        (solution.lower, solution.upper, solution.level) = (score, score, level);
    }
    // Follow the best moves from the tables, then solve exactly.
    let mut board = board;
    while !board.is_over() && board.empties().len() > midgame::SOLVE_UNTIL {
        let Some(mv) = prover.favorite(board) else { break };
        solution.pv.push(mv);
        board = board.play_unchecked(mv);
    }
    if !board.is_over() && board.empties().len() <= midgame::SOLVE_UNTIL {
        let score = prover.score(board, -INFINITE_DISCS, INFINITE_DISCS);
        if !prover.is_stopped() {
            solution.pv.extend(principal_variation(prover, board, score));
        }
    }
    solution.best = solution.pv.first().copied();
    solution
}

/// Returns a move that gives the side to move at least `score`.
fn reaching(prover: &mut Prover<'_>, board: Board, score: i32) -> Option<Move> {
    if board.must_pass() {
        return Some(Move::Pass);
    }
    let first = prover.favorite_square(board);
    let rest = board.moves().iter().filter(|&square| Some(square) != first);
    for square in first.into_iter().chain(rest) {
        let next = board.play_unchecked(square);
        let found = -prover.score(next, -score, -score + 1);
        if prover.is_stopped() {
            return None;
        }
        if found >= score {
            return Some(Move::Place(square));
        }
    }
    None
}

/// Returns the best line from a position with this exact score. Each move is proven again, usually
/// by a look-up in the tables.
fn principal_variation(prover: &mut Prover<'_>, board: Board, score: i32) -> Vec<Move> {
    let (mut board, mut score) = (board, score);
    let mut pv = Vec::new();
    while !board.is_over() {
        let Some(mv) = reaching(prover, board, score) else { break };
        pv.push(mv);
        board = board.play_unchecked(mv);
        score = -score;
    }
    pv
}
