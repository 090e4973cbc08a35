//! The 42 patterns of the tutorial "リバーシプログラムの作り方" (Seal Software), chapter 5.2, and the
//! name of each.
//!
//! | ids | class | squares | states |
//! |---|---|---|---|
//! | 0..=3 | `LINE4` | the 4th lines from the edge: a4..h4, a5..h5, d1..d8, e1..e8 | 6561 |
//! | 4..=7 | `LINE3` | the 3rd lines: a3..h3, a6..h6, c1..c8, f1..f8 | 6561 |
//! | 8..=11 | `LINE2` | the 2nd lines: a2..h2, a7..h7, b1..b8, g1..g8 | 6561 |
//! | 12, 13 | `DIAG8` | a1..h8, a8..h1 | 6561 |
//! | 14..=17 | `DIAG7` | a2..g8, b1..h7, a7..g1, b8..h2 | 2187 |
//! | 18..=21 | `DIAG6` | a3..f8, c1..h6, a6..f1, c8..h3 | 729 |
//! | 22..=25 | `DIAG5` | a4..e8, d1..h5, a5..e1, d8..h4 | 243 |
//! | 26..=29 | `DIAG4` | a5..d8, e1..h4, a4..d1, e8..h5 | 81 |
//! | 30..=37 | `EDGE8` | an X-square, then the edge from the far C-square to the corner | 6561 |
//! | 38..=41 | `CORNER8` | the 8 squares of the corner triangle that end at its C- and B-squares | 6561 |
use super::set::PatternSet;
use crate::square::Square;

/// The 42 patterns, with the tutorial's numbers and digits.
pub static PATTERNS: PatternSet = match PatternSet::<u16>::new(&LISTS) {
    Ok(set) => set,
    Err(_) => panic!("invalid pattern set of the tutorial"),
};

/// Numbers the names from 0 and collects the squares of each name.
macro_rules! patterns {
    ($($name:ident: $($square:ident)*;)*) => {
        /// The names as an enumeration, so the compiler assigns the numbers.
        #[allow(non_camel_case_types, reason = "the names become constants")]
        enum Id { $($name),* }

        $(
            #[doc = concat!("The id of the pattern with the squares ", $(stringify!($square), " ",)* "in this order.")]
            pub const $name: usize = Id::$name as usize;
        )*

        const LISTS: [&[Square]; 42] = [$(squares![$($square)*]),*];
    };
}

#[rustfmt::skip]
patterns! {
    LINE4_1: A4 B4 C4 D4 E4 F4 G4 H4;
    LINE4_2: A5 B5 C5 D5 E5 F5 G5 H5;
    LINE4_3: D1 D2 D3 D4 D5 D6 D7 D8;
    LINE4_4: E1 E2 E3 E4 E5 E6 E7 E8;
    LINE3_1: A3 B3 C3 D3 E3 F3 G3 H3;
    LINE3_2: A6 B6 C6 D6 E6 F6 G6 H6;
    LINE3_3: C1 C2 C3 C4 C5 C6 C7 C8;
    LINE3_4: F1 F2 F3 F4 F5 F6 F7 F8;
    LINE2_1: A2 B2 C2 D2 E2 F2 G2 H2;
    LINE2_2: A7 B7 C7 D7 E7 F7 G7 H7;
    LINE2_3: B1 B2 B3 B4 B5 B6 B7 B8;
    LINE2_4: G1 G2 G3 G4 G5 G6 G7 G8;
    DIAG8_1: A1 B2 C3 D4 E5 F6 G7 H8;
    DIAG8_2: A8 B7 C6 D5 E4 F3 G2 H1;
    DIAG7_1: A2 B3 C4 D5 E6 F7 G8;
    DIAG7_2: B1 C2 D3 E4 F5 G6 H7;
    DIAG7_3: A7 B6 C5 D4 E3 F2 G1;
    DIAG7_4: B8 C7 D6 E5 F4 G3 H2;
    DIAG6_1: A3 B4 C5 D6 E7 F8;
    DIAG6_2: C1 D2 E3 F4 G5 H6;
    DIAG6_3: A6 B5 C4 D3 E2 F1;
    DIAG6_4: C8 D7 E6 F5 G4 H3;
    DIAG5_1: A4 B5 C6 D7 E8;
    DIAG5_2: D1 E2 F3 G4 H5;
    DIAG5_3: A5 B4 C3 D2 E1;
    DIAG5_4: D8 E7 F6 G5 H4;
    DIAG4_1: A5 B6 C7 D8;
    DIAG4_2: E1 F2 G3 H4;
    DIAG4_3: A4 B3 C2 D1;
    DIAG4_4: E8 F7 G6 H5;
    EDGE8_1: B2 G1 F1 E1 D1 C1 B1 A1;
    EDGE8_2: G2 B1 C1 D1 E1 F1 G1 H1;
    EDGE8_3: B7 G8 F8 E8 D8 C8 B8 A8;
    EDGE8_4: G7 B8 C8 D8 E8 F8 G8 H8;
    EDGE8_5: B2 A7 A6 A5 A4 A3 A2 A1;
    EDGE8_6: B7 A2 A3 A4 A5 A6 A7 A8;
    EDGE8_7: G2 H7 H6 H5 H4 H3 H2 H1;
    EDGE8_8: G7 H2 H3 H4 H5 H6 H7 H8;
    CORNER8_1: B3 A3 C2 B2 A2 C1 B1 A1;
    CORNER8_2: G3 H3 F2 G2 H2 F1 G1 H1;
    CORNER8_3: B6 A6 C7 B7 A7 C8 B8 A8;
    CORNER8_4: G6 H6 F7 G7 H7 F8 G8 H8;
}
