//! The common interface of books in memory and in files.
use super::note::EngineNote;
use super::record::{BookInfo, BookMove, Record};
use crate::board::Board;
use crate::moves::Move;
use alloc::vec::Vec;

/// Look-ups in a book that is in memory or in a file.
pub trait BookView {
    /// The error of a look-up: [`ReadBookError`](super::ReadBookError) for a
    /// [`BookFile`](super::BookFile), whose bytes may be damaged, and
    /// [`Infallible`](core::convert::Infallible) for a [`Book`](super::Book).
    type Error: core::error::Error + Send + Sync + 'static;

    /// Finds a position. The result is for the side to move.
    ///
    /// # Errors
    /// Returns an error if the book is a file with damaged bytes.
    fn find(&self, board: Board) -> Result<Option<BookInfo>, Self::Error>;

    /// Returns the stored record of a position, for the side to move.
    ///
    /// # Errors
    /// Returns the same errors as [`find`](Self::find).
    fn record(&self, board: Board) -> Result<Option<Record>, Self::Error>;

    /// Returns the note of an engine for a position, with the moves of that board. A book without notes
    /// returns `None`.
    ///
    /// # Errors
    /// Returns the same errors as [`find`](Self::find).
    fn note(&self, board: Board) -> Result<Option<EngineNote>, Self::Error> {
        let _ = board;
        Ok(None)
    }

    /// Returns the number of positions.
    fn len(&self) -> u64;

    /// Returns whether the book has no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the moves that lead to positions of the book, in the order of their squares. If a
    /// position is symmetric, all equivalent moves are included. If the side to move must pass and
    /// the position is in the book, the only move is the pass.
    ///
    /// # Errors
    /// Returns the same errors as [`find`](Self::find).
    fn moves(&self, board: Board) -> Result<Vec<BookMove>, Self::Error> {
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

    /// Returns a move with the greatest value, or `None` if no move leads to a stored position with
    /// a value.
    ///
    /// `tie` receives all best moves in the order of their squares and returns the index of the
    /// chosen move. The index is taken modulo the number of moves, so `tie` may return any random
    /// number.
    ///
    /// # Errors
    /// Returns the same errors as [`find`](Self::find).
    fn choose(
        &self,
        board: Board,
        tie: impl FnOnce(&[BookMove]) -> usize,
    ) -> Result<Option<BookMove>, Self::Error>
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
