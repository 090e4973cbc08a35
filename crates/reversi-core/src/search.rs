//! Midgame search: finds the best moves of a position, with their values and the expected lines of
//! play.
//!
//! ```
//! use reversi_core::{Board, eval::{Shapes, Weights}};
//! use reversi_core::search::{Limits, Options, Searcher};
//! use std::sync::Arc;
//!
//! // All weights are 0 in this example. Real weights come from `Weights::embedded()` (feature
//! // from a file, or from `train`.
//! let mut searcher = Searcher::new(Arc::new(Weights::zero(&Shapes::rich_46())), 1 << 20);
//! let report = searcher.search(Board::START, &Options::to_depth(4), &Limits::NONE);
//! assert_eq!((report.depth, report.hints.len()), (4, 1));
//! assert_eq!(report.hints[0].pv.len(), 4);
//! ```
use crate::board::Board;
use crate::engine::{self, Engine, Parts};
use crate::eval::Weights;
use alloc::sync::Arc;
use core::ops::ControlFlow;

pub use crate::engine::{Hint, Limits, Progress, Report, SearchOptions as Options, Selectivity};

/// A searcher of midgame positions, guided by an evaluation. Its hash tables keep their entries
/// between searches, until [`clear`](Self::clear).
pub struct Searcher {
    engine: Engine,
}

impl core::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut fields = f.debug_struct("Searcher");
        self.engine.weights().map(|weights| fields.field("weights", weights));
        fields.finish_non_exhaustive()
    }
}

impl Searcher {
    /// Makes a searcher with two tables, one for the midgame and one for the endgame. The tables
    /// share `bytes` bytes of memory, but at least 2 KB. Each size is rounded down to a power of
    /// two. The tables are smaller if the system has less memory. Each thread of a search has
    /// another table of at most 256 KB for the last empty squares.
    #[must_use]
    pub fn new(weights: Arc<Weights>, bytes: usize) -> Self {
        Self { engine: Engine::guided(weights, bytes) }
    }

    /// Sets whether the threads of the current rayon pool share a search; `false` by default.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub const fn with_parallel(mut self, parallel: bool) -> Self {
        self.engine.parallel = parallel;
        self
    }

    /// Clears the hash tables, so that later searches do not depend on earlier searches.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Searches one ply, then two plies and so on, up to the depth of the options or a limit. Then
    /// solves the position exactly if the options request this. The report has a legal move even if
    /// the limit is very small.
    pub fn search(&mut self, board: Board, options: &Options, limits: &Limits) -> Report {
        engine::deepen(&mut self.engine, board, options, limits, Parts::new(board, None))
    }

    /// Searches like [`search`](Self::search), and calls the observer with the progress after every
    /// round and about every 8,000 nodes. Any thread of the search may call the observer. If the
    /// observer returns `Break`, the search ends as if a limit were reached, and the report has the
    /// results found so far.
    pub fn search_observed(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits,
        mut observer: impl FnMut(&Progress) -> ControlFlow<()> + Send,
    ) -> Report {
        let parts = Parts::new(board, Some(&mut observer));
        engine::deepen(&mut self.engine, board, options, limits, parts)
    }
}
