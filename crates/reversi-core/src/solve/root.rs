//! The root of a solve: windows around a guess, narrowed until both bounds meet.
use super::last::INFINITE;
use super::midgame::probcut::Selectivity;
use super::midgame::{self, Guide, Node};
use super::progress::Told;
use super::worker::Worker;
use super::{Goal, Session, Solution, search};
use crate::board::Board;
use crate::moves::Move;
use crate::square::Square;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Rounds of the search that guesses the score before it is proven.
const LOOK_AHEAD: u32 = 10;

/// A search that proves bounds, with an evaluation to order moves or without.
pub(super) enum Prover<'a> {
    Plain(Worker<'a>),
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
                let node = Node::new(w.guide.weights, board);
                let value = midgame::run(w, &node, empties, 100 * alpha, 100 * beta);
                // Whole discs, but for the bounds of searches that cut.
                (value + 50).div_euclid(100)
            }
        }
    }

    fn exact(&self) -> &Worker<'_> {
        match self {
            Self::Plain(w) => w,
            Self::Guided(w) => &w.exact,
        }
    }

    fn is_stopped(&self) -> bool {
        self.exact().is_stopped()
    }

    pub(super) fn report(&mut self) {
        match self {
            Self::Plain(w) => w.report(),
            Self::Guided(w) => w.report(),
        }
    }

    /// The moves of nodes with this many empties are told to who watches.
    fn watch_from(&mut self, top: u32) {
        match self {
            Self::Plain(w) => w.top = top,
            Self::Guided(w) => w.exact.top = top,
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

    /// The level at which the answers for a board hold.
    fn level(&self) -> Selectivity {
        match self {
            Self::Plain(_) => Selectivity::Full,
            Self::Guided(w) => w.guide.selectivity,
        }
    }
}

/// What bold searches expect of a position.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    pub(super) score: i32,
    /// How sure the last search to the end of the game was, if there was one.
    level: Option<Selectivity>,
    /// Whether a limit struck.
    is_stopped: bool,
}

/// The score that bold searches expect, bolder ones first and none as sure as `below`. They leave
/// the moves they like in the table.
pub(super) fn guess(
    session: &Session<'_>,
    board: Board,
    guide: Guide<'_>,
    below: Selectivity,
    told: Option<&Told<'_>>,
) -> Guess {
    let empties = board.empties().len();
    let rounds = (1..=LOOK_AHEAD.min(empties)).map(|depth| (depth, Selectivity::P73));
    let ends = [(empties, Selectivity::P73), (empties, Selectivity::P95)];
    let ends = ends.into_iter().filter(|&(_, selectivity)| selectivity < below);
    let mut guess = Guess { score: 0, level: None, is_stopped: false };
    let mut value = 0;
    for (depth, selectivity) in rounds.chain(ends) {
        let guide = Guide { selectivity, ..guide };
        let node = Node::new(guide.weights, board);
        let mut w = session.worker(&guide);
        w.exact.top = depth;
        let (mut below, mut above) = (300, 300);
        let found = loop {
            let (alpha, beta) = (value - below, value + above);
            let found = midgame::run(&mut w, &node, depth, alpha, beta);
            if w.is_stopped() {
                w.report();
                guess.is_stopped = true;
                return guess;
            }
            value = found;
            if found <= alpha {
                below *= 4;
            } else if found >= beta {
                above *= 4;
            } else {
                break found;
            }
        };
        w.report();
        guess.score = found.div_euclid(200) * 2;
        if depth == empties {
            guess.level = Some(selectivity);
            let w = Prover::Guided(w);
            let best = root_favorite(&w, board);
            let flow = session.tell(told, |progress| {
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

/// Narrows the bounds at the root: each answer holds even if the next question is cut short. A
/// `guess` of the exact score is asked first, then windows further and further from it.
pub(super) fn solve(
    session: &Session<'_>,
    w: &mut Prover<'_>,
    board: Board,
    goal: Goal,
    guess: Option<Guess>,
    told: Option<&Told<'_>>,
) -> Solution {
    let mut solution = Solution::unknown();
    if board.is_over() {
        (solution.lower, solution.upper) = (board.final_score(), board.final_score());
        return solution;
    }
    let level = w.level();
    if !guess.is_some_and(|guess| guess.is_stopped) {
        solution.level = level;
        w.watch_from(board.empties().len());
        narrow(session, w, board, goal, guess, &mut solution, told);
        w.watch_from(0);
    }
    if level < Selectivity::Full {
        return finish_unproven(w, board, guess, solution);
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

/// Asks windows until the goal is met or a limit strikes.
fn narrow(
    session: &Session<'_>,
    w: &mut Prover<'_>,
    board: Board,
    goal: Goal,
    guess: Option<Guess>,
    solution: &mut Solution,
    told: Option<&Told<'_>>,
) {
    let mut ask = |solution: &mut Solution, alpha: i32, beta: i32| {
        let found = w.score(board, alpha, beta);
        if w.is_stopped() {
            return false;
        }
        // Scores are even; the bounds of a search that cuts need not be.
        if found > alpha {
            solution.lower = solution.lower.max(found + (found & 1));
        }
        if found < beta {
            solution.upper = solution.upper.min(found - (found & 1));
        }
        if solution.lower > solution.upper {
            // Searches that cut may contradict each other: the last one counts.
            let score = if found > alpha { solution.lower } else { solution.upper };
            (solution.lower, solution.upper) = (score, score);
        }
        let best = root_favorite(w, board);
        let flow = session.tell(told, |progress| {
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
                let open = solution.lower < beta && solution.upper > alpha;
                if open && !ask(solution, alpha, beta) {
                    break;
                }
            }
        }
        (Goal::Exact, None) => {
            ask(solution, -INFINITE, INFINITE);
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

/// Gives a solution of a search that cuts its move and line. Where a limit came first, the answer of
/// the last bolder search stands.
fn finish_unproven(
    w: &mut Prover<'_>,
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
    // The line that the tables expect, then exact play.
    let mut board = board;
    while !board.is_over() && board.empties().len() > midgame::SOLVE_UNTIL {
        let Some(mv) = root_favorite(w, board) else { break };
        solution.pv.push(mv);
        board = after(board, mv);
    }
    if !board.is_over() && board.empties().len() <= midgame::SOLVE_UNTIL {
        let score = w.score(board, -INFINITE, INFINITE);
        if !w.is_stopped() {
            solution.pv.extend(principal_variation(w, board, score));
        }
    }
    solution.best = solution.pv.first().copied();
    solution
}

/// The move that the tables like best, or the pass.
fn root_favorite(w: &Prover<'_>, board: Board) -> Option<Move> {
    if board.must_pass() { Some(Move::Pass) } else { w.favorite(board).map(Move::Place) }
}

fn after(board: Board, mv: Move) -> Board {
    board.play_unchecked(mv)
}

/// A move after which the side to move has at least `score`.
fn reaching(w: &mut Prover<'_>, board: Board, score: i32) -> Option<Move> {
    if board.must_pass() {
        return Some(Move::Pass);
    }
    let first = w.favorite(board);
    let rest = board.moves().iter().filter(|&square| Some(square) != first);
    for square in first.into_iter().chain(rest) {
        let next = board.play_unchecked(square);
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
        board = after(board, mv);
        score = -score;
    }
    pv
}

impl Session<'_> {
    /// Tells of a change; who is told may end the search.
    fn tell(
        &self,
        told: Option<&Told<'_>>,
        change: impl FnOnce(&mut super::Progress),
    ) -> ControlFlow<()> {
        let Some(told) = told else { return ControlFlow::Continue(()) };
        let nodes = self.nodes();
        let flow = told.change(|progress| {
            progress.nodes = progress.nodes.max(nodes);
            change(progress);
        });
        if flow.is_break() {
            self.exhaust();
        }
        flow
    }
}
