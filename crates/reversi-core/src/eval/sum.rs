//! The sum of the cells that pattern states index.
use crate::pattern::LANES;

/// The number of cells after the start of a table that a state can index, because a state may be
/// any 16-bit number.
pub(super) const MARGIN: usize = 1 << 16;

const _: () = assert!(MARGIN > u16::MAX as usize);

/// Returns the sum of `table[offset + state]` over all patterns.
///
/// Gathering 8 cells with AVX2 was tried and rejected.
///
/// # Panics
/// Panics if `table.len()` is less than [`MARGIN`] plus the greatest offset. No state indexes a
/// cell beyond this length.
#[inline(always)]
pub(super) fn of_cells(table: &[i16], states: &[u16; LANES], offsets: &Offsets) -> i32 {
    assert!(table.len() >= offsets.most as usize + MARGIN);
    let mut sum = 0;
    for (&state, &offset) in states.iter().zip(&offsets.of_patterns) {
        let cell = offset as usize + usize::from(state);
        // SAFETY: `Offsets::new` ensures that no offset exceeds `most`, and a 16-bit state is less
        // than `MARGIN`. By the assertion above, the sum of both is less than the length of the
        // table.
        sum += i32::from(unsafe { *table.get_unchecked(cell) });
    }
    sum
}

/// The first cell of the table of each pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Offsets {
    of_patterns: [u32; LANES],
    most: u32, // invariant: the maximum of `of_patterns`
}

impl Offsets {
    /// Makes the offsets of all patterns. The entries for unused patterns must be the index of a
    /// cell that is 0.
    pub(super) fn new(of_patterns: [u32; LANES]) -> Self {
        let most = of_patterns.iter().copied().max().unwrap_or(0);
        Self { of_patterns, most }
    }

    /// Returns the first cell of a pattern's table.
    #[cfg(feature = "std")]
    pub(super) const fn of(&self, pattern: usize) -> usize {
        self.of_patterns[pattern] as usize
    }
}
