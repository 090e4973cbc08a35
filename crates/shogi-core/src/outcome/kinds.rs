//! The outcome of a game, and the reasons for it.

use crate::color::Color;
use crate::game::End;

/// The outcome of a game under the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        winner: Color,
        /// The reason for the win.
        reason: WinReason,
    },
    /// The game is drawn.
    Draw(DrawReason),
    /// The game has no result. It continues or was interrupted, or the record does not state a
    /// result. The value is the end word of the record, if there is one.
    Unfinished(Option<End>),
}

/// A reason for a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WinReason {
    /// The loser has resigned.
    Resignation,
    /// The loser has no legal move.
    Checkmate,
    /// The loser has run out of time.
    Time,
    /// The loser has broken a rule.
    Foul,
    /// The position has occurred four times, and every move of the loser since the first occurrence
    /// gave check.
    PerpetualCheck,
    /// The winner has declared a win by its entering king.
    Declaration,
    /// The winner's king has reached the start square of the other king.
    Try,
    /// The loser did not appear.
    Default,
}

/// A reason for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DrawReason {
    /// Fourfold repetition (sennichite).
    Repetition,
    /// Impasse (jishogi).
    Impasse,
    /// The game reached the maximum number of moves.
    MaxMoves,
    /// The players agreed on a draw, or the organiser declared a draw.
    Agreement,
}

impl Outcome {
    /// Returns the winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }

    pub(super) const fn win(winner: Color, reason: WinReason) -> Self {
        Self::Win { winner, reason }
    }
}

impl WinReason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Resignation,
        Self::Checkmate,
        Self::Time,
        Self::Foul,
        Self::PerpetualCheck,
        Self::Declaration,
        Self::Try,
        Self::Default,
    ];
}

impl DrawReason {
    /// Every reason.
    pub const ALL: [Self; 4] = [Self::Repetition, Self::Impasse, Self::MaxMoves, Self::Agreement];
}
