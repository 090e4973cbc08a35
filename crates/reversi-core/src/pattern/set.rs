//! Sets of patterns and the rows that update their states.
use crate::square::Square;

/// The most squares of one pattern.
pub const MAX_SQUARES: usize = 12;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
}

/// An integer that holds a state: `u16` for patterns of up to 10 squares, `u32` for up to 12.
pub trait State:
    sealed::Sealed + Copy + Eq + Ord + core::hash::Hash + core::fmt::Debug + Default + Into<u32>
{
    #[doc(hidden)]
    fn wrapping_add(self, other: Self) -> Self;
    #[doc(hidden)]
    fn wrapping_sub(self, other: Self) -> Self;
}

/// A list of patterns, at most `LANES`, whose states are integers of type `S`.
///
/// Holds one row of `LANES` integers per square: what a black disc there adds to each state. A
/// change of one square is then the addition of a row, whatever number of patterns meet on it.
/// Choose `LANES` as a multiple of 16 (`u16`) or 8 (`u32`) to fill vectors.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct PatternSet<S, const LANES: usize> {
    rows: [[S; LANES]; 64],
    squares: [[Square; MAX_SQUARES]; LANES],
    sizes: [u8; LANES],
    len: usize,
}

/// Why a list of patterns is no [`PatternSet`]. `pattern` is the number of the pattern in the list.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternSetError {
    /// More patterns than lanes.
    #[error("the set has {found} patterns, expected at most {lanes}")]
    TooManyPatterns {
        /// How many patterns there are.
        found: usize,
        /// How many lanes there are.
        lanes: usize,
    },
    /// A pattern without squares, or with so many that its state does not fit the integer.
    #[error("pattern {pattern} has {found} squares, expected 1 to {most}")]
    BadSize {
        /// The number of the pattern.
        pattern: usize,
        /// How many squares it has.
        found: usize,
        /// How many it may have.
        most: usize,
    },
    /// A pattern that names a square twice.
    #[error("pattern {pattern} has the square {square} twice, expected different squares")]
    RepeatedSquare {
        /// The number of the pattern.
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

        impl<const LANES: usize> PatternSet<$State, LANES> {
            /// A set of these patterns, each a list of squares, the least significant digit first.
            ///
            /// # Errors
            /// [`PatternSetError`]; in a constant that becomes an error of the compiler.
            pub const fn new(patterns: &[&[Square]]) -> Result<Self, PatternSetError> {
                if patterns.len() > LANES {
                    let (found, lanes) = (patterns.len(), LANES);
                    return Err(PatternSetError::TooManyPatterns { found, lanes });
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

impl<S: State, const LANES: usize> PatternSet<S, LANES> {
    /// How many patterns the set has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the set has no pattern.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The squares of a pattern, the least significant digit first; `None` past the last one.
    #[must_use]
    pub fn squares(&self, id: usize) -> Option<&[Square]> {
        (id < self.len).then(|| &self.squares[id][..usize::from(self.sizes[id])])
    }

    /// How many states a pattern has, `3^squares`; `None` past the last pattern.
    #[must_use]
    pub fn state_count(&self, id: usize) -> Option<u32> {
        (id < self.len).then(|| 3u32.pow(u32::from(self.sizes[id])))
    }

    /// What a black disc on a square adds to each state.
    #[inline(always)]
    pub(super) const fn row(&self, square: usize) -> &[S; LANES] {
        &self.rows[square & 63]
    }
}
