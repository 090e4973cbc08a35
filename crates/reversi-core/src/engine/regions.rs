//! Sets of squares for move ordering.

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The quarters of the board.
pub(super) const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The neighbours of each square.
pub(super) static NEIGHBORS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        table[square] = grow(bit) & !bit;
        square += 1;
    }
    table
};

/// Returns the squares of `discs` and their neighbours.
#[inline(always)]
pub(super) const fn grow(discs: u64) -> u64 {
    let row = discs | (discs & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (discs & 0xfefe_fefe_fefe_fefe) >> 1;
    row | row << 8 | row >> 8
}

/// Returns the squares of the quarters with an odd number of empty squares.
#[inline(always)]
pub(super) fn odd_quarters(empties: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        odd |= quarter & (u64::from((empties & quarter).count_ones()) & 1).wrapping_neg();
    }
    odd
}
