//! The limits, options and progress of a solver.

use core::fmt;

/// Limits that end a search before its answer is complete.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The approximate maximum number of nodes.
    pub nodes: Option<u64>,
    /// The approximate maximum time.
    #[cfg(feature = "std")]
    pub time: Option<core::time::Duration>,
}

impl Limits {
    /// No limit.
    pub const NONE: Self = Self {
        nodes: None,
        #[cfg(feature = "std")]
        time: None,
    };

    /// Sets a limit on the nodes.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Sets a limit on the time.
    #[cfg(feature = "std")]
    #[must_use]
    pub const fn with_time(mut self, time: core::time::Duration) -> Self {
        self.time = Some(time);
        self
    }
}

/// Why a search ended before its answer was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on the nodes.
    Nodes,
    /// The limit on the time.
    Time,
    /// The memory. The search has replaced so many results by others that it no longer makes progress, or
    /// the verified moves do not fit into the memory.
    Memory,
    /// A line reached 4096 plies, the longest line of a search.
    Plies,
    /// The observer.
    Observer,
}

impl fmt::Display for Stop {
    /// Formats the reason as the phrase that follows "stopped by".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "the node limit",
            Self::Time => "the time limit",
            Self::Memory => "lack of memory",
            Self::Plies => "the maximum of 4096 plies per line",
            Self::Observer => "request",
        })
    }
}

/// What a solver searches for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Whether the solver looks for the shortest mate after the first mate.
    pub shortest: bool,
    /// Whether the solver looks for a mate after each first move that gives check.
    pub all_first_moves: bool,
    /// Whether the side to move is the defender.
    pub defender_to_move: bool,
    /// Whether the solver finds out which interpositions of a mate are useless.
    pub essential: bool,
}

impl Options {
    /// Sets whether the solver looks for the shortest mate after the first mate.
    #[must_use]
    pub const fn with_shortest(mut self, shortest: bool) -> Self {
        self.shortest = shortest;
        self
    }

    /// Sets whether the solver looks for a mate after each first move that gives check.
    #[must_use]
    pub const fn with_all_first_moves(mut self, all_first_moves: bool) -> Self {
        self.all_first_moves = all_first_moves;
        self
    }

    /// Sets whether the solver finds out which interpositions of a mate are useless, for
    /// [`Mate::essential`](super::Mate::essential).
    #[must_use]
    pub const fn with_essential(mut self, essential: bool) -> Self {
        self.essential = essential;
        self
    }

    /// Sets whether the side to move is the defender. A mate then holds against every move of the
    /// defender, and [`Options::shortest`] and [`Options::all_first_moves`] have no effect.
    #[must_use]
    pub const fn with_defender_to_move(mut self, defender_to_move: bool) -> Self {
        self.defender_to_move = defender_to_move;
        self
    }
}

/// The progress of a solver, as its observer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The nodes visited so far.
    pub nodes: u64,
}
