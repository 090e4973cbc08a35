//! Sliding attacks by one subtraction per line.
//!
//! A line has the squares above and below the slider, by their bit numbers. Let `upper` be the
//! occupied squares of the line above the slider, and `nearest` the highest occupied square of the
//! line below the slider. If no square below is occupied, let `nearest` be bit 0, which is the end
//! of the line or not on the line. `upper - nearest` changes exactly the bits from `nearest` up to
//! the lowest bit of `upper`. The attacks are the changed bits that are on the line.

use super::rays::{EAST, NORTH, NORTH_EAST, NORTH_WEST, RAYS, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST};

#[inline(always)]
fn highest_bit(bits: u128) -> u128 {
    // `bits` is never zero here. The two halves are used separately, because a 128-bit shift is
    // slower.
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    if high != 0 {
        u128::from(1u64 << (63 - high.leading_zeros())) << 64
    } else {
        u128::from(1u64 << (63 - (low | 1).leading_zeros()))
    }
}

#[inline(always)]
fn line(up: usize, down: usize, square: usize, occupied: u128) -> u128 {
    let (up, down) = (RAYS[up][square], RAYS[down][square]);
    let upper = occupied & up;
    let nearest = highest_bit(occupied & down | 1);
    (upper.wrapping_sub(nearest) ^ upper) & (up | down)
}

#[inline(always)]
pub(crate) fn bishop(square: usize, occupied: u128) -> u128 {
    line(SOUTH_EAST, NORTH_WEST, square, occupied) | line(SOUTH_WEST, NORTH_EAST, square, occupied)
}

#[inline(always)]
pub(crate) fn rook(square: usize, occupied: u128) -> u128 {
    line(SOUTH, NORTH, square, occupied) | line(EAST, WEST, square, occupied)
}

#[inline(always)]
pub(crate) fn lance<const WHITE: bool>(square: usize, occupied: u128) -> u128 {
    if WHITE {
        let ray = RAYS[SOUTH][square];
        let blockers = occupied & ray;
        (blockers ^ blockers.wrapping_sub(1)) & ray
    } else {
        let ray = RAYS[NORTH][square];
        let nearest = highest_bit(occupied & ray | 1);
        ray & nearest.wrapping_neg()
    }
}
