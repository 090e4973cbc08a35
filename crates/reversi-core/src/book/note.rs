//! What the books of engines store for a position besides a value.
use super::record::Evaluation;
use crate::board::Board;
use crate::key::{PositionKey, canonical};
use crate::moves::Move;
use crate::square::Square;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::num::NonZeroU8;

/// The entry of a position in the book of an engine, such as Edax or Egaroucid.
///
/// A [`Record`](super::Record) has no place for this data. A book keeps it, so that a book of an engine
/// can be imported and written again without loss. All numbers are for the side to move, and all scores
/// are whole discs.
///
/// Notes of the same position can be joined: the greater note is kept, in the order of the fields.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct EngineNote {
    /// The level of the search, a setting of the engine, at most 127. `None` if it is unknown.
    pub level: Option<u8>,
    /// The value.
    pub value: i16,
    /// The lower and the upper bound of the value. `None` if the format has no bounds. Edax writes
    /// -127 and 127 for unknown bounds.
    pub bounds: Option<(i16, i16)>,
    /// The number of lines of the book that start at the position. These lines are not games.
    pub lines: u32,
    /// The number of these lines that the side to move wins.
    pub won_lines: u32,
    /// The number of these lines that are drawn.
    pub drawn_lines: u32,
    /// The number of these lines that the side to move loses.
    pub lost_lines: u32,
    /// The moves to positions of the book, in the order of the source. `None` if the format has no
    /// links.
    pub links: Option<Vec<NotedMove>>,
    /// The best of the moves to positions outside the book, if it is known.
    pub leaf: Option<NotedLeaf>,
}

/// A move to a position of the book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NotedMove {
    /// The move.
    pub mv: Move,
    /// The score of the move for the side that moves.
    pub score: i8,
}

/// The best move to a position outside the book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NotedLeaf {
    /// The move.
    pub mv: Move,
    /// The score of the move for the side that moves.
    pub score: i8,
    /// The level of the search. `None` if it is unknown.
    pub level: Option<u8>,
}

impl EngineNote {
    /// Returns the evaluation of a record that corresponds to this note. Its depth is the level, but at
    /// most the number of empty squares. Returns `None` if the value exceeds 64 discs.
    #[must_use]
    pub fn evaluation(&self, board: Board) -> Option<Evaluation> {
        let depth = self.level.unwrap_or(0).min(board.empties().len() as u8);
        Evaluation::new(100 * i32::from(self.value), NonZeroU8::new(depth))
    }

    /// Returns the first move of the note that is illegal on the board or occurs twice.
    pub(crate) fn flaw(&self, board: Board) -> Option<Move> {
        let legal = board.moves();
        let is_legal = |mv| match mv {
            Move::Place(square) => legal.contains(square),
            Move::Pass => board.must_pass(),
        };
        let links = self.links.as_deref().unwrap_or_default();
        let moves = || links.iter().map(|link| link.mv).chain(self.leaf.map(|leaf| leaf.mv));
        moves().enumerate().find_map(|(index, mv)| {
            let is_repeated = moves().take(index).any(|earlier| earlier == mv);
            (is_repeated || !is_legal(mv)).then_some(mv)
        })
    }

    /// Returns the note with other squares.
    pub(crate) fn mapped(mut self, square: impl Fn(Square) -> Square) -> Self {
        let map = |mv: &mut Move| {
            if let Move::Place(from) = mv {
                *mv = Move::Place(square(*from));
            }
        };
        self.links.iter_mut().flatten().for_each(|link| map(&mut link.mv));
        self.leaf.iter_mut().for_each(|leaf| map(&mut leaf.mv));
        self
    }
}

/// A note that does not fit its position or the book.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InsertNoteError {
    /// The book does not have the position.
    #[error("the position is not in the book")]
    NoPosition,
    /// A move of the note is illegal, or the note has the move twice.
    #[error("illegal or repeated move {mv}")]
    Move {
        /// The move.
        mv: Move,
    },
}

/// Notes by the canonical board. A position whose side to move must pass has a note under its own key,
/// although it shares the record of the position after the pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notes(BTreeMap<PositionKey, EngineNote>);

/// The note for the key of a record, and the note for the other side if that side has no moves.
pub(crate) type NotePair<T> = [Option<T>; 2];

impl Notes {
    /// Whether there are no notes.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the note of a position, with the moves of that board.
    pub(crate) fn get(&self, board: Board) -> Option<EngineNote> {
        if self.is_empty() {
            return None;
        }
        let (key, symmetry) = canonical(board);
        let note = self.0.get(&key)?.clone();
        Some(note.mapped(|square| crate::key::from_canonical(square, symmetry)))
    }

    /// Returns the notes that belong to the record of a key.
    pub(crate) fn pair(&self, key: PositionKey) -> NotePair<&EngineNote> {
        if self.is_empty() {
            return [None, None];
        }
        [self.0.get(&key), other_key(key).and_then(|other| self.0.get(&other))]
    }

    /// Joins a note with the note of its key.
    pub(crate) fn join(&mut self, key: PositionKey, note: EngineNote) {
        match self.0.get_mut(&key) {
            Some(mine) if *mine >= note => {}
            Some(mine) => *mine = note,
            None => {
                self.0.insert(key, note);
            }
        }
    }

    /// Joins the notes that belong to the record of a key.
    pub(crate) fn join_pair(&mut self, key: PositionKey, pair: NotePair<EngineNote>) {
        let [own, other] = pair;
        if let Some(note) = own {
            self.join(key, note);
        }
        if let (Some(note), Some(other)) = (other, other_key(key)) {
            self.join(other, note);
        }
    }

    /// Replaces the note of a key.
    pub(crate) fn insert(&mut self, key: PositionKey, note: EngineNote) {
        self.0.insert(key, note);
    }

    /// Removes the notes that belong to the record of a key.
    pub(crate) fn remove_pair(&mut self, key: PositionKey) {
        if !self.is_empty() {
            self.0.remove(&key);
            other_key(key).map(|other| self.0.remove(&other));
        }
    }

    /// Joins all notes of another set.
    pub(crate) fn merge(&mut self, other: Self) {
        if self.is_empty() {
            *self = other;
        } else {
            other.0.into_iter().for_each(|(key, note)| self.join(key, note));
        }
    }
}

/// Returns the key of the other side of a record's position if that side has no moves. Both sides then
/// share the record.
pub(crate) fn other_key(key: PositionKey) -> Option<PositionKey> {
    let swapped = key.board().swap_sides();
    let other = canonical(swapped).0;
    (!swapped.has_moves() && other != key).then_some(other)
}
