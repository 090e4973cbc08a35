//! Reads legal moves in USI notation.

use super::word::{ParseMoveError, parse_move};
use crate::mv::Move;
use crate::position::{IllegalMove, Position};

/// The error for a text that is not a legal move of a position ([`Position::parse_move`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseLegalMoveError {
    /// The text is not a USI move.
    #[error(transparent)]
    Text(#[from] ParseMoveError),
    /// The move is illegal in the position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Reads moves from text.
impl Position {
    /// Reads a move in USI notation (`7g7f`, `8h2b+`, `P*5e`) and returns the legal move.
    ///
    /// ```
    /// use shogi_core::Position;
    /// let mut position = Position::start();
    /// let m = position.parse_move("7g7f")?;
    /// position.play(m)?;
    /// let error = position.parse_move("7g7f").unwrap_err();
    /// assert_eq!(error.to_string(), "illegal move 7g7f: the side to move does not have this piece on the origin square");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason why the text is not a move or why the move is illegal.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseLegalMoveError> {
        Ok(self.legal_move(parse_move(text)?)?)
    }
}
