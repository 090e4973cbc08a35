//! The lists of shapes that evaluations are made of.
use super::sum::Offsets;
use super::{LANES, Layout, PLIES, States, image};
use crate::pattern::PatternSet;
use crate::square::Square;
use alloc::vec::Vec;
use gamekit::Symmetry;

/// A list of base shapes; a pattern set is made of all their different images.
#[derive(PartialEq, Eq)]
pub struct Shapes {
    /// The name of the list, as it stands in weight files.
    pub name: &'static str,
    /// The patterns: the images of the first shape, then those of the second...
    pub set: PatternSet,
    /// The first cell of each pattern's table.
    pub(super) offsets: Offsets,
    /// How many cells the tables of a stage have.
    pub(super) cells: usize,
    /// How many different weights a stage has.
    weights: usize,
    bases: &'static [&'static [Square]],
}

impl core::fmt::Debug for Shapes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Shapes").field("name", &self.name).finish_non_exhaustive()
    }
}

use sq::*;
mod sq {
    use super::Square;
    macro_rules! names { ($($name:ident)*) => { $(pub(super) const $name: Square = Square::$name;)* } }
    names! {
        A1 B1 C1 D1 E1 F1 G1 H1 A2 B2 C2 D2 E2 F2 G2 H2 A3 B3 C3 D3 E3 F3 G3 H3 A4 B4 C4 D4 E4 F4 G4 H4 E5 F5 G5 H5 F6 G6 H6 G7 H7 H8
    }
}

#[rustfmt::skip]
static LINES: [&[Square]; 8] = [
    &[A2, B2, C2, D2, E2, F2, G2, H2],
    &[A3, B3, C3, D3, E3, F3, G3, H3],
    &[A4, B4, C4, D4, E4, F4, G4, H4],
    &[A1, B2, C3, D4, E5, F6, G7, H8],
    &[B1, C2, D3, E4, F5, G6, H7],
    &[C1, D2, E3, F4, G5, H6],
    &[D1, E2, F3, G4, H5],
    &[E1, F2, G3, H4],
];

static PLAIN_BASES: [&[Square]; 10] = [
    LINES[0],
    LINES[1],
    LINES[2],
    LINES[3],
    LINES[4],
    LINES[5],
    LINES[6],
    LINES[7],
    &[B2, G1, F1, E1, D1, C1, B1, A1],
    &[B3, A3, C2, B2, A2, C1, B1, A1],
];

static RICH_BASES: [&[Square]; 11] = [
    LINES[0],
    LINES[1],
    LINES[2],
    LINES[3],
    LINES[4],
    LINES[5],
    LINES[6],
    &[B2, A1, B1, C1, D1, E1, F1, G1, H1, G2],
    &[A1, B1, A2, C1, B2, A3, C2, B3, C3],
    &[A1, B1, C1, D1, E1, A2, B2, C2, D2, E2],
    &[A1, B1, C1, D1, A2, B2, C2, A3, B3, A4],
];

/// The shapes of the tutorial's 42 patterns.
pub static PLAIN: Shapes = Shapes::new("plain-42", &PLAIN_BASES);

/// Lines and diagonals of 5 and more, the edge with both X-squares, and three corners of 9 or 10
/// squares, 3 by 3, 5 by 2 and a triangle of 4: 46 patterns.
pub static RICH: Shapes = Shapes::new("rich-46", &RICH_BASES);

impl Shapes {
    const fn new(name: &'static str, bases: &'static [&'static [Square]]) -> Self {
        let mut squares = [[Square::A1; 10]; LANES];
        let mut sizes = [0usize; LANES];
        let mut offsets = [0u32; LANES];
        let (mut len, mut cells) = (0, 0);
        let mut weights = PLIES;
        let mut base = 0;
        while base < bases.len() {
            let shape = bases[base];
            let first = len;
            let mut t = 0;
            while t < 8 {
                let mut list = [Square::A1; 10];
                let mut set = 0u64;
                let mut k = 0;
                while k < shape.len() {
                    list[k] = image(shape[k], Symmetry::ALL[t]);
                    set |= list[k].bit();
                    k += 1;
                }
                // An image with the squares of an earlier one is the same pattern.
                let mut new = true;
                let mut i = first;
                while i < len {
                    let (mut other, mut k) = (0, 0);
                    while k < sizes[i] {
                        other |= squares[i][k].bit();
                        k += 1;
                    }
                    new = new && other != set;
                    i += 1;
                }
                if new {
                    squares[len] = list;
                    sizes[len] = shape.len();
                    offsets[len] = cells;
                    len += 1;
                }
                t += 1;
            }
            cells += 3u32.pow(shape.len() as u32);
            weights += different_states(shape);
            base += 1;
        }
        // Lanes past the last pattern have state 0 of a table of one cell, which is no weight.
        let mut i = len;
        while i < LANES {
            offsets[i] = cells;
            i += 1;
        }
        let mut slices: [&[Square]; LANES] = [&[]; LANES];
        let mut i = 0;
        while i < len {
            slices[i] = squares[i].split_at(sizes[i]).0;
            i += 1;
        }
        let set = match PatternSet::<u16>::new(slices.split_at(len).0) {
            Ok(set) => set,
            Err(_) => panic!("the shapes fit"),
        };
        let offsets = Offsets::new(offsets);
        Self { name, set, offsets, cells: cells as usize + 1, weights, bases }
    }

    /// How many different weights a stage has.
    #[must_use]
    pub const fn weight_count(&self) -> usize {
        self.weights
    }

    pub(crate) fn layout(&self) -> Layout {
        let mut fold = Vec::with_capacity(self.cells);
        let mut classes = Vec::new();
        let mut next = PLIES as u32; // the first weights are the constants
        for shape in self.bases {
            let first = fold.len();
            // What each digit weighs where one of the shape's own symmetries takes it.
            let turned: Vec<Vec<usize>> = Symmetry::ALL
                .iter()
                .filter_map(|&symmetry| {
                    let place = |&square| {
                        let place = shape.iter().position(|&s| s == image(square, symmetry))?;
                        Some(3usize.pow(place as u32))
                    };
                    shape.iter().map(place).collect()
                })
                .collect();
            for (state, digits) in States::new(shape.len()).enumerate() {
                let turn = |weights: &Vec<usize>| {
                    digits.iter().zip(weights).map(|(&d, w)| usize::from(d) * w).sum()
                };
                let least = turned.iter().map(turn).min().unwrap_or(state);
                if least == state {
                    fold.push(next);
                    next += 1;
                } else {
                    fold.push(fold[first + least]);
                }
            }
            classes.push((first, shape.len()));
        }
        Layout { fold, cells: self.cells, folded_len: next as usize, classes }
    }
}

/// How many states of a shape are no image of another: the mean, over the symmetries that keep the
/// shape, of the states that each of them keeps (Burnside), three for every cycle of squares.
const fn different_states(shape: &[Square]) -> usize {
    let (mut kept, mut symmetries) = (0, 0);
    let mut t = 0;
    while t < 8 {
        let mut seen = 0u64;
        let mut cycles = 0;
        let mut keeps = true;
        let mut set = 0u64;
        let mut k = 0;
        while k < shape.len() {
            set |= shape[k].bit();
            k += 1;
        }
        k = 0;
        while k < shape.len() {
            if seen & shape[k].bit() == 0 {
                cycles += 1;
            }
            let mut square = shape[k];
            while keeps && seen & square.bit() == 0 {
                seen |= square.bit();
                square = image(square, Symmetry::ALL[t]);
                keeps = set & square.bit() != 0;
            }
            k += 1;
        }
        if keeps {
            kept += 3usize.pow(cycles);
            symmetries += 1;
        }
        t += 1;
    }
    kept / symmetries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(PLAIN.set.len(), 42);
        assert_eq!(RICH.set.len(), 46);
        for shapes in [&PLAIN, &RICH] {
            assert_eq!(shapes.weight_count(), shapes.layout().folded_len, "{}", shapes.name);
        }
        let layout = RICH.layout();
        assert_eq!(layout.cells, 1 + 4 * 6561 + 2187 + 729 + 243 + 3 * 59049 + 19683);
        // The 42 patterns are the tutorial's, in another order.
        let sorted = |set: &PatternSet| {
            let mut all: Vec<Vec<Square>> = (0..set.len())
                .map(|id| {
                    let mut squares = set.squares(id).unwrap().to_vec();
                    squares.sort();
                    squares
                })
                .collect();
            all.sort();
            all
        };
        assert_eq!(sorted(&PLAIN.set), sorted(&crate::pattern::tutorial::PATTERNS));
    }
}
