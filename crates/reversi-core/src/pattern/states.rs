//! The states of all patterns of a set in one value.
use super::set::{LANES, PatternSet, State};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// The states of the patterns of a set for one board. The methods update the states when one square
/// changes or when a move is played.
///
/// The value stores neither the board nor the set. The caller must pass the same set to each
/// method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(32))]
pub struct PatternStates<S = u16>([S; LANES]);

impl<S: State> PatternStates<S> {
    /// Computes the states of a board square by square.
    #[must_use]
    pub fn from_discs(set: &PatternSet<S>, black: Bitboard, white: Bitboard) -> Self {
        let mut states = [S::default(); LANES];
        for square in black.union(white) {
            let row = set.row(square.index());
            for (state, &step) in states.iter_mut().zip(row) {
                *state = state.wrapping_add(step);
            }
        }
        for square in white {
            let row = set.row(square.index());
            for (state, &step) in states.iter_mut().zip(row) {
                *state = state.wrapping_add(step);
            }
        }
        Self(states)
    }

    /// Returns the states by pattern number. `set` is the set that the states belong to.
    #[must_use]
    #[inline]
    pub fn as_slice(&self, set: &PatternSet<S>) -> &[S] {
        &self.0[..set.len()]
    }

    /// Returns all states, with zeros after the last pattern.
    #[inline(always)]
    pub(crate) const fn as_array(&self) -> &[S; LANES] {
        &self.0
    }

    /// Adds a disc on an empty square.
    #[inline]
    pub fn put(&mut self, set: &PatternSet<S>, square: Square, color: Color) {
        let row = set.row(square.index());
        for (state, &step) in self.0.iter_mut().zip(row) {
            *state = match color {
                Color::Black => state.wrapping_add(step),
                Color::White => state.wrapping_add(step).wrapping_add(step),
            };
        }
    }

    /// Removes the disc of a square; `color` is the colour of the disc.
    #[inline]
    pub fn remove(&mut self, set: &PatternSet<S>, square: Square, color: Color) {
        let row = set.row(square.index());
        for (state, &step) in self.0.iter_mut().zip(row) {
            *state = match color {
                Color::Black => state.wrapping_sub(step),
                Color::White => state.wrapping_sub(step).wrapping_sub(step),
            };
        }
    }

    /// Flips the disc of a square; `to` is the new colour of the disc.
    #[inline]
    pub fn flip(&mut self, set: &PatternSet<S>, square: Square, to: Color) {
        let row = set.row(square.index());
        for (state, &step) in self.0.iter_mut().zip(row) {
            *state = match to {
                Color::Black => state.wrapping_sub(step),
                Color::White => state.wrapping_add(step),
            };
        }
    }

    /// Plays a move of `color` on `square` that flips the discs in `flipped`.
    #[inline]
    pub fn play(&mut self, set: &PatternSet<S>, square: Square, flipped: Bitboard, color: Color) {
        let delta = Self::delta(set, square, flipped, color);
        for (state, step) in self.0.iter_mut().zip(delta) {
            *state = state.wrapping_add(step);
        }
    }

    /// Undoes [`play`](Self::play) with the same arguments.
    #[inline]
    pub fn undo(&mut self, set: &PatternSet<S>, square: Square, flipped: Bitboard, color: Color) {
        let delta = Self::delta(set, square, flipped, color);
        for (state, step) in self.0.iter_mut().zip(delta) {
            *state = state.wrapping_sub(step);
        }
    }

    /// Computes, for each state, the number that a move adds to the state, modulo the range of the
    /// integer type. The rows of the squares are summed first, so the states are loaded and stored
    /// only once.
    #[inline(always)]
    fn delta(set: &PatternSet<S>, square: Square, flipped: Bitboard, color: Color) -> [S; LANES] {
        let mut sum = [S::default(); LANES];
        for square in flipped {
            for (total, &step) in sum.iter_mut().zip(set.row(square.index())) {
                *total = total.wrapping_add(step);
            }
        }
        for (total, &step) in sum.iter_mut().zip(set.row(square.index())) {
            *total = match color {
                Color::Black => step.wrapping_sub(*total),
                Color::White => step.wrapping_add(step).wrapping_add(*total),
            };
        }
        sum
    }
}
