//! The state that the threads of a search share: the table, the node count and the reasons to stop.
use super::endgame_entry::EndgameEntry;
use super::observer::Watcher;
use super::transposition_table::TranspositionTable;
use crate::square::Square;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// The number of nodes between two calls of the observer. A thread visits this number of nodes in a
/// few milliseconds, which bounds the time until an observer can stop a search.
const TICK_EVERY: u64 = 1 << 13;
/// The number of nodes that a thread visits before it updates the shared count.
const REPORT_EVERY: u64 = 2000;

/// A chain of the split nodes above a search. A cut-off at one of these nodes stops the search.
pub(super) struct Cuts<'a> {
    pub(super) is_cut: &'a AtomicBool,
    pub(super) above: Option<&'a Cuts<'a>>,
}

impl Cuts<'_> {
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Relaxed) || self.above.is_some_and(Cuts::is_cut)
    }
}

/// The state that the searches of one call share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable<EndgameEntry>,
    /// The tables of the last empty squares, one for each thread; at least one.
    late: &'a [TranspositionTable<EndgameEntry>],
    /// The number of nodes of all threads. Each thread adds its nodes in portions of about
    /// [`REPORT_EVERY`].
    nodes: AtomicU64,
    node_limit: u64,
    /// Whether a limit is reached or the observer has stopped the search.
    is_exhausted: AtomicBool,
    #[cfg(feature = "std")]
    deadline: Option<std::time::Instant>,
    /// Whether nodes may be split between threads.
    #[cfg(feature = "rayon")]
    pub(super) parallel: bool,
    pub(super) watcher: Option<&'a Watcher<'a>>,
    /// The number of nodes at which the observer is called next.
    next_tick: AtomicU64,
    /// The square being searched at the root; 64 means none.
    current: AtomicU8,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a TranspositionTable<EndgameEntry>,
        late: &'a [TranspositionTable<EndgameEntry>],
        limits: &super::limits::Limits,
        watcher: Option<&'a Watcher<'a>>,
    ) -> Self {
        Self {
            table,
            late,
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            is_exhausted: AtomicBool::new(false),
            #[cfg(feature = "std")]
            deadline: limits.time.and_then(|time| std::time::Instant::now().checked_add(time)),
            #[cfg(feature = "rayon")]
            parallel: false,
            watcher,
            next_tick: AtomicU64::new(TICK_EVERY),
            current: AtomicU8::new(64),
        }
    }

    /// Returns the number of nodes that threads have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Stops all searches of the call.
    pub(super) fn exhaust(&self) {
        self.is_exhausted.store(true, Relaxed);
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted.load(Relaxed)
    }

    /// Records that the root searches a square.
    pub(super) fn begin_root_move(&self, square: u8) {
        self.current.store(square, Relaxed);
    }

    #[cold]
    fn tick(&self, watcher: &Watcher<'_>, nodes: u64) {
        self.next_tick.store(nodes + TICK_EVERY, Relaxed);
        let current = Square::from_index(self.current.load(Relaxed));
        if watcher.tick(nodes, current).is_break() {
            self.exhaust();
        }
    }
}

/// The state of one thread of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The table of the last empty squares, which other threads do not use.
    pub(super) late: &'a TranspositionTable<EndgameEntry>,
    pub(super) cuts: Option<&'a Cuts<'a>>,
    pub(super) nodes: u64,
    reported: u64,
    is_stopped: bool,
    /// The depth of the root. The moves of the root are reported to the observer. The value is 0
    /// below the root.
    pub(super) root_depth: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, cuts: Option<&'a Cuts<'a>>) -> Self {
        #[cfg(feature = "rayon")]
        let thread = rayon::current_thread_index().unwrap_or(0);
        #[cfg(not(feature = "rayon"))]
        let thread = 0;
        let late = &shared.late[thread % shared.late.len()];
        Self { shared, late, cuts, nodes: 0, reported: 0, is_stopped: false, root_depth: 0 }
    }

    /// Returns whether the search was stopped. The results are then meaningless.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Counts a node and checks the limits at intervals.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes - self.reported >= REPORT_EVERY {
            self.report();
        }
    }

    /// Adds the nodes of this thread to the shared count and checks the limits.
    #[cold]
    pub(super) fn report(&mut self) {
        let shared = self.shared;
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        let total = shared.nodes.fetch_add(new, Relaxed) + new;
        let is_over = total > shared.node_limit;
        #[cfg(feature = "std")]
        let is_over = is_over
            || shared.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline);
        if is_over {
            shared.exhaust();
        }
        if let Some(watcher) = shared.watcher
            && total >= shared.next_tick.load(Relaxed)
        {
            shared.tick(watcher, total);
        }
        self.is_stopped |= is_over || shared.is_exhausted() || self.cuts.is_some_and(Cuts::is_cut);
    }

    /// Reports the remaining nodes of this thread. Returns `score`, or `None` if the search was
    /// stopped.
    #[cfg(feature = "rayon")]
    pub(super) fn finish(mut self, score: i32) -> Option<i32> {
        self.report();
        (!self.is_stopped).then_some(score)
    }

    /// Records that the node at `depth` searches a square.
    #[inline(always)]
    pub(super) fn begin_move(&self, depth: u32, square: u8) {
        if depth == self.root_depth {
            self.shared.begin_root_move(square);
        }
    }
}
