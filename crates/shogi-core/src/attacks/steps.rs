//! Tables of the single steps of each piece, computed at compile time.

use crate::color::Color;
use crate::piece::{Piece, PieceKind};

/// The squares that a piece (by [`Piece::index`]) attacks by single steps. The sets of lance,
/// bishop and rook are empty. Rows have 128 entries, so that an index of seven bits needs no bounds
/// check.
pub(crate) static STEPS: [[u128; 128]; 32] = make_steps();

const fn make_steps() -> [[u128; 128]; 32] {
    let mut table = [[0; 128]; 32];
    let mut index = 1;
    while index < 32 {
        if let Some(piece) = Piece::from_index(index as u8) {
            let mut square = 0;
            while square < 81 {
                table[index][square] = steps(piece, square as i32);
                square += 1;
            }
        }
        index += 1;
    }
    table
}

/// The neighbours of each square, at most eight.
pub(crate) static NEIGHBOURS: [u128; 128] = make_steps()[PieceKind::King as usize];

const N: u16 = 1;
const S: u16 = 2;
const E: u16 = 4;
const W: u16 = 8;
const NE: u16 = 16;
const NW: u16 = 32;
const SE: u16 = 64;
const SW: u16 = 128;
const NNE: u16 = 256;
const NNW: u16 = 512;
const SSE: u16 = 1024;
const SSW: u16 = 2048;

/// The step of each direction above, as differences of rank and column. The column increases toward
/// file 1.
const OFFSETS: [(i32, i32); 12] = [
    (-1, 0),
    (1, 0),
    (0, 1),
    (0, -1),
    (-1, 1),
    (-1, -1),
    (1, 1),
    (1, -1),
    (-2, 1),
    (-2, -1),
    (2, 1),
    (2, -1),
];

const fn directions(piece: Piece) -> u16 {
    let black = matches!(piece.color(), Color::Black);
    match piece.kind() {
        PieceKind::Pawn => {
            if black {
                N
            } else {
                S
            }
        }
        PieceKind::Knight => {
            if black {
                NNE | NNW
            } else {
                SSE | SSW
            }
        }
        PieceKind::Silver => NE | NW | SE | SW | if black { N } else { S },
        PieceKind::Gold
        | PieceKind::Tokin
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => N | S | E | W | if black { NE | NW } else { SE | SW },
        PieceKind::King => N | S | E | W | NE | NW | SE | SW,
        PieceKind::Horse => N | S | E | W,
        PieceKind::Dragon => NE | NW | SE | SW,
        PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook => 0,
    }
}

const fn steps(piece: Piece, square: i32) -> u128 {
    let directions = directions(piece);
    let mut set = 0;
    let mut i = 0;
    while i < OFFSETS.len() {
        if directions >> i & 1 != 0 {
            let (rank, column) = (square / 9 + OFFSETS[i].0, square % 9 + OFFSETS[i].1);
            if 0 <= rank && rank < 9 && 0 <= column && column < 9 {
                set |= 1 << (9 * rank + column);
            }
        }
        i += 1;
    }
    set
}
