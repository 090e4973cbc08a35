//! Functions for integers that represent a set of squares: [`word64`] for `u64`, [`word128`] for
//! `u128`.
//!
//! Both modules contain the same items. All functions are `const`, so tables can be built at
//! compile time. Only the trait methods of the iterators are not `const`. (Functions that are
//! generic over a trait cannot be `const`.) Bit 0 is the lowest bit.
//!
//! ```
//! use gamekit::bits::{word64, word128};
//!
//! // Both diagonals of an 8x8 board, built at compile time.
//! const CROSS: u64 = {
//!     let mut cross = 0;
//!     let mut i = 0;
//!     while i < 8 {
//!         cross |= 1 << (9 * i) | 1 << (7 * i + 7);
//!         i += 1;
//!     }
//!     cross
//! };
//! assert_eq!(word64::lowest(CROSS), Some(0));
//! assert!(word64::bits(CROSS).eq([0, 7, 9, 14, 18, 21, 27, 28, 35, 36, 42, 45, 49, 54, 56, 63]));
//!
//! // The last square of a 9x9 board.
//! assert_eq!(word128::highest((1 << 81) - 1), Some(80));
//! ```

macro_rules! word_functions {
    ($name:ident, $Word:ident, $bits:literal) => {
        #[doc = concat!("Returns the index of the lowest set bit, `0..", $bits, "`, or `None` if `word` is 0.")]
        ///
        /// ```
        #[doc = concat!("use gamekit::bits::", stringify!($name), "::lowest;")]
        /// assert_eq!(lowest(0b0110), Some(1));
        /// assert_eq!(lowest(0), None);
        /// ```
        #[must_use]
        #[inline]
        pub const fn lowest(word: $Word) -> Option<u32> {
            if word == 0 { None } else { Some(word.trailing_zeros()) }
        }

        #[doc = concat!("Returns the index of the highest set bit, `0..", $bits, "`, or `None` if `word` is 0.")]
        ///
        /// ```
        #[doc = concat!("use gamekit::bits::", stringify!($name), "::highest;")]
        /// assert_eq!(highest(0b0110), Some(2));
        /// assert_eq!(highest(0), None);
        /// ```
        #[must_use]
        #[inline]
        pub const fn highest(word: $Word) -> Option<u32> {
            word.checked_ilog2()
        }

        /// Returns `word` with its lowest set bit cleared, or 0 if `word` is 0.
        ///
        /// ```
        #[doc = concat!("use gamekit::bits::", stringify!($name), "::without_lowest;")]
        /// assert_eq!(without_lowest(0b0110), 0b0100);
        /// assert_eq!(without_lowest(0), 0);
        /// ```
        #[must_use]
        #[inline]
        pub const fn without_lowest(word: $Word) -> $Word {
            word & word.wrapping_sub(1)
        }

        /// Clears the lowest set bit of `word` and returns the index of that bit, or `None` if
        /// `word` was 0.
        ///
        /// ```
        #[doc = concat!("use gamekit::bits::", stringify!($name), "::pop_lowest;")]
        /// let mut word = 0b0110;
        /// assert_eq!(pop_lowest(&mut word), Some(1));
        /// assert_eq!(word, 0b0100);
        /// assert_eq!(pop_lowest(&mut word), Some(2));
        /// assert_eq!(pop_lowest(&mut word), None);
        /// ```
        #[inline]
        pub const fn pop_lowest(word: &mut $Word) -> Option<u32> {
            let bit = lowest(*word);
            *word = without_lowest(*word);
            bit
        }

        /// Returns the indices of the set bits in ascending order. `.rev()` gives the descending
        /// order.
        ///
        /// ```
        #[doc = concat!("use gamekit::bits::", stringify!($name), "::bits;")]
        /// assert!(bits(0b1_1001).eq([0, 3, 4]));
        /// assert!(bits(0b1_1001).rev().eq([4, 3, 0]));
        /// assert_eq!(bits(0b1_1001).len(), 3);
        /// ```
        #[inline]
        pub const fn bits(word: $Word) -> Bits {
            Bits::new(word)
        }

        /// Exchanges each bit of `word` in `mask` with the bit that is `shift` positions higher.
        /// Each higher bit must exist, and no bit may belong to two pairs.
        #[inline]
        pub(crate) const fn delta_swap(word: $Word, mask: $Word, shift: u32) -> $Word {
            let differing = (word >> shift ^ word) & mask;
            word ^ differing ^ differing << shift
        }
    };
}

/// A `u64` as a set of 64 squares.
pub mod word64 {
    use core::iter::FusedIterator;

    word_functions!(word64, u64, 64);

    /// An iterator over the set bits of a `u64`; made by [`bits`].
    #[derive(Clone, Debug)]
    #[must_use = "iterators do nothing unless consumed"]
    pub struct Bits {
        rest: u64,
    }

    impl Bits {
        const fn new(word: u64) -> Self {
            Self { rest: word }
        }
    }

    impl Iterator for Bits {
        type Item = u32;

        #[inline]
        fn next(&mut self) -> Option<u32> {
            pop_lowest(&mut self.rest)
        }

        #[inline]
        fn size_hint(&self) -> (usize, Option<usize>) {
            let len = self.rest.count_ones() as usize;
            (len, Some(len))
        }

        #[inline]
        fn count(self) -> usize {
            self.len()
        }

        #[inline]
        fn last(self) -> Option<u32> {
            highest(self.rest)
        }
    }

    impl DoubleEndedIterator for Bits {
        #[inline]
        fn next_back(&mut self) -> Option<u32> {
            let bit = highest(self.rest)?;
            self.rest ^= 1 << bit;
            Some(bit)
        }
    }

    impl ExactSizeIterator for Bits {}
    impl FusedIterator for Bits {}
}

/// A `u128` as a set of 128 squares.
pub mod word128 {
    use super::word64;
    use core::iter::FusedIterator;

    word_functions!(word128, u128, 128);

    /// An iterator over the set bits of a `u128`; made by [`bits`].
    // Each step works on one half: 128-bit arithmetic costs several instructions per operation.
    #[derive(Clone, Debug)]
    #[must_use = "iterators do nothing unless consumed"]
    pub struct Bits {
        low: u64,
        high: u64,
    }

    impl Bits {
        #[inline]
        const fn new(word: u128) -> Self {
            Self { low: word as u64, high: (word >> 64) as u64 }
        }
    }

    impl Iterator for Bits {
        type Item = u32;

        #[inline]
        fn next(&mut self) -> Option<u32> {
            match word64::pop_lowest(&mut self.low) {
                Some(bit) => Some(bit),
                None => word64::pop_lowest(&mut self.high).map(|bit| bit + 64),
            }
        }

        #[inline]
        fn size_hint(&self) -> (usize, Option<usize>) {
            let len = (self.low.count_ones() + self.high.count_ones()) as usize;
            (len, Some(len))
        }

        #[inline]
        fn count(self) -> usize {
            self.len()
        }

        #[inline]
        fn last(mut self) -> Option<u32> {
            self.next_back()
        }

        // Two loops, one for each half, avoid choosing a half in every step.
        #[inline]
        fn fold<A, F: FnMut(A, u32) -> A>(self, init: A, mut f: F) -> A {
            let acc = word64::bits(self.low).fold(init, &mut f);
            word64::bits(self.high).fold(acc, |acc, bit| f(acc, bit + 64))
        }
    }

    impl DoubleEndedIterator for Bits {
        #[inline]
        fn next_back(&mut self) -> Option<u32> {
            match word64::highest(self.high) {
                Some(bit) => {
                    self.high ^= 1 << bit;
                    Some(bit + 64)
                }
                None => {
                    let bit = word64::highest(self.low)?;
                    self.low ^= 1 << bit;
                    Some(bit)
                }
            }
        }
    }

    impl ExactSizeIterator for Bits {}
    impl FusedIterator for Bits {}
}

#[cfg(test)]
mod tests {
    macro_rules! laws {
        ($name:ident, $Word:ident) => {
            mod $name {
                use super::super::$name::*;
                use proptest::prelude::*;
                use std::vec::Vec;

                const BITS: u32 = $Word::BITS;

                fn slow_bits(word: $Word) -> impl DoubleEndedIterator<Item = u32> {
                    (0..BITS).filter(move |bit| word >> bit & 1 == 1)
                }

                #[test]
                fn ends_of_the_word() {
                    assert_eq!(lowest(1 << (BITS - 1)), Some(BITS - 1));
                    assert_eq!(highest(1), Some(0));
                    assert_eq!(bits($Word::MAX).len(), BITS as usize);
                    assert!(bits($Word::MAX).eq(0..BITS));
                    assert!(bits($Word::MAX).rev().eq((0..BITS).rev()));
                }

                proptest! {
                    #[test]
                    fn bits_are_the_set_ones(word: $Word) {
                        prop_assert!(bits(word).eq(slow_bits(word)));
                        prop_assert!(bits(word).rev().eq(slow_bits(word).rev()));
                        prop_assert_eq!(bits(word).count(), word.count_ones() as usize);
                        prop_assert_eq!(bits(word).last(), highest(word));
                        prop_assert_eq!(bits(word).next(), lowest(word));
                        let mut folded = Vec::new();
                        bits(word).for_each(|bit| folded.push(bit));
                        prop_assert!(folded.into_iter().eq(slow_bits(word)));
                    }

                    #[test]
                    fn both_ends_meet_without_overlap(word: $Word, from_front: Vec<bool>) {
                        let (mut rest, mut seen) = (bits(word), 0);
                        for front in from_front {
                            let before = rest.len();
                            let bit = if front { rest.next() } else { rest.next_back() };
                            prop_assert_eq!(bit.is_some(), before > 0);
                            prop_assert_eq!(rest.len(), before.saturating_sub(1));
                            if let Some(bit) = bit {
                                prop_assert_eq!(seen >> bit & 1, 0);
                                seen |= 1 << bit;
                            }
                        }
                        prop_assert_eq!(rest.fold(seen, |seen, bit| seen | 1 << bit), word);
                    }

                    #[test]
                    fn popping_takes_the_lowest(word: $Word) {
                        let mut rest = word;
                        prop_assert_eq!(pop_lowest(&mut rest), lowest(word));
                        prop_assert_eq!(rest, without_lowest(word));
                        if let Some(bit) = lowest(word) {
                            prop_assert_eq!(rest | 1 << bit, word);
                            prop_assert_eq!(rest >> bit & 1, 0);
                        }
                    }

                    #[test]
                    fn delta_swap_exchanges_pairs(word: $Word, places: $Word, shift in 1..BITS) {
                        // Collects pairs that fit in the integer and do not share a bit.
                        let (mut mask, mut used): ($Word, $Word) = (0, 0);
                        for low in slow_bits(places).filter(|low| low + shift < BITS) {
                            let pair = 1 << low | 1 << (low + shift);
                            if used & pair == 0 {
                                used |= pair;
                                mask |= 1 << low;
                            }
                        }
                        let swapped = delta_swap(word, mask, shift);
                        prop_assert_eq!(swapped & !used, word & !used);
                        prop_assert_eq!(swapped & mask, word >> shift & mask);
                        prop_assert_eq!(swapped & mask << shift, (word & mask) << shift);
                        prop_assert_eq!(delta_swap(swapped, mask, shift), word);
                    }
                }
            }
        };
    }

    laws!(word64, u64);
    laws!(word128, u128);
}
