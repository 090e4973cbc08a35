//! Opens books for look-ups, and formats their entries.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use gamekit_engines::reversi::embedded_book;
use reversi_core::Board;
use reversi_core::book::{
    BookFile, BookInfo, BookView, MappedBook, OpenBookError, OpenBookErrorKind, ReadBookError,
    ReadBookErrorKind,
};
use reversi_core::format::engine_book::{self, EngineFormat};
use serde::Serialize;

use crate::error::{Failure, describe};

/// A book for look-ups.
pub(crate) enum AnyBook {
    /// The built-in book.
    Embedded(BookFile<&'static [u8]>),
    /// A memory-mapped file.
    Mapped(MappedBook),
}

impl AnyBook {
    /// Opens a book file. Without a path, opens the built-in book.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        match path {
            Some(path) => Ok(Self::Mapped(open(path)?)),
            None => BookFile::from_bytes(embedded_book())
                .map(Self::Embedded)
                .map_err(|error| Failure::about("the built-in book", &error)),
        }
    }

    /// Returns the entry of a board, from the point of view of the side to move.
    pub(crate) fn find(&self, board: Board) -> Result<Option<BookInfo>, String> {
        let found = match self {
            Self::Embedded(book) => BookView::find(book, board),
            Self::Mapped(book) => BookView::find(book, board),
        };
        found.map_err(|error| describe(&error))
    }
}

/// Opens a book file without reading the whole file.
#[allow(unsafe_code, reason = "maps a book file into memory")]
pub(super) fn open(path: &Path) -> Result<MappedBook, Failure> {
    // SAFETY: the program never writes into an existing book file; it creates a new file and
    // renames it. The user must not change a book file in place while a command reads the file.
    let book = unsafe { MappedBook::open(path) };
    book.map_err(|error| {
        let engine = if is_no_book(&error) { engine_of(path) } else { None };
        match engine {
            Some(format) => Failure::Message(format!(
                "{}: this is a book of {format}; make a book from it with `gamekit reversi book import`",
                path.display()
            )),
            None => Failure::from_error(&error),
        }
    })
}

/// Whether a file does not begin as a book of this program.
fn is_no_book(error: &OpenBookError) -> bool {
    matches!(
        &error.kind,
        OpenBookErrorKind::Read(ReadBookError { kind: ReadBookErrorKind::NoBook, .. })
    )
}

/// Returns the format of a book of another engine.
fn engine_of(path: &Path) -> Option<EngineFormat> {
    let mut head = Vec::new();
    let file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.take(16).read_to_end(&mut head).ok()?;
    engine_book::detect(&head, length)
}

/// A book's entry for a move or a position, from the point of view of one side.
#[derive(Serialize)]
pub(crate) struct BookLine {
    pub(crate) value_centidiscs: Option<i32>,
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

impl From<BookInfo> for BookLine {
    fn from(info: BookInfo) -> Self {
        let BookInfo { value, games, wins, draws, losses, .. } = info;
        Self { value_centidiscs: value, games, wins, draws, losses }
    }
}

impl BookLine {
    /// Returns the value in discs.
    pub(crate) fn value(&self) -> Option<String> {
        self.value_centidiscs.map(|value| format!("{:+.2}", f64::from(value) / 100.0))
    }

    /// Returns the cells of a table: value in discs, games, won, drawn, lost.
    pub(crate) fn cells(line: Option<&Self>) -> [String; 5] {
        let none = || "-".to_owned();
        let Some(line) = line else { return [(); 5].map(|()| none()) };
        let value = line.value().unwrap_or_else(none);
        let [games, wins, draws, losses] =
            [line.games, line.wins, line.draws, line.losses].map(|count| count.to_string());
        [value, games, wins, draws, losses]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_inside_the_program_is_whole_small_and_knows_the_first_moves() {
        assert!(embedded_book().len() <= 1 << 20, "{} bytes", embedded_book().len());
        BookFile::from_bytes(embedded_book()).unwrap().verify().unwrap();
        let Ok(book) = AnyBook::open(None) else { panic!("the built-in book does not open") };
        let start = book.find(Board::START).unwrap().unwrap();
        assert!(start.games > 100_000);
        assert_eq!(start.games, start.wins + start.draws + start.losses);
    }
}
