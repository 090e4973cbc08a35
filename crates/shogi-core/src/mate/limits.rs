//! The limits, options and progress of a solver.

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
