//! Midgame search: the best moves of a position, their values and lines.
//!
//! ```
//! use reversi_core::{Board, eval::{Shapes, Weights}};
//! use reversi_core::search::{Options, Searcher};
//! use reversi_core::solve::Limits;
//! use std::sync::Arc;
//!
//! // Weights that know nothing: real ones come from `Weights::embedded()` behind the feature
//! // `weights`, from a file, or from `train`.
//! let mut searcher = Searcher::new(Arc::new(Weights::zero(&Shapes::rich_46())), 12);
//! let options = Options::to_depth(4);
//! let report = searcher.search(Board::START, &options, &Limits::NONE, |_| {});
//! assert_eq!((report.depth, report.hints.len()), (4, 1));
//! assert_eq!(report.hints[0].pv.len(), 4);
//! ```
use crate::board::Board;
use crate::eval::Weights;
use crate::moves::Move;
pub use crate::solve::Selectivity;
use crate::solve::midgame::{self, INFINITE, Node, Worker};
use crate::solve::{self, Clock, Limits, Lock, Progress, Session, Solver, Told};
use crate::square::Square;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How far and how widely to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Plies to look ahead, 1 to 60; 0 is taken as 1.
    pub depth: u32,
    /// With at most this many empties, the position is solved exactly whatever the depth.
    pub exact: u32,
    /// How many of the best moves to value; the others are only shown to be no better.
    pub count: usize,
    /// How boldly branches are cut on the word of shallower searches.
    pub selectivity: Selectivity,
}

impl Options {
    /// The best move by a search of `depth` plies without cuts.
    #[must_use]
    pub const fn to_depth(depth: u32) -> Self {
        Self { depth, exact: 0, count: 1, selectivity: Selectivity::Full }
    }

    /// Solves exactly from this many empties on.
    #[must_use]
    pub const fn with_exact(mut self, empties: u32) -> Self {
        self.exact = empties;
        self
    }

    /// Values the best `count` moves, `usize::MAX` for all.
    #[must_use]
    pub const fn with_count(mut self, count: usize) -> Self {
        self.count = count;
        self
    }

    /// Allows cuts on the word of shallower searches.
    #[must_use]
    pub const fn with_selectivity(mut self, selectivity: Selectivity) -> Self {
        self.selectivity = selectivity;
        self
    }
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move, in 1/100 disc.
    pub value: i32,
    /// Whether the value is the proven final score.
    pub exact: bool,
    /// How many plies the value looks ahead, the move included.
    pub depth: u32,
    /// The line expected: `mv` and what follows.
    pub pv: Vec<Move>,
}

/// What a search has found so far, or in the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The plies of the last finished round.
    pub depth: u32,
    /// The valued moves, best first; none where the game is over.
    pub hints: Vec<Hint>,
    /// Positions visited.
    pub nodes: u64,
    /// Of a search under way: the move that it is at.
    pub current: Option<Move>,
    /// Of a search under way that solves to the end of the game: the bounds proven so far of the
    /// final score in discs, of the position or, where several moves are valued, of `current`.
    pub bounds: Option<(i32, i32)>,
}

impl Report {
    /// The best move, `None` where the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.hints.first().map(|hint| hint.mv)
    }
}

/// Searches positions by an evaluation, keeping what it learns in a table of fixed size.
pub struct Searcher {
    weights: Arc<Weights>,
    solver: Solver,
    #[cfg(feature = "rayon")]
    threads: usize,
}

impl core::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Searcher").field("weights", &self.weights).finish_non_exhaustive()
    }
}

impl Searcher {
    /// A searcher with two tables of `2^bits` buckets of 64 bytes, `bits` from 4 to 32: one for the
    /// midgame, one for the end. They are smaller where the system refuses so much memory.
    #[must_use]
    pub fn new(weights: Arc<Weights>, bits: u32) -> Self {
        Self {
            solver: Solver::new(bits).with_weights(Arc::clone(&weights)),
            weights,
            #[cfg(feature = "rayon")]
            threads: 1,
        }
    }

    /// How many threads of the current rayon pool may share a search; 1 until set.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self.solver = self.solver.with_threads(threads);
        self
    }

    /// Searches one ply, two plies and so on, up to the depth asked for or a limit, then to the end
    /// of the game if it is near. `progress` is told of each finished round. However early a limit
    /// strikes, a legal move is found.
    pub fn search(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&Report),
    ) -> Report {
        self.deepen(board, options, limits, Audience::new(Who::OfRounds(&mut progress)))
    }

    /// As [`search`](Self::search), but the observer is also told between rounds, about every
    /// 200,000 nodes and from any of the threads, and may break: then, as under a limit, what was
    /// found until then is the answer.
    pub fn search_observed(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits<'_>,
        mut observer: impl FnMut(&Report) -> ControlFlow<()> + Send,
    ) -> Report {
        self.deepen(board, options, limits, Audience::new(Who::Always(&mut observer)))
    }

    fn deepen(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits<'_>,
        mut audience: Audience<'_>,
    ) -> Report {
        self.solver.age();
        let clock = Clock::start(limits);
        let empties = board.empties().len();
        let last = options.depth.clamp(1, empties.max(1));
        let exact = empties <= options.exact
            || (last == empties && options.selectivity == Selectivity::Full);
        let mut roots = self.roots(board);
        let count = options.count.clamp(1, roots.len().max(1));
        let mut report = Report::default();
        if roots.is_empty() {
            return report;
        }
        // Before an exact solve a few rounds put the moves in order.
        let rounds = if exact { last.min(empties.saturating_sub(8)) } else { last };
        for depth in 1..=rounds {
            let (nodes, done) = audience.watch(
                &report,
                board,
                |at| (at.current, None),
                |told| {
                    let session = self.solver.session(&clock.rest(report.nodes), told);
                    let done = self.round(&session, &mut roots, depth, count, options.selectivity);
                    (session.nodes(), done)
                },
            );
            report.nodes += nodes;
            if !done {
                return self.told(report, &roots, count);
            }
            report.depth = depth;
            report = self.told(report, &roots, count);
            if (depth < rounds || exact) && !audience.is_over {
                audience.tell(&report);
            }
            if audience.is_over {
                return report;
            }
        }
        if exact {
            report = self.finish(board, &mut roots, count, &clock, report, &mut audience);
        }
        if !audience.is_over {
            audience.tell(&report);
        }
        report
    }

    /// The moves with their boards, ordered by the evaluation.
    fn roots(&self, board: Board) -> Vec<Root> {
        let root = |mv, next: Board| {
            let value = match next.is_over() {
                true => -100 * next.final_score(),
                false => -self.weights.value(next).clamp(-6400, 6400),
            };
            let node = Node::new(&self.weights, next);
            Root {
                mv,
                board: next,
                node,
                value,
                fresh: value,
                exact: next.is_over(),
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

    /// One round of the deepening; whether it was finished. Moves valued before a limit struck keep
    /// their new values.
    fn round(
        &self,
        session: &Session<'_>,
        roots: &mut [Root],
        depth: u32,
        count: usize,
        selectivity: Selectivity,
    ) -> bool {
        let Some(guide) = self.solver.guide(selectivity) else { return false };
        let found = Found::new(count);
        let visit = |root: &mut Root| {
            let mut w = session.worker(&guide);
            session.begin_move(root.mv);
            let done = root.search(&mut w, depth, &found);
            w.report();
            done
        };
        let done = self.visit_all(roots, count, visit);
        if done {
            for root in &mut *roots {
                root.value = root.fresh;
            }
            roots.sort_by_key(|root| -root.value);
            for root in &mut roots[..count] {
                root.depth = depth;
                root.pv = self.line(root, depth);
            }
        }
        done
    }

    #[cfg(feature = "rayon")]
    fn visit_all(
        &self,
        roots: &mut [Root],
        count: usize,
        visit: impl Fn(&mut Root) -> bool + Sync,
    ) -> bool {
        use rayon::prelude::*;
        if self.threads > 1 {
            // The first moves set the window that the others are measured by.
            let first = if count < roots.len() { count } else { 0 };
            let (first, rest) = roots.split_at_mut(first);
            return first.iter_mut().all(&visit)
                & rest.par_iter_mut().with_max_len(1).map(&visit).reduce(|| true, |a, b| a & b);
        }
        roots.iter_mut().all(visit)
    }

    #[cfg(not(feature = "rayon"))]
    fn visit_all(&self, roots: &mut [Root], _: usize, visit: impl Fn(&mut Root) -> bool) -> bool {
        roots.iter_mut().all(visit)
    }

    /// Solves the moves to the end of the game.
    fn finish(
        &mut self,
        board: Board,
        roots: &mut Vec<Root>,
        count: usize,
        clock: &Clock<'_>,
        mut report: Report,
        audience: &mut Audience<'_>,
    ) -> Report {
        let options = solve::Options::EXACT;
        let empties = board.empties().len();
        let prove = |root: &mut Root, score: i32, pv: Vec<Move>| {
            (root.value, root.exact, root.depth, root.pv) = (100 * score, true, empties, pv);
        };
        if count == 1 {
            let seen = |at: &Progress| (at.current, Some((at.lower, at.upper)));
            let solution = audience.watch(&report, board, seen, |told| {
                self.solver.answer(board, &options, &clock.rest(report.nodes), told)
            });
            report.nodes += solution.nodes;
            let at = roots.iter().position(|root| Some(root.mv) == solution.best);
            if let (Some(score), Some(at)) = (solution.score(), at) {
                roots.swap(0, at);
                prove(&mut roots[0], score, solution.pv);
                report.depth = empties;
            }
            return self.told(report, roots, count);
        }
        let mut all = true;
        for root in &mut *roots {
            if audience.is_over {
                all = false;
                break;
            }
            let mv = root.mv;
            let seen = move |at: &Progress| (Some(mv), Some((-at.upper, -at.lower)));
            let solution = audience.watch(&report, root.board, seen, |told| {
                self.solver.answer(root.board, &options, &clock.rest(report.nodes), told)
            });
            report.nodes += solution.nodes;
            match solution.score() {
                Some(score) => {
                    let mut pv = [root.mv].to_vec();
                    pv.extend(solution.pv);
                    prove(root, -score, pv);
                }
                None => all = false,
            }
        }
        if all {
            report.depth = empties;
        }
        roots.sort_by_key(|root| -root.value);
        self.told(report, roots, count)
    }

    /// The report with its hints brought up to date.
    fn told(&self, report: Report, roots: &[Root], count: usize) -> Report {
        let hint = |root: &Root| Hint {
            mv: root.mv,
            value: root.value,
            exact: root.exact,
            depth: root.depth,
            pv: root.pv.clone(),
        };
        Report { hints: roots.iter().take(count).map(hint).collect(), ..report }
    }

    /// A root's move and what the table expects after it.
    fn line(&self, root: &Root, depth: u32) -> Vec<Move> {
        let mut board = root.board;
        let mut pv = [root.mv].to_vec();
        let mut rest = depth - 1;
        let Some(guide) = self.solver.guide(Selectivity::Full) else { return pv };
        while rest > 0 && !board.is_over() {
            if !board.has_moves() {
                pv.push(Move::Pass);
                board = board.pass_unchecked();
                continue;
            }
            let known = guide.table.find(board.player().bits(), board.opponent().bits());
            let best = known.and_then(|known| Square::from_index(known.best));
            // The last ply is not in the table: its move is the best by the evaluation.
            let Some(square) = best.filter(|&s| board.moves().contains(s)).or_else(|| {
                let value = |s: &Square| {
                    let next = board.play_unchecked(*s);
                    if next.is_over() { 100 * next.final_score() } else { self.weights.value(next) }
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
}

/// A move of the position searched.
struct Root {
    mv: Move,
    board: Board,
    node: Node,
    value: i32,
    /// The value of the round under way.
    fresh: i32,
    exact: bool,
    depth: u32,
    pv: Vec<Move>,
}

impl Root {
    /// Values the move in the window that the best moves of the round leave; whether it was
    /// finished.
    fn search(&mut self, w: &mut Worker<'_>, depth: u32, found: &Found) -> bool {
        if self.exact {
            found.add(self.value); // the game is over after it
            return true;
        }
        let after = self.node_depth(depth);
        let floor = found.floor();
        let mut value = if floor > -INFINITE {
            -midgame::run(w, &self.node, after, -floor - 1, -floor)
        } else {
            // Around the value of the round before, widened where it falls outside.
            let (mut below, mut above) = (250, 250);
            loop {
                let (alpha, beta) = (self.value - below, self.value + above);
                let value = -midgame::run(w, &self.node, after, -beta, -alpha);
                if w.is_stopped() || (alpha < value && value < beta) {
                    break value;
                }
                if value <= alpha {
                    below *= 4;
                } else {
                    above *= 4;
                }
            }
        };
        if floor > -INFINITE && value > floor && !w.is_stopped() {
            value = -midgame::run(w, &self.node, after, -INFINITE, -floor);
        }
        if w.is_stopped() {
            return false;
        }
        self.fresh = value;
        found.add(value);
        true
    }

    /// The plies left after the move: a pass takes none.
    fn node_depth(&self, depth: u32) -> u32 {
        if self.mv == Move::Pass { depth } else { depth - 1 }
    }
}

/// The values of a round's moves, highest first, the best `count` of them.
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

    /// What a move must exceed to be among the best; below any value while there is room.
    fn floor(&self) -> i32 {
        self.values.with(
            |values| {
                if values.len() < self.count { -INFINITE } else { values[self.count - 1] }
            },
        )
    }
}

/// Who is told of a search under way.
struct Audience<'a> {
    who: Who<'a>,
    /// Whether the search is to end.
    is_over: bool,
}

enum Who<'a> {
    /// Told of each round.
    OfRounds(&'a mut dyn FnMut(&Report)),
    /// Told between rounds too.
    Always(&'a mut (dyn FnMut(&Report) -> ControlFlow<()> + Send)),
}

impl<'a> Audience<'a> {
    fn new(who: Who<'a>) -> Self {
        Self { who, is_over: false }
    }

    fn tell(&mut self, report: &Report) {
        match &mut self.who {
            Who::OfRounds(tell) => tell(report),
            Who::Always(tell) => self.is_over |= tell(report).is_break(),
        }
    }

    /// Runs a part of the search on `board`. The report is what was found before it; `seen` says
    /// where in the position of the report the part is, and which bounds it has.
    fn watch<T>(
        &mut self,
        report: &Report,
        board: Board,
        seen: impl Fn(&Progress) -> (Option<Move>, Option<(i32, i32)>) + Sync,
        run: impl FnOnce(Option<&Told<'_>>) -> T,
    ) -> T {
        let Who::Always(tell) = &mut self.who else { return run(None) };
        let is_over = &mut self.is_over;
        let mut report = report.clone();
        let before = report.nodes;
        let mut observer = |progress: &Progress| {
            report.nodes = before + progress.nodes;
            (report.current, report.bounds) = seen(progress);
            let flow = tell(&report);
            *is_over |= flow.is_break();
            flow
        };
        run(Some(&Told::new(board, &mut observer)))
    }
}
