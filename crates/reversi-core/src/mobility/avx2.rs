//! Mobility with one line of directions to a lane.
use core::arch::x86_64::*;

/// As [`super::portable::moves`].
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
pub(crate) unsafe fn moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: the caller promises AVX2; nothing here touches memory.
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

/// The sum over four boards of the number of moves, a board without a move counting as one.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
pub(crate) unsafe fn count_four(players: [u64; 4], opponents: [u64; 4]) -> u32 {
    // SAFETY: the caller promises AVX2; the store writes an array of 32 bytes.
    unsafe {
        let [a, b, c, d] = players;
        let p = _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
        let [a, b, c, d] = opponents;
        let full = _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
        let inner = _mm256_and_si256(full, _mm256_set1_epi8(0x7e));
        let mut all = _mm256_setzero_si256();
        macro_rules! line {
            ($step:literal, $twice:literal, $o:expr) => {
                let o = $o;
                let mut up = _mm256_and_si256(o, _mm256_slli_epi64::<$step>(p));
                let mut down = _mm256_and_si256(o, _mm256_srli_epi64::<$step>(p));
                up = _mm256_or_si256(up, _mm256_and_si256(o, _mm256_slli_epi64::<$step>(up)));
                down = _mm256_or_si256(down, _mm256_and_si256(o, _mm256_srli_epi64::<$step>(down)));
                let a = _mm256_and_si256(o, _mm256_slli_epi64::<$step>(o));
                let b = _mm256_srli_epi64::<$step>(a);
                up = _mm256_or_si256(up, _mm256_and_si256(a, _mm256_slli_epi64::<$twice>(up)));
                down =
                    _mm256_or_si256(down, _mm256_and_si256(b, _mm256_srli_epi64::<$twice>(down)));
                up = _mm256_or_si256(up, _mm256_and_si256(a, _mm256_slli_epi64::<$twice>(up)));
                down =
                    _mm256_or_si256(down, _mm256_and_si256(b, _mm256_srli_epi64::<$twice>(down)));
                all = _mm256_or_si256(all, _mm256_slli_epi64::<$step>(up));
                all = _mm256_or_si256(all, _mm256_srli_epi64::<$step>(down));
            };
        }
        line!(1, 2, inner);
        line!(7, 14, inner);
        line!(8, 16, full);
        line!(9, 18, inner);
        all = _mm256_andnot_si256(_mm256_or_si256(p, full), all);
        let mut found = [0u64; 4];
        _mm256_storeu_si256(found.as_mut_ptr().cast(), all);
        found.iter().map(|moves| moves.count_ones().max(1)).sum()
    }
}
