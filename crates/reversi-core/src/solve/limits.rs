//! What ends a search early.
use core::sync::atomic::AtomicBool;

/// What ends a search before its answer is proven.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// At most about this many nodes.
    pub nodes: Option<u64>,
    /// At most about this long.
    #[cfg(feature = "std")]
    pub time: Option<std::time::Duration>,
    /// Set by another thread to stop.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit.
    pub const NONE: Limits<'static> = Limits {
        nodes: None,
        #[cfg(feature = "std")]
        time: None,
        stop: None,
    };

    /// With a limit on the nodes.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// With a limit on the time.
    #[cfg(feature = "std")]
    #[must_use]
    pub const fn with_time(mut self, time: std::time::Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// With a flag that stops the search.
    #[must_use]
    pub const fn with_stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }
}

/// The limits of a whole question, of which each part takes what is left.
pub(crate) struct Clock<'a> {
    limits: Limits<'a>,
    #[cfg(feature = "std")]
    started: std::time::Instant,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: &Limits<'a>) -> Self {
        Self {
            limits: *limits,
            #[cfg(feature = "std")]
            started: std::time::Instant::now(),
        }
    }

    /// What is left after so many nodes.
    pub(crate) fn rest(&self, nodes: u64) -> Limits<'a> {
        let mut rest = self.limits;
        rest.nodes = rest.nodes.map(|most| most.saturating_sub(nodes));
        #[cfg(feature = "std")]
        {
            rest.time = rest.time.map(|most| most.saturating_sub(self.started.elapsed()));
        }
        rest
    }
}
