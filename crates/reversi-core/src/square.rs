//! The 64 squares.
use core::fmt;
use core::str::FromStr;

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
/// assert_eq!((square.index(), square.x(), square.y()), (37, 5, 4));
/// assert_eq!(square, Square::F5);
/// assert_eq!(square.to_string(), "f5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8); // invariant: 0..64

impl Square {
    /// The square of this number, or `None` from 64 on.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square at file `x` (a = 0) and rank `y` (rank 1 = 0), or `None` off the board.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < 8 && y < 8 { Some(Self(8 * y + x)) } else { None }
    }

    /// The number of a bit that is known to lie on the board.
    pub(crate) const fn from_bit(bit: u32) -> Self {
        Self((bit & 63) as u8)
    }

    /// The number of the square, `0..64`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, `0..8` for a to h.
    #[must_use]
    pub const fn x(self) -> u8 {
        self.0 & 7
    }

    /// The rank, `0..8` for ranks 1 to 8, downward.
    #[must_use]
    pub const fn y(self) -> u8 {
        self.0 >> 3
    }

    /// The word with this square's bit alone.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// All 64 squares, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..64u8).map(Self)
    }
}

macro_rules! name_squares {
    ($($name:ident)*) => {
        #[allow(missing_docs, reason = "a square constant is spelled as it prints")]
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
        let bytes = [b'a' + self.x(), b'1' + self.y()];
        f.pad(core::str::from_utf8(&bytes).unwrap_or("??"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid square: expected a letter a to h and a digit 1 to 8")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a file letter of any case and a rank digit.
    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else { return Err(ParseSquareError) };
        Self::new(file.to_ascii_lowercase().wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
            .ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_square_reads_back() {
        assert_eq!(Square::all().len(), 64);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::new(square.x(), square.y()), Some(square));
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!(Square::H8.index(), 63);
        for text in ["", "f", "i1", "a9", "a0", "f55", "5f", "é1"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }
}
