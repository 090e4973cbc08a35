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
use crate::pattern::{LANES, MAX_SQUARES, PatternStates};
use crate::square::Square;
use alloc::vec;
use alloc::vec::Vec;

mod file;
mod shapes;
#[allow(unsafe_code, reason = "looks up without asking twice for the end of a table")]
mod sum;

pub use file::{ReadWeightsError, ReadWeightsErrorKind};
pub use shapes::{PLAIN, RICH, Shapes};

/// How many stages a game has.
pub const STAGES: usize = 15;

/// How many plies a stage has; each has a constant of its own.
const PLIES: usize = 4;

/// The stage of a board by its discs: four plies to a stage.
#[must_use]
#[inline]
pub const fn stage(discs: u32) -> usize {
    let stage = discs.saturating_sub(4) as usize / PLIES;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The ply of a board within its stage, by its discs.
#[inline]
pub(crate) const fn ply(discs: u32) -> usize {
    discs.saturating_sub(4) as usize % PLIES
}

#[cfg(feature = "weights")]
static EMBEDDED: &[u8] = include_bytes!("../data/rich-46.weights");

/// How far past a stage's tables a state may point: any 16-bit number is a state of some set.
const MARGIN: usize = 1 << 16;

/// The tables of all stages over a list of shapes.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    shapes: &'static Shapes,
    /// The weights as they are trained: stage after stage, folded by symmetry.
    folded: Vec<i16>,
    /// The tables as they are looked up: for each stage Black's cells, then White's; then zeros, so
    /// that no state reaches past the end.
    tables: Vec<i16>,
    /// What is added by the number of discs.
    constants: [i16; 65],
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
        Self::from_folded(shapes, vec![0; STAGES * shapes.weight_count()])
            .unwrap_or_else(|| unreachable!("the length is right"))
    }

    /// The weights that this crate carries behind the feature `weights`: over [`RICH`], trained by
    /// [`train`](crate::train) on the WTHOR base and on games of its own.
    #[cfg(feature = "weights")]
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_bytes(EMBEDDED)
            .unwrap_or_else(|error| unreachable!("the carried weights are whole: {error}"))
    }

    /// Weights from the numbers of all stages, folded by symmetry, in 1/100 disc; `None` unless
    /// there are [`STAGES`] times [`Shapes::weight_count`] of them.
    #[must_use]
    pub fn from_folded(shapes: &'static Shapes, folded: Vec<i16>) -> Option<Self> {
        let layout = shapes.layout();
        if folded.len() != STAGES * layout.folded_len {
            return None;
        }
        let mut tables = Vec::with_capacity(2 * STAGES * layout.cells + MARGIN);
        let swapped: Vec<u32> = layout.swapped().map(|cell| layout.fold[cell]).collect();
        for weights in folded.chunks_exact(layout.folded_len) {
            for fold in [&layout.fold, &swapped] {
                tables.extend(fold.iter().map(|&weight| weights[weight as usize]));
                tables.push(0);
            }
        }
        tables.resize(tables.len() + MARGIN, 0);
        let constants = core::array::from_fn(|discs| {
            let discs = discs as u32;
            folded[stage(discs) * layout.folded_len + ply(discs)]
        });
        Some(Self { shapes, folded, tables, constants })
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
    pub fn value_of_states(&self, states: &PatternStates, discs: u32, side: Color) -> i32 {
        let cells = self.shapes.cells;
        let table = &self.tables[(2 * stage(discs) + side.index()) * cells..][..cells + MARGIN];
        let constant = i32::from(self.constants[discs.min(64) as usize]);
        constant + sum::of_cells(table, states.as_array(), &self.shapes.offsets)
    }
}

/// How the states of shapes map to weights.
pub(crate) struct Layout {
    /// For each cell (class table and state) its weight within a stage. The last cell of a stage,
    /// that of the lanes without a pattern, is always 0 and stands for no weight.
    pub(crate) fold: Vec<u32>,
    /// How many cells a stage has, that last one included.
    pub(crate) cells: usize,
    /// How many weights a stage has.
    pub(crate) folded_len: usize,
    classes: Vec<(usize, usize)>, // first cell, squares
}

impl Layout {
    /// For each cell the cell with the colours swapped.
    fn swapped(&self) -> impl Iterator<Item = usize> + '_ {
        self.classes.iter().flat_map(|&(first, squares)| {
            let weights: Vec<usize> = (0..squares).map(|k| 3usize.pow(k as u32)).collect();
            States::new(squares).map(move |digits| {
                let swapped = digits.iter().zip(&weights).map(|(&d, w)| [0, 2, 1][d as usize] * w);
                first + swapped.sum::<usize>()
            })
        })
    }
}

/// The states of a pattern in order, each as its digits, the lowest first.
struct States {
    digits: [u8; MAX_SQUARES],
    squares: usize,
    is_over: bool,
}

impl States {
    const fn new(squares: usize) -> Self {
        Self { digits: [0; MAX_SQUARES], squares, is_over: false }
    }
}

impl Iterator for States {
    type Item = [u8; MAX_SQUARES];

    fn next(&mut self) -> Option<Self::Item> {
        let digits = self.digits;
        if self.is_over {
            return None;
        }
        self.is_over = true;
        for digit in &mut self.digits[..self.squares] {
            if *digit < 2 {
                *digit += 1;
                self.is_over = false;
                break;
            }
            *digit = 0;
        }
        Some(digits)
    }
}

/// The weights of a board, for training: the constant of its ply, then one for each pattern.
#[cfg(feature = "std")]
pub(crate) fn unknowns<'a>(
    shapes: &'a Shapes,
    layout: &'a Layout,
    board: Board,
) -> impl Iterator<Item = u32> + 'a {
    let states = PatternStates::from_discs(&shapes.set, board.player(), board.opponent());
    let of_patterns = (0..shapes.set.len())
        .map(move |id| layout.fold[shapes.offsets.of(id) + usize::from(states.as_array()[id])]);
    [ply(board.occupied().len()) as u32].into_iter().chain(of_patterns)
}

/// The square that a symmetry takes a square to.
pub(crate) const fn image(square: Square, symmetry: gamekit::Symmetry) -> Square {
    Square::from_bit(symmetry.map_index(square.index() as u8) as u32)
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

    #[cfg(feature = "weights")]
    #[test]
    fn the_carried_weights_are_whole_and_small() {
        assert!(EMBEDDED.len() <= 2 << 20, "{} bytes", EMBEDDED.len());
        assert_eq!(Weights::embedded().shapes().name, RICH.name);
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
