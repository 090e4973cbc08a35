//! Multi-ProbCut: how far the value of a shallow search lies from that of a deep one.

/// How sure a search must be before it leaves a branch unsearched on the word of a shallower search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Selectivity {
    /// A cut is right in 73 of 100 cases.
    P73 = 0,
    /// In 87 of 100.
    P87 = 1,
    /// In 95 of 100.
    P95 = 2,
    /// In 98 of 100.
    P98 = 3,
    /// In 99 of 100.
    P99 = 4,
    /// Nothing is cut.
    #[default]
    Full = 5,
}

impl Selectivity {
    /// All levels, the least sure first.
    pub const ALL: [Self; 6] = [Self::P73, Self::P87, Self::P95, Self::P98, Self::P99, Self::Full];

    /// How many standard deviations a cut keeps away from the window; `None` for no cuts.
    pub(in crate::solve) const fn margin(self) -> Option<f32> {
        match self {
            Self::P73 => Some(1.1),
            Self::P87 => Some(1.5),
            Self::P95 => Some(2.0),
            Self::P98 => Some(2.4),
            Self::P99 => Some(2.6),
            Self::Full => None,
        }
    }

    /// The chance in percent that a cut is right.
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

/// From this depth on a shallower search may cut.
pub(in crate::solve) const CUT_FROM: u32 = 3;

/// The depth of the search that may stand for one of `depth` plies: of the same parity, since values
/// swing with who moved last.
#[inline(always)]
pub(in crate::solve) const fn shallow(depth: u32) -> u32 {
    let third = depth / 3;
    third + (depth - third) % 2
}

/// The standard deviation, in 1/100 disc, of the value at `depth` around that at `shallow` for a
/// board with `empties`. The numbers are fitted: `examples/fit_probcut.rs` prints them.
#[inline(always)]
pub(in crate::solve) fn deviation(empties: u32, depth: u32, shallow: u32) -> f32 {
    let [base, empty, deep, low] = FITTED;
    (base + empty * empties as f32 + deep * depth as f32 + low * shallow as f32).max(100.0)
}

const FITTED: [f32; 4] = [557.8, -7.1, 26.3, -62.1];
