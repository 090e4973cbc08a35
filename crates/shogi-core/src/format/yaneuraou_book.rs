//! YaneuraOu's text books (`.db`).
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 2g2f 3c3d 63 27 935
//! 7g7f none 20 25 6
//! ```
//!
//! A position line is followed by its moves: move, reply expected, value, depth, count. A field may be
//! `none` or left empty. The move number is no part of what names a position. A file sorted by its
//! position lines, byte by byte, can be queried without loading it into memory ([`BookFile`]).
//!
//! ```
//! use shogi_core::{Position, format::yaneuraou_book::Book};
//! let text = "#YANEURAOU-DB2016 1.00\n\
//!     sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
//!     7g7f 3c3d 20 25 6\n";
//! let (book, warnings) = Book::parse(text.as_bytes())?;
//! assert!(warnings.is_empty());
//! let entry = book.find(&Position::start()).unwrap();
//! assert_eq!(entry.moves[0].mv.to_string(), "7g7f");
//! assert_eq!(entry.moves[0].value, Some(20));
//! assert_eq!(book.to_string(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "std")]
mod file;
mod parse;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "std")]
pub use file::{AskBookError, BookFile, ReadBookError};
pub use parse::{BookErrorKind, BookWarning, BookWarningKind, ParseBookError};

use super::sfen;
use crate::mv::BareMove;
use crate::position::Position;

/// The first line of a book of the version written here.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";

/// A book in memory: positions with their moves, in the order of a sorted file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// By the SFEN without the move number.
    entries: BTreeMap<String, Entry>,
}

/// What a book says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move number of the position line, which is no part of the key.
    pub ply: Option<u32>,
    /// Comment lines before the first move, without their mark.
    pub comments: Vec<String>,
    /// The moves in the order of the file, which is the order of preference.
    pub moves: Vec<BookMove>,
}

/// A move of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move. Its legality is not checked.
    pub mv: BareMove,
    /// The reply that is expected.
    pub ponder: Option<BareMove>,
    /// The value for the side that makes the move, in centipawns of the engine that wrote it.
    pub value: Option<i32>,
    /// The depth of the search the value is from.
    pub depth: Option<u32>,
    /// How often the move was chosen.
    pub count: Option<u64>,
    /// The comment behind the move, then comment lines below it, without their marks.
    pub comments: Vec<String>,
}

impl BookMove {
    /// A move and nothing about it.
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

/// What names a position in a book: its SFEN without the move number.
fn key(position: &Position) -> sfen::Sfen {
    sfen::encode(position)
}

impl Book {
    /// A book without positions.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: BTreeMap::new() }
    }

    /// How many positions the book has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the book says of a position, whatever its move number.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<&Entry> {
        self.entries.get(key(position).without_ply())
    }

    /// As [`Book::find`]; if the position is not there, what the book says of it after a half turn of
    /// the board, turned back: books often hold one of the two alone.
    #[must_use]
    pub fn find_either(&self, position: &Position) -> Option<Entry> {
        if let Some(entry) = self.find(position) {
            return Some(entry.clone());
        }
        self.find(&position.half_turn()).cloned().map(Entry::half_turn)
    }

    /// Puts an entry in the place of what the book says of a position, which is handed back.
    pub fn insert(&mut self, position: &Position, entry: Entry) -> Option<Entry> {
        self.entries.insert(key(position).without_ply().to_string(), entry)
    }

    /// Takes a position out of the book.
    pub fn remove(&mut self, position: &Position) -> Option<Entry> {
        self.entries.remove(key(position).without_ply())
    }

    /// All positions, as SFEN without move numbers, with their entries, in the order of a sorted file.
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

/// The file, sorted, with LF line ends.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (key, entry) in &self.entries {
            write_entry(f, key, entry)?;
        }
        Ok(())
    }
}

fn write_entry(f: &mut impl fmt::Write, key: &str, entry: &Entry) -> fmt::Result {
    write!(f, "sfen {key}")?;
    if let Some(ply) = entry.ply {
        write!(f, " {ply}")?;
    }
    writeln!(f)?;
    write_comments(f, &entry.comments)?;
    for m in &entry.moves {
        write!(f, "{} {}", m.mv, OrNone(m.ponder))?;
        write!(f, " {} {}", OrNone(m.value), OrNone(m.depth))?;
        if let Some(count) = m.count {
            write!(f, " {count}")?;
        }
        writeln!(f)?;
        write_comments(f, &m.comments)?;
    }
    Ok(())
}

/// A comment with a line end in it becomes several lines.
fn write_comments(f: &mut impl fmt::Write, comments: &[String]) -> fmt::Result {
    for line in comments.iter().flat_map(|comment| comment.split('\n')) {
        writeln!(f, "#{line}")?;
    }
    Ok(())
}

struct OrNone<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for OrNone<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("none"),
        }
    }
}
