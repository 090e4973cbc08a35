//! The 64 squares.
use core::fmt;
use core::str::FromStr;
use gamekit::Symmetry;

/// A square of the 8x8 board: a1 is 0, h1 is 7, a8 is 56, h8 is 63; rank 1 is the top row.
///
/// ```text
///     a  b  c  d  e  f  g  h
/// 1   0  1  2  3  4  5  6  7
/// 2   8  9 10 11 12 13 14 15
/// ..
/// 8  56 57 58 59 60 61 62 63
/// ```
///
/// ```
/// use reversi_core::Square;
/// let square: Square = "f5".parse().unwrap();
/// assert_eq!((square.index(), square.file(), square.rank()), (37, 6, 5));
/// assert_eq!(Square::new(6, 5), Some(square));
/// assert_eq!(square, Square::F5);
/// assert_eq!(square.to_string(), "f5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8); // invariant: 0..64

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 64;

    /// Returns the square with this number, or `None` if the number is 64 or more.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Returns the square on a file (`1..=8` for a to h) and a rank (`1..=8` from the top), or
    /// `None` if the square is off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if 1 <= file && file <= 8 && 1 <= rank && rank <= 8 {
            Some(Self(8 * (rank - 1) + (file - 1)))
        } else {
            None
        }
    }

    /// Returns the square of a bit number, which must be below 64.
    pub(crate) const fn from_bit(bit: u32) -> Self {
        Self((bit & 63) as u8)
    }

    /// Returns the number of the square, `0..64`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, `1..=8` for a to h.
    #[must_use]
    pub const fn file(self) -> u8 {
        (self.0 & 7) + 1
    }

    /// Returns the rank, `1..=8` from the top.
    #[must_use]
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) + 1
    }

    /// Returns an integer in which only the bit of this square is set.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the square of the board's image that has the content of this square.
    ///
    /// The image of a move can therefore be played on the image of the board:
    ///
    /// ```
    /// use reversi_core::{Board, Square, Symmetry};
    /// let image = Square::F5.image(Symmetry::QuarterTurn);
    /// assert_eq!(image.to_string(), "e3");
    /// let after = Board::START.play(Square::F5)?;
    /// let turned = Board::START.image(Symmetry::QuarterTurn).play(image)?;
    /// assert_eq!(after.image(Symmetry::QuarterTurn), turned);
    /// # Ok::<(), reversi_core::IllegalMove>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn image(self, symmetry: Symmetry) -> Self {
        Self(symmetry.inverse().map_index(self.0))
    }

    /// Returns the squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..64u8).map(Self)
    }
}

macro_rules! name_squares {
    ($($name:ident)*) => {
        #[allow(missing_docs, reason = "the name of a constant is the name of its square")]
        impl Square {
            $(pub const $name: Self = Self(Names::$name as u8);)*
        }
        #[allow(clippy::upper_case_acronyms)]
        enum Names { $($name),* }
    };
}
name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [b'a' - 1 + self.file(), b'0' + self.rank()];
        f.pad(core::str::from_utf8(&bytes).unwrap_or("??"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a string that is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid square: expected a letter a to h and a digit 1 to 8")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a file letter in either case and a rank digit.
    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else { return Err(ParseSquareError) };
        Self::from_letter_and_digit(file, rank).ok_or(ParseSquareError)
    }
}

impl Square {
    /// Returns the square with this file letter, in either case, and this rank digit.
    pub(crate) const fn from_letter_and_digit(file: u8, rank: u8) -> Option<Self> {
        let file = file.to_ascii_lowercase().wrapping_sub(b'a' - 1);
        Self::new(file, rank.wrapping_sub(b'0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_square_reads_back() {
        assert_eq!(Square::all().len(), Square::COUNT);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!(Square::H8.index(), 63);
        assert_eq!((Square::H8.file(), Square::H8.rank()), (8, 8));
        for (file, rank) in [(0, 1), (1, 0), (9, 1), (1, 9), (255, 255)] {
            assert_eq!(Square::new(file, rank), None);
        }
        for text in ["", "f", "i1", "a9", "a0", "f55", "5f", "é1", "`1", "@1"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }

    #[test]
    fn a_square_is_mapped_as_the_word_with_its_bit() {
        for symmetry in Symmetry::ALL {
            for square in Square::all() {
                let image = square.image(symmetry);
                assert_eq!(image.bit(), symmetry.apply(square.bit()), "{square} {symmetry:?}");
                assert_eq!(image.image(symmetry.inverse()), square);
            }
        }
    }
}
