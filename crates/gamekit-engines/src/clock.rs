//! The clock of a side, and how much of it a move may use. This module knows no game.
//!
//! ```
//! use gamekit_engines::clock::{Clock, Plan};
//! use std::time::Duration;
//!
//! let clock = Clock::of_main_time(Duration::from_secs(60));
//! let plan = Plan { moves_left: 30, moves_to_think: 20, overhead: Duration::from_millis(50) };
//! let time = clock.move_time(&plan);
//! assert!(time.soft < time.hard && time.hard < Duration::from_secs(20));
//! ```
use std::time::Duration;

/// The clock of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Clock {
    /// The remaining main time.
    pub main: Duration,
    /// The time that the clock gains after each move.
    pub increment: Duration,
    /// The period that follows the main time.
    pub period: Option<Period>,
}

/// A period in which a side must play a number of moves. After these moves, a new period begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Period {
    /// The time of the period.
    pub time: Duration,
    /// The number of moves in the period, at least 1.
    pub moves: u32,
}

/// What is known about the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The maximum number of moves that this side still plays, including this one.
    pub moves_left: u32,
    /// The number of these moves that are worth the same time as this one.
    pub moves_to_think: u32,
    /// The time that passes on the clock in addition to the search, for each move.
    pub overhead: Duration,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct MoveTime {
    /// After this time no new round of the search begins.
    pub soft: Duration,
    /// After this time the search must end.
    pub hard: Duration,
}

impl Clock {
    /// Makes a clock with main time only.
    #[must_use]
    pub const fn of_main_time(main: Duration) -> Self {
        Self { main, increment: Duration::ZERO, period: None }
    }

    /// Sets the time that the clock gains after each move.
    #[must_use]
    pub const fn with_increment(mut self, increment: Duration) -> Self {
        self.increment = increment;
        self
    }

    /// Sets the period after the main time. A period of 0 moves counts as a period of 1 move.
    #[must_use]
    pub const fn with_period(mut self, time: Duration, moves: u32) -> Self {
        self.period = Some(Period { time, moves: if moves == 0 { 1 } else { moves } });
        self
    }

    /// Returns the time for the next move.
    ///
    /// If no move takes longer than `hard` plus the overhead, and the plan has an upper bound of the
    /// moves left, the clock does not run out. The only exception is a clock that is too short for
    /// the overhead itself.
    #[must_use]
    pub fn move_time(&self, plan: &Plan) -> MoveTime {
        let period = self.period.map_or(Duration::ZERO, |period| {
            (period.time / period.moves.max(1)).saturating_sub(plan.overhead)
        });
        // Without a period, the overhead of all later moves is reserved. With a period, an empty
        // main clock is not a loss.
        let moves = if self.period.is_some() { 1 } else { plan.moves_left.max(1) };
        let main = self.main.saturating_sub(plan.overhead.saturating_mul(moves));
        let most = main.mul_f64(0.4) + period.mul_f64(0.95);
        let share = main / (plan.moves_to_think.max(1) + 1);
        let increment = self.increment.saturating_sub(plan.overhead).mul_f64(0.8);
        let soft = share + increment + period.mul_f64(0.7);
        let hard = (soft.saturating_mul(3)).min(most);
        MoveTime { soft: soft.min(hard), hard }
    }

    /// Subtracts the time of a move. A move that takes more than the main time uses the period.
    #[must_use]
    pub fn after_move(mut self, spent: Duration) -> Self {
        self.main = self.main.saturating_sub(spent) + self.increment;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    proptest! {
        /// Plays a game in which every move takes as long as it may.
        #[test]
        fn a_clock_never_runs_out(
            main in 0u64..600_000,
            increment in 0u64..10_000,
            overhead in 0u64..200,
            moves in 1u32..60,
            thinking in prop::collection::vec(1u32..40, 60),
        ) {
            // The overhead alone must not exceed the clock.
            let main = main.max(u64::from(moves) * overhead);
            let mut clock = Clock::of_main_time(millis(main)).with_increment(millis(increment));
            for left in (1..=moves).rev() {
                let plan = Plan {
                    moves_left: left,
                    moves_to_think: thinking[left as usize].min(left),
                    overhead: millis(overhead),
                };
                let time = clock.move_time(&plan);
                prop_assert!(time.soft <= time.hard);
                let spent = time.hard + plan.overhead;
                prop_assert!(spent <= clock.main, "{clock:?} {time:?}");
                clock = clock.after_move(spent);
            }
        }

        /// The moves of a period fit into the period, also if the main time is used up on the way.
        #[test]
        fn a_period_never_runs_out(
            main in 0u64..60_000,
            period in 1u64..60_000,
            moves in 1u32..30,
            overhead in 0u64..100,
        ) {
            let period = period.max(2 * u64::from(moves) * overhead);
            let (mut main, mut left, mut rest) = (millis(main), moves, millis(period));
            for move_number in 0..60u32 {
                let clock = Clock::of_main_time(main).with_period(rest, left);
                let plan = Plan {
                    moves_left: 60 - move_number,
                    moves_to_think: 20,
                    overhead: millis(overhead),
                };
                let time = clock.move_time(&plan);
                let spent = time.hard + plan.overhead;
                let over = spent.saturating_sub(main);
                main = main.saturating_sub(spent);
                if over > Duration::ZERO {
                    prop_assert!(over <= rest, "{clock:?} {time:?}");
                    rest -= over;
                    left -= 1;
                    if left == 0 {
                        (left, rest) = (moves, millis(period));
                    }
                }
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used() {
        let mut clock = Clock::of_main_time(millis(60_000));
        for left in (1..=30u32).rev() {
            let plan = Plan {
                moves_left: left,
                moves_to_think: left.saturating_sub(10).max(1),
                overhead: millis(20),
            };
            let time = clock.move_time(&plan);
            clock = clock.after_move(time.soft + plan.overhead);
        }
        assert!(clock.main < millis(6_000), "{clock:?}");
    }
}
