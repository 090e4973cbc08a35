//! The names of openings, found by position: any of the 8 images and any order of moves.

use std::collections::HashMap;
use std::sync::LazyLock;

use reversi_core::{Board, Position, PositionKey, canonical};

/// Lines of a transcript, a name and other names.
const OPENINGS: &str = include_str!("../../data/openings.tsv");

/// What is known of a position.
#[derive(Default)]
struct Entry {
    /// The name of the opening that ends here, with other names in brackets.
    name: Option<String>,
    /// The names of the openings that lead through here.
    through: Vec<&'static str>,
}

static ENTRIES: LazyLock<HashMap<PositionKey, Entry>> = LazyLock::new(|| {
    let mut entries: HashMap<PositionKey, Entry> = HashMap::new();
    for (moves, names) in openings() {
        let Ok(end) = super::position::parse(moves) else { continue };
        let (name, others) = names.split_once('\t').unwrap_or((names, ""));
        let mut position = Position::start();
        for turn in end.history() {
            if position.play_move(turn.mv).is_err() {
                break;
            }
            let entry = entries.entry(canonical(position.board()).0).or_default();
            if position.ply() < end.ply() {
                entry.through.push(name);
            } else if entry.name.is_none() {
                entry.name = Some(match others.replace('\t', ", ") {
                    others if others.is_empty() => name.to_owned(),
                    others => format!("{name} ({others})"),
                });
            }
        }
    }
    entries
});

fn openings() -> impl Iterator<Item = (&'static str, &'static str)> {
    OPENINGS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

/// The name of the opening a position is, or else of those it leads to.
pub(crate) fn name(board: Board) -> Option<String> {
    let entry = ENTRIES.get(&canonical(board).0)?;
    match (&entry.name, entry.through.as_slice()) {
        (Some(name), _) => Some(name.clone()),
        (None, []) => None,
        (None, few) if few.len() <= 2 => Some(format!("→ {}", few.join(", "))),
        (None, many) => Some(format!("→ {} openings", many.len())),
    }
}

/// The name of the last named opening a game went through.
pub(crate) fn name_of_game(position: &Position) -> Option<String> {
    let mut replayed = Position::start();
    let mut last = None;
    for turn in position.history() {
        replayed.play_move(turn.mv).ok()?;
        let entry = ENTRIES.get(&canonical(replayed.board()).0);
        last = entry.and_then(|entry| entry.name.clone()).or(last);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::super::position::parse;
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_legal_game_of_some_name() {
        assert_eq!(openings().count(), 112);
        for (moves, names) in openings() {
            let position = parse(moves).unwrap();
            assert!(!names.is_empty());
            assert!(name(position.board()).is_some(), "{moves}");
        }
    }

    #[test]
    fn a_mirrored_game_has_the_same_name() {
        let tiger = |text| name_of_game(&parse(text).unwrap()).unwrap();
        assert_eq!(tiger("f5d6c3d3c4"), "虎 (Tora, Tiger)");
        assert_eq!(tiger("d3c5f6f5e6"), tiger("f5d6c3d3c4"));
    }
}
