//! The rules of an event.

use crate::declaration::DeclarationRule;

/// The rules of an event that decide the outcome of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GameRules {
    /// The number of moves after which the game is a draw. If the last move mates, it still wins.
    pub max_moves: Option<u32>,
    /// Whether the try rule applies: a side wins if its king reaches the start square of the other
    /// king and is not in check.
    pub try_rule: bool,
    /// Whether, in a handicap game, the missing pieces count as White's points in a declaration.
    pub handicap_points: bool,
    /// The rule under which a declaration must win. If it is `None`, a declaration may win under
    /// the 27-point rule or the 24-point rule. If `try_rule` is set, a declaration may also win
    /// under the try rule.
    pub declaration: Option<DeclarationRule>,
}
