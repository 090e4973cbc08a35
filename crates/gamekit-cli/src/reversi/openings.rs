//! What is said of the openings of positions and games.

use std::sync::LazyLock;

use reversi_core::opening::{Opening, Openings};
use reversi_core::{Board, Position};

static OPENINGS: LazyLock<Openings> = LazyLock::new(Openings::new);

/// The opening that a game went through last.
pub(crate) fn of_game(position: &Position) -> Option<Opening> {
    OPENINGS.of_game(position)
}

/// The name of the opening a position is, or else of those it leads to.
pub(crate) fn name(board: Board) -> Option<String> {
    if let Some(opening) = OPENINGS.at(board) {
        return Some(opening.to_string());
    }
    let through: Vec<Opening> = OPENINGS.through(board).collect();
    match through.as_slice() {
        [] => None,
        few if few.len() <= 2 => {
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
