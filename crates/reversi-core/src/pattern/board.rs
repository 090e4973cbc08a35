//! A board that keeps its pattern states through every change.
use super::set::{PatternSet, State};
use super::states::PatternStates;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::{IllegalMove, Move};
use crate::position::{Position, Turn};
use crate::square::Square;

/// A [`Position`] with the states of a pattern set, kept equal to those counted from scratch by
/// every way of changing it.
#[derive(Clone, Debug)]
pub struct PatternBoard<'a, S, const LANES: usize> {
    states: PatternStates<S, LANES>,
    position: Position,
    set: &'a PatternSet<S, LANES>,
}

/// An edit of a square that cannot be made; the board is unchanged.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditError {
    /// A disc cannot be put on a disc.
    #[error("square {0} has a disc, expected it empty")]
    Occupied(Square),
    /// There is no disc to flip or remove.
    #[error("square {0} is empty, expected a disc")]
    Empty(Square),
}

impl<S: State, const LANES: usize> PartialEq for PatternBoard<'_, S, LANES> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.states == other.states
            && (core::ptr::eq(self.set, other.set) || self.set == other.set)
    }
}

impl<S: State, const LANES: usize> Eq for PatternBoard<'_, S, LANES> {}

impl<'a, S: State, const LANES: usize> PatternBoard<'a, S, LANES> {
    /// The usual start.
    #[must_use]
    pub fn start(set: &'a PatternSet<S, LANES>) -> Self {
        Self::from_position(set, Position::start())
    }

    /// The states of any position, counted from scratch; its past can be undone.
    #[must_use]
    pub fn from_position(set: &'a PatternSet<S, LANES>, position: Position) -> Self {
        let states = PatternStates::from_discs(set, position.black(), position.white());
        Self { states, position, set }
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The set of patterns.
    #[must_use]
    pub const fn set(&self) -> &'a PatternSet<S, LANES> {
        self.set
    }

    /// The states by pattern number.
    #[must_use]
    #[inline]
    pub fn states(&self) -> &[S] {
        &self.states.as_array()[..self.set.len()]
    }

    /// The states as a value.
    #[must_use]
    #[inline]
    pub const fn pattern_states(&self) -> &PatternStates<S, LANES> {
        &self.states
    }

    /// Places a disc for the side to move and gives the discs it flipped.
    ///
    /// # Errors
    /// [`IllegalMove`], with nothing changed.
    #[inline]
    pub fn play(&mut self, square: Square) -> Result<Bitboard, IllegalMove> {
        let color = self.position.side();
        let flipped = self.position.play(square)?;
        self.states.play(self.set, square, flipped, color);
        Ok(flipped)
    }

    /// Hands the turn over; no state changes.
    ///
    /// # Errors
    /// [`IllegalMove`] if the pass is illegal.
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        self.position.pass()
    }

    /// Takes the last turn back.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let &Turn { mv, flipped } = self.position.history().last()?;
        self.position.undo();
        if let Move::Place(square) = mv {
            self.states.undo(self.set, square, flipped, self.position.side());
        }
        Some(mv)
    }

    /// Gives each disc, the side to move and the past to the other colour. Twice is no change, and
    /// undo goes on through the swapped game.
    pub fn swap_colors(&mut self) {
        self.position.swap_colors();
        self.count();
    }

    /// Puts a disc on an empty square. Like every edit it forgets the past.
    ///
    /// # Errors
    /// [`EditError::Occupied`].
    pub fn put(&mut self, square: Square, color: Color) -> Result<(), EditError> {
        if self.disc(square).is_some() {
            return Err(EditError::Occupied(square));
        }
        self.states.put(self.set, square, color);
        self.edit(|discs| discs[color.index()] |= square.into());
        Ok(())
    }

    /// Turns the disc on a square over. Forgets the past.
    ///
    /// # Errors
    /// [`EditError::Empty`].
    pub fn flip(&mut self, square: Square) -> Result<(), EditError> {
        let color = self.disc(square).ok_or(EditError::Empty(square))?;
        self.states.flip(self.set, square, !color);
        self.edit(|discs| discs.iter_mut().for_each(|set| *set ^= square.into()));
        Ok(())
    }

    /// Takes the disc off a square. Forgets the past.
    ///
    /// # Errors
    /// [`EditError::Empty`].
    pub fn remove(&mut self, square: Square) -> Result<Color, EditError> {
        let color = self.disc(square).ok_or(EditError::Empty(square))?;
        self.states.remove(self.set, square, color);
        self.edit(|discs| discs[color.index()] ^= square.into());
        Ok(color)
    }

    /// The colour of the disc on a square.
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
