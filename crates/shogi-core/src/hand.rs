use core::fmt;

use crate::piece::PieceKind;

/// The pieces in one side's hand, packed into 32 bits.
///
/// Each kind has a bit field with its count, and a spare bit above the field. One subtraction can
/// therefore compare the counts of all kinds of two hands ([`Hand::dominates`]). A field can hold
/// [`Hand::capacity`] pieces, which is more than a normal set has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Hand(u32);

//  rook bishop gold silver knight lance pawn
//  .777 .777   .777 .777   .777   .777  .31    (each dot is a spare bit)
const SHIFT: [u32; 8] = [0, 0, 6, 10, 14, 18, 22, 26];
const MASK: [u32; 8] = [0, 31, 7, 7, 7, 7, 7, 7];
const SPARE: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 25 | 1 << 29;

impl Hand {
    /// The hand without pieces.
    pub const EMPTY: Self = Self(0);

    /// Returns the maximum count of a kind: 31 for pawns, 7 for the other kinds of
    /// [`PieceKind::HAND`], and 0 for kings and promoted kinds.
    #[must_use]
    pub const fn capacity(kind: PieceKind) -> u8 {
        if kind.is_hand() { MASK[kind as usize] as u8 } else { 0 }
    }

    /// Returns the number of pieces of the kind in the hand. Returns 0 for a king or a promoted
    /// kind.
    #[inline]
    #[must_use]
    pub const fn count(self, kind: PieceKind) -> u8 {
        if !kind.is_hand() {
            return 0;
        }
        (self.0 >> SHIFT[kind as usize] & MASK[kind as usize]) as u8
    }

    /// Returns whether the hand holds a piece of the kind.
    #[inline]
    #[must_use]
    pub const fn contains(self, kind: PieceKind) -> bool {
        self.count(kind) != 0
    }

    /// Returns whether the hand holds a piece of the kind with this index. The index must be less
    /// than 16.
    #[inline(always)]
    pub(crate) const fn holds(self, kind: usize) -> bool {
        const FIELDS: [u32; 16] = {
            let mut fields = [0; 16];
            let mut i = 0;
            while i < PieceKind::HAND.len() {
                let kind = PieceKind::HAND[i] as usize;
                fields[kind] = MASK[kind] << SHIFT[kind];
                i += 1;
            }
            fields
        };
        self.0 & FIELDS[kind & 15] != 0
    }

    /// Returns whether the hand is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the total number of pieces in the hand.
    #[must_use]
    pub fn len(self) -> u32 {
        PieceKind::HAND.iter().map(|&kind| u32::from(self.count(kind))).sum()
    }

    /// Sets the count of a kind. Returns `None` if `count` exceeds [`Hand::capacity`].
    #[must_use]
    pub const fn with_count(self, kind: PieceKind, count: u8) -> Option<Self> {
        if count > Self::capacity(kind) {
            return None;
        }
        if !kind.is_hand() {
            return Some(self);
        }
        let (shift, mask) = (SHIFT[kind as usize], MASK[kind as usize]);
        Some(Self(self.0 & !(mask << shift) | (count as u32) << shift))
    }

    /// Adds one piece of the kind. If the hand already has [`Hand::capacity`] pieces of the kind,
    /// changes nothing and returns `false`.
    #[inline]
    #[must_use]
    pub const fn add(&mut self, kind: PieceKind) -> bool {
        if self.count(kind) >= Self::capacity(kind) {
            return false;
        }
        self.0 += 1 << SHIFT[kind as usize];
        true
    }

    /// Removes one piece of the kind. If the hand has no piece of the kind, changes nothing and
    /// returns `false`.
    #[inline]
    #[must_use]
    pub const fn remove(&mut self, kind: PieceKind) -> bool {
        if self.count(kind) == 0 {
            return false;
        }
        self.0 -= 1 << SHIFT[kind as usize];
        true
    }

    /// Returns whether, for every kind, this hand has at least the number of pieces that `other`
    /// has.
    ///
    /// ```
    /// use shogi_core::{Hand, PieceKind};
    /// let one = Hand::EMPTY.with_count(PieceKind::Gold, 1).unwrap();
    /// let two = one.with_count(PieceKind::Pawn, 2).unwrap();
    /// assert!(two.dominates(one) && !one.dominates(two));
    /// ```
    #[inline]
    #[must_use]
    pub const fn dominates(self, other: Self) -> bool {
        (self.0 | SPARE).wrapping_sub(other.0) & SPARE == SPARE
    }

    /// Returns the count of the kind with this index. The index must be less than 8.
    #[inline(always)]
    pub(crate) const fn count_number(self, kind: usize) -> usize {
        (self.0 >> SHIFT[kind & 7] & MASK[kind & 7]) as usize
    }

    /// Adds one piece of the kind with this index. The hand must have fewer than [`Hand::capacity`]
    /// pieces of the kind.
    #[inline(always)]
    pub(crate) const fn more(self, kind: usize) -> Self {
        Self(self.0.wrapping_add(1 << SHIFT[kind & 7]))
    }

    /// Removes one piece of the kind with this index. The hand must have a piece of the kind.
    #[inline(always)]
    pub(crate) const fn less(self, kind: usize) -> Self {
        Self(self.0.wrapping_sub(1 << SHIFT[kind & 7]))
    }

    /// Returns the kinds in the hand, except pawns, as a bit set. Bit 0 is the lance, and bit 5 is
    /// the rook.
    #[inline(always)]
    pub(crate) const fn officers(self) -> usize {
        // Adding the maximum to a counter carries into its spare bit unless the counter is 0.
        let full = 7 << 6 | 7 << 10 | 7 << 14 | 7 << 18 | 7 << 22 | 7 << 26;
        let held = (self.0 & full).wrapping_add(full) >> 9 & 0x0011_1111;
        let pairs = (held | held >> 3) & 0x0003_0303;
        ((pairs | pairs >> 6 | pairs >> 12) & 63) as usize
    }

    /// Returns whether the hand holds a piece other than a pawn.
    #[inline(always)]
    pub(crate) const fn has_officers(self) -> bool {
        self.0 >> 6 != 0
    }

    /// Returns how many of the four kinds silver, gold, bishop and rook are in the hand.
    #[inline(always)]
    pub(crate) const fn unrestricted_kinds(self) -> usize {
        (self.officers() >> 2).count_ones() as usize
    }

    /// Iterates over the kinds in the hand and their counts, in the order from pawn to rook.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = (PieceKind, u8)> + Clone {
        PieceKind::HAND
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }

    /// Returns the hand as an integer. Bits 0 to 4 are the count of pawns. From bit 6 on, each kind
    /// from lance to rook has four bits, of which the highest is a spare bit.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the hand for the integer of [`Hand::bits`]. Returns `None` if a spare bit is set.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & (SPARE | 3 << 30) == 0 { Some(Self(bits)) } else { None }
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_do_not_touch_each_other() {
        let mut hand = Hand::EMPTY;
        for kind in PieceKind::HAND {
            for n in 0..Hand::capacity(kind) {
                assert_eq!(hand.count(kind), n);
                assert!(hand.add(kind));
            }
            assert!(!hand.add(kind));
        }
        assert_eq!(hand.len(), 31 + 6 * 7);
        assert_eq!(Hand::from_bits(hand.bits()), Some(hand));
        for kind in PieceKind::HAND {
            while hand.remove(kind) {}
        }
        assert!(hand.is_empty());
        let mut hand = Hand::EMPTY;
        assert!(!hand.add(PieceKind::King) && !hand.remove(PieceKind::Tokin));
        assert_eq!(hand.count(PieceKind::Dragon), 0);
        assert_eq!(Hand::EMPTY.with_count(PieceKind::Rook, 8), None);
    }

    #[test]
    fn dominance_is_kind_by_kind() {
        let sample: alloc::vec::Vec<Hand> = (0..500u32)
            .map(|i| {
                let x = i.wrapping_mul(0x9e37_79b9);
                PieceKind::HAND.iter().fold(Hand::EMPTY, |hand, &kind| {
                    hand.with_count(kind, (x >> (3 * kind.index())) as u8 % 5).unwrap()
                })
            })
            .collect();
        for &a in &sample {
            for &b in &sample {
                let slow = PieceKind::HAND.iter().all(|&kind| a.count(kind) >= b.count(kind));
                assert_eq!(a.dominates(b), slow);
            }
        }
    }
}
