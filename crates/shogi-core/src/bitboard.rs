use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
use core::str::FromStr;

use gamekit::bits::word128;
use gamekit::symmetry::{BOARD_9X9, half_turn_9x9, mirror_columns_9x9};

use crate::color::Color;
use crate::square::Square;

/// A set of squares. Bit `n` of the `u128` is set if the square with index `n` is in the set. Bits
/// 81 to 127 are always zero.
///
/// ```
/// use shogi_core::{Bitboard, Square};
/// let pair: Bitboard = [Square::SQ_7G, Square::SQ_7F].into_iter().collect();
/// assert_eq!(pair.len(), 2);
/// assert!(pair.contains(Square::SQ_7F));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u128);

const ALL: u128 = BOARD_9X9;
const FILE_9: u128 = 0x0100_8040_2010_0804_0201;

/// For each index, the set that contains only this square. The sets of indices above 80 are empty.
/// A table look-up takes fewer instructions than a 128-bit shift.
pub(crate) static BITS: [u128; 128] = {
    let mut table = [0; 128];
    let mut square = 0;
    while square < 81 {
        table[square] = 1 << square;
        square += 1;
    }
    table
};

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all 81 squares.
    pub const ALL: Self = Self(ALL);

    /// Returns the set with these bits, or `None` if a bit above 80 is set.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Option<Self> {
        if bits & !ALL == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the set with these bits. Bits above 80 are ignored.
    #[inline]
    #[must_use]
    pub const fn from_bits_truncate(bits: u128) -> Self {
        Self(bits & ALL)
    }

    /// Returns the set with these bits. The caller guarantees that no bit above 80 is set.
    #[inline(always)]
    pub(crate) const fn from_low(bits: u128) -> Self {
        debug_assert!(bits & !ALL == 0);
        Self(bits)
    }

    /// Returns the bits of the set.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the set of one square.
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Returns the nine squares of a file, `1..=9`. Returns the empty set for any other number.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        if file >= 1 && file <= 9 { Self(FILE_9 << (9 - file)) } else { Self::EMPTY }
    }

    /// Returns the nine squares of a rank, `1..=9`. Returns the empty set for any other number.
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank >= 1 && rank <= 9 { Self(0x1ff << (9 * (rank - 1))) } else { Self::EMPTY }
    }

    /// Returns the three far ranks of a side, on which the pieces of the side promote.
    #[inline]
    #[must_use]
    pub const fn promotion_zone(color: Color) -> Self {
        match color {
            Color::Black => Self((1 << 27) - 1),
            Color::White => Self(((1 << 27) - 1) << 54),
        }
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has more than one square.
    #[inline]
    #[must_use]
    pub const fn has_several(self) -> bool {
        word128::without_lowest(self.0) != 0
    }

    /// Returns whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Adds the square to the set.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Removes the square from the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// Adds the square if it is not in the set. Otherwise, removes it.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        self.0 ^= 1 << square.index();
    }

    /// Returns the squares that are in at least one of the two sets.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the squares in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the squares that are in this set but not in `other`.
    #[inline]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether the sets have a square in common.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether every square of this set is in `other`.
    #[inline]
    #[must_use]
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the square with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        match word128::lowest(self.0) {
            Some(bit) => Some(Square::from_low(bit as usize)),
            None => None,
        }
    }

    /// Returns the square with the highest number.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        match word128::highest(self.0) {
            Some(bit) => Some(Square::from_low(bit as usize)),
            None => None,
        }
    }

    /// Removes the square with the lowest number from the set and returns the square.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        match word128::pop_lowest(&mut self.0) {
            Some(bit) => Some(Square::from_low(bit as usize)),
            None => None,
        }
    }

    /// Returns the squares of the set after a half turn of the board.
    ///
    /// ```
    /// # use shogi_core::{Bitboard, Square};
    /// let far = Bitboard::from_square(Square::SQ_1A);
    /// assert_eq!(far.half_turn(), Bitboard::from_square(Square::SQ_9I));
    /// ```
    #[inline]
    #[must_use]
    pub const fn half_turn(self) -> Self {
        Self(half_turn_9x9(self.0))
    }

    /// Returns the squares of the set after mirroring the board left to right.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(mirror_columns_9x9(self.0))
    }

    /// Returns the squares in ascending order of their numbers.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(word128::bits(self.0))
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    /// Returns the squares of the board that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ ALL)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
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
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::from_square(square))
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
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

/// An iterator over the squares of a [`Bitboard`] in ascending order of their numbers.
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Squares(word128::Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(|bit| Square::from_low(bit as usize))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn fold<A, F: FnMut(A, Square) -> A>(self, init: A, mut f: F) -> A {
        self.0.fold(init, |acc, bit| f(acc, Square::from_low(bit as usize)))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        self.0.next_back().map(|bit| Square::from_low(bit as usize))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl fmt::Display for Bitboard {
    /// Writes nine rows, from rank a to rank i, with file 9 at the left. A square is `1` if it is
    /// in the set and `.` otherwise. Spaces separate the squares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in Square::all().enumerate() {
            f.write_str(match index {
                0 => "",
                _ if index % 9 == 0 => "\n",
                _ => " ",
            })?;
            f.write_str(if self.contains(square) { "1" } else { "." })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// Writes the rows of `Display`, but with `*` for a square in the set and with a newline after
    /// each row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..9 {
            for column in 0..9 {
                f.write_str(if self.0 >> (9 * rank + column) & 1 != 0 { " *" } else { " ." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The error for a text that is not a [`Bitboard`] in the form of `Display`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid bitboard, byte {at}: {kind}")]
pub struct ParseBitboardError {
    /// The byte offset of the error in the text, counted from 0.
    pub at: usize,
    /// The kind of the error.
    pub kind: ParseBitboardErrorKind,
}

/// The kind of a [`ParseBitboardError`].
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseBitboardErrorKind {
    /// A character is not `1` or `.`.
    #[error("found {found:?}, expected 1 or . for a square")]
    Character {
        /// The character.
        found: char,
    },
    /// The text has fewer than 81 squares.
    #[error("the text has {found} squares, expected 81")]
    TooFewSquares {
        /// The number of squares in the text.
        found: usize,
    },
    /// The text has more than 81 squares.
    #[error("the text has more than 81 squares, expected 81")]
    TooManySquares,
}

impl FromStr for Bitboard {
    type Err = ParseBitboardError;

    /// Reads the text that `Display` writes. White space may occur anywhere.
    ///
    /// ```
    /// use shogi_core::Bitboard;
    /// let picture = Bitboard::rank(2).to_string();
    /// assert_eq!(picture.parse(), Ok(Bitboard::rank(2)));
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseBitboardError> {
        let error = |at, kind| Err(ParseBitboardError { at, kind });
        let mut set = Self::EMPTY;
        let mut squares = Square::all();
        for (at, found) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            if !matches!(found, '1' | '.') {
                return error(at, ParseBitboardErrorKind::Character { found });
            }
            match squares.next() {
                Some(square) if found == '1' => set.insert(square),
                Some(_) => {}
                None => return error(at, ParseBitboardErrorKind::TooManySquares),
            }
        }
        match squares.len() {
            0 => Ok(set),
            missing => {
                let found = Square::COUNT - missing;
                error(text.len(), ParseBitboardErrorKind::TooFewSquares { found })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn algebra_agrees_with_membership() {
        let a = Bitboard::file(3) | Bitboard::rank(2);
        let b = Bitboard::promotion_zone(Color::White) | Bitboard::file(3);
        for square in Square::all() {
            let (in_a, in_b) = (
                square.file() == 3 || square.rank() == 2,
                square.is_promotion_zone(Color::White) || square.file() == 3,
            );
            assert_eq!((a.contains(square), b.contains(square)), (in_a, in_b));
            assert_eq!((a & b).contains(square), in_a && in_b);
            assert_eq!(a.difference(b).contains(square), in_a && !in_b);
            assert_eq!((a ^ b).contains(square), in_a != in_b);
            assert_eq!((!a).contains(square), !in_a);
            assert_eq!(a.half_turn().contains(square.half_turn()), in_a);
            assert_eq!(a.mirror().contains(square.mirror()), in_a);
        }
        assert!(a.intersects(b) && !a.intersects(!a));
        assert!((a & b).is_subset_of(a) && !a.is_subset_of(b) && a.is_subset_of(a));
        assert_eq!((!Bitboard::EMPTY).bits() >> 81, 0);
        assert_eq!(Bitboard::from_bits(1 << 81), None);
    }

    #[test]
    fn iteration_is_in_order_and_complete() {
        let set = Bitboard::file(1) | Bitboard::rank(8);
        let by_next: Vec<Square> = set.iter().collect();
        let mut by_fold = Vec::new();
        set.iter().for_each(|square| by_fold.push(square));
        let mut by_pop = Vec::new();
        let mut rest = set;
        while let Some(square) = rest.pop_first() {
            by_pop.push(square);
        }
        let expected: Vec<Square> = Square::all().filter(|&square| set.contains(square)).collect();
        assert_eq!(by_next, expected);
        assert!(set.iter().rev().eq(expected.iter().rev().copied()));
        assert_eq!(by_fold, expected);
        assert_eq!(by_pop, expected);
        assert_eq!(set.first(), expected.first().copied());
        assert_eq!(set.last(), expected.last().copied());
        assert_eq!(set.iter().len(), 17);
        assert!(Bitboard::ALL.has_several() && !Bitboard::from_square(Square::SQ_1I).has_several());
    }

    #[test]
    fn pictures_read_back() {
        for bits in [0, ALL, 1, 1 << 80, 0x0123_4567_89ab_cdef_0123] {
            let set = Bitboard::from_bits(bits).unwrap();
            let picture = set.to_string();
            assert_eq!((picture.len(), picture.lines().count()), (161, 9));
            assert_eq!(picture.parse(), Ok(set));
            assert_eq!(picture.replace([' ', '\n'], "").parse(), Ok(set));
        }
        let rows = ".........".repeat(8);
        let error = |text: &str| {
            let error = text.parse::<Bitboard>().unwrap_err();
            (error.at, error.kind)
        };
        use ParseBitboardErrorKind as Kind;
        assert_eq!(error(""), (0, Kind::TooFewSquares { found: 0 }));
        assert_eq!(error(&rows), (72, Kind::TooFewSquares { found: 72 }));
        assert_eq!(error(&alloc::format!("{rows}1x")), (73, Kind::Character { found: 'x' }));
        assert_eq!(error(&alloc::format!("{rows}......... 1")), (82, Kind::TooManySquares));
    }
}
