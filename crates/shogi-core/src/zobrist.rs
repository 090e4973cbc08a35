//! Random numbers for Zobrist hashing. They are part of the public API, so that stored hashes
//! remain valid. A test checks the hashes of known positions.

use crate::hand::Hand;
use crate::piece::PieceKind;

const fn split_mix(index: u64) -> u64 {
    let mut x = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

const fn pieces(first: u64) -> [[u64; 128]; 32] {
    let mut table = [[0; 128]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < 81 {
            table[piece][square] = split_mix(first + (piece * 81 + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
}

const fn hands(first: u64) -> [[[u64; 32]; 8]; 2] {
    let mut table = [[[0; 32]; 8]; 2];
    let mut i = 0;
    while i < 512 {
        table[i / 256][i / 32 % 8][i % 32] = split_mix(first + i as u64);
        i += 1;
    }
    table
}

/// For each piece (by `Piece::index`) and square, the number that is XORed into the hash.
pub(crate) static PIECES: [[u64; 128]; 32] = pieces(1);
/// For each side, kind and n, the number that is XORed into the hash when the count in hand changes
/// from n to n + 1.
pub(crate) static HANDS: [[[u64; 32]; 8]; 2] = hands(10_001);
/// The number that is XORed into the hash if White is to move.
pub(crate) const WHITE: u64 = split_mix(20_001);

/// The numbers for the upper half of a 128-bit hash.
pub(crate) static PIECES_HIGH: [[u64; 128]; 32] = pieces(30_001);
pub(crate) static HANDS_HIGH: [[[u64; 32]; 8]; 2] = hands(40_001);
pub(crate) const WHITE_HIGH: u64 = split_mix(50_001);

/// Returns the XOR of the numbers of all pieces in a hand.
pub(crate) fn hand(table: &[[u64; 32]; 8], hand: Hand) -> u64 {
    PieceKind::HAND.iter().fold(0, |hash, &kind| {
        table[kind.index()][..usize::from(hand.count(kind))]
            .iter()
            .fold(hash, |hash, word| hash ^ word)
    })
}
