//! Limits that end a search early, and the time that a clock allows for a move.

use core::time::Duration;

/// Limits that end a search before it reaches its depth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The approximate maximum number of nodes. With one thread, the limit is exact and the result
    /// is reproducible.
    pub nodes: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
    /// The time after which no new round starts.
    pub round_time: Option<Duration>,
}

impl Limits {
    /// No limit.
    pub const NONE: Self = Self { nodes: None, time: None, round_time: None };

    /// Sets a limit on the nodes.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Sets a limit on the time.
    #[must_use]
    pub const fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Sets the time after which no new round starts.
    #[must_use]
    pub const fn with_round_time(mut self, time: Duration) -> Self {
        self.round_time = Some(time);
        self
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Clock {
    /// The remaining main time.
    pub main: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The time for each move after the main time is used up.
    pub byoyomi: Duration,
    /// The time to keep in reserve for the transmission of the move.
    pub margin: Duration,
}

impl Clock {
    /// Makes a clock with this main time, and with no increment, byoyomi or margin.
    #[must_use]
    pub const fn new(main: Duration) -> Self {
        Self { main, increment: Duration::ZERO, byoyomi: Duration::ZERO, margin: Duration::ZERO }
    }

    /// Sets the time added after each move.
    #[must_use]
    pub const fn with_increment(self, increment: Duration) -> Self {
        Self { increment, ..self }
    }

    /// Sets the time for each move after the main time is used up.
    #[must_use]
    pub const fn with_byoyomi(self, byoyomi: Duration) -> Self {
        Self { byoyomi, ..self }
    }

    /// Sets the time to keep in reserve for the transmission of the move.
    #[must_use]
    pub const fn with_margin(self, margin: Duration) -> Self {
        Self { margin, ..self }
    }

    /// Returns time limits for the next move of a game with this many moves so far.
    ///
    /// The maximum never exceeds the clock minus the margin, and is at least a millisecond.
    ///
    /// ```
    /// use shogi_core::search::Clock;
    /// use std::time::Duration;
    /// let clock = Clock::new(Duration::ZERO)
    ///     .with_byoyomi(Duration::from_millis(1000))
    ///     .with_margin(Duration::from_millis(100));
    /// let limits = clock.limits(0);
    /// assert_eq!(limits.time, Some(Duration::from_millis(900)));
    /// ```
    #[must_use]
    pub fn limits(&self, moves: u32) -> Limits {
        /// The expected number of own moves in a game.
        const MOVES: u32 = 70;
        /// The minimum number of own moves that are still expected.
        const MIN_MOVES: u32 = 25;
        let mut available = self.main.saturating_add(self.byoyomi);
        if available.is_zero() {
            available = self.increment;
        }
        let most = available.saturating_sub(self.margin).max(Duration::from_millis(1));
        let to_come = MOVES.saturating_sub(moves / 2).max(MIN_MOVES);
        let share = self.main / to_come + self.increment * 3 / 4;
        // The clock gives the byoyomi again for the next move, so the whole of it is used.
        if self.main < self.byoyomi * 2 {
            return Limits::NONE.with_time(most);
        }
        let target = most.min(share.saturating_add(self.byoyomi));
        let time = most.min(share.saturating_mul(4).saturating_add(self.byoyomi));
        Limits::NONE.with_time(time).with_round_time(target * 6 / 10)
    }
}
