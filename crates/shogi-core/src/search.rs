//! Game-tree search: the best moves of a position, their values and lines.
//!
//! The search is generic over the evaluation ([`Evaluate`]). It is a base for authors of engines and
//! evaluations, and an opponent for people. With the built-in evaluation ([`Material`]) it is far weaker
//! than engines with neural networks.
//!
//! ```
//! use shogi_core::{History, Position};
//! use shogi_core::search::{Limits, Material, Options, Searcher, Value};
//!
//! // Black wins the rook.
//! let position: Position = "4k4/9/9/4r4/9/9/9/9/4RK3 b - 1".parse()?;
//! let history = History::new(&position);
//! let mut searcher = Searcher::new(Material::new(), 1 << 20);
//! let report = searcher.search(&position, &history, &Options::to_depth(3), &Limits::NONE);
//! assert_eq!(report.best().unwrap().to_string(), "5i5d");
//! assert!(report.hints[0].value > Value::Centipawns(500));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The search deepens one ply at a time with principal variations and a transposition table. Captures
//! and evasions are searched to the end. This quiescence does not notice a side that is not in check and has
//! no legal move. Null moves, reductions and futility prune the tree unless
//! [`Options::with_selective`] turns them off. A mate search runs before the first round, and mates in
//! one are found at every node. Repetitions, perpetual checks, better and worse hands on a repeated
//! board, declarations, tries and the maximum number of moves count inside the tree.
//!
//! With one thread and without a time limit, the result is reproducible.

mod evaluate;
mod heuristics;
mod limits;
mod material;
mod node;
mod options;
mod ordering;
mod ply;
mod quiescence;
mod report;
mod root;
mod table;
mod value;
mod worker;

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

pub use evaluate::Evaluate;
pub use limits::{Clock, Limits};
pub use material::Material;
pub use options::Options;
pub use report::{Hint, Progress, Report};
pub use value::Value;

use crate::mate::{self, Outcome, Solver};
use crate::position::Position;
use crate::repetition::History;
use report::Observer;
use root::Root;
use table::Table;
use worker::{Shared, Worker};

/// The memory of the mate search, in bytes.
const MATE_BYTES: usize = 4 << 20;
/// The stack of a helper thread, in bytes.
const STACK_BYTES: usize = 8 << 20;

/// A searcher with an evaluation. Its table keeps its entries between searches.
pub struct Searcher<E> {
    evaluation: E,
    table: Table,
    mate: Solver,
    threads: usize,
}

impl<E: Evaluate> Searcher<E> {
    /// Makes a searcher with one thread and a table of about `table_bytes` bytes, at least 1 KB. The
    /// table is smaller if the system has less memory.
    #[must_use]
    pub fn new(evaluation: E, table_bytes: usize) -> Self {
        let mate = Solver::new(MATE_BYTES);
        Self { evaluation, table: Table::new(table_bytes), mate, threads: 1 }
    }

    /// Sets the number of threads that share a search. 0 counts as 1.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Returns the evaluation.
    pub const fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// Removes all results of earlier searches. The next search is then as by a new searcher.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches for the best moves of a position.
    ///
    /// `history` contains the game up to the position. If the last position of `history` is another
    /// one, the search ignores the history. A legal move is found even under a very small limit.
    pub fn search(
        &mut self,
        position: &Position,
        history: &History,
        options: &Options,
        limits: &Limits,
    ) -> Report {
        self.search_observed(position, history, options, limits, |_| ControlFlow::Continue(()))
    }

    /// Searches as [`Searcher::search`] does, and calls `observer` after every round and about every
    /// hundred nodes of the calling thread. The search stops when the observer breaks, and returns
    /// the results so far.
    ///
    /// An engine that thinks on the opponent's time (pondering) searches without limits. Its observer
    /// breaks at the deadline that another thread sets when the opponent has played the expected move:
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::Mutex;
    /// use std::time::Instant;
    /// use shogi_core::{History, Position};
    /// use shogi_core::search::{Limits, Material, Options, Searcher};
    ///
    /// let deadline: Mutex<Option<Instant>> = Mutex::new(None);
    /// # *deadline.lock().unwrap() = Some(Instant::now());
    /// let position = Position::start();
    /// let history = History::new(&position);
    /// let mut searcher = Searcher::new(Material::new(), 1 << 20);
    /// let report = searcher.search_observed(
    ///     &position,
    ///     &history,
    ///     &Options::unlimited(),
    ///     &Limits::NONE,
    ///     |_| match *deadline.lock().unwrap() {
    ///         Some(deadline) if Instant::now() >= deadline => ControlFlow::Break(()),
    ///         _ => ControlFlow::Continue(()),
    ///     },
    /// );
    /// assert!(report.best().is_some());
    /// ```
    pub fn search_observed(
        &mut self,
        position: &Position,
        history: &History,
        options: &Options,
        limits: &Limits,
        mut observer: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Report {
        let started = Instant::now();
        self.table.age();
        let own = History::new(position);
        let history = if history.ends_with(position) { history } else { &own };
        if worker::declares(position, options) {
            return Report { declares: true, ..Report::default() };
        }
        let mut roots = root::roots(position, options);
        let Some(first) = roots.first().map(Root::fallback) else { return Report::default() };
        let shared = Shared {
            table: &self.table,
            options,
            limits,
            started,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let progress = Worker::<E>::first_progress();
        let observer: &mut Observer<'_> = &mut observer;
        let mut main =
            Worker::new(&self.evaluation, &shared, position, history, Some((observer, progress)));
        if let Some(report) = find_mate(&mut self.mate, &mut main, &roots) {
            return report;
        }
        let evaluation = &self.evaluation;
        let depth = std::thread::scope(|scope| {
            for thread in 1..self.threads {
                let (shared, mut roots) = (&shared, roots.clone());
                let help = move || {
                    let mut worker = Worker::new(evaluation, shared, position, history, None);
                    worker.deepen(&mut roots, thread);
                    worker.publish_nodes();
                };
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                // Without the helper the search is slower, but complete.
                let _ = builder.spawn_scoped(scope, help);
            }
            main.deepen(&mut roots, 0)
        });
        main.publish_nodes();
        let mut hints = root::hints(&roots, options.count.max(1));
        if hints.is_empty() {
            hints.push(first);
        }
        Report { depth, hints, nodes: shared.nodes.load(Relaxed), declares: false }
    }
}

/// Runs the mate search at the root. Returns a report if the side to move mates.
fn find_mate<E: Evaluate>(
    mate: &mut Solver,
    main: &mut Worker<'_, E>,
    roots: &[Root],
) -> Option<Report> {
    /// The share of the time that the mate search may take.
    const SHARE: u32 = 16;
    let (options, limits) = (main.shared.options, main.shared.limits);
    let node_limit = options.mate_nodes.min(limits.nodes.map_or(u64::MAX, |nodes| nodes / 4));
    if node_limit == 0 || !options.selective || options.count > 1 {
        return None;
    }
    let position = main.position.clone();
    let mate_limits = mate::Limits::NONE.with_nodes(node_limit);
    let answer = mate.solve_observed(&position, &mate::Options::default(), &mate_limits, |_| {
        let is_late = limits.time.is_some_and(|time| main.elapsed() >= time / SHARE);
        if is_late { ControlFlow::Break(()) } else { main.report(false) }
    });
    main.nodes += answer.nodes;
    let nodes = main.publish_nodes();
    let Outcome::Mate(mate) = answer.outcome else { return None };
    let (plies, pv) = (mate.plies(), mate.moves);
    let mv = *pv.first()?;
    // A mate by perpetual check of an earlier position would lose by repetition.
    if !main.is_in_time(plies) || !main.is_fresh(mv) || !roots.iter().any(|root| root.is(mv)) {
        return None;
    }
    let hint = Hint { mv, value: Value::Win { plies }, depth: 0, pv };
    let hints: Vec<Hint> = alloc::vec![hint];
    if let Some((_, progress)) = &mut main.observer {
        progress.hints.clone_from(&hints);
    }
    let _ = main.report(true);
    Some(Report { depth: 0, hints, nodes, declares: false })
}

impl<E: core::fmt::Debug> core::fmt::Debug for Searcher<E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut fields = f.debug_struct("Searcher");
        fields.field("evaluation", &self.evaluation).field("threads", &self.threads);
        fields.finish_non_exhaustive()
    }
}
