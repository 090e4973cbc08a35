//! Opens books for look-ups, and formats their entries.

use std::fs::File;
use std::io::Read;
use std::num::NonZeroU8;
use std::path::Path;

use gamekit_engines::reversi::embedded_book;
use reversi_core::Board;
use reversi_core::book::{
    Basis, BookFile, BookInfo, BookMove, BookView, MappedBook, OpenBookError, OpenBookErrorKind,
    ReadBookError, ReadBookErrorKind, Record,
};
use reversi_core::format::engine_book::{self, EngineFormat};
use serde::Serialize;

use crate::error::{Failure, Outcome, describe};
use crate::plural::count;

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

    /// Returns the moves that lead to positions of the book.
    pub(crate) fn moves(&self, board: Board) -> Result<Vec<BookMove>, String> {
        let found = match self {
            Self::Embedded(book) => BookView::moves(book, board),
            Self::Mapped(book) => BookView::moves(book, board),
        };
        found.map_err(|error| describe(&error))
    }

    /// Returns the printed entry of the board after a move, for the side that plays the move.
    pub(crate) fn line_after(&self, after: Board) -> Result<Option<BookLine>, String> {
        let Some(info) = self.find(after)? else { return Ok(None) };
        let record = match self {
            Self::Embedded(book) => BookView::record(book, after),
            Self::Mapped(book) => BookView::record(book, after),
        };
        let record = record.map_err(|error| describe(&error))?;
        Ok(Some(BookLine::new(info.reversed(), record.map(|record| record.reversed()))))
    }
}

/// Opens a book file without reading the whole file.
#[allow(unsafe_code, reason = "maps a book file into memory")]
pub(super) fn open(path: &Path) -> Result<MappedBook, Failure> {
    // SAFETY: the program never writes into an existing book file; it creates a new file and
    // renames it. The user must not change a book file in place while a command reads the file.
    let book = unsafe { MappedBook::open(path) };
    book.map_err(|error| match refuse_engine_book(path) {
        Err(failure) if is_no_book(&error) => failure,
        _ => Failure::from_error(&error),
    })
}

/// Returns a failure if a file is a book of another engine.
pub(super) fn refuse_engine_book(path: &Path) -> Outcome {
    let Some(format) = engine_of(path) else { return Ok(()) };
    Err(Failure::Message(format!(
        "{}: this is a book of {format}; make a book from it with `gamekit reversi book import`",
        path.display()
    )))
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
    /// Where the value comes from: `games` or `search`; null if there is no value.
    basis: Option<&'static str>,
    /// The number of games that the value is the mean of.
    #[serde(skip_serializing_if = "Option::is_none")]
    basis_games: Option<u32>,
    /// The depth of the search that the value comes from; null if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_plies: Option<Option<u8>>,
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// The mean final score of the games with a result.
    pub(crate) mean_centidiscs: Option<i32>,
}

/// Returns a value in discs.
pub(crate) fn discs(centidiscs: Option<i32>) -> Option<String> {
    centidiscs.map(|value| format!("{:+.2}", f64::from(value) / 100.0))
}

impl BookLine {
    /// Makes the entry from the result of a look-up and the stored record.
    pub(crate) fn new(info: BookInfo, record: Option<Record>) -> Self {
        let BookInfo { value, basis, games, wins, draws, losses } = info;
        let (name, basis_games, depth_plies) = match basis {
            _ if value.is_none() => (None, None, None),
            Basis::Games(games) => (Some("games"), Some(games), None),
            Basis::Depth(depth) => (Some("search"), None, Some(depth.map(NonZeroU8::get))),
        };
        Self {
            value_centidiscs: value,
            basis: name,
            basis_games,
            depth_plies,
            games,
            wins,
            draws,
            losses,
            mean_centidiscs: record.and_then(|record| record.mean()),
        }
    }

    /// Returns the value in discs.
    pub(crate) fn value(&self) -> Option<String> {
        discs(self.value_centidiscs)
    }

    /// Returns where the value comes from, in words.
    pub(crate) fn basis_text(&self) -> String {
        match (self.basis_games, self.depth_plies) {
            (Some(games), _) => format!("the mean of {}", count(games, "game")),
            (None, Some(Some(depth))) => format!("a search to depth {depth}"),
            (None, Some(None)) => "a search".to_owned(),
            (None, None) => "no result".to_owned(),
        }
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
