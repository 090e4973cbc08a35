//! Looks up the openings of positions and games.

use std::sync::LazyLock;

use reversi_core::opening::{Opening, Openings};
use reversi_core::{Board, Position};
use serde::Serialize;

static OPENINGS: LazyLock<Openings> = LazyLock::new(Openings::new);

/// Returns the index of all openings.
pub(crate) fn all() -> &'static Openings {
    &OPENINGS
}

/// The names of an opening.
#[derive(Serialize)]
pub(crate) struct OpeningNames {
    english: Option<&'static str>,
    japanese: Option<&'static str>,
    /// One sequence of moves from the start position to the opening.
    transcript: &'static str,
}

impl From<Opening> for OpeningNames {
    fn from(opening: Opening) -> Self {
        Self {
            english: opening.english(),
            japanese: opening.japanese(),
            transcript: opening.moves(),
        }
    }
}

/// Returns the last opening of a game.
pub(crate) fn of_game(position: &Position) -> Option<Opening> {
    OPENINGS.of_game(position)
}

/// Returns the opening of a board.
pub(crate) fn at(board: Board) -> Option<Opening> {
    OPENINGS.at(board)
}

/// Returns the openings that can still be reached from a board.
pub(crate) fn ahead(board: Board) -> Vec<Opening> {
    OPENINGS.through(board).collect()
}

/// The maximum number of reachable openings whose names are shown.
pub(crate) const NAMED: usize = 2;

/// Returns the name of the opening of a board. If there is none, returns the names or the number of
/// the openings that can still be reached.
pub(crate) fn name(board: Board) -> Option<String> {
    if let Some(opening) = at(board) {
        return Some(opening.to_string());
    }
    match ahead(board).as_slice() {
        [] => None,
        few if few.len() <= NAMED => {
            let names: Vec<String> = few.iter().map(Opening::to_string).collect();
            Some(format!("→ {}", names.join(", ")))
        }
        many => Some(format!("→ {} openings", many.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::parse;
    use super::*;

    #[test]
    fn positions_are_named_or_lead_to_names() {
        let name = |moves: &str| name(parse(moves).unwrap().board());
        assert_eq!(name("f5d6c3d3c4").as_deref(), Some("Tiger (虎)"));
        assert_eq!(name("f5d6c3d3c4f4f6b4").as_deref(), Some("Kung"));
        assert_eq!(name("f5").as_deref(), Some("→ 158 openings"));
        assert_eq!(name("f5d6c4d3c5f4e3f3c2b4").as_deref(), Some("→ Berner"));
        assert_eq!(name("f5f6e6f4g7"), Some("X-square Opening (暴走牛)".to_owned()));
        assert_eq!(name("f5f6e6f4g7h8"), None);
    }
}
