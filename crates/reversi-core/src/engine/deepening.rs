//! The root of a search: iterative deepening over the moves of a position, followed by an exact
//! solve.
use super::limits::{Budget, Limits};
use super::lock::Lock;
use super::midgame::{self, Guide, GuidedWorker};
use super::node::Node;
use super::observer::{Hint, Parts, Progress};
use super::proof::{self, SolveOptions};
use super::score::{INFINITE_CENTIDISCS, MAX_CENTIDISCS};
use super::selectivity::Selectivity;
use super::session::{Engine, Session};
use crate::board::Board;
use crate::centidiscs::Centidiscs;
use crate::eval::Weights;
use crate::moves::Move;
use crate::square::Square;
use alloc::vec::Vec;

/// Half the width, in centidiscs, of the first search window of a move that has no bounds yet.
const WINDOW: i32 = 250;
/// The factor by which the distance of a bound of the window grows if the value lies beyond the
/// bound.
const WIDEN_BY: i32 = 4;
/// If the position will be solved, the rounds that order its moves stop at this number of plies
/// before the end of the game.
const PLIES_LEFT_TO_SOLVE: u32 = 8;

/// The depth, the number of moves and the selectivity of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchOptions {
    /// The depth in plies, 1 to 60. A depth of 0 counts as 1.
    pub depth: u32,
    /// The maximum number of empty squares at which the position is solved exactly, regardless of
    /// `depth`.
    pub solve_from: u32,
    /// The number of best moves for which the search returns a value. The search only shows that
    /// the other moves are not better.
    pub count: usize,
    /// The required certainty of a shallow search that prunes a branch.
    pub selectivity: Selectivity,
}

impl SearchOptions {
    /// Makes the options of a search for the best move to `depth` plies, without selective pruning.
    #[must_use]
    pub const fn to_depth(depth: u32) -> Self {
        Self { depth, solve_from: 0, count: 1, selectivity: Selectivity::Full }
    }

    /// Sets the maximum number of empty squares at which positions are solved exactly.
    #[must_use]
    pub const fn with_solve_from(mut self, empties: u32) -> Self {
        self.solve_from = empties;
        self
    }

    /// Sets the number of best moves for which the search returns a value; `usize::MAX` means all
    /// moves.
    #[must_use]
    pub const fn with_count(mut self, count: usize) -> Self {
        self.count = count;
        self
    }

    /// Sets the selectivity. Shallow searches may then prune branches.
    #[must_use]
    pub const fn with_selectivity(mut self, selectivity: Selectivity) -> Self {
        self.selectivity = selectivity;
        self
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The depth in plies of the last finished round, or the number of empty squares of a solved
    /// position.
    pub depth: u32,
    /// The moves with their values, best first. The list is empty if the game is over.
    pub hints: Vec<Hint>,
    /// The number of visited nodes.
    pub nodes: u64,
}

impl Report {
    /// Returns the best move, or `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.hints.first().map(|hint| hint.mv)
    }
}

/// Searches a position. The engine must have weights.
pub(crate) fn deepen(
    engine: &mut Engine,
    board: Board,
    options: &SearchOptions,
    limits: &Limits,
    mut parts: Parts<'_>,
) -> Report {
    engine.age();
    let budget = Budget::start(limits);
    let empties = board.empties().len();
    let last = options.depth.clamp(1, empties.max(1));
    let solves = empties <= options.solve_from
        || (last == empties && options.selectivity == Selectivity::Full);
    let mut roots = engine.weights().map_or(Vec::new(), |weights| roots(weights, board));
    if roots.is_empty() {
        return Report::default();
    }
    let count = options.count.clamp(1, roots.len());
    let rounds = if solves { last.min(empties.saturating_sub(PLIES_LEFT_TO_SOLVE)) } else { last };
    for depth in 1..=rounds {
        let rest = budget.rest(parts.progress.nodes);
        let adapt = |progress: &mut Progress, part: &Progress| progress.current = part.current;
        let (nodes, is_done) = parts.run(board, adapt, |reporter| {
            let session = engine.session(&rest, reporter);
            let Some(guide) = engine.guide(options.selectivity) else { return (0, false) };
            let is_done = round(&session, &guide, &mut roots, depth, count);
            (session.nodes(), is_done)
        });
        parts.progress.nodes += nodes;
        if is_done {
            parts.progress.depth = depth;
        }
        update(&mut parts.progress, &roots, count);
        if !is_done {
            return report(parts);
        }
        if (depth < rounds || solves) && !parts.is_over {
            parts.report();
        }
        if parts.is_over {
            return report(parts);
        }
    }
    if solves {
        if count == 1 {
            solve_best(engine, board, &mut roots, &budget, &mut parts);
        } else {
            solve_all(engine, &mut roots, empties, &budget, &mut parts);
        }
        update(&mut parts.progress, &roots, count);
    }
    if !parts.is_over {
        parts.report();
    }
    report(parts)
}

/// Updates the hints of the progress.
fn update(progress: &mut Progress, roots: &[Root], count: usize) {
    let hint = |root: &Root| Hint {
        mv: root.mv,
        value: Centidiscs::new(root.value),
        is_proven: root.is_proven,
        depth: root.depth,
        pv: root.pv.clone(),
    };
    progress.hints = roots.iter().take(count).map(hint).collect();
    progress.best = progress.hints.first().map(|hint| hint.mv);
    progress.current = None;
}

fn report(parts: Parts<'_>) -> Report {
    let Progress { depth, hints, nodes, .. } = parts.progress;
    Report { depth, hints, nodes }
}

/// A move of the searched position. Values are in centidiscs for the side to move.
struct Root {
    mv: Move,
    board: Board,
    node: Node,
    value: i32,
    /// The value from the current round.
    new_value: i32,
    is_proven: bool,
    depth: u32,
    pv: Vec<Move>,
}

/// Returns the moves with the boards after them, ordered by the evaluation.
fn roots(weights: &Weights, board: Board) -> Vec<Root> {
    let root = |mv, next: Board| {
        let value = match next.is_over() {
            true => -100 * next.final_score(),
            false => -weights.value(next).clamp(-MAX_CENTIDISCS, MAX_CENTIDISCS),
        };
        Root {
            mv,
            board: next,
            node: Node::new(weights, next),
            value,
            new_value: value,
            is_proven: next.is_over(),
            depth: 1,
            pv: [mv].into(),
        }
    };
    let mut roots: Vec<Root> = if board.must_pass() {
        [root(Move::Pass, board.pass_unchecked())].into()
    } else {
        let play = |square| board.play_unchecked(square);
        board.moves().iter().map(|square| root(Move::Place(square), play(square))).collect()
    };
    roots.sort_by_key(|root| -root.value);
    roots
}

/// Searches all moves to a depth and returns whether the round was finished. If a limit stops the
/// round, the moves that were already searched keep their new values.
fn round(
    session: &Session<'_>,
    guide: &Guide<'_>,
    roots: &mut [Root],
    depth: u32,
    count: usize,
) -> bool {
    let found = Found::new(count);
    let visit = |root: &mut Root| {
        let mut w = session.guided_worker(guide);
        session.begin_move(root.mv);
        let is_done = root.search(&mut w, depth, &found);
        w.worker.report();
        is_done
    };
    let is_done = visit_all(session, roots, count, visit);
    if is_done {
        for root in &mut *roots {
            root.value = root.new_value;
        }
        roots.sort_by_key(|root| -root.value);
        for root in &mut roots[..count] {
            root.depth = depth;
            root.pv = line(guide, root, depth);
        }
    }
    is_done
}

#[cfg(feature = "rayon")]
fn visit_all(
    session: &Session<'_>,
    roots: &mut [Root],
    count: usize,
    visit: impl Fn(&mut Root) -> bool + Sync,
) -> bool {
    use rayon::prelude::*;
    if !session.is_parallel() {
        return roots.iter_mut().all(visit);
    }
    // The values of the first moves set the window for the other moves.
    let first = if count < roots.len() { count } else { 0 };
    let (first, rest) = roots.split_at_mut(first);
    first.iter_mut().all(&visit)
        & rest.par_iter_mut().with_max_len(1).map(&visit).reduce(|| true, |a, b| a & b)
}

#[cfg(not(feature = "rayon"))]
fn visit_all(
    _: &Session<'_>,
    roots: &mut [Root],
    _: usize,
    visit: impl Fn(&mut Root) -> bool,
) -> bool {
    roots.iter_mut().all(visit)
}

/// Returns the move of a root, followed by the best line that the table has for the board after the
/// move.
fn line(guide: &Guide<'_>, root: &Root, depth: u32) -> Vec<Move> {
    let mut board = root.board;
    let mut pv = [root.mv].to_vec();
    let mut rest = depth - 1;
    while rest > 0 && !board.is_over() {
        if !board.has_moves() {
            pv.push(Move::Pass);
            board = board.pass_unchecked();
            continue;
        }
        let known = guide.table.find(board.player().bits(), board.opponent().bits());
        let best = known.and_then(|known| Square::from_index(known.best));
        // The last ply is not in the table, so the evaluation selects its move.
        let Some(square) = best.filter(|&s| board.moves().contains(s)).or_else(|| {
            let value = |s: &Square| {
                let next = board.play_unchecked(*s);
                if next.is_over() { 100 * next.final_score() } else { guide.weights.value(next) }
            };
            board.moves().iter().filter(|_| rest == 1).min_by_key(value)
        }) else {
            break;
        };
        pv.push(Move::Place(square));
        board = board.play_unchecked(square);
        rest -= 1;
    }
    pv
}

impl Root {
    /// Computes the value of the move, within the window that the best moves of the round
    /// determine. Returns whether the search was finished.
    fn search(&mut self, w: &mut GuidedWorker<'_>, depth: u32, found: &Found) -> bool {
        if self.is_proven {
            found.add(self.value); // the game is over after the move
            return true;
        }
        // A pass does not count as a ply.
        let depth = if self.mv == Move::Pass { depth } else { depth - 1 };
        let floor = found.floor();
        let value = match floor {
            Some(floor) => self.exceed(w, depth, floor),
            None => self.value_near(w, depth),
        };
        if w.is_stopped() {
            return false;
        }
        self.new_value = value;
        found.add(value);
        true
    }

    /// Returns the value of a move that is expected not to exceed `floor`.
    fn exceed(&self, w: &mut GuidedWorker<'_>, depth: u32, floor: i32) -> i32 {
        let value = -midgame::run(w, &self.node, depth, -floor - 1, -floor);
        if value > floor && !w.is_stopped() {
            return -midgame::run(w, &self.node, depth, -INFINITE_CENTIDISCS, -floor);
        }
        value
    }

    /// Returns the value, searched with widening windows around the value of the last round.
    fn value_near(&self, w: &mut GuidedWorker<'_>, depth: u32) -> i32 {
        let (mut below, mut above) = (WINDOW, WINDOW);
        loop {
            let (alpha, beta) = (self.value - below, self.value + above);
            let value = -midgame::run(w, &self.node, depth, -beta, -alpha);
            if w.is_stopped() || (alpha < value && value < beta) {
                return value;
            }
            if value <= alpha {
                below *= WIDEN_BY;
            } else {
                above *= WIDEN_BY;
            }
        }
    }

    /// Stores a proven score in discs and the line that reaches this score.
    fn prove(&mut self, score: i32, depth: u32, pv: Vec<Move>) {
        (self.value, self.is_proven, self.depth, self.pv) = (100 * score, true, depth, pv);
    }
}

/// Solves the position and stores its best move.
fn solve_best(
    engine: &mut Engine,
    board: Board,
    roots: &mut [Root],
    budget: &Budget,
    parts: &mut Parts<'_>,
) {
    let adapt = |progress: &mut Progress, part: &Progress| {
        (progress.is_solving, progress.current) = (true, part.current);
        (progress.lower, progress.upper) = (part.lower, part.upper);
        (progress.expected, progress.best) = (part.expected, part.best.or(progress.best));
    };
    let rest = budget.rest(parts.progress.nodes);
    let solution = parts.run(board, adapt, |reporter| {
        proof::solve(engine, board, &SolveOptions::EXACT, &rest, reporter)
    });
    let progress = &mut parts.progress;
    progress.nodes += solution.nodes;
    (progress.is_solving, progress.lower, progress.upper) = (true, solution.lower, solution.upper);
    let at = roots.iter().position(|root| Some(root.mv) == solution.best);
    if let (Some(score), Some(at)) = (solution.score(), at) {
        let empties = board.empties().len();
        roots.swap(0, at);
        roots[0].prove(score, empties, solution.pv);
        progress.depth = empties;
    }
}

/// Solves the position after each move.
fn solve_all(
    engine: &mut Engine,
    roots: &mut [Root],
    empties: u32,
    budget: &Budget,
    parts: &mut Parts<'_>,
) {
    let mut is_done = true;
    for root in &mut *roots {
        if parts.is_over {
            is_done = false;
            break;
        }
        let mv = root.mv;
        let adapt = move |progress: &mut Progress, part: &Progress| progress.follow_reply(mv, part);
        let rest = budget.rest(parts.progress.nodes);
        let solution = parts.run(root.board, adapt, |reporter| {
            proof::solve(engine, root.board, &SolveOptions::EXACT, &rest, reporter)
        });
        parts.progress.nodes += solution.nodes;
        match solution.score() {
            Some(score) => {
                let mut pv = [root.mv].to_vec();
                pv.extend(solution.pv);
                root.prove(-score, empties, pv);
            }
            None => is_done = false,
        }
    }
    if is_done {
        parts.progress.depth = empties;
    }
    roots.sort_by_key(|root| -root.value);
}

/// The values of the best `count` moves of a round so far, highest first.
struct Found {
    count: usize,
    values: Lock<Vec<i32>>,
}

impl Found {
    fn new(count: usize) -> Self {
        Self { count, values: Lock::new(Vec::new()) }
    }

    fn add(&self, value: i32) {
        self.values.with(|values| {
            let at = values.partition_point(|&v| v >= value);
            values.insert(at, value);
            values.truncate(self.count);
        });
    }

    /// Returns the value that a move must exceed to be among the best, or `None` if fewer than
    /// `count` moves have a value.
    fn floor(&self) -> Option<i32> {
        self.values.with(|values| (values.len() >= self.count).then(|| values[self.count - 1]))
    }
}
