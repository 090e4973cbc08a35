use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use gamekit::symmetry::{half_turn_9x9, mirror_columns_9x9};

use crate::color::Color;
use crate::square::Square;

/// A set of squares: bit `n` of a `u128` is the square with number `n`, and bits 81 to 127 are
/// zero, always.
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

const ALL: u128 = (1 << 81) - 1;
const FILE_9: u128 = 0x0100_8040_2010_0804_0201;

/// The set of a single square; none above 80. A table load is shorter than a 128-bit shift.
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
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 81 squares.
    pub const ALL: Self = Self(ALL);

    /// The set with these bits, or `None` if a bit above 80 is set.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Option<Self> {
        if bits & !ALL == 0 { Some(Self(bits)) } else { None }
    }

    /// The set with these bits, those above 80 dropped.
    #[inline]
    #[must_use]
    pub const fn from_bits_truncate(bits: u128) -> Self {
        Self(bits & ALL)
    }

    /// Bits the caller knows to be below 81.
    #[inline(always)]
    pub(crate) const fn from_low(bits: u128) -> Self {
        debug_assert!(bits & !ALL == 0);
        Self(bits)
    }

    /// The bits of the set.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of this one square.
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The nine squares of a file, `1..=9`; empty for another number.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        if file >= 1 && file <= 9 { Self(FILE_9 << (9 - file)) } else { Self::EMPTY }
    }

    /// The nine squares of a rank, `1..=9`; empty for another number.
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank >= 1 && rank <= 9 { Self(0x1ff << (9 * (rank - 1))) } else { Self::EMPTY }
    }

    /// The three far ranks of a side, where its pieces promote.
    #[inline]
    #[must_use]
    pub const fn promotion_zone(color: Color) -> Self {
        match color {
            Color::Black => Self((1 << 27) - 1),
            Color::White => Self(((1 << 27) - 1) << 54),
        }
    }

    /// Whether the set has no square.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares the set has.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has more than one square.
    #[inline]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Puts the square into the set.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Takes the square out of the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// Puts the square in if it was out, and takes it out if it was in.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        self.0 ^= 1 << square.index();
    }

    /// Squares in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Squares in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Squares in this set and not in the other.
    #[inline]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the sets have a square in common.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The square with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low(self.0.trailing_zeros() as usize)) }
    }

    /// The square with the highest number.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low(127 - self.0.leading_zeros() as usize))
        }
    }

    /// Takes the square with the lowest number out of the set.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The set after a half turn of the board.
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

    /// The set after mirroring the board left to right.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(mirror_columns_9x9(self.0))
    }

    /// The squares of the set, lowest number first.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
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

/// The other squares of the board.
impl Not for Bitboard {
    type Output = Self;
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

/// The squares of a [`Bitboard`], lowest number first.
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let index = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Square::from_low(index as usize))
        } else if self.high != 0 {
            let index = self.high.trailing_zeros() + 64;
            self.high &= self.high - 1;
            Some(Square::from_low(index as usize))
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.low.count_ones() + self.high.count_ones()) as usize;
        (len, Some(len))
    }

    // The two halves as two plain loops: the square's word is not decided anew for every square.
    #[inline]
    fn fold<A, F: FnMut(A, Square) -> A>(self, init: A, mut f: F) -> A {
        let (mut low, mut high, mut acc) = (self.low, self.high, init);
        while low != 0 {
            acc = f(acc, Square::from_low(low.trailing_zeros() as usize));
            low &= low - 1;
        }
        while high != 0 {
            acc = f(acc, Square::from_low(high.trailing_zeros() as usize + 64));
            high &= high - 1;
        }
        acc
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Nine ranks from 9a, a star for a square of the set.
impl fmt::Display for Bitboard {
    /// Nine rows from rank a down, file 9 at the left; `1` for a square of the set and `.` for
    /// another.
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

#[cfg(test)]
mod tests {
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
        assert_eq!(by_fold, expected);
        assert_eq!(by_pop, expected);
        assert_eq!(set.first(), expected.first().copied());
        assert_eq!(set.last(), expected.last().copied());
        assert_eq!(set.iter().len(), 17);
        assert!(Bitboard::ALL.has_several() && !Bitboard::from_square(Square::SQ_1I).has_several());
    }
}
