//! The exact search as a part of other searches.
use super::search::{self, Shared, Stop, Worker};
use super::{Limits, Solver};
use core::sync::atomic::AtomicBool;
use core::sync::atomic::Ordering::Relaxed;

/// One question under its limits, shared by threads.
pub(crate) struct Session<'a> {
    shared: Shared<'a>,
    stop: Stop<'a>,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Solver {
    /// Starts a question under limits.
    pub(crate) fn session<'a>(&'a self, limits: &Limits<'a>) -> Session<'a> {
        let stop = Stop { flag: limits.stop.unwrap_or(&NEVER), above: None };
        Session { shared: self.shared(limits), stop }
    }
}

impl Session<'_> {
    /// Nodes that threads have reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }
}

/// One thread's part: a counter of nodes that looks at the limits, and a solver.
pub(crate) struct Exact<'a>(Worker<'a>);

impl<'a> Exact<'a> {
    pub(crate) fn new(session: &'a Session<'a>) -> Self {
        Self(Worker::new(&session.shared, &session.stop))
    }

    /// Counts a node.
    #[inline(always)]
    pub(crate) fn visit(&mut self) {
        self.0.visit();
    }

    /// Whether a limit was reached; results then mean nothing.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    /// Adds the nodes counted to those of the session.
    pub(crate) fn report(&mut self) {
        self.0.report();
    }

    /// The score in discs of a position, exact inside the window.
    pub(crate) fn score(&mut self, player: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
        search::run(&mut self.0, player, opponent, alpha, beta)
    }
}
