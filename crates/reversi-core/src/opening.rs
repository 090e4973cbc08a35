//! English and Japanese names of openings. An opening is found by its position. Any of the 8 images
//! of the position and any order of moves give the same opening.
//!
//! ```
//! use reversi_core::format::transcript;
//! use reversi_core::opening::Openings;
//!
//! let openings = Openings::new();
//! let game = transcript::parse("f5d6c3d3c4f4f6b5")?.position;
//! let last = openings.of_game(&game).unwrap();
//! assert_eq!((last.english(), last.moves()), (Some("Stephenson"), "f5d6c3d3c4f4f6"));
//!
//! // The same opening, Tiger, on another symmetric image of the board.
//! let game = transcript::parse("d3c5f6f5e6")?.position;
//! let tiger = openings.at(game.board()).unwrap();
//! assert_eq!((tiger.to_string(), tiger.moves()), ("Tiger (虎)".into(), "f5d6c3d3c4"));
//! # Ok::<(), transcript::ParseTranscriptError>(())
//! ```
//!
//! The English names are from Robert Gatliff's catalogue of openings. The Japanese names are from
//! giwarb/othello-trainer (MIT licence). Positions that both sources name have matching names.
use crate::board::Board;
use crate::key::{PositionKey, canonical};
use crate::position::Position;
use crate::square::Square;
use alloc::vec::Vec;
use core::fmt;

/// A table with the columns moves, English names and Japanese names.
const TABLE: &str = include_str!("../data/openings.tsv");

/// A named opening: the position after a line of moves.
///
/// `Display` writes the usual English name and the usual Japanese name in brackets: `Tiger (虎)`. If
/// the opening has a name in only one language, `Display` writes that name: `Kung`, `猫定石・最善型`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opening {
    moves: &'static str,
    english: &'static str,
    japanese: &'static str,
}

impl Opening {
    /// Reads a line of the table. Returns `None` for a comment.
    fn from_line(line: &'static str) -> Option<Self> {
        let mut fields = line.split('\t');
        let (moves, english, japanese) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Self { moves, english, japanese })
    }

    /// Returns moves that lead from the start to the position: `f5d6c3d3c4`. Other orders of moves
    /// may lead to the same position.
    #[must_use]
    pub const fn moves(self) -> &'static str {
        self.moves
    }

    /// Returns the usual English name.
    #[must_use]
    pub fn english(self) -> Option<&'static str> {
        self.english_names().next()
    }

    /// Returns the usual Japanese name.
    #[must_use]
    pub fn japanese(self) -> Option<&'static str> {
        self.japanese_names().next()
    }

    /// Returns all English names, such as `Heath` and `Tobidashi`. The usual name is the first.
    pub fn english_names(self) -> impl Iterator<Item = &'static str> {
        names(self.english)
    }

    /// Returns all Japanese names and their readings, such as `虎` and `Tora`. The usual name is the
    /// first.
    pub fn japanese_names(self) -> impl Iterator<Item = &'static str> {
        names(self.japanese)
    }
}

/// Returns the names in a field of the table.
fn names(field: &'static str) -> impl Iterator<Item = &'static str> {
    field.split('|').filter(|name| !name.is_empty())
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.english(), self.japanese()) {
            (Some(english), Some(japanese)) => write!(f, "{english} ({japanese})"),
            (Some(name), None) | (None, Some(name)) => f.write_str(name),
            (None, None) => Ok(()),
        }
    }
}

/// A position of an opening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    key: PositionKey,
    /// Whether the position is on the way to the opening and not the position of the opening
    /// itself. Entries of the same position are sorted so that the opening itself comes first.
    is_on_the_way: bool,
    opening: Opening,
}

/// An index of all named openings. [`Openings::new`] takes less than a millisecond.
#[derive(Clone, Debug)]
pub struct Openings {
    openings: Vec<Opening>,
    /// The entries in ascending order.
    entries: Vec<Entry>,
}

impl Openings {
    /// Makes the index of the openings in the library.
    #[must_use]
    pub fn new() -> Self {
        let openings: Vec<Opening> = TABLE
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(Opening::from_line)
            .collect();
        let mut entries = Vec::new();
        for &opening in &openings {
            let first = entries.len();
            let mut board = Board::START;
            for square in squares(opening.moves) {
                let Ok(next) = board.play(square) else { break };
                board = next;
                entries.push(Entry { key: canonical(board).0, is_on_the_way: true, opening });
            }
            if let Some(last) = entries[first..].last_mut() {
                last.is_on_the_way = false;
            }
        }
        entries.sort_unstable();
        Self { openings, entries }
    }

    /// Returns the openings in the alphabetical order of their moves. An opening that continues
    /// another opening comes after it.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Opening> {
        self.openings.iter().copied()
    }

    /// Returns the opening of a position.
    #[must_use]
    pub fn at(&self, board: Board) -> Option<Opening> {
        let first = self.about(board).first()?;
        (!first.is_on_the_way).then_some(first.opening)
    }

    /// Returns the openings whose [`moves`](Opening::moves) lead through a position to a later
    /// position. The openings are in the order of [`Openings::iter`].
    pub fn through(&self, board: Board) -> impl Iterator<Item = Opening> {
        let about = self.about(board).iter();
        about.filter(|entry| entry.is_on_the_way).map(|entry| entry.opening)
    }

    /// Returns the last opening whose position the game reached.
    #[must_use]
    pub fn of_game(&self, position: &Position) -> Option<Opening> {
        let mut position = position.clone();
        loop {
            if let Some(opening) = self.at(position.board()) {
                return Some(opening);
            }
            position.undo()?;
        }
    }

    /// Returns the entries of a position.
    fn about(&self, board: Board) -> &[Entry] {
        let key = canonical(board).0;
        let first = self.entries.partition_point(|entry| entry.key < key);
        let rest = &self.entries[first..];
        &rest[..rest.partition_point(|entry| entry.key == key)]
    }
}

impl Default for Openings {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the squares of a sequence of moves, up to the first two characters that are not a
/// square.
fn squares(moves: &str) -> impl Iterator<Item = Square> {
    let each = (0..moves.len()).step_by(2).map(|at| moves.get(at..at + 2));
    each.map_while(|name| name?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use std::collections::BTreeSet;

    fn position(moves: &str) -> Position {
        let mut position = Position::start();
        for square in squares(moves) {
            position.play(square).unwrap();
        }
        assert_eq!(2 * position.ply(), moves.len(), "{moves}");
        position
    }

    #[test]
    fn every_line_of_the_table_is_a_legal_game_with_a_name_and_a_position_of_its_own() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#')).collect();
        let openings = Openings::new();
        assert_eq!((lines.len(), openings.iter().len()), (158, 158));
        assert!(lines.is_sorted());
        let mut keys = BTreeSet::new();
        for (opening, line) in openings.iter().zip(lines) {
            assert_eq!(line.matches('\t').count(), 2, "{line}");
            assert!(!opening.to_string().is_empty(), "{line}");
            let position = position(opening.moves());
            assert_eq!(openings.at(position.board()), Some(opening));
            assert!(keys.insert(canonical(position.board()).0), "{line} is there twice");
            for name in opening.english_names() {
                assert!(name.is_ascii(), "{name}");
            }
        }
        let named =
            |test: fn(Opening) -> Option<&'static str>| openings.iter().filter_map(test).count();
        assert_eq!((named(Opening::english), named(Opening::japanese)), (80, 107));
    }

    #[test]
    fn the_well_known_ones_have_their_names() {
        let openings = Openings::new();
        for (moves, names) in [
            ("f5d6", "Perpendicular Opening (縦取り)"),
            ("f5f6", "Diagonal Opening (斜め取り)"),
            ("f5f4", "Parallel Opening (並び取り)"),
            ("f5d6c3d3c4", "Tiger (虎)"),
            ("f5d6c3d3c4f4f6", "Stephenson"),
            ("f5d6c3d3c4f4f6g5", "No-Kung (ノーカン基本形)"),
            ("f5d6c5f4e3", "Rabbit (兎)"),
            ("f5d6c5f4e3c6d3f6e6d7", "Rose (ローズ基本形)"),
            ("f5d6c4d3c5", "Cat (猫)"),
            ("f5d6c5f4d3", "Horse (馬)"),
            ("f5f6e6f4e3", "Cow (牛)"),
            ("f5f6e6f4e3d6", "Chimney (白大量取り)"),
            ("f5f6e6f4c3", "Buffalo (バッファロー)"),
            ("f5f6e6f4g5", "Heath (闘牛)"),
            ("f5f6e6f4g6", "Snake (蛇)"),
        ] {
            let opening = openings.at(position(moves).board()).unwrap();
            assert_eq!((opening.moves(), opening.to_string().as_str()), (moves, names));
        }
        let heath = openings.at(position("f5f6e6f4g5").board()).unwrap();
        assert!(heath.english_names().eq(["Heath", "Tobidashi"]));
        assert!(heath.japanese_names().eq(["闘牛", "Tougyuu", "飛出し牛"]));
    }

    #[test]
    fn the_side_of_the_board_and_the_order_of_moves_do_not_matter() {
        let openings = Openings::new();
        let tiger = openings.at(position("f5d6c3d3c4").board());
        assert!(tiger.is_some());
        for moves in ["d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3"] {
            assert_eq!(openings.at(position(moves).board()), tiger, "{moves}");
        }
        let by_another_order = position("f5d6c4d3c3");
        assert_eq!(openings.at(by_another_order.board()), tiger);
    }

    #[test]
    fn a_game_keeps_the_last_name_it_had() {
        let openings = Openings::new();
        let name = |moves| openings.of_game(&position(moves)).map(|opening| opening.to_string());
        assert_eq!(name(""), None);
        assert_eq!(name("f5"), None);
        assert_eq!(name("f5d6c3").as_deref(), Some("Perpendicular Opening (縦取り)"));
        assert_eq!(name("f5d6c3d3c4f4").as_deref(), Some("Tiger (虎)"));
        assert_eq!(
            openings.of_game(&Position::from_board(Board::START, crate::Color::White)),
            None
        );
    }

    #[test]
    fn a_position_leads_to_the_openings_that_go_through_it() {
        let openings = Openings::new();
        assert!(openings.through(Board::START).eq([]));
        assert_eq!(openings.through(position("f5").board()).count(), 158);
        let buffalo = position("f5f6e6f4c3").board();
        let names: Vec<&str> = openings.through(buffalo).filter_map(Opening::english).collect();
        assert_eq!(names, ["Hokuriku Buffalo", "Tanida Buffalo", "Maruoka Buffalo"]);
        assert!(openings.through(position("f5f6e6f4g7").board()).eq([]));
    }
}
