//! Limits that end a search early.

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

/// The limits of a call that runs several searches one after another.
pub(crate) struct Budget {
    limits: Limits,
    #[cfg(feature = "std")]
    started: std::time::Instant,
}

impl Budget {
    pub(crate) fn start(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            #[cfg(feature = "std")]
            started: std::time::Instant::now(),
        }
    }

    /// Returns the remaining limits after this number of nodes.
    pub(crate) fn rest(&self, nodes: u64) -> Limits {
        let mut rest = self.limits;
        rest.nodes = rest.nodes.map(|most| most.saturating_sub(nodes));
        #[cfg(feature = "std")]
        {
            rest.time = rest.time.map(|most| most.saturating_sub(self.started.elapsed()));
        }
        rest
    }
}
