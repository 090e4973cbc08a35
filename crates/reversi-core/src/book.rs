//! An opening book: positions with values and game results. A look-up finds a position in each of
//! its 8 symmetric images, and also with swapped colours.
//!
//! - [`Book`] is in memory and can be changed.
//! - [`BookFile`] searches the bytes of a file in place. The bytes can be in memory or embedded in
//!   a program (`&'static [u8]`); `MappedBook` is a memory-mapped file.
//! - [`BookView`] is the common interface: find a position, list the moves in the book, choose one.
//! - [`BookBuilder`] makes a book from many games and other books.
//!
//! ```
//! use reversi_core::{Board, Square};
//! use reversi_core::book::{Book, BookView};
//! let mut book = Book::new();
//! book.register([Square::F5, Square::D6, Square::C3], Some(8))?;
//! book.register([Square::D3, Square::C3], Some(-2))?;
//!
//! // f5 and d3 are symmetric images of each other, so both games began with the same move.
//! let moves = book.moves(Board::START)?;
//! assert_eq!(moves.len(), 4);
//! assert!(moves.iter().all(|m| m.info.games == 2 && m.info.value == Some(-200)));
//!
//! // White's best reply is the diagonal opening, on every image of the board.
//! let after_c4 = Board::START.play(Square::C4).unwrap();
//! let reply = book.choose(after_c4, |_| 0)?.unwrap();
//! assert_eq!((reply.mv.to_string(), reply.info.value), ("c3".into(), Some(200)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Stored data
//!
//! The [`Record`] of a position has the results of the games that reached the position, and
//! optionally an evaluation. A position whose side to move must pass shares the record of the
//! position after the pass, with the sides exchanged. Two games that differ only in whether passes
//! are written therefore give the same book.
//!
//! # Values
//!
//! The value of a position is the first of these that exists:
//!
//! 1. its evaluation;
//! 2. the best value of the stored positions after its legal moves, regardless of the games that
//!    reached these positions;
//! 3. the mean result of its games.
//!
//! The values depend only on the set of records, and records of the same position are added (see
//! [`Record`]). Merging is therefore associative and commutative. The bytes of a file do not depend
//! on the order of games, the number of threads or the order of merges.
//!
//! # Files of this module
//!
//! From the lowest layer to the highest: `error`, `record` and `stored_key`; then `hash_table`,
//! `minimax`, `note`, `replay` and `saving`; then `note_format`, `sorted_records` and `view`; then
//! `file_format`; then `file_writer` and `memory`; then `book_file` and `flat_format`; then
//! `builder` and `mapped_book`.

mod book_file;
mod builder;
mod error;
mod file_format;
#[cfg(feature = "std")]
mod file_writer;
mod flat_format;
mod hash_table;
#[cfg(feature = "std")]
mod mapped_book;
mod memory;
mod minimax;
mod note;
mod note_format;
mod record;
mod replay;
#[cfg(feature = "std")]
mod saving;
mod sorted_records;
mod stored_key;
mod view;

pub use book_file::BookFile;
pub use builder::BookBuilder;
pub use error::{BookTooLarge, ReadBookError, ReadBookErrorKind, RegisterGameError};
#[cfg(feature = "std")]
pub use error::{OpenBookError, OpenBookErrorKind, SaveBookError, SaveBookErrorKind};
pub use flat_format::{ReadFlatError, ReadFlatErrorKind};
#[cfg(feature = "std")]
pub use mapped_book::MappedBook;
pub use memory::Book;
pub use note::{EngineNote, InsertNoteError, NotedLeaf, NotedMove};
pub use record::{Basis, BookInfo, BookMove, Evaluation, MAX_VALUE, Record};
pub use view::BookView;

#[cfg(feature = "std")]
pub(crate) use file_writer::write_file;
pub(crate) use hash_table::Entry;
pub(crate) use note::{NotePair, other_key};
pub(crate) use sorted_records::{KeyedRecord, NotedRecord};
pub(crate) use stored_key::{hash, stored_key};
