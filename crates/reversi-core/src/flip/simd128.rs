//! Computes flips with the vector instructions of WebAssembly.
//!
//! A lane of 64 bits holds the board, and the other lane holds the board turned by half a turn. The
//! downward rays of the board are the upward rays of the turned board, so both lanes do the same.
use super::portable::UP;
use crate::mobility::simd128::reversed;
use core::arch::wasm32::*;

/// For each square and each of the steps 1, 7, 8 and 9: the upward ray, and the upward ray from the
/// square after half a turn.
static RAYS: [[[u64; 2]; 4]; 64] = {
    let mut table = [[[0; 2]; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 4 {
            table[square][d] = [UP[square][d], UP[63 - square][d]];
            d += 1;
        }
        square += 1;
    }
    table
};

/// Returns the same as [`super::portable::flips`].
#[inline(always)]
pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    let both = u64x2(player, opponent);
    let turned = reversed(both);
    let p = i64x2_shuffle::<0, 2>(both, turned);
    let o = i64x2_shuffle::<1, 3>(both, turned);
    let mut flipped = u64x2_splat(0);
    for ray in &RAYS[square & 63] {
        // SAFETY: the load reads the 16 bytes of `ray`. A load needs no alignment.
        let ray = unsafe { v128_load(core::ptr::from_ref(ray).cast()) };
        let open = v128_andnot(ray, o);
        // The first square of the ray without an opponent's disc, if the player has a disc on it.
        let end = v128_and(v128_and(open, i64x2_neg(open)), p);
        // `i64x2_ne` is -1 in a lane that has an end.
        let before = i64x2_add(end, i64x2_ne(end, u64x2_splat(0)));
        flipped = v128_or(flipped, v128_and(before, ray));
    }
    u64x2_extract_lane::<0>(flipped) | u64x2_extract_lane::<1>(reversed(flipped))
}
