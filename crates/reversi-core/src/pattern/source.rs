//! The 42 patterns of the tutorial "リバーシプログラムの作り方" (Seal Software), chapter 5.2.
use super::set::PatternSet;
use crate::square::Square;

/// The type of [`SOURCE`]: 42 patterns in three vectors of 16 numbers.
pub type SourceSet = PatternSet<u16, 48>;

/// The 42 patterns with the tutorial's numbers and digits.
///
/// | ids | class | squares | states |
/// |---|---|---|---|
/// | 0..=3 | LINE4 | the 4th lines from the edge: a4..h4, a5..h5, d1..d8, e1..e8 | 6561 |
/// | 4..=7 | LINE3 | the 3rd lines | 6561 |
/// | 8..=11 | LINE2 | the 2nd lines | 6561 |
/// | 12, 13 | DIAG8 | a1..h8, a8..h1 | 6561 |
/// | 14..=17 | DIAG7 | a2..g8, b1..h7, a7..g1, b8..h2 | 2187 |
/// | 18..=21 | DIAG6 | a3..f8, c1..h6, a6..f1, c8..h3 | 729 |
/// | 22..=25 | DIAG5 | a4..e8, d1..h5, a5..e1, d8..h4 | 243 |
/// | 26..=29 | DIAG4 | a5..d8, e1..h4, a4..d1, e8..h5 | 81 |
/// | 30..=37 | EDGE8 | an X-square and the edge from its far C-square to its corner | 6561 |
/// | 38..=41 | CORNER8 | the 8 squares of a corner triangle and its X-square's neighbours | 6561 |
pub static SOURCE: SourceSet = match PatternSet::<u16, 48>::new(&SQUARES) {
    Ok(set) => set,
    Err(_) => panic!("the 42 patterns fit"),
};

use names::*;
mod names {
    use super::Square;
    macro_rules! names { ($($name:ident)*) => { $(pub(super) const $name: Square = Square::$name;)* } }
    names! {
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
        A8 B8 C8 D8 E8 F8 G8 H8
    }
}

#[rustfmt::skip]
const SQUARES: [&[Square]; 42] = [
    // 0
    &[A4, B4, C4, D4, E4, F4, G4, H4],
    // 1
    &[A5, B5, C5, D5, E5, F5, G5, H5],
    // 2
    &[D1, D2, D3, D4, D5, D6, D7, D8],
    // 3
    &[E1, E2, E3, E4, E5, E6, E7, E8],
    // 4
    &[A3, B3, C3, D3, E3, F3, G3, H3],
    // 5
    &[A6, B6, C6, D6, E6, F6, G6, H6],
    // 6
    &[C1, C2, C3, C4, C5, C6, C7, C8],
    // 7
    &[F1, F2, F3, F4, F5, F6, F7, F8],
    // 8
    &[A2, B2, C2, D2, E2, F2, G2, H2],
    // 9
    &[A7, B7, C7, D7, E7, F7, G7, H7],
    // 10
    &[B1, B2, B3, B4, B5, B6, B7, B8],
    // 11
    &[G1, G2, G3, G4, G5, G6, G7, G8],
    // 12
    &[A1, B2, C3, D4, E5, F6, G7, H8],
    // 13
    &[A8, B7, C6, D5, E4, F3, G2, H1],
    // 14
    &[A2, B3, C4, D5, E6, F7, G8],
    // 15
    &[B1, C2, D3, E4, F5, G6, H7],
    // 16
    &[A7, B6, C5, D4, E3, F2, G1],
    // 17
    &[B8, C7, D6, E5, F4, G3, H2],
    // 18
    &[A3, B4, C5, D6, E7, F8],
    // 19
    &[C1, D2, E3, F4, G5, H6],
    // 20
    &[A6, B5, C4, D3, E2, F1],
    // 21
    &[C8, D7, E6, F5, G4, H3],
    // 22
    &[A4, B5, C6, D7, E8],
    // 23
    &[D1, E2, F3, G4, H5],
    // 24
    &[A5, B4, C3, D2, E1],
    // 25
    &[D8, E7, F6, G5, H4],
    // 26
    &[A5, B6, C7, D8],
    // 27
    &[E1, F2, G3, H4],
    // 28
    &[A4, B3, C2, D1],
    // 29
    &[E8, F7, G6, H5],
    // 30
    &[B2, G1, F1, E1, D1, C1, B1, A1],
    // 31
    &[G2, B1, C1, D1, E1, F1, G1, H1],
    // 32
    &[B7, G8, F8, E8, D8, C8, B8, A8],
    // 33
    &[G7, B8, C8, D8, E8, F8, G8, H8],
    // 34
    &[B2, A7, A6, A5, A4, A3, A2, A1],
    // 35
    &[B7, A2, A3, A4, A5, A6, A7, A8],
    // 36
    &[G2, H7, H6, H5, H4, H3, H2, H1],
    // 37
    &[G7, H2, H3, H4, H5, H6, H7, H8],
    // 38
    &[B3, A3, C2, B2, A2, C1, B1, A1],
    // 39
    &[G3, H3, F2, G2, H2, F1, G1, H1],
    // 40
    &[B6, A6, C7, B7, A7, C8, B8, A8],
    // 41
    &[G6, H6, F7, G7, H7, F8, G8, H8],
];
