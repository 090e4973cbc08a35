//! Sets of squares.
use crate::square::Square;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
use core::str::FromStr;
use gamekit::Symmetry;
use gamekit::bits::word64;

/// A set of squares: bit `n` is the square with number `n`, so that a1 is bit 0 and h8 is bit 63.
///
/// ```
/// use reversi_core::{Bitboard, Square};
/// let corners = Bitboard::from_bits(0x8100_0000_0000_0081);
/// assert_eq!(corners.len(), 4);
/// assert!(corners.contains(Square::H1));
/// assert_eq!(corners.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["a1", "h1", "a8", "h8"]);
/// assert_eq!(corners & Bitboard::rank(1), [Square::A1, Square::H1].into_iter().collect());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all 64 squares.
    pub const ALL: Self = Self(!0);

    /// Returns the set with these bits.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the bits of the set.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of one square.
    #[must_use]
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(square.bit())
    }

    /// Returns the eight squares of a file, `1..=8` for a to h; the empty set for another number.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        if file >= 1 && file <= 8 { Self(0x0101_0101_0101_0101 << (file - 1)) } else { Self::EMPTY }
    }

    /// Returns the eight squares of a rank, `1..=8` from the top; the empty set for another
    /// number.
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank >= 1 && rank <= 8 { Self(0xff << (8 * (rank - 1))) } else { Self::EMPTY }
    }

    /// Returns the number of squares in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set has more than one square.
    #[must_use]
    #[inline]
    pub const fn has_several(self) -> bool {
        word64::without_lowest(self.0) != 0
    }

    /// Returns whether the square is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// Returns whether the sets have a square in common.
    #[must_use]
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether every square of this set is in the other set.
    #[must_use]
    #[inline]
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds the square to the set.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= square.bit();
    }

    /// Removes the square from the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !square.bit();
    }

    /// Adds the square if it is not in the set, and removes the square otherwise.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        self.0 ^= square.bit();
    }

    /// Returns the squares in either set.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the squares in both sets.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the squares in this set and not in the other.
    #[must_use]
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the square with the lowest number.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        match word64::lowest(self.0) {
            Some(bit) => Some(Square::from_bit(bit)),
            None => None,
        }
    }

    /// Returns the square with the highest number.
    #[must_use]
    #[inline]
    pub const fn last(self) -> Option<Square> {
        match word64::highest(self.0) {
            Some(bit) => Some(Square::from_bit(bit)),
            None => None,
        }
    }

    /// Removes the square with the lowest number from the set and returns the square.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        match word64::pop_lowest(&mut self.0) {
            Some(bit) => Some(Square::from_bit(bit)),
            None => None,
        }
    }

    /// Returns the image of the set under a symmetry. The image contains the [`Square::image`] of
    /// each square of the set.
    #[must_use]
    #[inline]
    pub const fn image(self, symmetry: Symmetry) -> Self {
        Self(symmetry.apply(self.0))
    }

    /// Returns the squares in ascending order.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(word64::bits(self.0))
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(squares.into_iter().fold(0, |bits, square| bits | square.bit()))
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect::<Self>();
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// An iterator over the squares of a [`Bitboard`] in ascending order.
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Squares(word64::Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(Square::from_bit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        self.0.next_back().map(Square::from_bit)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

macro_rules! set_operator {
    ($($Trait:ident $method:ident $Assign:ident $assign:ident $op:tt;)*) => {$(
        impl $Trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $Assign for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )*};
}
set_operator! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Self;

    /// Returns the squares that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Display for Bitboard {
    /// Writes eight rows, beginning with rank 1: `1` for a square in the set, `.` for a square
    /// outside the set, and a space between two squares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_str(match (square.index(), square.file()) {
                (0, _) => "",
                (_, 1) => "\n",
                _ => " ",
            })?;
            f.write_str(if self.contains(square) { "1" } else { "." })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}

/// The error for a string that is not the text form of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid bitboard, byte {at}: {kind}")]
pub struct ParseBitboardError {
    /// The byte offset in the text.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ParseBitboardErrorKind,
}

/// What is wrong with a string that is not the text form of a set.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseBitboardErrorKind {
    /// A character that does not represent a square.
    #[error("found {found:?}, expected 1 or . for a square")]
    Character {
        /// The character.
        found: char,
    },
    /// The text ends before the last square.
    #[error("the text has {found} squares, expected 64")]
    TooFewSquares {
        /// The number of squares in the text.
        found: u32,
    },
    /// The text continues after the 64th square.
    #[error("the text has more than 64 squares")]
    TooManySquares,
}

impl FromStr for Bitboard {
    type Err = ParseBitboardError;

    /// Reads the text form that `Display` writes. Spaces and line breaks may appear anywhere.
    ///
    /// ```
    /// use reversi_core::Bitboard;
    /// let picture = Bitboard::rank(2).to_string();
    /// assert_eq!(picture.parse(), Ok(Bitboard::rank(2)));
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseBitboardError> {
        let error = |at, kind| Err(ParseBitboardError { at, kind });
        let (mut set, mut squares) = (Self::EMPTY, 0);
        for (at, found) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            if !matches!(found, '1' | '.') {
                return error(at, ParseBitboardErrorKind::Character { found });
            }
            if squares == 64 {
                return error(at, ParseBitboardErrorKind::TooManySquares);
            }
            if found == '1' {
                set.insert(Square::from_bit(squares));
            }
            squares += 1;
        }
        if squares < 64 {
            return error(text.len(), ParseBitboardErrorKind::TooFewSquares { found: squares });
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn algebra_agrees_with_membership() {
        let a = Bitboard::file(3) | Bitboard::rank(2);
        let b = Bitboard::file(3) | Bitboard::rank(7) | Bitboard::rank(8);
        for square in Square::all() {
            let (in_a, in_b) = (
                square.file() == 3 || square.rank() == 2,
                square.file() == 3 || square.rank() >= 7,
            );
            assert_eq!((a.contains(square), b.contains(square)), (in_a, in_b));
            assert_eq!(a.union(b).contains(square), in_a || in_b);
            assert_eq!(a.intersection(b).contains(square), in_a && in_b);
            assert_eq!(a.difference(b).contains(square), in_a && !in_b);
            assert_eq!((a ^ b).contains(square), in_a != in_b);
            assert_eq!((!a).contains(square), !in_a);
            let mut changed = a;
            changed.toggle(square);
            assert_eq!(changed.contains(square), !in_a);
            changed.insert(square);
            assert_eq!(changed, a | square.into());
            changed.remove(square);
            assert_eq!(changed, a.difference(Bitboard::from_square(square)));
            for symmetry in Symmetry::ALL {
                assert_eq!(a.image(symmetry).contains(square.image(symmetry)), in_a);
            }
        }
        assert!(a.intersects(b) && !a.intersects(!a));
        assert!((a & b).is_subset_of(a) && !a.is_subset_of(b) && a.is_subset_of(a));
        assert!(a.has_several() && !Bitboard::from_square(Square::H8).has_several());
        for number in [0, 9, 255] {
            assert_eq!((Bitboard::file(number), Bitboard::rank(number)), Default::default());
        }
    }

    #[test]
    fn iteration_is_in_order_and_complete() {
        let set = Bitboard::file(1) | Bitboard::rank(8);
        let expected: Vec<Square> = Square::all().filter(|&square| set.contains(square)).collect();
        let mut by_pop = Vec::new();
        let mut rest = set;
        while let Some(square) = rest.pop_first() {
            by_pop.push(square);
        }
        assert_eq!(by_pop, expected);
        assert_eq!(set.iter().collect::<Vec<_>>(), expected);
        assert!(set.iter().rev().eq(expected.iter().rev().copied()));
        assert_eq!(set.first(), expected.first().copied());
        assert_eq!(set.last(), expected.last().copied());
        assert_eq!((Bitboard::EMPTY.first(), Bitboard::EMPTY.last()), (None, None));
        assert_eq!(set.iter().len(), 15);
    }

    #[test]
    fn pictures_read_back() {
        for bits in [0, !0, 1, 1 << 63, 0x0123_4567_89ab_cdef] {
            let set = Bitboard::from_bits(bits);
            let picture = set.to_string();
            assert_eq!((picture.len(), picture.lines().count()), (127, 8));
            assert_eq!(picture.parse(), Ok(set));
            assert_eq!(picture.replace([' ', '\n'], "").parse(), Ok(set));
        }
        let rank = "........".repeat(7);
        let error = |text: &str| {
            let error = text.parse::<Bitboard>().unwrap_err();
            (error.at, error.kind)
        };
        use ParseBitboardErrorKind as Kind;
        assert_eq!(error(""), (0, Kind::TooFewSquares { found: 0 }));
        assert_eq!(error(&rank), (56, Kind::TooFewSquares { found: 56 }));
        assert_eq!(error(&format!("{rank}1x")), (57, Kind::Character { found: 'x' }));
        assert_eq!(error(&format!("{rank}........ 1")), (65, Kind::TooManySquares));
    }
}
