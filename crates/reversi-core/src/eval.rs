//! Pattern evaluation: how the side to move stands, in 1/100 disc.
//!
//! A [`Weights`] holds, for each stage of the game, one table per class of patterns. A board's value
//! is the sum of the cells that its pattern states point at. Patterns that are images of each other
//! share a table, and the cells of a pattern's own mirror images are one weight, so the value is the
//! same for all 8 images of a board by construction; the tables for White to move are those for
//! Black with the digits swapped, so it is opposite for swapped colours.
//!
//! ```
//! use reversi_core::{Board, eval::{RICH, Weights}};
//! // Weights that know nothing give every board 0; `train` makes better ones.
//! let weights = Weights::zero(&RICH);
//! assert_eq!(weights.value(Board::START), 0);
//! ```
use crate::board::Board;
use crate::color::Color;
use crate::pattern::{PatternSet, PatternStates};
use crate::square::Square;
use alloc::vec;
use alloc::vec::Vec;

#[cfg(feature = "std")]
mod file;
mod shapes;

#[cfg(feature = "std")]
pub use file::{ReadWeightsError, ReadWeightsErrorKind};
pub use shapes::{PLAIN, RICH, Shapes};

/// How many stages a game has.
pub const STAGES: usize = 12;

/// The stage of a board by its discs: five plies to a stage.
#[must_use]
#[inline]
pub const fn stage(discs: u32) -> usize {
    let stage = (discs.saturating_sub(4) / 5) as usize;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The tables of all stages over a list of shapes.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    shapes: &'static Shapes,
    /// The weights as they are trained: stage after stage, folded by symmetry.
    folded: Vec<i16>,
    /// The tables as they are looked up: for each stage Black's cells, then White's.
    tables: Vec<i16>,
}

impl core::fmt::Debug for Weights {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Weights").field("shapes", &self.shapes.name).finish_non_exhaustive()
    }
}

impl Weights {
    /// Weights that give every board 0.
    #[must_use]
    pub fn zero(shapes: &'static Shapes) -> Self {
        Self::from_folded(shapes, vec![0; STAGES * shapes.layout().folded_len])
            .unwrap_or_else(|| unreachable!("the length is right"))
    }

    /// Weights from the numbers of all stages, folded by symmetry, in 1/100 disc; `None` unless
    /// there are [`STAGES`] times [`Shapes::weight_count`] of them.
    #[must_use]
    pub fn from_folded(shapes: &'static Shapes, folded: Vec<i16>) -> Option<Self> {
        let layout = shapes.layout();
        if folded.len() != STAGES * layout.folded_len {
            return None;
        }
        let mut tables = vec![0; 2 * STAGES * layout.cells];
        let swapped = layout.swapped();
        for stage in 0..STAGES {
            let weights = &folded[stage * layout.folded_len..][..layout.folded_len];
            let table = &mut tables[2 * stage * layout.cells..][..2 * layout.cells];
            for cell in 0..layout.cells {
                table[cell] = weights[layout.fold[cell] as usize];
                table[layout.cells + cell] = weights[layout.fold[swapped[cell] as usize] as usize];
            }
        }
        Some(Self { shapes, folded, tables })
    }

    /// The shapes that the weights belong to.
    #[must_use]
    pub const fn shapes(&self) -> &'static Shapes {
        self.shapes
    }

    /// The numbers of all stages, folded by symmetry, in 1/100 disc.
    #[must_use]
    pub fn folded(&self) -> &[i16] {
        &self.folded
    }

    /// The value of a board for the side to move, in 1/100 disc.
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        let states = PatternStates::from_discs(&self.shapes.set, board.player(), board.opponent());
        self.value_of_states(&states, board.occupied().len(), Color::Black)
    }

    /// The value of a board whose states (of [`Shapes::set`]) were kept move by move, for `side` to
    /// move, in 1/100 disc.
    #[must_use]
    #[inline]
    pub fn value_of_states(&self, states: &PatternStates<u16, 48>, discs: u32, side: Color) -> i32 {
        let cells = self.shapes.cells;
        let table = &self.tables[(2 * stage(discs) + side.index()) * cells..][..cells];
        let mut sum = 0;
        for (&state, &offset) in states.as_array().iter().zip(&self.shapes.offsets) {
            sum += i32::from(table[offset as usize + usize::from(state)]);
        }
        sum
    }
}

/// How the states of shapes map to weights.
pub(crate) struct Layout {
    /// For each cell (class table and state) its weight within a stage.
    pub(crate) fold: Vec<u32>,
    pub(crate) cells: usize,
    pub(crate) folded_len: usize,
    classes: Vec<(usize, usize)>, // first cell, squares
}

impl Layout {
    /// For each cell the cell with the colours swapped.
    fn swapped(&self) -> Vec<u32> {
        let mut swapped: Vec<u32> = (0..self.cells as u32).collect();
        for &(first, squares) in &self.classes {
            for state in 0..3usize.pow(squares as u32) {
                let (mut rest, mut other, mut weight) = (state, 0, 1);
                for _ in 0..squares {
                    other += [0, 2, 1][rest % 3] * weight;
                    rest /= 3;
                    weight *= 3;
                }
                swapped[first + state] = (first + other) as u32;
            }
        }
        swapped
    }
}

/// The cells of a board, for training: one per pattern.
#[cfg(feature = "std")]
pub(crate) fn cells(shapes: &Shapes, board: Board) -> impl Iterator<Item = usize> + '_ {
    let states = PatternStates::from_discs(&shapes.set, board.player(), board.opponent());
    (0..shapes.set.len())
        .map(move |id| shapes.offsets[id] as usize + usize::from(states.as_array()[id]))
}

/// A set of 16-bit patterns in 48 lanes.
pub(crate) type Set = PatternSet<u16, 48>;

/// The digits of a state, the lowest first.
pub(crate) fn permuted(state: usize, from: &[usize]) -> usize {
    let digits: Vec<usize> = (0..from.len()).map(|k| state / 3usize.pow(k as u32) % 3).collect();
    from.iter().rev().fold(0, |sum, &k| 3 * sum + digits[k])
}

/// The square that a symmetry takes a square to.
pub(crate) const fn image(square: Square, symmetry: gamekit::Symmetry) -> Square {
    Square::from_bit(symmetry.rotate_index(square.index() as u8) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamekit::Symmetry;
    use proptest::prelude::*;

    fn noisy(shapes: &'static Shapes) -> Weights {
        let mut seed = 1u32;
        let folded = (0..STAGES * shapes.weight_count()).map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 20) as i16 - 2048
        });
        Weights::from_folded(shapes, folded.collect()).unwrap()
    }

    #[test]
    fn values_ignore_symmetry_and_follow_colours() {
        for shapes in [&PLAIN, &RICH] {
            let weights = noisy(shapes);
            proptest!(ProptestConfig::with_cases(64), |(a: u64, b: u64, c: u64)| {
                let board = Board::from_words(a & !b & c, b & !a & c);
                let value = weights.value(board);
                for symmetry in Symmetry::ALL {
                    prop_assert_eq!(weights.value(board.image(symmetry)), value);
                }
                // The same board seen as White's, by the states of swapped colours.
                let states =
                    PatternStates::from_discs(&shapes.set, board.opponent(), board.player());
                let discs = board.occupied().len();
                prop_assert_eq!(weights.value_of_states(&states, discs, Color::White), value);
            });
        }
    }
}
