//! Computes the flips on four rays at a time with AVX2.
use super::portable::{DOWN, UP};
use core::arch::x86_64::*;

/// Returns the same as [`super::portable::flips`].
///
/// # Safety
/// The CPU must support AVX2.
#[inline(always)]
pub(crate) unsafe fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    // SAFETY: the caller guarantees AVX2. The two loads read 32 bytes of a row of `[u64; 4]`.
    unsafe {
        let p = _mm256_set1_epi64x(player as i64);
        let o = _mm256_set1_epi64x(opponent as i64);
        let up = _mm256_loadu_si256(UP[square & 63].as_ptr().cast());
        let down = _mm256_loadu_si256(DOWN[square & 63].as_ptr().cast());
        let ones = _mm256_set1_epi64x(-1);

        // Upward rays: the carry of an addition of 1 stops at the first square without an
        // opponent's disc.
        let carried = _mm256_sub_epi64(_mm256_or_si256(o, _mm256_xor_si256(up, ones)), ones);
        let end = _mm256_and_si256(_mm256_and_si256(p, up), carried);
        let none = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
        let upward = _mm256_and_si256(_mm256_sub_epi64(_mm256_add_epi64(end, ones), none), up);

        // Downward rays: discs are flipped if the player's nearest disc on the ray is closer than
        // the nearest empty square. Compared as integers, the set of the player's discs on the ray
        // is then greater than the set of empty squares. All discs between the player's nearest
        // disc and the square are flipped.
        let mine = _mm256_and_si256(p, down);
        let empty = _mm256_andnot_si256(_mm256_or_si256(o, p), down);
        let one = _mm256_set_epi64x(9, 8, 7, 1);
        let two = _mm256_set_epi64x(18, 16, 14, 2);
        let four = _mm256_set_epi64x(36, 32, 28, 4);
        let mut shadow = _mm256_or_si256(mine, _mm256_srlv_epi64(mine, one));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, two));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, four));
        let downward =
            _mm256_and_si256(_mm256_andnot_si256(shadow, down), _mm256_cmpgt_epi64(mine, empty));

        let all = _mm256_or_si256(upward, downward);
        let half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}
