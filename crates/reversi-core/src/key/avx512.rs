//! Finds the smallest image of a board. GFNI matrix products compute all 8 images of a word in one
//! vector.
use super::least::Least;
use core::arch::x86_64::*;

/// The bytes 1, 2, 4, .. 128. As the matrix operand they reverse the bits of each byte. As the row
/// operand they extract the other operand's columns, first to last.
const RISING: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// The bytes 128, 64, .. 1. As the matrix operand they are the identity. As the row operand they
/// extract the other operand's columns, last to first.
const FALLING: i64 = 0x0102_0408_1020_4080;

/// Returns the smallest of the 8 images of the board.
///
/// # Safety
/// The CPU must support AVX-512 (F, BW, DQ) and GFNI.
#[inline(always)]
pub(super) unsafe fn least(player: u64, opponent: u64) -> Least {
    // SAFETY: the caller guarantees the instructions. This code does not access memory.
    unsafe {
        // Compares the images by the opponent's discs, then by the player's discs, then by symmetry
        // number.
        let opponents = images(opponent);
        let least_opponent = least_of(opponents);
        let equal = _mm512_cmpeq_epi64_mask(opponents, least_opponent);
        let players = images(player);
        let ones = _mm512_set1_epi64(-1);
        let least_player = least_of(_mm512_mask_blend_epi64(equal, ones, players));
        let equal = _mm512_mask_cmpeq_epi64_mask(equal, players, least_player);
        Least {
            opponent: first(least_opponent),
            player: first(least_player),
            symmetry: u64::from(u32::from(equal).trailing_zeros()),
        }
    }
}

/// Returns the images of a word in the order of the symmetries.
///
/// # Safety
/// The CPU must support AVX-512 (F, BW, DQ) and GFNI.
#[inline(always)]
unsafe fn images(word: u64) -> __m512i {
    // SAFETY: the caller guarantees the instructions.
    unsafe {
        const PLAIN: [i64; 2] = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
        const TURNED: [i64; 2] = [0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f];
        // The lanes hold the word twice, its up-down image four times, and the word twice.
        let rows = _mm512_shuffle_epi8(
            _mm512_set1_epi64(word as i64),
            _mm512_setr_epi64(
                PLAIN[0], PLAIN[1], TURNED[0], TURNED[1], TURNED[0], TURNED[1], PLAIN[0], PLAIN[1],
            ),
        );
        let columns =
            _mm512_setr_epi64(FALLING, RISING, FALLING, RISING, RISING, FALLING, RISING, FALLING);
        // For images 0 to 3, the board is the row operand and a constant is the matrix. For images
        // 4 to 7, the board is the matrix. A one-bit row then selects a column of the matrix, in
        // reverse order; the up-down image corrects the order.
        _mm512_gf2p8affine_epi64_epi8::<0>(
            _mm512_mask_blend_epi64(0xf0, rows, columns),
            _mm512_mask_blend_epi64(0x0f, rows, columns),
        )
    }
}

/// Returns the minimum of the 8 lanes, broadcast to every lane.
///
/// # Safety
/// The CPU must support AVX-512 (F, BW, DQ) and GFNI.
#[inline(always)]
unsafe fn least_of(numbers: __m512i) -> __m512i {
    // SAFETY: the caller guarantees the instructions.
    unsafe {
        let least = _mm512_min_epu64(numbers, _mm512_shuffle_i64x2::<0x4e>(numbers, numbers));
        let least = _mm512_min_epu64(least, _mm512_permutex_epi64::<0x4e>(least));
        _mm512_min_epu64(least, _mm512_shuffle_epi32::<_MM_PERM_BADC>(least))
    }
}

/// Returns the first lane.
///
/// # Safety
/// The CPU must support AVX-512 (F, BW, DQ) and GFNI.
#[inline(always)]
unsafe fn first(numbers: __m512i) -> u64 {
    // SAFETY: the caller guarantees the instructions.
    unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(numbers)) as u64 }
}
