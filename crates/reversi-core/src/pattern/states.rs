//! The states of all patterns of a set, as one value.
use super::set::{PatternSet, State};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// The states of the patterns of a set for some board: a value that is updated square by square or
/// by whole moves. It knows neither the board nor the set: hand it the same set every time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(32))]
pub struct PatternStates<S, const LANES: usize>([S; LANES]);

impl<S: State, const LANES: usize> PatternStates<S, LANES> {
    /// The states of a board, read square by square.
    #[must_use]
    pub fn from_discs(set: &PatternSet<S, LANES>, black: Bitboard, white: Bitboard) -> Self {
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

    /// The states by pattern number; lanes past the last pattern are 0.
    #[must_use]
    #[inline]
    pub const fn as_array(&self) -> &[S; LANES] {
        &self.0
    }

    /// A disc appears on an empty square.
    #[inline]
    pub fn put(&mut self, set: &PatternSet<S, LANES>, square: Square, color: Color) {
        let row = set.row(square.index());
        for (state, &step) in self.0.iter_mut().zip(row) {
            *state = match color {
                Color::Black => state.wrapping_add(step),
                Color::White => state.wrapping_add(step).wrapping_add(step),
            };
        }
    }

    /// A disc disappears; `color` is its colour.
    #[inline]
    pub fn remove(&mut self, set: &PatternSet<S, LANES>, square: Square, color: Color) {
        let row = set.row(square.index());
        for (state, &step) in self.0.iter_mut().zip(row) {
            *state = match color {
                Color::Black => state.wrapping_sub(step),
                Color::White => state.wrapping_sub(step).wrapping_sub(step),
            };
        }
    }

    /// A disc turns to the colour `to`.
    #[inline]
    pub fn flip(&mut self, set: &PatternSet<S, LANES>, square: Square, to: Color) {
        let row = set.row(square.index());
        for (state, &step) in self.0.iter_mut().zip(row) {
            *state = match to {
                Color::Black => state.wrapping_sub(step),
                Color::White => state.wrapping_add(step),
            };
        }
    }

    /// `color` plays on `square` and flips `flipped`.
    #[inline]
    pub fn play(
        &mut self,
        set: &PatternSet<S, LANES>,
        square: Square,
        flipped: Bitboard,
        color: Color,
    ) {
        let delta = Self::delta(set, square, flipped, color);
        for (state, step) in self.0.iter_mut().zip(delta) {
            *state = state.wrapping_add(step);
        }
    }

    /// Takes back what [`play`](Self::play) did with the same arguments.
    #[inline]
    pub fn undo(
        &mut self,
        set: &PatternSet<S, LANES>,
        square: Square,
        flipped: Bitboard,
        color: Color,
    ) {
        let delta = Self::delta(set, square, flipped, color);
        for (state, step) in self.0.iter_mut().zip(delta) {
            *state = state.wrapping_sub(step);
        }
    }

    /// What a move adds to each state, modulo the integer's range: the rows of its squares are
    /// summed before the states are touched, so that they meet memory once.
    #[inline(always)]
    fn delta(
        set: &PatternSet<S, LANES>,
        square: Square,
        flipped: Bitboard,
        color: Color,
    ) -> [S; LANES] {
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
