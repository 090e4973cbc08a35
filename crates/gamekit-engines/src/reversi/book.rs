//! The opening book of an engine.
use reversi_core::Board;
use reversi_core::book::{BookFile, BookMove, BookView};
use std::borrow::Cow;

/// The built-in book: positions from the WTHOR database (Fédération Française d'Othello), built by
/// `gamekit reversi book build`.
static EMBEDDED: &[u8] = include_bytes!("../../data/opening.book");

/// Returns the bytes of the built-in opening book, which `BookFile::from_bytes` reads.
#[must_use]
pub fn embedded_book() -> &'static [u8] {
    EMBEDDED
}

/// A book file in memory.
pub(super) type Book = BookFile<Cow<'static, [u8]>>;

/// Returns the moves of a position that have a value in the book, best first.
pub(super) fn valued_moves(book: &Book, board: Board) -> Vec<BookMove> {
    // A damaged block of a book file counts as a block without positions.
    let mut moves = book.moves(board).unwrap_or_default();
    moves.retain(|found| found.info.value.is_some());
    moves.sort_by_key(|found| std::cmp::Reverse(found.info.value));
    moves
}
