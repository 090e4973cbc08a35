//! The prefix codes of the two packed forms. The repository's page `docs/formats/packed.md` lists
//! the codes in a table.
//!
//! A code is a pair of its bits, with the first bit in bit 0, and its length in bits.

use crate::color::Color;
use crate::piece::{Piece, PieceKind};

/// The number of pieces of each kind in a set, indexed by [`PieceKind::index`].
pub(super) const SET: [i32; 8] = [0, 18, 4, 4, 4, 4, 2, 2];

/// The owner index of the pieces that are neither on the board nor in a hand. The owner indices of
/// the two sides are 0 and 1.
pub(super) const BOX: usize = 2;

pub(super) struct Codes {
    /// The codes of pieces on the board, indexed by [`Piece::index`].
    pub(super) board: [(u8, u8); 32],
    /// The codes of pieces that are not on the board, indexed by owner and kind.
    pub(super) hand: [[(u8, u8); 8]; 3],
    /// The decoding table for the board, indexed by the next eight bits. An entry has the index of
    /// the piece (0 for an empty square) and the length of the code.
    pub(super) from_board: [(u8, u8); 256],
    /// The decoding table for pieces that are not on the board, indexed by the next seven bits. An
    /// entry has the owner, the index of the kind, and the length of the code. The length is 0 if
    /// the bits are not a code.
    pub(super) from_hand: [(u8, u8, u8); 128],
}

pub(super) static APERY: Codes = codes(
    // In the order pawn, lance, knight, silver, gold, bishop, rook.
    [
        (0b01, 2),
        (0b0011, 4),
        (0b0111, 4),
        (0b1011, 4),
        (0b01111, 5),
        (0b01_1111, 6),
        (0b11_1111, 6),
    ],
    true,
    [0b010, 0b01001, 0b01011, 0b01101, 0b11101, 0b000_1111, 0b010_1111],
    [
        (0b000, 3),
        (0b00001, 5),
        (0b00011, 5),
        (0b00101, 5),
        (0b00111, 5),
        (0b001_1111, 7),
        (0b011_1111, 7),
    ],
);

pub(super) static YANEURAOU: Codes = codes(
    [
        (0b01, 2),
        (0b0011, 4),
        (0b1011, 4),
        (0b0111, 4),
        (0b01111, 5),
        (0b01_1111, 6),
        (0b11_1111, 6),
    ],
    false,
    [0b010, 0b01001, 0b01101, 0b01011, 0b11011, 0b010_1111, 0b011_1111],
    [
        (0b000, 3),
        (0b00001, 5),
        (0b00101, 5),
        (0b00011, 5),
        (0b00111, 5),
        (0b000_1111, 7),
        (0b001_1111, 7),
    ],
);

/// Makes the tables of a packed form. `board` has the codes without the bits for colour and
/// promotion. These two bits are the highest bits of a code, in the order given by `color_first`.
/// `hand` has Black's codes. White's codes have the highest bit set.
const fn codes(
    board: [(u8, u8); 7],
    color_first: bool,
    boxed: [u8; 7],
    hand: [(u8, u8); 7],
) -> Codes {
    let mut codes = Codes {
        board: [(0, 1); 32],
        hand: [[(0, 0); 8]; 3],
        from_board: [(0, 1); 256],
        from_hand: [(0, 0, 0); 128],
    };
    let mut i = 0;
    while i < 7 {
        let kind = PieceKind::HAND[i];
        let (code, len) = board[i];
        let mut color = 0;
        while color < 2 {
            let side = if color == 0 { Color::Black } else { Color::White };
            let plain = Piece::new(side, kind).index();
            if let Some(promoted) = kind.promoted() {
                let (c, p) = if color_first { (len, len + 1) } else { (len + 1, len) };
                codes.board[plain] = (code | color << c, len + 2);
                codes.board[Piece::new(side, promoted).index()] =
                    (code | color << c | 1 << p, len + 2);
            } else {
                codes.board[plain] = (code | color << len, len + 1);
            }
            let (code, len) = hand[i];
            codes.hand[color as usize][kind as usize] = (code | color << (len - 1), len);
            color += 1;
        }
        codes.hand[BOX][kind as usize] = (boxed[i], hand[i].1);
        i += 1;
    }
    let mut piece = 1;
    while piece < 32 {
        let (code, len) = codes.board[piece];
        if len > 1 {
            let mut bits = code as usize;
            while bits < 256 {
                codes.from_board[bits] = (piece as u8, len);
                bits += 1 << len;
            }
        }
        piece += 1;
    }
    let mut owner = 0;
    while owner < 3 {
        let mut kind = 1;
        while kind < 8 {
            let (code, len) = codes.hand[owner][kind];
            let mut bits = code as usize;
            while bits < 128 {
                codes.from_hand[bits] = (owner as u8, kind as u8, len);
                bits += 1 << len;
            }
            kind += 1;
        }
        owner += 1;
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_prefix_free_and_found_again() {
        for codes in [&APERY, &YANEURAOU] {
            let mut space = 128; // the empty square
            for piece in (0..32).filter_map(Piece::from_index) {
                if piece.kind() == PieceKind::King {
                    continue;
                }
                let (code, len) = codes.board[piece.index()];
                assert!(len > 1 && u32::from(code) < 1 << len);
                assert_eq!(codes.from_board[usize::from(code)], (piece.index() as u8, len));
                space += 256 >> len;
            }
            assert_eq!(space, 256, "each 8-bit pattern is exactly one board code");
            let mut patterns = 0;
            for owner in 0..3 {
                for kind in 1..8 {
                    let (code, len) = codes.hand[owner][kind];
                    assert_eq!(codes.from_hand[usize::from(code)], (owner as u8, kind as u8, len));
                    patterns += 128 >> len;
                }
            }
            let known = codes.from_hand.iter().filter(|entry| entry.2 > 0).count();
            assert_eq!(known, patterns, "no 7-bit pattern is two hand codes");
        }
    }
}
