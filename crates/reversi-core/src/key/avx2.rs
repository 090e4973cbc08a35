//! The images of both words of a board at once: two boards to a vector.
use core::arch::x86_64::*;

/// The images of `player` and of `opponent` in the order of the symmetries.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
pub(super) unsafe fn images(player: u64, opponent: u64) -> ([u64; 8], [u64; 8]) {
    // SAFETY: the caller promises AVX2; the stores write arrays of 32 bytes.
    unsafe {
        // The board and its transpose side by side: [player, opponent, player^T, opponent^T].
        let board = _mm_set_epi64x(opponent as i64, player as i64);
        let swap = |x: __m128i, mask: i64, shift: i32| {
            let count = _mm_cvtsi32_si128(shift);
            let t = _mm_and_si128(_mm_xor_si128(x, _mm_srl_epi64(x, count)), _mm_set1_epi64x(mask));
            _mm_xor_si128(x, _mm_xor_si128(t, _mm_sll_epi64(t, count)))
        };
        let turned = swap(board, 0x00aa_00aa_00aa_00aa, 7);
        let turned = swap(turned, 0x0000_cccc_0000_cccc, 14);
        let turned = swap(turned, 0x0000_0000_f0f0_f0f0, 28);
        let plain = _mm256_set_m128i(turned, board);

        // Left-right: the bits of each byte reversed, by a table of half bytes.
        let half = _mm256_set1_epi8(0x0f);
        let low = _mm256_setr_epi64x(
            0x0e06_0a02_0c04_0800,
            0x0f07_0b03_0d05_0901,
            0x0e06_0a02_0c04_0800,
            0x0f07_0b03_0d05_0901,
        );
        let high = _mm256_slli_epi16::<4>(low);
        let mirrored = _mm256_or_si256(
            _mm256_shuffle_epi8(high, _mm256_and_si256(plain, half)),
            _mm256_shuffle_epi8(low, _mm256_and_si256(_mm256_srli_epi16::<4>(plain), half)),
        );

        // Up-down: the bytes of each word reversed.
        let order = _mm256_setr_epi64x(
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
        );
        let mut rows = [[0u64; 4]; 4];
        let made = [
            plain,
            mirrored,
            _mm256_shuffle_epi8(plain, order),
            _mm256_shuffle_epi8(mirrored, order),
        ];
        for (row, vector) in rows.iter_mut().zip(made) {
            _mm256_storeu_si256(row.as_mut_ptr().cast(), vector);
        }
        // A mirror before the transpose is the other mirror after it: 5 is up-down of the
        // transpose, 6 its left-right.
        let [a, b, c, d] = rows;
        (
            [a[0], b[0], c[0], d[0], a[2], c[2], b[2], d[2]],
            [a[1], b[1], c[1], d[1], a[3], c[3], b[3], d[3]],
        )
    }
}
