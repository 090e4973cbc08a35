//! The tables of an evaluation and the values of boards.
use super::shapes::Shapes;
use super::stage::{STAGES, ply, stage};
use super::sum::{self, MARGIN};
use crate::board::Board;
use crate::color::Color;
use crate::pattern::PatternStates;
use alloc::vec;
use alloc::vec::Vec;

/// The tables of all stages for a list of shapes.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    shapes: Shapes,
    /// The weights in the order of training, stage after stage. They are *folded by symmetry*: all
    /// mirror images of a state share one weight.
    folded: Vec<i16>,
    /// The tables for look-ups. Each stage has the cells for Black to move, then the cells for
    /// White to move. Zeros follow the last stage, so that no state indexes past the end.
    tables: Vec<i16>,
    /// The constant added to the value, indexed by the number of discs.
    constants: [i16; 65],
}

impl core::fmt::Debug for Weights {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Weights").field("shapes", &self.shapes.name()).finish_non_exhaustive()
    }
}

impl Weights {
    /// Makes weights that give every board the value 0.
    #[must_use]
    pub fn zero(shapes: &Shapes) -> Self {
        Self::from_folded(shapes, vec![0; STAGES * shapes.weight_count()])
            .unwrap_or_else(|| unreachable!("wrong number of weights"))
    }

    /// Makes weights from the weights of all stages, in centidiscs. The weights must be folded by
    /// symmetry: all mirror images of a state share one weight. Returns `None` if the number of
    /// weights is not [`STAGES`] times [`Shapes::weight_count`].
    #[must_use]
    pub fn from_folded(shapes: &Shapes, folded: Vec<i16>) -> Option<Self> {
        let count = shapes.weight_count();
        if folded.len() != STAGES * count {
            return None;
        }
        let layout = shapes.layout();
        let mut tables = Vec::with_capacity(2 * STAGES * shapes.cells() + MARGIN);
        let swapped: Vec<u32> = layout.swapped().map(|cell| layout.fold[cell]).collect();
        for weights in folded.chunks_exact(count) {
            for fold in [&layout.fold, &swapped] {
                tables.extend(fold.iter().map(|&weight| weights[weight as usize]));
                tables.push(0);
            }
        }
        tables.resize(tables.len() + MARGIN, 0);
        let constants = core::array::from_fn(|discs| {
            let discs = discs as u32;
            folded[stage(discs) * count + ply(discs)]
        });
        Some(Self { shapes: shapes.clone(), folded, tables, constants })
    }

    /// Returns the shapes that the weights belong to.
    #[must_use]
    #[inline]
    pub const fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Returns the weights of all stages, in centidiscs. The weights are folded by symmetry: all
    /// mirror images of a state share one weight.
    #[must_use]
    pub fn folded(&self) -> &[i16] {
        &self.folded
    }

    /// Returns the value of a board for the side to move, in centidiscs.
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        let patterns = self.shapes.patterns();
        let states = PatternStates::from_discs(patterns, board.player(), board.opponent());
        self.value_of_states(&states, board.occupied().len(), Color::Black)
    }

    /// Returns the value of a board for `side` to move, in centidiscs. `states` are the
    /// incrementally updated states of [`Shapes::patterns`], and `discs` is the number of discs on
    /// the board.
    ///
    /// The result is meaningless if the states belong to other patterns.
    #[must_use]
    #[inline]
    pub fn value_of_states(&self, states: &PatternStates, discs: u32, side: Color) -> i32 {
        let cells = self.shapes.cells();
        let table = &self.tables[(2 * stage(discs) + side.index()) * cells..][..cells + MARGIN];
        let constant = i32::from(self.constants[discs.min(64) as usize]);
        constant + sum::of_cells(table, states.as_array(), self.shapes.offsets())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::squares;
    use gamekit::Symmetry;
    use proptest::prelude::*;

    fn noisy(shapes: &Shapes) -> Weights {
        let mut seed = 1u32;
        let folded = (0..STAGES * shapes.weight_count()).map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 20) as i16 - 2048
        });
        Weights::from_folded(shapes, folded.collect()).unwrap()
    }

    /// The order of weights is part of the file format: the same numbers must give the same values.
    #[test]
    fn the_order_of_weights_is_fixed() {
        for (shapes, expected) in [
            (Shapes::plain_42(), [-6875, 703, 3383, -13422, -11055]),
            (Shapes::rich_46(), [7409, 14230, 14709, 10169, 10027]),
        ] {
            let weights = noisy(&shapes);
            let mut board = Board::START;
            let values = [(); 5].map(|()| {
                board = board.play_unchecked(board.moves().last().unwrap());
                weights.value(board)
            });
            assert_eq!(values, expected, "{shapes:?}");
        }
    }

    #[test]
    fn values_ignore_symmetry_and_follow_colours() {
        let own = Shapes::new(
            "own",
            &[squares![D4 E4 D5 E5], squares![A1 B1 B2], squares![A1 C1 E1 G1 B2 D2 F2 H2 C3 E3]],
        );
        for shapes in Shapes::built_in().into_iter().chain(own) {
            let weights = noisy(&shapes);
            let patterns = shapes.patterns();
            proptest!(ProptestConfig::with_cases(64), |(a: u64, b: u64, c: u64)| {
                let board = Board::from_words(a & !b & c, b & !a & c);
                let value = weights.value(board);
                for symmetry in Symmetry::ALL {
                    prop_assert_eq!(weights.value(board.image(symmetry)), value);
                }
                // Computes the states of the same board with White to move: the colours of all
                // discs are swapped.
                let states =
                    PatternStates::from_discs(patterns, board.opponent(), board.player());
                let discs = board.occupied().len();
                prop_assert_eq!(weights.value_of_states(&states, discs, Color::White), value);
            });
        }
    }
}
