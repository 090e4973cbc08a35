//! Computes mobility with one pair of opposite directions per lane.
use core::arch::x86_64::*;

/// Returns the same as [`super::portable::moves`].
///
/// # Safety
/// The CPU must support AVX2.
#[inline(always)]
pub(crate) unsafe fn moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: the caller guarantees AVX2. This code does not access memory.
    unsafe {
        const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
        let step = _mm256_set_epi64x(7, 9, 8, 1);
        let twice = _mm256_set_epi64x(14, 18, 16, 2);
        let p = _mm256_set1_epi64x(player as i64);
        let o = _mm256_and_si256(
            _mm256_set1_epi64x(opponent as i64),
            _mm256_set_epi64x(INNER, INNER, -1, INNER),
        );
        let mut up = _mm256_and_si256(o, _mm256_sllv_epi64(p, step));
        let mut down = _mm256_and_si256(o, _mm256_srlv_epi64(p, step));
        up = _mm256_or_si256(up, _mm256_and_si256(o, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(o, _mm256_srlv_epi64(down, step)));
        let pairs_up = _mm256_and_si256(o, _mm256_sllv_epi64(o, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
        let all = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        let half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        let found = _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64;
        found & !(player | opponent)
    }
}

/// Returns the moves of four boards.
///
/// # Safety
/// The CPU must support AVX2.
#[inline(always)]
pub(crate) unsafe fn moves_four(players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
    // SAFETY: the caller guarantees AVX2. The loads and the store access arrays of 32 bytes.
    unsafe {
        let p = _mm256_loadu_si256(players.as_ptr().cast());
        let full = _mm256_loadu_si256(opponents.as_ptr().cast());
        let inner = _mm256_and_si256(full, _mm256_set1_epi8(0x7e));
        // To the right, the carry of an addition runs through the opponent's discs. Only the first
        // disc of the run can be next to a player's disc. The run ends before the row does, so the
        // carry cannot leave the row.
        let first = _mm256_and_si256(inner, _mm256_add_epi64(p, p));
        let mut all = _mm256_add_epi64(inner, first);
        macro_rules! down {
            ($step:literal, $twice:literal, $o:expr, $pairs:expr) => {{
                let (o, pairs) = ($o, $pairs);
                let mut x = _mm256_and_si256(o, _mm256_srli_epi64::<$step>(p));
                x = _mm256_or_si256(x, _mm256_and_si256(o, _mm256_srli_epi64::<$step>(x)));
                x = _mm256_or_si256(x, _mm256_and_si256(pairs, _mm256_srli_epi64::<$twice>(x)));
                x = _mm256_or_si256(x, _mm256_and_si256(pairs, _mm256_srli_epi64::<$twice>(x)));
                all = _mm256_or_si256(all, _mm256_srli_epi64::<$step>(x));
            }};
        }
        macro_rules! both {
            ($step:literal, $twice:literal, $o:expr) => {{
                let o = $o;
                let pairs = _mm256_and_si256(o, _mm256_slli_epi64::<$step>(o));
                let mut x = _mm256_and_si256(o, _mm256_slli_epi64::<$step>(p));
                x = _mm256_or_si256(x, _mm256_and_si256(o, _mm256_slli_epi64::<$step>(x)));
                x = _mm256_or_si256(x, _mm256_and_si256(pairs, _mm256_slli_epi64::<$twice>(x)));
                x = _mm256_or_si256(x, _mm256_and_si256(pairs, _mm256_slli_epi64::<$twice>(x)));
                all = _mm256_or_si256(all, _mm256_slli_epi64::<$step>(x));
                down!($step, $twice, o, _mm256_srli_epi64::<$step>(pairs));
            }};
        }
        down!(1, 2, inner, _mm256_and_si256(inner, _mm256_srli_epi64::<1>(inner)));
        both!(7, 14, inner);
        both!(8, 16, full);
        both!(9, 18, inner);
        let mut moves = [0; 4];
        let free = _mm256_andnot_si256(_mm256_or_si256(p, full), all);
        _mm256_storeu_si256(moves.as_mut_ptr().cast(), free);
        moves
    }
}
