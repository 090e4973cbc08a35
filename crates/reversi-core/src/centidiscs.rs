//! Values in hundredths of a disc.

/// A value in hundredths of a disc, the unit of evaluations and searches. Final scores are integers
/// that count whole discs. This type prevents confusion between the two units.
///
/// ```
/// use reversi_core::Centidiscs;
/// let value = Centidiscs::new(187);
/// assert_eq!((value.get(), value.discs()), (187, 1.87));
/// assert!(-value < Centidiscs::from_discs(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Centidiscs(i32);

impl Centidiscs {
    /// Makes a value of this many hundredths of a disc.
    #[must_use]
    pub const fn new(centidiscs: i32) -> Self {
        Self(centidiscs)
    }

    /// Makes a value of whole discs.
    #[must_use]
    pub const fn from_discs(discs: i32) -> Self {
        Self(100 * discs)
    }

    /// Returns the number of hundredths of a disc.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Returns the value in discs.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl core::ops::Neg for Centidiscs {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}
