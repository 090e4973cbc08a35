//! The sum of the cells that states point at.
use super::{LANES, MARGIN};

/// The sum of `table[offset + state]` over all lanes.
///
/// Not taken: gathers of 8 cells.
///
/// # Panics
/// If the table is not longer than [`MARGIN`] and the last offset together, which is the most that a
/// state can reach.
#[inline(always)]
pub(super) fn of_cells(table: &[i16], states: &[u16; LANES], offsets: &Offsets) -> i32 {
    assert!(table.len() >= offsets.most as usize + MARGIN);
    let mut sum = 0;
    for (&state, &offset) in states.iter().zip(&offsets.of_lanes) {
        let cell = offset as usize + usize::from(state);
        // SAFETY: no offset exceeds `most`, by the construction of `Offsets`, and no state reaches
        // `MARGIN`: the assertion above leaves room for their sum.
        sum += i32::from(unsafe { *table.get_unchecked(cell) });
    }
    sum
}

/// Where the table of each lane's pattern begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Offsets {
    of_lanes: [u32; LANES],
    most: u32, // invariant: none of `of_lanes` is greater
}

impl Offsets {
    pub(super) const fn new(of_lanes: [u32; LANES]) -> Self {
        let mut most = 0;
        let mut lane = 0;
        while lane < LANES {
            if of_lanes[lane] > most {
                most = of_lanes[lane];
            }
            lane += 1;
        }
        Self { of_lanes, most }
    }

    #[cfg(feature = "std")]
    pub(super) const fn of(&self, lane: usize) -> usize {
        self.of_lanes[lane] as usize
    }
}

const _: () = assert!(MARGIN > u16::MAX as usize);
