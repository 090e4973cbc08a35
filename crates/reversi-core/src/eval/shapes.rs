//! Lists of shapes: the patterns of an evaluation, and how their states map to weights.
use super::stage::PLIES;
#[cfg(feature = "std")]
use super::stage::ply;
use super::sum::Offsets;
#[cfg(feature = "std")]
use crate::board::Board;
#[cfg(feature = "std")]
use crate::pattern::PatternStates;
use crate::pattern::{LANES, MAX_PATTERNS, PatternSet};
use crate::square::Square;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use gamekit::Symmetry;

/// The maximum number of squares of a shape.
pub const MAX_SHAPE_SQUARES: usize = 10;

/// A named list of base shapes. The patterns are all distinct images of the shapes.
///
/// All images of a shape share one table of weights. Cloning is cheap.
///
/// ```
/// use reversi_core::{Square, eval::{Shapes, Weights}};
/// let shapes = Shapes::new(
///     "two-shapes",
///     &[&[Square::A1, Square::B2, Square::C3], &[Square::B1, Square::C1, Square::D1, Square::E1]],
/// )?;
/// // The diagonal has 4 images, and the other shape has 8 images.
/// assert_eq!(shapes.patterns().len(), 12);
/// assert_eq!(Weights::zero(&shapes).shapes(), &shapes);
/// # Ok::<(), reversi_core::eval::ShapesError>(())
/// ```
#[derive(Clone)]
pub struct Shapes {
    definition: Arc<Definition>,
}

struct Definition {
    name: String,
    bases: Vec<Vec<Square>>,
    /// The patterns: the images of the first shape, then the images of the second shape, and so on.
    patterns: PatternSet,
    /// The first cell of each pattern's table.
    offsets: Offsets,
    /// The number of cells of a stage.
    cells: usize,
    /// The number of weights of a stage.
    weights: usize,
}

/// An invalid list of shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid shapes, {}{kind}", place(*.shape))]
pub struct ShapesError {
    /// The invalid shape, counted from 0, or `None` if the name or the whole list is invalid.
    pub shape: Option<usize>,
    /// What is wrong.
    pub kind: ShapesErrorKind,
}

fn place(shape: Option<usize>) -> String {
    shape.map_or_else(String::new, |shape| alloc::format!("shape {shape}: "))
}

/// What is wrong with a list of shapes.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapesErrorKind {
    /// The name is empty, too long, or has characters other than printable ASCII without spaces.
    #[error("the name is not 1 to 255 printable ASCII characters without spaces")]
    Name,
    /// The list is empty.
    #[error("the list is empty, expected at least one shape")]
    Empty,
    /// A shape has no squares or more than [`MAX_SHAPE_SQUARES`].
    #[error("{found} squares, expected 1 to {MAX_SHAPE_SQUARES}")]
    BadSize {
        /// The number of squares.
        found: usize,
    },
    /// A shape contains a square twice.
    #[error("the square {square} occurs twice, expected different squares")]
    RepeatedSquare {
        /// The square.
        square: Square,
    },
    /// A shape is an image of an earlier shape.
    #[error("the squares are an image of shape {earlier}")]
    Duplicate {
        /// The earlier shape, counted from 0.
        earlier: usize,
    },
    /// The shapes have more than [`MAX_PATTERNS`] distinct images.
    #[error("the shapes have {found} distinct images, expected at most {MAX_PATTERNS}")]
    TooManyPatterns {
        /// The number of distinct images.
        found: usize,
    },
}

impl PartialEq for Shapes {
    /// Returns whether the names and the shapes are equal. All other fields are computed from the
    /// shapes.
    fn eq(&self, other: &Self) -> bool {
        let (mine, theirs) = (&*self.definition, &*other.definition);
        Arc::ptr_eq(&self.definition, &other.definition)
            || (mine.name == theirs.name && mine.bases == theirs.bases)
    }
}

impl Eq for Shapes {}

impl core::fmt::Debug for Shapes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Shapes").field("name", &self.name()).finish_non_exhaustive()
    }
}

impl Shapes {
    /// Makes a list of shapes. Each shape is given by any one of its images.
    ///
    /// The name identifies the list for users. The order of shapes and squares determines the order
    /// of weights in files. The order does not affect the values of boards.
    ///
    /// # Errors
    /// Returns a [`ShapesError`] if the name is not 1 to 255 printable ASCII characters, or if the
    /// list is empty. It also returns an error for the first shape that has no squares or more than
    /// [`MAX_SHAPE_SQUARES`], contains a square twice, or is an image of an earlier shape. It also
    /// returns an error if the shapes have more than [`MAX_PATTERNS`] distinct images.
    pub fn new(name: &str, bases: &[&[Square]]) -> Result<Self, ShapesError> {
        let whole = |kind| ShapesError { shape: None, kind };
        let is_valid_name = (1..=255).contains(&name.len())
            && name.bytes().all(|character| character.is_ascii_graphic());
        if !is_valid_name {
            return Err(whole(ShapesErrorKind::Name));
        }
        if bases.is_empty() {
            return Err(whole(ShapesErrorKind::Empty));
        }
        let mut patterns: Vec<Pattern> = Vec::new();
        let (mut cells, mut weights) = (0, PLIES);
        for (shape, base) in bases.iter().enumerate() {
            let error = |kind| ShapesError { shape: Some(shape), kind };
            let squares = set_of(base).map_err(error)?;
            if let Some(pattern) = patterns.iter().find(|pattern| pattern.set == squares) {
                return Err(error(ShapesErrorKind::Duplicate { earlier: pattern.shape }));
            }
            let first = patterns.len();
            for symmetry in Symmetry::ALL {
                let squares: Vec<Square> = base.iter().map(|&s| image(s, symmetry)).collect();
                let set = squares.iter().fold(0, |set, square| set | square.bit());
                // If two images of a shape have the same squares, they are one pattern.
                if !patterns[first..].iter().any(|pattern| pattern.set == set) {
                    patterns.push(Pattern { shape, squares, set, offset: cells as u32 });
                }
            }
            cells += 3usize.pow(base.len() as u32);
            weights += distinct_states(base, squares);
        }
        let found = patterns.len();
        let too_many = || whole(ShapesErrorKind::TooManyPatterns { found });
        let lists: Vec<&[Square]> = patterns.iter().map(|pattern| &*pattern.squares).collect();
        let set = PatternSet::<u16>::new(&lists).map_err(|_| too_many())?;
        // States after the last pattern are 0. They index a table of one cell that is always 0.
        let mut offsets = [cells as u32; LANES];
        for (offset, pattern) in offsets.iter_mut().zip(&patterns) {
            *offset = pattern.offset;
        }
        let definition = Definition {
            name: name.into(),
            bases: bases.iter().map(|base| base.to_vec()).collect(),
            patterns: set,
            offsets: Offsets::new(offsets),
            cells: cells + 1,
            weights,
        };
        Ok(Self { definition: Arc::new(definition) })
    }

    /// Returns the name of the list.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Returns the base shapes that were passed to [`new`](Self::new).
    #[must_use]
    pub fn bases(&self) -> &[Vec<Square>] {
        &self.definition.bases
    }

    /// Returns the patterns: all distinct images of the first shape, then all distinct images of
    /// the second shape, and so on.
    #[must_use]
    #[inline]
    pub fn patterns(&self) -> &PatternSet {
        &self.definition.patterns
    }

    /// Returns the number of weights of a stage.
    #[must_use]
    pub fn weight_count(&self) -> usize {
        self.definition.weights
    }

    /// Returns the number of cells of a stage.
    #[inline(always)]
    pub(super) fn cells(&self) -> usize {
        self.definition.cells
    }

    /// Returns the first cell of each pattern's table.
    #[inline(always)]
    pub(super) fn offsets(&self) -> &Offsets {
        &self.definition.offsets
    }

    /// Computes the map from cells to weights.
    pub(crate) fn layout(&self) -> Layout {
        let mut fold = Vec::with_capacity(self.cells());
        let mut classes = Vec::new();
        let mut next = PLIES as u32; // the constants come before the weights of states
        for shape in self.bases() {
            let first = fold.len();
            // For each symmetry of the shape, the place value of each digit after that symmetry.
            let symmetries: Vec<Vec<usize>> = Symmetry::ALL
                .iter()
                .filter_map(|&symmetry| {
                    let place_value = |&square| {
                        let place = shape.iter().position(|&s| s == image(square, symmetry))?;
                        Some(3usize.pow(place as u32))
                    };
                    shape.iter().map(place_value).collect()
                })
                .collect();
            for (state, digits) in States::new(shape.len()).enumerate() {
                let image = |weights: &Vec<usize>| {
                    digits.iter().zip(weights).map(|(&d, w)| usize::from(d) * w).sum()
                };
                let smallest = symmetries.iter().map(image).min().unwrap_or(state);
                if smallest == state {
                    fold.push(next);
                    next += 1;
                } else {
                    fold.push(fold[first + smallest]);
                }
            }
            classes.push((first, shape.len()));
        }
        Layout { fold, classes }
    }
}

/// An image of a shape.
struct Pattern {
    shape: usize,
    squares: Vec<Square>,
    set: u64,
    offset: u32,
}

/// Returns the set of the squares of a shape.
fn set_of(shape: &[Square]) -> Result<u64, ShapesErrorKind> {
    if shape.is_empty() || shape.len() > MAX_SHAPE_SQUARES {
        return Err(ShapesErrorKind::BadSize { found: shape.len() });
    }
    shape.iter().try_fold(0, |set, &square| match set & square.bit() {
        0 => Ok(set | square.bit()),
        _ => Err(ShapesErrorKind::RepeatedSquare { square }),
    })
}

/// Returns the square that a symmetry maps a square to.
const fn image(square: Square, symmetry: Symmetry) -> Square {
    Square::from_bit(symmetry.map_index(square.index() as u8) as u32)
}

/// Counts the states of a shape; states that are symmetric to each other count once. By Burnside's
/// lemma, the result is the mean, over the symmetries of the shape, of the number of states that a
/// symmetry does not change. A symmetry with `n` cycles of squares does not change `3^n` states.
fn distinct_states(shape: &[Square], set: u64) -> usize {
    let (mut fixed_states, mut symmetries) = (0, 0);
    for symmetry in Symmetry::ALL {
        if shape.iter().any(|&square| set & image(square, symmetry).bit() == 0) {
            continue;
        }
        let (mut seen, mut cycles) = (0, 0);
        for &start in shape {
            cycles += u32::from(seen & start.bit() == 0);
            let mut square = start;
            while seen & square.bit() == 0 {
                seen |= square.bit();
                square = image(square, symmetry);
            }
        }
        fixed_states += 3usize.pow(cycles);
        symmetries += 1;
    }
    fixed_states / symmetries
}

/// The map from the states of shapes to weights.
pub(crate) struct Layout {
    /// For each cell, the index of its weight within a stage. A cell is determined by a shape and a
    /// state. The list does not contain the last cell of a stage, which unused patterns index.
    pub(crate) fold: Vec<u32>,
    classes: Vec<(usize, usize)>, // first cell, squares
}

impl Layout {
    /// Maps each cell to the cell of the state with the colours swapped.
    pub(super) fn swapped(&self) -> impl Iterator<Item = usize> + '_ {
        self.classes.iter().flat_map(|&(first, squares)| {
            let weights: Vec<usize> = (0..squares).map(|k| 3usize.pow(k as u32)).collect();
            States::new(squares).map(move |digits| {
                let swapped = digits.iter().zip(&weights).map(|(&d, w)| [0, 2, 1][d as usize] * w);
                first + swapped.sum::<usize>()
            })
        })
    }

    /// Returns the indices of the weights of a board, for training: the constant of its ply, then
    /// one weight for each pattern.
    #[cfg(feature = "std")]
    pub(crate) fn weights_of<'a>(
        &'a self,
        shapes: &'a Shapes,
        board: Board,
    ) -> impl Iterator<Item = u32> + 'a {
        let patterns = shapes.patterns();
        let states = PatternStates::from_discs(patterns, board.player(), board.opponent());
        let of_patterns = (0..patterns.len())
            .map(move |id| self.fold[shapes.offsets().of(id) + usize::from(states.as_array()[id])]);
        [ply(board.occupied().len()) as u32].into_iter().chain(of_patterns)
    }
}

/// Iterates over the states of a pattern in order. Each state is a list of digits, the lowest digit
/// first.
struct States {
    digits: [u8; MAX_SHAPE_SQUARES],
    squares: usize,
    is_over: bool,
}

impl States {
    const fn new(squares: usize) -> Self {
        Self { digits: [0; MAX_SHAPE_SQUARES], squares, is_over: false }
    }
}

impl Iterator for States {
    type Item = [u8; MAX_SHAPE_SQUARES];

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{squares, tutorial};
    use std::string::ToString;

    fn error(name: &str, bases: &[&[Square]]) -> (Option<usize>, ShapesErrorKind) {
        let error = Shapes::new(name, bases).unwrap_err();
        (error.shape, error.kind)
    }

    /// Returns the number of weights of a layout: the greatest index plus 1.
    fn weight_count(layout: &Layout) -> Option<usize> {
        layout.fold.iter().max().map(|&last| last as usize + 1)
    }

    #[test]
    fn counts_of_the_built_in_shapes() {
        let (plain, rich) = (Shapes::plain_42(), Shapes::rich_46());
        assert_eq!((plain.patterns().len(), rich.patterns().len()), (42, 46));
        for shapes in Shapes::built_in() {
            let layout = shapes.layout();
            assert_eq!(Some(shapes.weight_count()), weight_count(&layout), "{shapes:?}");
            assert_eq!(shapes.cells(), layout.fold.len() + 1, "{shapes:?}");
        }
        assert_eq!(rich.cells(), 1 + 4 * 6561 + 2187 + 729 + 243 + 3 * 59049 + 19683);
    }

    #[test]
    fn plain_42_has_the_patterns_of_the_tutorial() {
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
        assert_eq!(sorted(Shapes::plain_42().patterns()), sorted(&tutorial::PATTERNS));
    }

    #[test]
    fn any_shapes_have_as_many_weights_as_distinct_states() {
        let shapes = Shapes::new(
            "mixed",
            &[
                squares![D4 E4 D5 E5],
                squares![A1],
                squares![A1 H8],
                squares![B1 C1 D1],
                squares![A1 B1 C1 D1 E1 F1 G1 H1],
                squares![C3 D3 E3 F3 C6],
            ],
        )
        .unwrap();
        let layout = shapes.layout();
        assert_eq!(Some(shapes.weight_count()), weight_count(&layout));
        assert_eq!(shapes.patterns().len(), 1 + 4 + 2 + 8 + 4 + 8);
        // A 2x2 block has 21 states that are not symmetric to each other, and a single corner has 3
        // states.
        assert_eq!(layout.fold[..81].iter().max(), Some(&(PLIES as u32 + 20)));
        assert_eq!(layout.fold[81..84], [25, 26, 27]);
    }

    #[test]
    fn invalid_shapes_are_refused() {
        use ShapesErrorKind::*;
        let pair: &[Square] = squares![A1 B1];
        for name in ["", "two words", "größe", &"x".repeat(256)] {
            assert_eq!(error(name, &[pair]), (None, Name));
        }
        assert!(Shapes::new(&"x".repeat(255), &[pair]).is_ok());
        assert_eq!(error("x", &[]), (None, Empty));
        assert_eq!(error("x", &[pair, &[]]), (Some(1), BadSize { found: 0 }));
        let long: &[Square] = squares![A1 B1 C1 D1 E1 F1 G1 H1 A2 B2 C2];
        assert_eq!(error("x", &[long]), (Some(0), BadSize { found: 11 }));
        assert!(Shapes::new("x", &[&long[..10]]).is_ok());
        assert_eq!(
            error("x", &[squares![A1 B1 A1]]),
            (Some(0), RepeatedSquare { square: Square::A1 })
        );
        // h7 h8 is an image of a1 b1, in either order.
        assert_eq!(
            error("x", &[squares![D4], pair, squares![H7 H8]]),
            (Some(2), Duplicate { earlier: 1 })
        );
        let many: [&[Square]; 7] = [
            squares![A1 B1],
            squares![A1 C1],
            squares![A1 D1],
            squares![A1 E1],
            squares![A1 F1],
            squares![A1 G1],
            squares![A1 B3],
        ];
        assert!(Shapes::new("x", &many[..6]).is_ok());
        assert_eq!(error("x", &many), (None, TooManyPatterns { found: 56 }));
        let error = Shapes::new("x", &[pair, &[]]).unwrap_err();
        assert_eq!(error.to_string(), "invalid shapes, shape 1: 0 squares, expected 1 to 10");
        let error = Shapes::new("x", &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "invalid shapes, the list is empty, expected at least one shape"
        );
    }
}
