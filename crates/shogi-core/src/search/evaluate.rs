//! The interface of evaluations.

use crate::mv::Move;
use crate::position::Position;

/// An evaluation of positions.
///
/// The search keeps a state for every position of the current line. It computes the state of the root
/// with [`Evaluate::state`], and each further state from the previous one with [`Evaluate::play`].
/// To take a move back, the search drops the state. An evaluation that needs no state uses `()`.
///
/// ```
/// use shogi_core::search::{Evaluate, Options, Limits, Searcher};
/// use shogi_core::{Move, Position};
///
/// /// Values the number of pieces in hand.
/// struct Greedy;
///
/// impl Evaluate for Greedy {
///     type State = ();
///     fn state(&self, _: &Position) {}
///     fn play(&self, _: &(), _: Move, _: &Position) {}
///     fn evaluate(&self, position: &Position, _: &()) -> i32 {
///         let held = |color| 100 * position.hand(color).len() as i32;
///         held(position.side()) - held(!position.side())
///     }
/// }
///
/// let position: Position = "4k4/9/9/9/4r4/4P4/9/9/4K4 b - 1".parse()?;
/// let report = Searcher::new(Greedy, 1 << 20).search(
///     &position,
///     &shogi_core::History::new(&position),
///     &Options::to_depth(1),
///     &Limits::NONE,
/// );
/// assert_eq!(report.best().unwrap().to_string(), "5f5e");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Evaluate: Sync {
    /// The data kept for a position, such as a sum or an accumulator. It must not depend on the side
    /// to move, because a pass keeps the state.
    type State: Clone;

    /// Computes the state of a position from scratch.
    fn state(&self, position: &Position) -> Self::State;

    /// Computes the state after a move from the state before it. `after` is the position after the
    /// move. The result must be equal to the state of `after` computed from scratch.
    fn play(&self, before: &Self::State, m: Move, after: &Position) -> Self::State;

    /// Returns the value in centipawns for the side to move. The search does not evaluate positions
    /// in check, except at its maximum depth.
    fn evaluate(&self, position: &Position, state: &Self::State) -> i32;
}

impl<E: Evaluate> Evaluate for &E {
    type State = E::State;

    fn state(&self, position: &Position) -> Self::State {
        E::state(self, position)
    }

    fn play(&self, before: &Self::State, m: Move, after: &Position) -> Self::State {
        E::play(self, before, m, after)
    }

    fn evaluate(&self, position: &Position, state: &Self::State) -> i32 {
        E::evaluate(self, position, state)
    }
}
