//! Books in memory.
use super::error::{BookTooLarge, RegisterGameError};
use super::file_format;
use super::hash_table::{Entry, HashTable};
use super::minimax;
use super::note::{EngineNote, InsertNoteError, Notes};
use super::record::{BookInfo, Record, Value};
use super::replay;
use super::sorted_records::{KeyedRecord, SortedRecords};
use super::stored_key::{find_by, stored_key};
use super::view::BookView;
use crate::board::Board;
use crate::key::{PositionKey, canonical, to_canonical};
use crate::moves::Move;
use alloc::vec::Vec;
use core::convert::Infallible;

/// A book in memory.
///
/// A look-up computes the canonical image of the board and usually reads one cache line of a hash
/// table. This does not depend on the size of the book.
///
/// Two books are equal if they have the same positions with the same records and notes.
#[derive(Clone, Debug, Default)]
pub struct Book {
    table: HashTable,
    /// Whether some values may be out of date, because a position that can be reached from their
    /// position was changed.
    stale: bool,
    notes: Notes,
}

impl Book {
    /// Makes a book without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a book without positions and allocates memory for this number of positions. The number
    /// must not come from an untrusted file.
    #[must_use]
    pub fn with_capacity(positions: usize) -> Self {
        Self { table: HashTable::with_capacity(positions), ..Self::default() }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns whether the book has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finds the entry of a position and whether it is from the opponent's point of view.
    #[inline]
    fn entry(&self, board: Board) -> Option<(&Entry, bool)> {
        let Ok(found) = find_by(board, |key| Ok::<_, Infallible>(self.table.get(key)));
        found
    }

    /// Finds a position. The result is for the side to move.
    #[must_use]
    #[inline]
    pub fn find(&self, board: Board) -> Option<BookInfo> {
        // A hit on the first key is the common case. The other cases are in a separate function, so
        // that this function is small enough to be inlined.
        match self.table.get(canonical(board).0) {
            Some(entry) => Some(entry.record.info(entry.value)),
            None => self.find_passed(board),
        }
    }

    #[cold]
    fn find_passed(&self, board: Board) -> Option<BookInfo> {
        let (entry, is_reversed) = self.entry(board)?;
        let info = entry.record.info(entry.value);
        Some(if is_reversed { info.reversed() } else { info })
    }

    /// Returns the stored record of a position, for the side to move.
    #[must_use]
    pub fn record(&self, board: Board) -> Option<Record> {
        let (entry, is_reversed) = self.entry(board)?;
        Some(if is_reversed { entry.record.reversed() } else { entry.record })
    }

    /// Inserts a record for the side to move and returns the record that it replaces, if any.
    ///
    /// [`refresh`](Self::refresh) updates the values of the positions that lead to this one.
    pub fn insert(&mut self, board: Board, record: Record) -> Option<Record> {
        let (key, is_reversed) = stored_key(board);
        let for_key = |record: Record| if is_reversed { record.reversed() } else { record };
        let record = for_key(record);
        let old = self.table.insert(Entry { key, record, value: record.own_value() });
        self.update_value(key);
        self.stale = true;
        old.map(|entry| for_key(entry.record))
    }

    /// Removes a position and returns its record for the side to move.
    ///
    /// [`refresh`](Self::refresh) updates the values of the positions that lead to this one.
    pub fn remove(&mut self, board: Board) -> Option<Record> {
        let (key, is_reversed) = stored_key(board);
        let record = self.table.remove(key)?.record;
        self.notes.remove_pair(key);
        self.stale = true;
        Some(if is_reversed { record.reversed() } else { record })
    }

    /// Returns the note of an engine for a position, with the moves of that board.
    #[must_use]
    pub fn note(&self, board: Board) -> Option<EngineNote> {
        self.notes.get(board)
    }

    /// Inserts the note of an engine for a position of the book, and replaces the old note. The record
    /// does not change.
    ///
    /// # Errors
    /// Returns [`InsertNoteError`] if the book does not have the position or a move of the note is
    /// illegal or repeated.
    pub fn insert_note(&mut self, board: Board, note: EngineNote) -> Result<(), InsertNoteError> {
        if self.entry(board).is_none() {
            return Err(InsertNoteError::NoPosition);
        }
        if let Some(mv) = note.flaw(board) {
            return Err(InsertNoteError::Move { mv });
        }
        let (key, symmetry) = canonical(board);
        self.notes.insert(key, note.mapped(|square| to_canonical(square, symmetry)));
        Ok(())
    }

    /// Iterates over the positions in an unspecified order. Each item has the key, the record and
    /// the result of [`find`](Self::find).
    pub fn iter(&self) -> impl Iterator<Item = (PositionKey, Record, BookInfo)> + '_ {
        self.table.iter().map(|entry| (entry.key, entry.record, entry.record.info(entry.value)))
    }

    /// Registers a game from the start position, with or without written passes. `score` is the
    /// final score in discs for Black.
    ///
    /// The game is added to the record of each of its positions. The values of these positions are
    /// then updated from the end of the game to its start. If the game is finished, its final board
    /// determines the score. If the game is unfinished and `score` is `None`, the game counts as a
    /// game without a result.
    ///
    /// Other positions that lead to positions of this game are updated only by
    /// [`refresh`](Self::refresh). For many games, use a [`BookBuilder`](super::BookBuilder).
    ///
    /// # Errors
    /// Returns [`RegisterGameError`] if a move is illegal; the book is then unchanged.
    pub fn register(
        &mut self,
        moves: impl IntoIterator<Item = impl Into<Move>>,
        score: Option<i32>,
    ) -> Result<(), RegisterGameError> {
        let mut path = Vec::new();
        let score = replay::replay(moves.into_iter().map(Into::into), score, 60, &mut path)?;
        for &(key, black) in path.iter().rev() {
            let record = replay::record_of(score, black);
            match self.table.get_mut(key) {
                Some(entry) => entry.record = entry.record.joined(record),
                None => {
                    self.table.insert(Entry { key, record, value: Value::NONE });
                }
            }
            self.update_value(key);
        }
        self.stale = true;
        Ok(())
    }

    /// Updates the value of a stored position from its record and the values of its successors.
    fn update_value(&mut self, key: PositionKey) {
        let Some(entry) = self.table.get(key) else { return };
        let mut value = entry.record.own_value();
        if entry.record.evaluation.is_none() {
            let get = |key| self.table.get(key).map(|entry| entry.value);
            let best = minimax::best_successor(key.board(), get);
            value = if best.is_some() { best } else { value };
        }
        if let Some(entry) = self.table.get_mut(key) {
            entry.value = value;
        }
    }

    /// Updates the values of all positions. A book from a builder, a file or a merge is up to date.
    /// [`save`](Self::save) and [`to_bytes`](Self::to_bytes) write updated values.
    pub fn refresh(&mut self) {
        if core::mem::take(&mut self.stale) {
            for new in self.sorted().entries() {
                if let Some(entry) = self.table.get_mut(new.key) {
                    entry.value = new.value;
                }
            }
        }
    }

    /// Adds the records of another book to this one.
    ///
    /// ```
    /// use reversi_core::Square;
    /// use reversi_core::book::Book;
    /// let (mut a, mut b) = (Book::new(), Book::new());
    /// a.register([Square::F5, Square::D6], Some(2))?;
    /// b.register([Square::C4, Square::E3, Square::F4], None)?;
    /// let (mut ab, mut ba) = (a.clone(), b.clone());
    /// ab.merge(&b);
    /// ba.merge(&a);
    /// assert_eq!(ab.to_bytes(), ba.to_bytes());
    /// # Ok::<(), reversi_core::book::RegisterGameError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) {
        for entry in other.table.iter() {
            match self.table.get_mut(entry.key) {
                Some(mine) => mine.record = mine.record.joined(entry.record),
                None => {
                    self.table.insert(*entry);
                }
            }
        }
        self.notes.merge(other.notes.clone());
        self.stale = true;
        self.refresh();
    }

    /// Returns the bytes of the book's file. The bytes depend only on the positions and their
    /// records.
    ///
    /// # Errors
    /// Returns [`BookTooLarge`] if the records exceed 4 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BookTooLarge> {
        file_format::to_bytes(&self.sorted()).ok_or(BookTooLarge)
    }

    /// Writes the book to a file. The new file replaces the old one atomically.
    ///
    /// The bytes are written to a temporary file in the same directory, which is flushed to the
    /// disk and renamed. If the save fails or the process is killed, the old file is unchanged. A
    /// killed process may leave the temporary file behind. Its name begins with a dot and ends in
    /// `.saving`, and the next save to the same name removes it.
    ///
    /// # Errors
    /// Returns [`SaveBookError`](super::SaveBookError) if the file cannot be written or the records
    /// exceed 4 GiB. The temporary file is removed.
    #[cfg(feature = "std")]
    pub fn save(
        &self,
        path: impl AsRef<std::path::Path>,
    ) -> Result<(), super::error::SaveBookError> {
        super::saving::save(path.as_ref(), self.to_bytes())
    }

    /// Returns the records in the order of files.
    pub(super) fn sorted(&self) -> SortedRecords {
        let records = self.table.iter().map(|entry| KeyedRecord::new(entry.key, entry.record));
        SortedRecords::new(records.collect()).with_notes(self.notes.clone())
    }

    /// Makes a book from records that are sorted as in a book file.
    pub(super) fn from_sorted(sorted: &SortedRecords) -> Self {
        let mut book = Self::with_capacity(sorted.items().len());
        sorted.entries().for_each(|entry| book.insert_entry(entry));
        book.notes = sorted.notes().clone();
        book
    }

    /// Inserts an entry whose value is up to date.
    pub(super) fn insert_entry(&mut self, entry: Entry) {
        self.table.insert(entry);
    }

    /// Adds notes.
    pub(super) fn add_notes(&mut self, notes: Notes) {
        self.notes.merge(notes);
    }
}

impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        let same = |entry: &Entry| {
            other.table.get(entry.key).is_some_and(|theirs| theirs.record == entry.record)
        };
        self.len() == other.len() && self.notes == other.notes && self.table.iter().all(same)
    }
}

impl Eq for Book {}

impl BookView for Book {
    type Error = Infallible;

    fn find(&self, board: Board) -> Result<Option<BookInfo>, Infallible> {
        Ok(self.find(board))
    }

    fn record(&self, board: Board) -> Result<Option<Record>, Infallible> {
        Ok(self.record(board))
    }

    fn note(&self, board: Board) -> Result<Option<EngineNote>, Infallible> {
        Ok(self.note(board))
    }

    fn len(&self) -> u64 {
        self.len() as u64
    }
}
