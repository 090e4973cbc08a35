//! Sets of patterns, with tables that update the states when a square changes.
use crate::square::Square;

/// The maximum number of squares of a pattern.
pub const MAX_SQUARES: usize = 12;

/// The maximum number of patterns of a set.
pub const MAX_PATTERNS: usize = LANES;

/// The number of states that are always updated together. Three AVX2 vectors hold this number of
/// 16-bit states.
pub(crate) const LANES: usize = 48;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
}

/// An integer type for states: `u16` for patterns of up to 10 squares, `u32` for patterns of up to
/// 12 squares.
pub trait State:
    sealed::Sealed + Copy + Eq + Ord + core::hash::Hash + core::fmt::Debug + Default + Into<u32>
{
    #[doc(hidden)]
    fn wrapping_add(self, other: Self) -> Self;
    #[doc(hidden)]
    fn wrapping_sub(self, other: Self) -> Self;
}

/// A list of at most [`MAX_PATTERNS`] patterns whose states are integers of type `S`.
///
/// The set stores one row of integers per square: the amount that a black disc on the square adds
/// to each state. To change one square, it is sufficient to add one row, even if many patterns
/// contain the square.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct PatternSet<S = u16> {
    rows: [[S; LANES]; 64],
    squares: [[Square; MAX_SQUARES]; LANES],
    sizes: [u8; LANES],
    len: usize,
}

/// An invalid list of patterns. `pattern` is the index of the pattern in the list.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternSetError {
    /// There are more than [`MAX_PATTERNS`] patterns.
    #[error("the set has {found} patterns, expected at most {MAX_PATTERNS}")]
    TooManyPatterns {
        /// The number of patterns.
        found: usize,
    },
    /// A pattern has no squares, or its state does not fit into the integer type.
    #[error("pattern {pattern} has {found} squares, expected 1 to {most}")]
    BadSize {
        /// The index of the pattern.
        pattern: usize,
        /// The number of squares of the pattern.
        found: usize,
        /// The maximum number of squares for the integer type.
        most: usize,
    },
    /// A pattern contains a square twice.
    #[error("pattern {pattern} has the square {square} twice, expected different squares")]
    RepeatedSquare {
        /// The index of the pattern.
        pattern: usize,
        /// The square.
        square: Square,
    },
}

macro_rules! pattern_set {
    ($State:ty, $most:literal) => {
        const _: () = assert!(3u64.pow($most) - 1 <= <$State>::MAX as u64);

        impl State for $State {
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                <$State>::wrapping_add(self, other)
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                <$State>::wrapping_sub(self, other)
            }
        }

        impl PatternSet<$State> {
            /// Makes a set of patterns. Each pattern is a list of squares, beginning with the
            /// square of the least significant digit.
            ///
            /// # Errors
            /// Returns a [`PatternSetError`] for the first invalid pattern. In a constant, a
            /// `match` that panics on an error makes an invalid list a compiler error.
            pub const fn new(patterns: &[&[Square]]) -> Result<Self, PatternSetError> {
                if patterns.len() > LANES {
                    return Err(PatternSetError::TooManyPatterns { found: patterns.len() });
                }
                let mut set = Self {
                    rows: [[0; LANES]; 64],
                    squares: [[Square::A1; MAX_SQUARES]; LANES],
                    sizes: [0; LANES],
                    len: patterns.len(),
                };
                let mut id = 0;
                while id < patterns.len() {
                    let squares = patterns[id];
                    if squares.is_empty() || squares.len() > $most {
                        let (pattern, found, most) = (id, squares.len(), $most);
                        return Err(PatternSetError::BadSize { pattern, found, most });
                    }
                    let mut weight = 1;
                    let mut k = 0;
                    while k < squares.len() {
                        let cell = &mut set.rows[squares[k].index()][id];
                        if *cell != 0 {
                            let (pattern, square) = (id, squares[k]);
                            return Err(PatternSetError::RepeatedSquare { pattern, square });
                        }
                        *cell = weight;
                        set.squares[id][k] = squares[k];
                        weight = weight.wrapping_mul(3);
                        k += 1;
                    }
                    set.sizes[id] = squares.len() as u8;
                    id += 1;
                }
                Ok(set)
            }
        }
    };
}
pattern_set!(u16, 10);
pattern_set!(u32, 12);

impl<S: State> PatternSet<S> {
    /// Returns the number of patterns.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set has no patterns.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the squares of a pattern, beginning with the square of the least significant digit.
    /// Returns `None` if there is no such pattern.
    #[must_use]
    pub fn squares(&self, id: usize) -> Option<&[Square]> {
        (id < self.len).then(|| &self.squares[id][..usize::from(self.sizes[id])])
    }

    /// Returns the number of states of a pattern, `3^squares`, or `None` if there is no such
    /// pattern.
    #[must_use]
    pub fn state_count(&self, id: usize) -> Option<u32> {
        (id < self.len).then(|| 3u32.pow(u32::from(self.sizes[id])))
    }

    /// Iterates over the patterns that contain a square. Each item is the pattern's id and the
    /// place value `3^k` of the square's digit. A black disc on the square adds the place value to
    /// the state. A white disc adds twice the place value.
    pub fn patterns_at(&self, square: Square) -> impl Iterator<Item = (usize, u32)> + '_ {
        let weights = self.row(square.index())[..self.len].iter();
        weights.enumerate().filter_map(|(id, &weight)| match weight.into() {
            0 => None,
            weight => Some((id, weight)),
        })
    }

    /// Returns, for each state, the number that a black disc on a square adds to the state.
    #[inline(always)]
    pub(super) const fn row(&self, square: usize) -> &[S; LANES] {
        &self.rows[square & 63]
    }
}
