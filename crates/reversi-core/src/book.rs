//! An opening book: positions with values and the results of games, found in any of the 8 images of
//! the board and for either colour.
//!
//! - [`Book`] is in memory and can be changed.
//! - [`BookFile`] is searched in the bytes of a file, without loading it; `MappedBook` is one on
//!   disk, and a `&'static [u8]` will do.
//! - [`BookView`] is what both can do: find a position, list the moves that lead on, choose one.
//! - [`BookBuilder`] makes a book of many games and other books.
//!
//! ```
//! use reversi_core::{Board, Square};
//! use reversi_core::book::{Book, BookView};
//! let mut book = Book::new();
//! book.register([Square::F5, Square::D6, Square::C3], Some(8))?;
//! book.register([Square::D3, Square::C3], Some(-2))?;
//!
//! // Both games began with the same move: f5 and d3 are images of each other.
//! let moves = book.moves(Board::START)?;
//! assert_eq!(moves.len(), 4);
//! assert!(moves.iter().all(|m| m.info.games == 2 && m.info.value == Some(-200)));
//!
//! // White chooses the diagonal reply, on whichever board it is asked.
//! let after_c4 = Board::START.play(Square::C4).unwrap();
//! let reply = book.choose(after_c4, |_| 0)?.unwrap();
//! assert_eq!((reply.mv.to_string(), reply.info.value), ("c3".into(), Some(200)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is stored
//!
//! For each position the results of the games through it, and perhaps an evaluation: a [`Record`].
//! A position whose side to move must pass shares the record of the position after the pass, with
//! the sides exchanged, so that games with and without written passes make the same book.
//!
//! # Values
//!
//! The value of a position is its evaluation if it has one; else the best value of the stored
//! positions that its moves lead to, whichever games brought them in; else the mean result of its
//! games. That is a function of the set of records alone. Together with records that add up (see
//! [`Record`]), this makes merging associative and commutative, and a file the same bytes whatever
//! the order of games, the number of threads or the tree of merges.
use crate::board::Board;
use crate::key::{PositionKey, canonical};
use crate::moves::Move;
use alloc::vec::Vec;
use core::convert::Infallible;

mod builder;
#[cfg(feature = "std")]
mod disk;
mod error;
mod file;
mod flat;
mod game;
mod layout;
mod minimax;
mod place;
mod record;
mod sorted;
mod table;

pub use builder::BookBuilder;
#[cfg(feature = "std")]
pub use disk::MappedBook;
pub use error::{BookTooLarge, ReadBookError, ReadBookErrorKind, RegisterGameError};
#[cfg(feature = "std")]
pub use error::{OpenBookError, OpenBookErrorKind, SaveBookError, SaveBookErrorKind};
pub use file::BookFile;
pub use flat::{FlatErrorKind, ReadFlatError};
pub use record::{Basis, BookInfo, BookMove, Evaluation, MAX_VALUE, Record};

use record::Value;
use sorted::{Item, Sorted};
use table::{Entry, Table};

/// What can be asked of a book, in memory or in a file.
pub trait BookView {
    /// What the book knows of a position, for the side to move.
    ///
    /// # Errors
    /// [`ReadBookError`] if the book lies in damaged bytes; a [`Book`] has no errors.
    fn find(&self, board: Board) -> Result<Option<BookInfo>, ReadBookError>;

    /// What was put into the book about a position, for the side to move.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    fn record(&self, board: Board) -> Result<Option<Record>, ReadBookError>;

    /// How many positions the book has.
    fn len(&self) -> u64;

    /// Whether the book has no position.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves that lead to positions of the book, in the order of their squares, on the board of
    /// the asker; of a symmetric position all that are the same move. A side that must pass has the
    /// pass, if the position is in the book.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    fn moves(&self, board: Board) -> Result<Vec<BookMove>, ReadBookError> {
        let mut found = Vec::new();
        let legal = board.moves();
        if legal.is_empty() {
            if let (true, Some(info)) = (board.must_pass(), self.find(board)?) {
                found.push(BookMove { mv: Move::Pass, info });
            }
            return Ok(found);
        }
        for square in legal {
            let Ok(after) = board.play(square) else { continue };
            if let Some(info) = self.find(after)? {
                found.push(BookMove { mv: Move::Place(square), info: info.reversed() });
            }
        }
        Ok(found)
    }

    /// The best move of the book: the one of the greatest value. `tie` is given all of them, in the
    /// order of their squares, and says which to take; its number counts round, so that any random
    /// number will do. `None` if no move with a value leads to a position of the book.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    fn choose(
        &self,
        board: Board,
        tie: impl FnOnce(&[BookMove]) -> usize,
    ) -> Result<Option<BookMove>, ReadBookError>
    where
        Self: Sized,
    {
        let mut moves = self.moves(board)?;
        let best = moves.iter().filter_map(|m| m.info.value).max();
        moves.retain(|m| best.is_some() && m.info.value == best);
        if moves.is_empty() {
            return Ok(None);
        }
        let index = tie(&moves) % moves.len();
        Ok(Some(moves[index]))
    }
}

/// A book in memory.
///
/// Looking a position up takes the canonical image of the board and, mostly, one cache line of a
/// hash table, however large the book is.
///
/// Two books are equal if they have the same positions with the same records.
#[derive(Clone, Debug, Default)]
pub struct Book {
    table: Table,
    /// Values of positions that lead to changed ones may be old.
    stale: bool,
}

impl Book {
    /// A book without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A book without positions that has room for some. Give it no number that comes from a file.
    #[must_use]
    pub fn with_capacity(positions: usize) -> Self {
        Self { table: Table::with_capacity(positions), stale: false }
    }

    /// How many positions the book has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn entry(&self, board: Board) -> Option<(&Entry, bool)> {
        let found = place::find_by(board, |key| Ok::<_, Infallible>(self.table.get(key)));
        match found {
            Ok(found) => found,
        }
    }

    /// What the book knows of a position, for the side to move.
    #[must_use]
    #[inline]
    pub fn find(&self, board: Board) -> Option<BookInfo> {
        // Nearly always; the rest apart, so that this is short.
        match self.table.get(canonical(board).0) {
            Some(entry) => Some(entry.record.info(entry.value)),
            None => self.find_passed(board),
        }
    }

    #[cold]
    fn find_passed(&self, board: Board) -> Option<BookInfo> {
        let (entry, turned) = self.entry(board)?;
        let info = entry.record.info(entry.value);
        Some(if turned { info.reversed() } else { info })
    }

    /// What was put into the book about a position, for the side to move.
    #[must_use]
    pub fn record(&self, board: Board) -> Option<Record> {
        let (entry, turned) = self.entry(board)?;
        Some(if turned { entry.record.reversed() } else { entry.record })
    }

    /// Puts a record in, for the side to move, and gives back the one it takes the place of.
    ///
    /// The values of positions that lead here are brought up to date by
    /// [`refresh`](Self::refresh).
    pub fn insert(&mut self, board: Board, record: Record) -> Option<Record> {
        let (key, turned) = place::place(board);
        let for_key = |record: Record| if turned { record.reversed() } else { record };
        let record = for_key(record);
        let old = self.table.insert(Entry { key, record, value: record.own_value() });
        self.renew(key);
        self.stale = true;
        old.map(|entry| for_key(entry.record))
    }

    /// Takes a position out and gives its record back, for the side to move.
    ///
    /// The values of positions that lead here are brought up to date by
    /// [`refresh`](Self::refresh).
    pub fn remove(&mut self, board: Board) -> Option<Record> {
        let (key, turned) = place::place(board);
        let record = self.table.remove(key)?.record;
        self.stale = true;
        Some(if turned { record.reversed() } else { record })
    }

    /// The positions, each with its record and what [`find`](Self::find) answers, in no certain
    /// order.
    pub fn iter(&self) -> impl Iterator<Item = (PositionKey, Record, BookInfo)> + '_ {
        self.table.iter().map(|entry| (entry.key, entry.record, entry.record.info(entry.value)))
    }

    /// Registers a game from the usual start, with passes written or not, and its final score in
    /// discs for Black: counts it at all its positions, then walks back from its end and gives each
    /// the best value of what follows. If the game is played to its end, the score of the board is
    /// taken; a game without either counts as one without a result.
    ///
    /// Positions that are not of this game but lead into it get their new values by
    /// [`refresh`](Self::refresh). For many games use a [`BookBuilder`].
    ///
    /// # Errors
    /// [`RegisterGameError`] if a turn is illegal; then the book is as it was.
    pub fn register(
        &mut self,
        moves: impl IntoIterator<Item = impl Into<Move>>,
        score: Option<i32>,
    ) -> Result<(), RegisterGameError> {
        let mut path = Vec::new();
        let score = game::replay(moves.into_iter().map(Into::into), score, 60, &mut path)?;
        for &(key, black) in path.iter().rev() {
            let record = game::record_of(score, black);
            match self.table.get_mut(key) {
                Some(entry) => entry.record = entry.record.joined(record),
                None => {
                    self.table.insert(Entry { key, record, value: Value::NONE });
                }
            }
            self.renew(key);
        }
        self.stale = true;
        Ok(())
    }

    /// Gives a stored position the value that follows from its record and its successors' values.
    fn renew(&mut self, key: PositionKey) {
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

    /// Brings the values of all positions up to date. Books that come from a builder, a file or a
    /// merge are; [`save`](Self::save) and [`to_bytes`](Self::to_bytes) write values that are.
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
        self.stale = true;
        self.refresh();
    }

    /// The bytes of the book's file. They depend on the positions and their records only.
    ///
    /// # Errors
    /// [`BookTooLarge`] if the records pass 4 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BookTooLarge> {
        layout::to_bytes(&self.sorted()).ok_or(BookTooLarge)
    }

    fn sorted(&self) -> Sorted {
        Sorted::new(self.table.iter().map(|entry| Item::new(entry.key, entry.record)).collect())
    }

    fn from_sorted(sorted: &Sorted) -> Self {
        let mut book = Self::with_capacity(sorted.items().len());
        sorted.entries().for_each(|entry| book.put_entry(entry));
        book
    }

    fn put_entry(&mut self, entry: Entry) {
        self.table.insert(entry);
    }
}

impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        let same = |entry: &Entry| {
            other.table.get(entry.key).is_some_and(|theirs| theirs.record == entry.record)
        };
        self.len() == other.len() && self.table.iter().all(same)
    }
}

impl Eq for Book {}

impl BookView for Book {
    fn find(&self, board: Board) -> Result<Option<BookInfo>, ReadBookError> {
        Ok(self.find(board))
    }

    fn record(&self, board: Board) -> Result<Option<Record>, ReadBookError> {
        Ok(self.record(board))
    }

    fn len(&self) -> u64 {
        self.len() as u64
    }
}
