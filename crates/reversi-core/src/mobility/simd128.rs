//! Computes mobility with the vector instructions of WebAssembly, two boards at a time.
use core::arch::wasm32::*;

/// Reverses the order of the bits in each lane of 64 bits, which turns a board by half a turn.
#[inline(always)]
pub(crate) fn reversed(x: v128) -> v128 {
    // The nibbles 0 to 15 with their bits in reverse order, as the upper and as the lower half of a
    // byte.
    let upper = u8x16(
        0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70,
        0xf0,
    );
    let lower =
        u8x16(0x0, 0x8, 0x4, 0xc, 0x2, 0xa, 0x6, 0xe, 0x1, 0x9, 0x5, 0xd, 0x3, 0xb, 0x7, 0xf);
    let first = u8x16_swizzle(upper, v128_and(x, u8x16_splat(15)));
    let second = u8x16_swizzle(lower, u8x16_shr(x, 4));
    let bytes = v128_or(first, second);
    u8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(bytes, bytes)
}

/// Returns the moves of two boards.
#[inline(always)]
fn moves_two(p: v128, full: v128) -> v128 {
    let inner = v128_and(full, u8x16_splat(0x7e));
    // To the right, the carry of an addition runs through the opponent's discs. Only the first disc of
    // the run can be next to a player's disc. The run ends before the row does, so the carry cannot
    // leave the row.
    let first = v128_and(inner, i64x2_add(p, p));
    let mut all = i64x2_add(inner, first);
    macro_rules! down {
        ($step:literal, $o:expr, $pairs:expr) => {{
            let (o, pairs) = ($o, $pairs);
            let mut x = v128_and(o, u64x2_shr(p, $step));
            x = v128_or(x, v128_and(o, u64x2_shr(x, $step)));
            x = v128_or(x, v128_and(pairs, u64x2_shr(x, 2 * $step)));
            x = v128_or(x, v128_and(pairs, u64x2_shr(x, 2 * $step)));
            all = v128_or(all, u64x2_shr(x, $step));
        }};
    }
    macro_rules! both {
        ($step:literal, $o:expr) => {{
            let o = $o;
            let pairs = v128_and(o, u64x2_shl(o, $step));
            let mut x = v128_and(o, u64x2_shl(p, $step));
            x = v128_or(x, v128_and(o, u64x2_shl(x, $step)));
            x = v128_or(x, v128_and(pairs, u64x2_shl(x, 2 * $step)));
            x = v128_or(x, v128_and(pairs, u64x2_shl(x, 2 * $step)));
            all = v128_or(all, u64x2_shl(x, $step));
            down!($step, o, u64x2_shr(pairs, $step));
        }};
    }
    down!(1, inner, v128_and(inner, u64x2_shr(inner, 1)));
    both!(7, inner);
    both!(8, full);
    both!(9, inner);
    v128_andnot(all, v128_or(p, full))
}

/// Returns the moves of four boards.
#[inline(always)]
pub(crate) fn moves_four(players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
    // SAFETY: the loads read the 32 bytes of an array. A load needs no alignment.
    let load = |words: &[u64; 4], at: usize| unsafe { v128_load(words.as_ptr().add(at).cast()) };
    let mut moves = [0; 4];
    for at in [0, 2] {
        let two = moves_two(load(players, at), load(opponents, at));
        moves[at] = u64x2_extract_lane::<0>(two);
        moves[at + 1] = u64x2_extract_lane::<1>(two);
    }
    moves
}
