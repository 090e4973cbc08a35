//! The eight symmetries of a square board, and the mirror and the half turn of a 9x9 board.
//!
//! An 8x8 board is a `u64` with the squares in reading order: bit `8 * y + x` is column `x` of row
//! `y`. The pictures below show bit 0 at the top left.

use crate::bits::{word64, word128};

/// One of the eight maps of a square board onto itself.
///
/// A symmetry maps squares to squares with [`map_square`](Self::map_square). The image of a board
/// is a **pull**: square `s` of the image has the content of square `map_square(s)` of the board.
///
/// | index | `map_square(x, y)` | variant                                      | inverse |
/// |-------|----------------|----------------------------------------------|---------|
/// | 0     | `(x, y)`       | [`Identity`](Self::Identity)                 | 0       |
/// | 1     | `(7-x, y)`     | [`LeftRight`](Self::LeftRight)               | 1       |
/// | 2     | `(x, 7-y)`     | [`UpDown`](Self::UpDown)                     | 2       |
/// | 3     | `(7-x, 7-y)`   | [`HalfTurn`](Self::HalfTurn)                 | 3       |
/// | 4     | `(y, x)`       | [`Diagonal`](Self::Diagonal)                 | 4       |
/// | 5     | `(7-y, x)`     | [`QuarterTurn`](Self::QuarterTurn)           | 6       |
/// | 6     | `(y, 7-x)`     | [`ThreeQuarterTurn`](Self::ThreeQuarterTurn) | 5       |
/// | 7     | `(7-y, 7-x)`   | [`AntiDiagonal`](Self::AntiDiagonal)         | 7       |
///
/// The indices are part of the API: a program may store them. Each bit of an index is one step. If
/// bit 0 is set, the board is mirrored left to right; then, if bit 1 is set, it is mirrored top to
/// bottom; then, if bit 2 is set, it is transposed.
///
/// ```
/// use gamekit::Symmetry;
///
/// // An F is not symmetric, so its eight images are different.
/// //
/// //      F                  LeftRight          Diagonal           QuarterTurn
/// //   . . 1 1 1 1 . .    . . 1 1 1 1 . .    . . . . . . . .    . . . . . . . .
/// //   . . 1 . . . . .    . . . . . 1 . .    . . . . . . . .    . . . . . . . .
/// //   . . 1 . . . . .    . . . . . 1 . .    1 1 1 1 1 1 . .    1 . . . . . . .
/// //   . . 1 1 1 . . .    . . . 1 1 1 . .    1 . . 1 . . . .    1 . . 1 . . . .
/// //   . . 1 . . . . .    . . . . . 1 . .    1 . . 1 . . . .    1 . . 1 . . . .
/// //   . . 1 . . . . .    . . . . . 1 . .    1 . . . . . . .    1 1 1 1 1 1 . .
/// //   . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
/// //   . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
/// let f = 0x0000_0404_1c04_043c;
/// assert_eq!(Symmetry::LeftRight.apply(f), 0x0000_2020_3820_203c);
/// assert_eq!(Symmetry::Diagonal.apply(f), 0x0000_0109_093f_0000);
/// assert_eq!(Symmetry::QuarterTurn.apply(f), 0x0000_3f09_0901_0000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Symmetry {
    /// No square moves.
    #[default]
    Identity = 0,
    /// The board is mirrored left to right: columns are exchanged.
    LeftRight = 1,
    /// The board is mirrored top to bottom: rows are exchanged.
    UpDown = 2,
    /// The board is turned by 180 degrees.
    HalfTurn = 3,
    /// The board is reflected in the diagonal from `(0, 0)` to `(7, 7)`: rows become columns.
    Diagonal = 4,
    /// The board is turned by 90 degrees counter-clockwise, with row 0 at the top.
    QuarterTurn = 5,
    /// The board is turned by 90 degrees clockwise, with row 0 at the top.
    ThreeQuarterTurn = 6,
    /// The board is reflected in the diagonal from `(7, 0)` to `(0, 7)`.
    AntiDiagonal = 7,
}

const _: () = assert!(size_of::<Option<Symmetry>>() == 1);

impl Symmetry {
    /// All eight symmetries, in the order of their indices.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::LeftRight,
        Self::UpDown,
        Self::HalfTurn,
        Self::Diagonal,
        Self::QuarterTurn,
        Self::ThreeQuarterTurn,
        Self::AntiDiagonal,
    ];

    /// Returns the symmetry with this index, or `None` if the index is 8 or more.
    ///
    /// ```
    /// use gamekit::Symmetry;
    /// assert_eq!(Symmetry::from_index(5), Some(Symmetry::QuarterTurn));
    /// assert_eq!(Symmetry::from_index(8), None);
    /// ```
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Returns the index, `0..8`.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the column and row (each `0..8`) of the board square whose content the image shows
    /// at `(x, y)`.
    ///
    /// # Panics
    /// Panics if `x` or `y` is greater than 7. [`try_map_square`](Self::try_map_square) returns
    /// `None` instead.
    ///
    /// ```
    /// use gamekit::Symmetry;
    /// assert_eq!(Symmetry::QuarterTurn.map_square(0, 1), (6, 0));
    /// ```
    #[must_use]
    pub const fn map_square(self, x: u8, y: u8) -> (u8, u8) {
        match self.try_map_square(x, y) {
            Some(square) => square,
            None => panic!("coordinates of an 8x8 board are 0..8"),
        }
    }

    /// Does the same as [`map_square`](Self::map_square), but returns `None` if `x` or `y` is
    /// greater than 7.
    #[must_use]
    pub const fn try_map_square(self, x: u8, y: u8) -> Option<(u8, u8)> {
        if x > 7 || y > 7 {
            return None;
        }
        let index = self as u8;
        let (x, y) = if index & 4 != 0 { (y, x) } else { (x, y) };
        Some((if index & 1 != 0 { 7 - x } else { x }, if index & 2 != 0 { 7 - y } else { y }))
    }

    /// Does the same as [`map_square`](Self::map_square), but takes and returns a square number
    /// `8 * y + x`.
    ///
    /// # Panics
    /// Panics if `square` is greater than 63. [`try_map_index`](Self::try_map_index) returns `None`
    /// instead.
    ///
    /// ```
    /// use gamekit::Symmetry;
    /// assert_eq!(Symmetry::LeftRight.map_index(0), 7);
    /// assert_eq!(Symmetry::UpDown.map_index(0), 56);
    /// ```
    #[must_use]
    pub const fn map_index(self, square: u8) -> u8 {
        match self.try_map_index(square) {
            Some(square) => square,
            None => panic!("square numbers of an 8x8 board are 0..64"),
        }
    }

    /// Does the same as [`map_index`](Self::map_index), but returns `None` if `square` is greater
    /// than 63.
    #[must_use]
    pub const fn try_map_index(self, square: u8) -> Option<u8> {
        if square > 63 {
            return None;
        }
        let index = self as u8;
        // A transposition exchanges x and y, the two halves of the square number. A mirror inverts
        // all bits of x or of y.
        let square = if index & 4 != 0 { (square & 7) << 3 | square >> 3 } else { square };
        Some(square ^ ((index & 1) * 7) ^ ((index >> 1 & 1) * 56))
    }

    /// Returns the image of an 8x8 board: bit `s` of the result is bit `map_index(s)` of `board`.
    ///
    /// The method takes about forty bit operations and no branch, so the cost does not depend on
    /// the symmetry. If the symmetry is a constant, the compiler reduces the method to a few
    /// operations.
    ///
    /// ```
    /// use gamekit::Symmetry;
    /// // 1 1 . . . . . .      . . . . . . 1 1
    /// // 1 . . . . . . .  ->  . . . . . . . 1
    /// assert_eq!(Symmetry::LeftRight.apply(0x0103), 0x80c0);
    /// ```
    #[must_use]
    #[inline]
    pub const fn apply(self, board: u64) -> u64 {
        let index = self as u64;
        let board = choose(index & 1, mirror_columns(board), board);
        let board = choose(index >> 1 & 1, mirror_rows(board), board);
        choose(index >> 2 & 1, transpose(board), board)
    }

    /// Returns the images of an 8x8 board under all eight symmetries, in the order of their
    /// indices.
    ///
    /// This method is faster than eight calls of [`apply`](Self::apply): all images together need
    /// one transposition, two column mirrors and four byte swaps.
    ///
    /// ```
    /// use gamekit::Symmetry;
    /// let images = Symmetry::images(0x0103);
    /// assert_eq!(images[Symmetry::UpDown.index()], 0x0301_0000_0000_0000);
    /// ```
    #[must_use]
    #[inline]
    pub const fn images(board: u64) -> [u64; 8] {
        // A left-right mirror after a transposition equals an up-down mirror before it.
        let mirrored = mirror_columns(board);
        let turned = transpose(board);
        let turned_mirrored = mirror_columns(turned);
        [
            board,
            mirrored,
            board.swap_bytes(),
            mirrored.swap_bytes(),
            turned,
            turned.swap_bytes(),
            turned_mirrored,
            turned_mirrored.swap_bytes(),
        ]
    }

    /// Returns the symmetry that maps squares first by `self`, then by `second`:
    /// `a.compose(b).map_square(s) == b.map_square(a.map_square(s))`.
    ///
    /// For boards the order is reversed, because the image of a board is a pull:
    /// `a.compose(b).apply(board) == a.apply(b.apply(board))`.
    ///
    /// ```
    /// use gamekit::Symmetry;
    /// let (a, b) = (Symmetry::LeftRight, Symmetry::Diagonal);
    /// assert_eq!(a.compose(b), Symmetry::ThreeQuarterTurn);
    /// assert_eq!(b.compose(a), Symmetry::QuarterTurn);
    /// assert_eq!(a.compose(b).apply(0x0103), a.apply(b.apply(0x0103)));
    /// ```
    #[must_use]
    pub const fn compose(self, second: Self) -> Self {
        let (first, second) = (self as u8, second as u8);
        // Moving a mirror from before to after a transposition exchanges left-right and up-down.
        let mirrors = first & 3;
        let mirrors = if second & 4 != 0 { mirrors >> 1 | (mirrors & 1) << 1 } else { mirrors };
        Self::ALL[(mirrors ^ first & 4 ^ second) as usize]
    }

    /// Returns the inverse symmetry. Each symmetry except the two quarter turns is its own inverse.
    ///
    /// ```
    /// use gamekit::Symmetry;
    /// let s = Symmetry::QuarterTurn;
    /// assert_eq!(s.inverse(), Symmetry::ThreeQuarterTurn);
    /// assert_eq!(s.inverse().apply(s.apply(0x0103)), 0x0103);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::QuarterTurn => Self::ThreeQuarterTurn,
            Self::ThreeQuarterTurn => Self::QuarterTurn,
            other => other,
        }
    }
}

/// Mirrors an 8x8 board left to right: columns are exchanged.
///
/// ```
/// use gamekit::symmetry::mirror_columns;
/// // 1 1 . . . . . .      . . . . . . 1 1
/// // 1 . . . . . . .  ->  . . . . . . . 1
/// assert_eq!(mirror_columns(0x0103), 0x80c0);
/// ```
#[must_use]
#[inline]
pub const fn mirror_columns(board: u64) -> u64 {
    // Exchanges neighbours, then pairs, then the halves of each row.
    let board = board >> 1 & 0x5555_5555_5555_5555 | (board & 0x5555_5555_5555_5555) << 1;
    let board = board >> 2 & 0x3333_3333_3333_3333 | (board & 0x3333_3333_3333_3333) << 2;
    board >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (board & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Mirrors an 8x8 board top to bottom: rows are exchanged. The mirrored board is the `u64` with its
/// bytes reversed.
///
/// ```
/// use gamekit::symmetry::mirror_rows;
/// assert_eq!(mirror_rows(0x0103), 0x0301_0000_0000_0000);
/// ```
#[must_use]
#[inline]
pub const fn mirror_rows(board: u64) -> u64 {
    board.swap_bytes()
}

/// Reflects an 8x8 board in the diagonal through bit 0: rows become columns.
///
/// ```
/// use gamekit::symmetry::transpose;
/// // 1 1 1 .      1 . . .
/// // . . . .  ->  1 . . .
/// // . . . .      1 . . .
/// assert_eq!(transpose(0x07), 0x0001_0101);
/// ```
#[must_use]
#[inline]
pub const fn transpose(board: u64) -> u64 {
    // Exchanges the off-diagonal squares of each 2x2 block, then the off-diagonal blocks of each
    // 4x4 block, then the off-diagonal blocks of the board.
    let board = word64::delta_swap(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = word64::delta_swap(board, 0x0000_cccc_0000_cccc, 14);
    word64::delta_swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

/// Returns `image` if `flag` is 1 and `board` if `flag` is 0, without a branch.
#[inline]
const fn choose(flag: u64, image: u64, board: u64) -> u64 {
    board ^ ((board ^ image) & flag.wrapping_neg())
}

/// The bits of all squares of a 9x9 board, `0..81`.
pub const BOARD_9X9: u128 = (1 << 81) - 1;

/// Mirrors a 9x9 board left to right: bit `9 * y + x` goes to bit `9 * y + (8 - x)`.
///
/// Bits 81 to 127 are cleared.
///
/// ```
/// use gamekit::symmetry::mirror_columns_9x9;
/// // 1 1 . . . . . . .      . . . . . . . 1 1
/// // . . 1 . 1 . . . .  ->  . . . . 1 . 1 . .
/// let board = 0b000010100_000000011;
/// assert_eq!(mirror_columns_9x9(board), 0b001010000_110000000);
/// ```
#[must_use]
#[inline]
pub const fn mirror_columns_9x9(board: u128) -> u128 {
    const fn every_row(row: u128) -> u128 {
        let mut board = 0;
        let mut y = 0;
        while y < 9 {
            board |= row << (9 * y);
            y += 1;
        }
        board
    }
    // The middle column does not move. The first step exchanges columns 0 to 3 with columns 5 to 8.
    // The next steps reverse each group of four columns.
    const HALVES: u128 = every_row(0b0_0000_1111);
    const PAIRS: u128 = every_row(0b0_0110_0011);
    const SINGLES: u128 = every_row(0b0_1010_0101);
    let board = word128::delta_swap(board & BOARD_9X9, HALVES, 5);
    let board = word128::delta_swap(board, PAIRS, 2);
    word128::delta_swap(board, SINGLES, 1)
}

/// Turns a 9x9 board by 180 degrees: bit `s` goes to bit `80 - s`. The function is correct for
/// boards numbered row by row and for boards numbered column by column.
///
/// Bits 81 to 127 are cleared.
///
/// ```
/// use gamekit::symmetry::half_turn_9x9;
/// assert_eq!(half_turn_9x9(0b11), 0b11 << 79);
/// ```
#[must_use]
#[inline]
pub const fn half_turn_9x9(board: u128) -> u128 {
    (board & BOARD_9X9).reverse_bits() >> 47
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The letter F. Its eight images are all different, so a test cannot confuse two symmetries.
    const F: u64 = 0x0000_0404_1c04_043c;

    /// Computes the image square by square.
    fn naive_image(symmetry: Symmetry, board: u64) -> u64 {
        let mut image = 0;
        for y in 0..8 {
            for x in 0..8 {
                let (from_x, from_y) = symmetry.map_square(x, y);
                image |= (board >> (8 * from_y + from_x) & 1) << (8 * y + x);
            }
        }
        image
    }

    #[test]
    fn map_square_is_the_documented_table() {
        for x in 0..8 {
            for y in 0..8 {
                let expected = [
                    (x, y),
                    (7 - x, y),
                    (x, 7 - y),
                    (7 - x, 7 - y),
                    (y, x),
                    (7 - y, x),
                    (y, 7 - x),
                    (7 - y, 7 - x),
                ];
                for symmetry in Symmetry::ALL {
                    let there = symmetry.map_square(x, y);
                    assert_eq!(there, expected[symmetry.index()], "{symmetry:?} of ({x}, {y})");
                    assert_eq!(symmetry.map_index(8 * y + x), 8 * there.1 + there.0);
                }
            }
        }
    }

    #[test]
    fn only_squares_of_the_board_are_mapped() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.try_map_square(8, 0), None);
            assert_eq!(symmetry.try_map_square(0, 8), None);
            assert_eq!(symmetry.try_map_square(7, 255), None);
            assert_eq!(symmetry.try_map_index(64), None);
            assert_eq!(symmetry.try_map_index(255), None);
        }
    }

    #[test]
    fn corners_appear_where_the_table_says() {
        // The corners a1, h1, h8, a8 in the order of the table: the board's corner `k` appears on
        // the image's corner `rows[t][k]`.
        let (a1, h1, h8, a8) = (0_u8, 7_u8, 63_u8, 56_u8);
        let rows = [
            [a1, h1, h8, a8],
            [h1, a1, a8, h8],
            [a8, h8, h1, a1],
            [h8, a8, a1, h1],
            [a1, a8, h8, h1],
            [a8, a1, h1, h8],
            [h1, h8, a8, a1],
            [h8, h1, a1, a8],
        ];
        for symmetry in Symmetry::ALL {
            for (corner, appears_on) in [a1, h1, h8, a8].into_iter().zip(rows[symmetry.index()]) {
                assert_eq!(symmetry.apply(1 << corner), 1 << appears_on, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn composition_and_inverse_are_the_documented_tables() {
        let composed = [
            [0, 1, 2, 3, 4, 5, 6, 7],
            [1, 0, 3, 2, 6, 7, 4, 5],
            [2, 3, 0, 1, 5, 4, 7, 6],
            [3, 2, 1, 0, 7, 6, 5, 4],
            [4, 5, 6, 7, 0, 1, 2, 3],
            [5, 4, 7, 6, 2, 3, 0, 1],
            [6, 7, 4, 5, 1, 0, 3, 2],
            [7, 6, 5, 4, 3, 2, 1, 0],
        ];
        let inverse = [0, 1, 2, 3, 4, 6, 5, 7];
        for a in Symmetry::ALL {
            assert_eq!(a.inverse().index(), inverse[a.index()]);
            for b in Symmetry::ALL {
                let both = a.compose(b);
                assert_eq!(both.index(), composed[a.index()][b.index()], "{a:?} then {b:?}");
                for square in 0..64 {
                    assert_eq!(both.map_index(square), b.map_index(a.map_index(square)));
                }
            }
        }
    }

    #[test]
    fn images_of_an_f_are_eight_different_boards() {
        let mut images = Symmetry::ALL.map(|symmetry| symmetry.apply(F));
        assert_eq!(images, Symmetry::ALL.map(|symmetry| naive_image(symmetry, F)));
        images.sort_unstable();
        assert!(images.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn index_and_back() {
        for (index, symmetry) in (0..).zip(Symmetry::ALL) {
            assert_eq!(Symmetry::from_index(index), Some(symmetry));
            assert_eq!(symmetry.index(), usize::from(index));
        }
        assert!((8..=255).all(|index| Symmetry::from_index(index).is_none()));
    }

    fn naive_9x9(board: u128, place: impl Fn(u32, u32) -> (u32, u32)) -> u128 {
        let mut image = 0;
        for y in 0..9 {
            for x in 0..9 {
                let (to_x, to_y) = place(x, y);
                image |= (board >> (9 * y + x) & 1) << (9 * to_y + to_x);
            }
        }
        image
    }

    proptest! {
        #[test]
        fn apply_is_the_naive_pull(board: u64, index in 0_u8..8) {
            let symmetry = Symmetry::from_index(index).unwrap();
            let expected = naive_image(symmetry, board);
            prop_assert_eq!(symmetry.apply(board), expected);
            prop_assert_eq!(Symmetry::images(board)[symmetry.index()], expected);
        }

        #[test]
        fn inverse_undoes(board: u64, index in 0_u8..8) {
            let symmetry = Symmetry::from_index(index).unwrap();
            prop_assert_eq!(symmetry.inverse().apply(symmetry.apply(board)), board);
            prop_assert_eq!(symmetry.compose(symmetry.inverse()), Symmetry::Identity);
        }

        #[test]
        fn boards_compose_the_other_way_round(board: u64, a in 0_u8..8, b in 0_u8..8) {
            let (a, b) = (Symmetry::from_index(a).unwrap(), Symmetry::from_index(b).unwrap());
            prop_assert_eq!(a.compose(b).apply(board), a.apply(b.apply(board)));
        }

        #[test]
        fn named_maps_are_symmetries(board: u64) {
            prop_assert_eq!(mirror_columns(board), Symmetry::LeftRight.apply(board));
            prop_assert_eq!(mirror_rows(board), Symmetry::UpDown.apply(board));
            prop_assert_eq!(transpose(board), Symmetry::Diagonal.apply(board));
        }

        #[test]
        fn maps_of_9x9_are_the_naive_ones(board: u128) {
            prop_assert_eq!(mirror_columns_9x9(board), naive_9x9(board, |x, y| (8 - x, y)));
            prop_assert_eq!(half_turn_9x9(board), naive_9x9(board, |x, y| (8 - x, 8 - y)));
        }

        #[test]
        fn maps_of_9x9_undo_themselves(board: u128) {
            let board = board & BOARD_9X9;
            prop_assert_eq!(mirror_columns_9x9(mirror_columns_9x9(board)), board);
            prop_assert_eq!(half_turn_9x9(half_turn_9x9(board)), board);
        }
    }
}
