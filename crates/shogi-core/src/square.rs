use core::fmt;
use core::str::FromStr;

use crate::color::Color;

/// A square of the 9x9 board. Squares have indices in the reading order of SFEN: 9a is 0, 1a is 8,
/// and 1i is 80.
///
/// ```text
///    9  8  7  6  5  4  3  2  1
///    0  1  2  3  4  5  6  7  8  a
///    9 10 11 12 13 14 15 16 17  b
///    ..                         ..
///   72 73 74 75 76 77 78 79 80  i
/// ```
///
/// Black plays toward rank a. A half turn of the board maps a square to `80 - index`. This is also
/// true in the two other numberings to which squares can be converted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8); // The index is always less than 81.

macro_rules! squares {
    ($($name:ident)*) => {
        /// The squares by name, in the order of their indices. `Square::SQ_7G` prints `7g`.
        #[allow(missing_docs, reason = "the names are self-explanatory")]
        impl Square {
            squares!(@each 0u8; $($name)*);
        }
    };
    (@each $index:expr; $name:ident $($rest:ident)*) => {
        pub const $name: Self = Self($index);
        squares!(@each $index + 1; $($rest)*);
    };
    (@each $index:expr;) => {};
}

squares! {
    SQ_9A SQ_8A SQ_7A SQ_6A SQ_5A SQ_4A SQ_3A SQ_2A SQ_1A
    SQ_9B SQ_8B SQ_7B SQ_6B SQ_5B SQ_4B SQ_3B SQ_2B SQ_1B
    SQ_9C SQ_8C SQ_7C SQ_6C SQ_5C SQ_4C SQ_3C SQ_2C SQ_1C
    SQ_9D SQ_8D SQ_7D SQ_6D SQ_5D SQ_4D SQ_3D SQ_2D SQ_1D
    SQ_9E SQ_8E SQ_7E SQ_6E SQ_5E SQ_4E SQ_3E SQ_2E SQ_1E
    SQ_9F SQ_8F SQ_7F SQ_6F SQ_5F SQ_4F SQ_3F SQ_2F SQ_1F
    SQ_9G SQ_8G SQ_7G SQ_6G SQ_5G SQ_4G SQ_3G SQ_2G SQ_1G
    SQ_9H SQ_8H SQ_7H SQ_6H SQ_5H SQ_4H SQ_3H SQ_2H SQ_1H
    SQ_9I SQ_8I SQ_7I SQ_6I SQ_5I SQ_4I SQ_3I SQ_2I SQ_1I
}

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 81;

    /// Returns the square with this number, `0..81`.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 81 { Some(Self(index)) } else { None }
    }

    /// Returns the number of the square, `0..81`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square on a file, `1..=9` from right to left, and a rank, `1..=9` from top to
    /// bottom.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if 1 <= file && file <= 9 && 1 <= rank && rank <= 9 {
            Some(Self(9 * (rank - 1) + (9 - file)))
        } else {
            None
        }
    }

    /// Returns the file, `1..=9` from right to left, as Black sees the board.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        9 - self.0 % 9
    }

    /// Returns the rank, `1..=9` from top to bottom. Rank 1 is `a`.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 9 + 1
    }

    /// Returns the rank from the point of view of `color`. Rank 1 is the farthest rank, and rank 9
    /// is the rank on which the king starts.
    #[inline]
    #[must_use]
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::Black => self.rank(),
            Color::White => 10 - self.rank(),
        }
    }

    /// Returns whether the square is in the promotion zone of `color`, the three farthest ranks.
    #[inline]
    #[must_use]
    pub const fn is_promotion_zone(self, color: Color) -> bool {
        match color {
            Color::Black => self.0 < 27,
            Color::White => self.0 >= 54,
        }
    }

    /// Returns the number of the square in Miyako Shogi System: `9 * (rank - 1) + (file - 1)`. 1a
    /// is 0.
    #[inline]
    #[must_use]
    pub const fn to_miyako(self) -> u8 {
        9 * (self.rank() - 1) + (self.file() - 1)
    }

    /// Returns the square with this number in Miyako Shogi System.
    #[inline]
    #[must_use]
    pub const fn from_miyako(number: u8) -> Option<Self> {
        if number < 81 { Self::new(number % 9 + 1, number / 9 + 1) } else { None }
    }

    /// Returns the number in Apery, YaneuraOu and the packed formats, which number squares file by file:
    /// `9 * (file - 1) + (rank - 1)`. 1a is 0, 1i is 8.
    #[inline]
    #[must_use]
    pub const fn to_apery(self) -> u8 {
        9 * (self.file() - 1) + (self.rank() - 1)
    }

    /// Returns the square with this number in Apery, YaneuraOu and the packed formats.
    #[inline]
    #[must_use]
    pub const fn from_apery(number: u8) -> Option<Self> {
        if number < 81 { Self::new(number / 9 + 1, number % 9 + 1) } else { None }
    }

    /// Returns the square after a half turn of the board: 1a becomes 9i.
    #[inline]
    #[must_use]
    pub const fn half_turn(self) -> Self {
        Self(80 - self.0)
    }

    /// Returns the square after mirroring the board left to right: 1a becomes 9a.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0 / 9 * 9 + (8 - self.0 % 9))
    }

    /// Returns all squares in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..81u8).map(Self)
    }

    /// Returns the square with this index. The index must be less than 81.
    #[inline(always)]
    pub(crate) const fn from_low(index: usize) -> Self {
        debug_assert!(index < 81);
        Self(index as u8)
    }
}

/// Prints the square as SFEN and USI do: file digit and rank letter, `7g`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid square: expected a file 1 to 9 and a rank a to i, as in 7g")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Self::new(file - b'0', rank - b'a' + 1).ok_or(ParseSquareError)
            }
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn numberings_agree_on_the_corners() {
        for (name, bonanza, miyako, apery) in [
            ("9a", 0, 8, 72),
            ("1a", 8, 0, 0),
            ("9i", 72, 80, 80),
            ("1i", 80, 72, 8),
            ("7g", 56, 60, 60),
        ] {
            let square: Square = name.parse().unwrap();
            assert_eq!(square.index(), bonanza, "{name}");
            assert_eq!((square.to_miyako(), square.to_apery()), (miyako, apery), "{name}");
        }
        assert_eq!(Square::SQ_7G.to_string(), "7g");
        assert_eq!(Square::SQ_1I.index(), 80);
    }

    #[test]
    fn conversions_and_symmetries_round_trip() {
        for square in Square::all() {
            assert_eq!(Square::from_miyako(square.to_miyako()), Some(square));
            assert_eq!(Square::from_apery(square.to_apery()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            let turned = square.half_turn();
            assert_eq!((turned.file(), turned.rank()), (10 - square.file(), 10 - square.rank()));
            assert_eq!(turned.to_apery(), 80 - square.to_apery());
            assert_eq!(turned.to_miyako(), 80 - square.to_miyako());
            assert_eq!(turned.index(), 80 - square.index());
            assert_eq!(
                (square.mirror().file(), square.mirror().rank()),
                (10 - square.file(), square.rank())
            );
        }
        for text in ["", "7", "g7", "0a", "7j", "7gg", "七g"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError));
        }
    }
}
