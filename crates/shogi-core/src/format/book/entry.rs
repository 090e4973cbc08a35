use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::format::sfen;
use crate::mv::BareMove;
use crate::position::Position;

/// A book in memory. The order of the positions is that of a sorted `.db` file.
///
/// The text form of a book is a `.db` file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Maps each SFEN without the move number to its entry.
    pub(super) entries: BTreeMap<String, Entry>,
}

/// The entry of a position in a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move number of the position. It is not part of the key.
    pub move_number: Option<u32>,
    /// The comment lines before the first move, without `#` or `//` (`.db` only).
    pub comments: Vec<String>,
    /// The moves in the order of the file. The first move is the preferred move.
    pub moves: Vec<BookMove>,
}

/// A move of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move. Its legality is not checked.
    pub mv: BareMove,
    /// The expected reply (`.db` only).
    pub ponder: Option<BareMove>,
    /// The value in centipawns, from the point of view of the side that makes the move.
    pub value: Option<i32>,
    /// The depth of the search that computed the value.
    pub depth: Option<u32>,
    /// The number of times that the move was chosen (`.db` only).
    pub count: Option<u64>,
    /// The comment after the move and the comment lines below the move, without `#` or `//` (`.db`
    /// only).
    pub comments: Vec<String>,
}

impl BookMove {
    /// Returns an entry for a move, in which all other fields are empty.
    #[must_use]
    pub const fn new(mv: BareMove) -> Self {
        Self { mv, ponder: None, value: None, depth: None, count: None, comments: Vec::new() }
    }

    fn half_turn(mut self) -> Self {
        self.mv = self.mv.half_turn();
        self.ponder = self.ponder.map(BareMove::half_turn);
        self
    }
}

/// Returns the SFEN of a position. The SFEN without its move number is the key of the position in a
/// book.
pub(super) fn key(position: &Position) -> sfen::Sfen {
    sfen::encode(position)
}

impl Book {
    /// Returns a book without positions.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: BTreeMap::new() }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entry of a position. The move number of the position is ignored.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<&Entry> {
        self.entries.get(key(position).without_ply())
    }

    /// Returns the entry of a position. If there is no entry, looks up the position turned by 180
    /// degrees and turns the moves back. Books often store only one of the two positions.
    #[must_use]
    pub fn find_or_turned(&self, position: &Position) -> Option<Entry> {
        if let Some(entry) = self.find(position) {
            return Some(entry.clone());
        }
        self.find(&position.half_turn()).cloned().map(Entry::half_turn)
    }

    /// Replaces the entry of a position and returns the old entry.
    pub fn insert(&mut self, position: &Position, entry: Entry) -> Option<Entry> {
        self.entries.insert(key(position).without_ply().to_string(), entry)
    }

    /// Removes a position from the book and returns its entry.
    pub fn remove(&mut self, position: &Position) -> Option<Entry> {
        self.entries.remove(key(position).without_ply())
    }

    /// Iterates over the positions and their entries, in the order of a sorted `.db` file. A
    /// position is an SFEN without a move number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(key, entry)| (key.as_str(), entry))
    }
}

impl Entry {
    pub(super) fn half_turn(mut self) -> Self {
        self.moves = self.moves.into_iter().map(BookMove::half_turn).collect();
        self
    }
}
