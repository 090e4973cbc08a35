//! What the threads of a search share: the table, the count of nodes, the reasons to stop.
use super::progress::Watch;
use super::table::Table;
use crate::square::Square;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// How many nodes lie between two looks of a watcher.
pub(super) const WATCH_EVERY: u64 = 1 << 18;

/// A chain of reasons to stop: the caller's, and those of every shared-out node above.
pub(super) struct Stop<'a> {
    pub(super) flag: &'a AtomicBool,
    pub(super) above: Option<&'a Stop<'a>>,
}

impl Stop<'_> {
    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Relaxed) || self.above.is_some_and(Stop::is_set)
    }
}

/// What the searches of one solve share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// Nodes of all threads, added in lots.
    pub(super) nodes: AtomicU64,
    pub(super) node_limit: u64,
    /// Set when a limit is reached, or by who watches.
    pub(super) exhausted: AtomicBool,
    #[cfg(feature = "std")]
    pub(super) deadline: Option<std::time::Instant>,
    #[cfg(feature = "rayon")]
    pub(super) threads: usize,
    pub(super) watch: Option<&'a dyn Watch>,
    /// The nodes at which the watcher looks next.
    pub(super) next_look: AtomicU64,
    /// The square that the root is at, 64 for none.
    pub(super) current: AtomicU8,
}

impl Shared<'_> {
    #[cold]
    fn look(&self, watch: &dyn Watch, nodes: u64) {
        self.next_look.store(nodes + WATCH_EVERY, Relaxed);
        let current = Square::from_index(self.current.load(Relaxed));
        if watch.tick(nodes, current).is_break() {
            self.exhausted.store(true, Relaxed);
        }
    }
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) stop: &'a Stop<'a>,
    pub(super) nodes: u64,
    reported: u64,
    pub(super) stopped: bool,
    /// The depth of the root, whose moves are told to who watches; 0 below it.
    pub(super) top: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, stop: &'a Stop<'a>) -> Self {
        Self { shared, stop, nodes: 0, reported: 0, stopped: false, top: 0 }
    }

    /// Whether the search is to be given up; its results then mean nothing.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Adds this thread's nodes to the shared count and looks at the limits, once in a while.
    #[inline(always)]
    pub(super) fn check(&mut self) {
        if self.nodes - self.reported >= 2000 {
            self.report();
        }
    }

    /// Counts a node of a search around this one.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.nodes += 1;
        self.check();
    }

    #[cold]
    pub(super) fn report(&mut self) {
        let shared = self.shared;
        let lot = self.nodes - self.reported;
        self.reported = self.nodes;
        let total = shared.nodes.fetch_add(lot, Relaxed) + lot;
        let out = total > shared.node_limit;
        #[cfg(feature = "std")]
        let out =
            out || shared.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline);
        if out {
            shared.exhausted.store(true, Relaxed);
        }
        if let Some(watch) = shared.watch
            && total >= shared.next_look.load(Relaxed)
        {
            shared.look(watch, total);
        }
        self.stopped |= out || shared.exhausted.load(Relaxed) || self.stop.is_set();
    }

    /// A move of the node at `depth` is searched now.
    #[inline(always)]
    pub(super) fn begin_move(&self, depth: u32, square: u8) {
        if depth == self.top {
            self.shared.current.store(square, Relaxed);
        }
    }
}
