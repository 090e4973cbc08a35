//! The tables and the evaluation that are kept between calls, and the state of one call.
use super::endgame_entry::EndgameEntry;
use super::limits::Limits;
use super::midgame::{Guide, GuidedWorker};
use super::midgame_entry::MidgameEntry;
use super::observer::{Progress, Reporter, Watcher};
use super::selectivity::Selectivity;
use super::transposition_table::TranspositionTable;
use super::worker::{Shared, Worker};
use crate::eval::Weights;
use crate::moves::Move;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The maximum size in bytes of a table of the last empty squares. Such a table fits into the L2 cache
/// of a core.
const LATE_BYTES: usize = 256 << 10;

/// The transposition tables, and the evaluation that guides searches.
pub(crate) struct Engine {
    table: TranspositionTable<EndgameEntry>,
    /// The tables of the last empty squares, one for each thread; at least one.
    late: Vec<TranspositionTable<EndgameEntry>>,
    #[cfg(feature = "rayon")]
    late_bytes: usize,
    guided: Option<Guided>,
    /// Whether searches are shared between the threads of the current rayon pool.
    #[cfg(feature = "rayon")]
    pub(crate) parallel: bool,
}

/// An evaluation and the table of the searches that use it.
struct Guided {
    weights: Arc<Weights>,
    table: TranspositionTable<MidgameEntry>,
}

impl Engine {
    /// Makes an engine without an evaluation.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(bytes),
            late: [TranspositionTable::new(bytes.min(LATE_BYTES))].into(),
            #[cfg(feature = "rayon")]
            late_bytes: bytes.min(LATE_BYTES),
            guided: None,
            #[cfg(feature = "rayon")]
            parallel: false,
        }
    }

    /// Makes an engine with an evaluation. Each of its two tables gets half of `bytes`.
    pub(crate) fn guided(weights: Arc<Weights>, bytes: usize) -> Self {
        let table = TranspositionTable::new(bytes / 2);
        Self { guided: Some(Guided { weights, table }), ..Self::new(bytes / 2) }
    }

    pub(crate) fn weights(&self) -> Option<&Arc<Weights>> {
        self.guided.as_ref().map(|guided| &guided.weights)
    }

    /// Starts a new call. From now on, the tables replace entries of earlier calls first.
    pub(super) fn age(&mut self) {
        self.table.age();
        if let Some(guided) = &mut self.guided {
            guided.table.age();
        }
        #[cfg(feature = "rayon")]
        if self.parallel {
            let threads = rayon::current_num_threads().max(self.late.len());
            self.late.resize_with(threads, || TranspositionTable::new(self.late_bytes));
        }
    }

    /// Removes the results of earlier calls.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        if let Some(guided) = &mut self.guided {
            guided.table.clear();
        }
    }

    /// Returns the guide of midgame searches, or `None` if there is no evaluation.
    pub(super) fn guide(&self, selectivity: Selectivity) -> Option<Guide<'_>> {
        let Guided { weights, table } = self.guided.as_ref()?;
        Some(Guide { table, weights, selectivity })
    }

    /// Starts a call with limits.
    pub(super) fn session<'a>(
        &'a self,
        limits: &Limits,
        reporter: Option<&'a Reporter<'_>>,
    ) -> Session<'a> {
        let watcher = reporter.map(|reporter| reporter as &Watcher<'_>);
        let session = Session { shared: Shared::new(&self.table, &self.late, limits, watcher) };
        #[cfg(feature = "rayon")]
        let session = session.with_parallel(self.parallel);
        session
    }
}

/// The state of a call with its limits, shared by threads.
pub(super) struct Session<'a> {
    shared: Shared<'a>,
}

impl Session<'_> {
    #[cfg(feature = "rayon")]
    fn with_parallel(mut self, parallel: bool) -> Self {
        self.shared.parallel = parallel;
        self
    }

    /// Returns whether threads share the searches.
    #[cfg(feature = "rayon")]
    pub(super) fn is_parallel(&self) -> bool {
        self.shared.parallel
    }

    /// Makes a worker for one thread of an endgame search.
    pub(super) fn worker(&self) -> Worker<'_> {
        Worker::new(&self.shared, None)
    }

    /// Makes a worker for one thread of a midgame search.
    pub(super) fn guided_worker<'a>(&'a self, guide: &'a Guide<'a>) -> GuidedWorker<'a> {
        GuidedWorker { guide, worker: self.worker() }
    }

    /// Returns the number of nodes that threads have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.shared.nodes()
    }

    /// Records that the root searches a move.
    pub(super) fn begin_move(&self, mv: Move) {
        if let Move::Place(square) = mv {
            self.shared.begin_root_move(square.index() as u8);
        }
    }

    /// Reports a change to the observer, which may stop the search.
    pub(super) fn report(&self, mut change: impl FnMut(&mut Progress)) -> ControlFlow<()> {
        let Some(watcher) = self.shared.watcher else { return ControlFlow::Continue(()) };
        let nodes = self.nodes();
        let flow = watcher.change(&mut |progress| {
            progress.nodes = progress.nodes.max(nodes);
            change(progress);
        });
        if flow.is_break() {
            self.shared.exhaust();
        }
        flow
    }
}
