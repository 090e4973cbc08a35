//! Multi-ProbCut: a branch is pruned if the value of a shallow search lies far outside the window.

/// The required certainty before a shallow search may prune a branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Selectivity {
    /// Pruning is correct in 73 of 100 cases.
    P73 = 0,
    /// Pruning is correct in 87 of 100 cases.
    P87 = 1,
    /// Pruning is correct in 95 of 100 cases.
    P95 = 2,
    /// Pruning is correct in 98 of 100 cases.
    P98 = 3,
    /// Pruning is correct in 99 of 100 cases.
    P99 = 4,
    /// Nothing is pruned.
    #[default]
    Full = 5,
}

impl Selectivity {
    /// All levels, the least certain first.
    pub const ALL: [Self; 6] = [Self::P73, Self::P87, Self::P95, Self::P98, Self::P99, Self::Full];

    /// Returns the required distance from the window in standard deviations, or `None` if nothing
    /// is pruned.
    pub(super) const fn margin(self) -> Option<f32> {
        match self {
            Self::P73 => Some(1.1),
            Self::P87 => Some(1.5),
            Self::P95 => Some(2.0),
            Self::P98 => Some(2.4),
            Self::P99 => Some(2.6),
            Self::Full => None,
        }
    }

    /// Returns the probability in percent that pruning is correct.
    #[must_use]
    pub const fn percent(self) -> u32 {
        match self {
            Self::P73 => 73,
            Self::P87 => 87,
            Self::P95 => 95,
            Self::P98 => 98,
            Self::P99 => 99,
            Self::Full => 100,
        }
    }
}

/// The minimum depth at which a shallow search may prune.
pub(super) const CUT_FROM: u32 = 3;

/// Returns the depth of the shallow search that may replace a search of `depth` plies. Both depths
/// have the same parity, because the value depends on which side moved last.
#[inline(always)]
pub(super) const fn shallow(depth: u32) -> u32 {
    let third = depth / 3;
    third + (depth - third) % 2
}

/// Returns the standard deviation, in centidiscs, of the difference between the values of searches
/// to `depth` and to `shallow`. The board has `empties` empty squares.
#[inline(always)]
pub(super) fn deviation(empties: u32, depth: u32, shallow: u32) -> f32 {
    let [base, empty, deep, low] = FITTED;
    (base + empty * empties as f32 + deep * depth as f32 + low * shallow as f32).max(100.0)
}

/// A constant, and the factors of the number of empty squares, the depth and the shallow depth.
/// `examples/fit_probcut.rs` fits and prints these numbers.
const FITTED: [f32; 4] = [557.8, -7.1, 26.3, -62.1];
