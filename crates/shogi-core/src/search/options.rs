//! The options of a search.

use alloc::vec::Vec;

use super::ply::MAX_PLY;
use crate::mv::Move;
use crate::rules::GameRules;

/// The depth, the number of lines, and the rules of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The maximum depth in plies, without quiescence. A depth of 0 counts as 1.
    pub depth: u32,
    /// The number of best moves to value (multiple lines). A count of 0 counts as 1.
    pub count: usize,
    /// The root moves to search. `None` means all moves.
    pub moves: Option<Vec<Move>>,
    /// The rules of the game. The search knows the maximum number of moves, the try rule and the
    /// declarations.
    pub rules: GameRules,
    /// Whether a side may win by a declaration.
    pub declares: bool,
    /// Whether the search prunes branches and reduces depths. Otherwise it values every line to the
    /// full depth, for tests of an evaluation.
    pub selective: bool,
    /// The maximum number of nodes of the mate search before the first round. 0 turns it off.
    pub mate_nodes: u64,
}

impl Options {
    /// Makes the options of a selective search for the best move to `depth` plies.
    #[must_use]
    pub fn to_depth(depth: u32) -> Self {
        Self {
            depth,
            count: 1,
            moves: None,
            rules: GameRules::default(),
            declares: true,
            selective: true,
            mate_nodes: 10_000,
        }
    }

    /// Makes the options of a selective search that only its limits or its observer end.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::to_depth(MAX_PLY as u32)
    }

    /// Sets the number of best moves to value.
    #[must_use]
    pub fn with_count(self, count: usize) -> Self {
        Self { count, ..self }
    }

    /// Restricts the root to these moves. Illegal moves have no effect.
    #[must_use]
    pub fn with_moves(self, moves: Vec<Move>) -> Self {
        Self { moves: Some(moves), ..self }
    }

    /// Sets the rules of the game.
    #[must_use]
    pub fn with_rules(self, rules: GameRules) -> Self {
        Self { rules, ..self }
    }

    /// Sets whether a side may win by a declaration; `true` by default.
    #[must_use]
    pub fn with_declarations(self, declares: bool) -> Self {
        Self { declares, ..self }
    }

    /// Sets whether the search prunes branches and reduces depths; `true` by default.
    #[must_use]
    pub fn with_selective(self, selective: bool) -> Self {
        Self { selective, ..self }
    }

    /// Sets the maximum number of nodes of the mate search before the first round.
    #[must_use]
    pub fn with_mate_nodes(self, nodes: u64) -> Self {
        Self { mate_nodes: nodes, ..self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::unlimited()
    }
}
