//! A board with incrementally updated pattern states.
use super::set::{PatternSet, State};
use super::states::PatternStates;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::{IllegalMove, Move};
use crate::position::{Position, Turn};
use crate::square::Square;

/// A [`Position`] with its pattern states. Every method that changes the board also updates the
/// states.
#[derive(Clone, Debug)]
pub struct PatternBoard<'a, S = u16> {
    states: PatternStates<S>,
    position: Position,
    set: &'a PatternSet<S>,
}

/// An invalid edit of a square. The board is unchanged.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditError {
    /// The square is occupied.
    #[error("square {0} is occupied, expected an empty square")]
    Occupied(Square),
    /// The square has no disc to flip or remove.
    #[error("square {0} is empty, expected a disc")]
    Empty(Square),
}

impl<S: State> PartialEq for PatternBoard<'_, S> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.states == other.states
            && (core::ptr::eq(self.set, other.set) || self.set == other.set)
    }
}

impl<S: State> Eq for PatternBoard<'_, S> {}

impl<'a, S: State> PatternBoard<'a, S> {
    /// Makes the board of the start position.
    #[must_use]
    pub fn start(set: &'a PatternSet<S>) -> Self {
        Self::from_position(set, Position::start())
    }

    /// Makes the board of a position and computes its states. The history of the position is kept,
    /// so earlier moves can still be undone.
    #[must_use]
    pub fn from_position(set: &'a PatternSet<S>, position: Position) -> Self {
        let states = PatternStates::from_discs(set, position.black(), position.white());
        Self { states, position, set }
    }

    /// Returns the position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the set of patterns.
    #[must_use]
    pub const fn set(&self) -> &'a PatternSet<S> {
        self.set
    }

    /// Returns the states by pattern number.
    #[must_use]
    #[inline]
    pub fn states(&self) -> &[S] {
        self.states.as_slice(self.set)
    }

    /// Returns the states as a value that can be copied.
    #[must_use]
    #[inline]
    pub const fn pattern_states(&self) -> &PatternStates<S> {
        &self.states
    }

    /// Places a disc for the side to move and returns the flipped discs.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the move is illegal; the board is then unchanged.
    #[inline]
    pub fn play(&mut self, square: Square) -> Result<Bitboard, IllegalMove> {
        let color = self.position.side();
        let flipped = self.position.play(square)?;
        self.states.play(self.set, square, flipped, color);
        Ok(flipped)
    }

    /// Passes. The pattern states do not change.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the pass is illegal.
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        self.position.pass()
    }

    /// Undoes the last move or pass and returns it, or `None` if the history is empty.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let &Turn { mv, flipped } = self.position.history().last()?;
        self.position.undo();
        if let Move::Place(square) = mv {
            self.states.undo(self.set, square, flipped, self.position.side());
        }
        Some(mv)
    }

    /// Swaps the colours of all discs, of the side to move and of the move history. A second call
    /// restores the original board. The history is kept, so [`undo`](Self::undo) also works after a
    /// swap.
    pub fn swap_colors(&mut self) {
        self.position.swap_colors();
        self.count();
    }

    /// Puts a disc on an empty square. Clears the undo history.
    ///
    /// # Errors
    /// Returns [`EditError::Occupied`] if the square has a disc.
    pub fn put(&mut self, square: Square, color: Color) -> Result<(), EditError> {
        if self.disc(square).is_some() {
            return Err(EditError::Occupied(square));
        }
        self.states.put(self.set, square, color);
        self.edit(|discs| discs[color.index()] |= square.into());
        Ok(())
    }

    /// Flips the disc on a square. Clears the undo history.
    ///
    /// # Errors
    /// Returns [`EditError::Empty`] if the square has no disc.
    pub fn flip(&mut self, square: Square) -> Result<(), EditError> {
        let color = self.disc(square).ok_or(EditError::Empty(square))?;
        self.states.flip(self.set, square, !color);
        self.edit(|discs| discs.iter_mut().for_each(|set| *set ^= square.into()));
        Ok(())
    }

    /// Removes the disc from a square and returns its colour. Clears the undo history.
    ///
    /// # Errors
    /// Returns [`EditError::Empty`] if the square has no disc.
    pub fn remove(&mut self, square: Square) -> Result<Color, EditError> {
        let color = self.disc(square).ok_or(EditError::Empty(square))?;
        self.states.remove(self.set, square, color);
        self.edit(|discs| discs[color.index()] ^= square.into());
        Ok(color)
    }

    /// Returns the colour of the disc on a square.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.position.discs(color).contains(square))
    }

    fn edit(&mut self, change: impl FnOnce(&mut [Bitboard; 2])) {
        let mut discs = Color::ALL.map(|color| self.position.discs(color));
        change(&mut discs);
        let side = self.position.side();
        let (mine, theirs) = (discs[side.index()], discs[(!side).index()]);
        self.position = Position::from_board(Board::from_words(mine.bits(), theirs.bits()), side);
    }

    fn count(&mut self) {
        let (black, white) = (self.position.black(), self.position.white());
        self.states = PatternStates::from_discs(self.set, black, white);
    }
}
