//! Helpers for words used as sets of squares: [`word64`] for `u64`, [`word128`] for `u128`.
//!
//! Both modules hold the same items, generated from one body, so that everything but the
//! iterators' traits is `const` and works in tables that are built at compile time (functions
//! generic over a trait could not offer that). A bit's number is its weight: bit 0 is the lowest.
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
//! assert_eq!(word64::nth(CROSS, 3), Some(14));
//! assert!(word64::bits(CROSS).eq([0, 7, 9, 14, 18, 21, 27, 28, 35, 36, 42, 45, 49, 54, 56, 63]));
//!
//! // The last square of a 9x9 board.
//! assert_eq!(word128::highest((1 << 81) - 1), Some(80));
//! ```

macro_rules! word_module {
    ($name:ident, $Word:ident, $bits:literal, $half:literal) => {
        #[doc = concat!("A `", stringify!($Word), "` as a set of ", $bits, " squares.")]
        pub mod $name {
            use core::iter::FusedIterator;

            #[doc = concat!("The lowest bit's number, `0..", $bits, "`; `None` for an empty word.")]
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

            #[doc = concat!("The highest bit's number, `0..", $bits, "`; `None` for an empty word.")]
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

            /// The word with its lowest bit cleared; an empty word stays empty.
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

            /// Takes the lowest bit out of `word` and returns its number; `None` if the word was
            /// empty.
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

            /// The number of the bit that has exactly `n` set bits below it; `None` if the word
            /// has no more than `n` bits.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::nth;")]
            /// // 1 at 4, 1 at 3, 1 at 0: counted from the low end
            /// assert_eq!(nth(0b1_1001, 0), Some(0));
            /// assert_eq!(nth(0b1_1001, 1), Some(3));
            /// assert_eq!(nth(0b1_1001, 2), Some(4));
            /// assert_eq!(nth(0b1_1001, 3), None);
            /// ```
            #[must_use]
            #[inline]
            pub const fn nth(word: $Word, n: u32) -> Option<u32> {
                if n >= word.count_ones() {
                    return None;
                }
                // Halves the window that holds the bit until one place is left.
                let (mut place, mut below, mut width) = (0, n, $half);
                while width > 0 {
                    let lower = (word >> place & ((1 << width) - 1)).count_ones();
                    if below >= lower {
                        below -= lower;
                        place += width;
                    }
                    width /= 2;
                }
                Some(place)
            }

            /// Reverses the order of the bytes: turns an 8x8 board upside down, and a word of one
            /// byte order into the other.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::reverse_bytes;")]
            #[doc = concat!("assert_eq!(reverse_bytes(0x12), 0x12 << (", $bits, " - 8));")]
            /// ```
            #[must_use]
            #[inline]
            pub const fn reverse_bytes(word: $Word) -> $Word {
                word.swap_bytes()
            }

            /// Exchanges each bit of `mask` with the bit `shift` places above it.
            ///
            /// `mask` names the lower bit of each pair. The map is its own inverse as long as no
            /// bit belongs to two pairs and no pair reaches over the end of the word; bits of
            /// other pairs are not moved as pairs.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::delta_swap;")]
            /// // the pairs (0, 3) and (1, 4); bit 2 stays
            /// assert_eq!(delta_swap(0b11_0_01, 0b00_0_11, 3), 0b01_0_11);
            /// ```
            ///
            /// # Panics
            #[doc = concat!("In debug builds, if `shift` is ", $bits, " or more.")]
            #[must_use]
            #[inline]
            pub const fn delta_swap(word: $Word, mask: $Word, shift: u32) -> $Word {
                let differing = (word >> shift ^ word) & mask;
                word ^ differing ^ differing << shift
            }

            /// Gathers the bits of `word` at the places of `mask` into the low bits of the result
            /// (parallel extract).
            ///
            /// The portable form, one step for each bit of `mask`; on x86-64, `bits::bmi2` has the
            /// machine's own.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::pext;")]
            /// // word   a b c d e f
            /// // mask   1 . 1 1 . 1
            /// // result . . a c d f
            /// assert_eq!(pext(0b10_0101, 0b10_1101), 0b00_1011);
            /// ```
            #[must_use]
            #[inline]
            pub const fn pext(word: $Word, mut mask: $Word) -> $Word {
                let (mut gathered, mut place) = (0, 0);
                while mask != 0 {
                    gathered |= (word >> mask.trailing_zeros() & 1) << place;
                    mask = without_lowest(mask);
                    place += 1;
                }
                gathered
            }

            /// Spreads the low bits of `word` over the places of `mask` (parallel deposit). The
            /// inverse of [`pext`] with the same mask.
            ///
            /// The portable form, one step for each bit of `mask`; on x86-64, `bits::bmi2` has the
            /// machine's own.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::pdep;")]
            /// // word   . . a b c d
            /// // mask   1 . 1 1 . 1
            /// // result a . b c . d
            /// assert_eq!(pdep(0b00_1011, 0b10_1101), 0b10_0101);
            /// ```
            #[must_use]
            #[inline]
            pub const fn pdep(mut word: $Word, mut mask: $Word) -> $Word {
                let mut spread = 0;
                while mask != 0 {
                    spread |= (word & 1) << mask.trailing_zeros();
                    mask = without_lowest(mask);
                    word >>= 1;
                }
                spread
            }

            /// The numbers of the set bits, from the lowest to the highest; from the back, from
            /// the highest to the lowest.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::bits;")]
            /// assert!(bits(0b1_1001).eq([0, 3, 4]));
            /// assert!(bits(0b1_1001).rev().eq([4, 3, 0]));
            /// assert_eq!(bits(0b1_1001).len(), 3);
            /// ```
            #[inline]
            pub const fn bits(word: $Word) -> Bits {
                Bits { rest: word }
            }

            #[doc = concat!("The set bits of a `", stringify!($Word), "`; made by [`bits`].")]
            #[derive(Clone, Debug)]
            #[must_use = "iterators do nothing unless consumed"]
            pub struct Bits {
                rest: $Word,
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

            /// All subsets of `word`, from the empty one to `word` itself, in ascending order:
            /// `2^n` of them for a word of `n` bits.
            ///
            /// The way to fill a table of sliding attacks: each subset of a mask is one
            /// occupancy.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::subsets;")]
            /// assert!(subsets(0b101).eq([0b000, 0b001, 0b100, 0b101]));
            /// assert!(subsets(0).eq([0]));
            /// ```
            #[inline]
            pub const fn subsets(word: $Word) -> Subsets {
                Subsets { of: word, next: Some(0) }
            }

            #[doc = concat!("The subsets of a `", stringify!($Word), "`; made by [`subsets`].")]
            #[derive(Clone, Debug)]
            #[must_use = "iterators do nothing unless consumed"]
            pub struct Subsets {
                of: $Word,
                next: Option<$Word>,
            }

            impl Iterator for Subsets {
                type Item = $Word;

                #[inline]
                fn next(&mut self) -> Option<$Word> {
                    let subset = self.next?;
                    // Counting in the places of the word only: the carry runs over the others.
                    let following = subset.wrapping_sub(self.of) & self.of;
                    self.next = if following == 0 { None } else { Some(following) };
                    Some(subset)
                }
            }

            impl FusedIterator for Subsets {}
        }
    };
}

word_module!(word64, u64, 64, 32);
word_module!(word128, u128, 128, 64);

#[cfg(target_arch = "x86_64")]
pub mod bmi2;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
                    assert_eq!(nth($Word::MAX, BITS - 1), Some(BITS - 1));
                    assert_eq!(nth($Word::MAX, BITS), None);
                    assert_eq!(nth($Word::MAX, u32::MAX), None);
                    assert_eq!(nth(0, 0), None);
                    assert_eq!(pext($Word::MAX, $Word::MAX), $Word::MAX);
                    assert_eq!(pdep($Word::MAX, $Word::MAX), $Word::MAX);
                    assert_eq!(bits($Word::MAX).len(), BITS as usize);
                    // The full word has no subset after it: the count must not wrap for ever.
                    assert!(subsets($Word::MAX).take(3).eq([0, 1, 2]));
                }

                proptest! {
                    #[test]
                    fn bits_are_the_set_ones(word: $Word) {
                        prop_assert!(bits(word).eq(slow_bits(word)));
                        prop_assert!(bits(word).rev().eq(slow_bits(word).rev()));
                        prop_assert_eq!(bits(word).count(), word.count_ones() as usize);
                        prop_assert_eq!(bits(word).last(), highest(word));
                        prop_assert_eq!(bits(word).next(), lowest(word));
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
                    fn nth_counts_the_bits(word: $Word, n in 0..BITS + 2) {
                        prop_assert_eq!(nth(word, n), slow_bits(word).nth(n as usize));
                    }

                    #[test]
                    fn subsets_are_all_and_ascend(places in prop::collection::vec(0..BITS, 0..8)) {
                        let word = places.iter().fold(0, |word: $Word, place| word | 1 << place);
                        let (mut count, mut previous) = (0, None);
                        for subset in subsets(word) {
                            prop_assert_eq!(subset & !word, 0);
                            prop_assert!(previous < Some(subset));
                            previous = Some(subset);
                            count += 1;
                        }
                        prop_assert_eq!(count, 1 << word.count_ones());
                        prop_assert_eq!(previous, Some(word));
                    }

                    #[test]
                    fn delta_swap_exchanges_pairs(word: $Word, places: $Word, shift in 1..BITS) {
                        // Pairs that fit in the word and share no bit.
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

                    #[test]
                    fn pext_gathers_and_pdep_spreads(word: $Word, mask: $Word) {
                        let gathered = pext(word, mask);
                        for (place, bit) in (0..).zip(slow_bits(mask)) {
                            prop_assert_eq!(gathered >> place & 1, word >> bit & 1);
                        }
                        prop_assert!(gathered.checked_shr(mask.count_ones()).unwrap_or(0) == 0);
                        prop_assert_eq!(pdep(gathered, mask), word & mask);
                        prop_assert_eq!(pext(pdep(word, mask), mask), word & pext(mask, mask));
                    }

                    #[test]
                    fn bytes_are_reversed(word: $Word) {
                        let mut bytes = word.to_le_bytes();
                        bytes.reverse();
                        prop_assert_eq!(reverse_bytes(word), $Word::from_le_bytes(bytes));
                    }
                }
            }
        };
    }

    laws!(word64, u64);
    laws!(word128, u128);

    proptest! {
        #[test]
        fn the_two_words_agree(word: u64, mask: u64, n in 0_u32..70) {
            use super::{word64, word128};
            let (wide, wide_mask) = (u128::from(word) << 32, u128::from(mask) << 32);
            prop_assert_eq!(word64::nth(word, n).map(|bit| bit + 32), word128::nth(wide, n));
            prop_assert_eq!(u128::from(word64::pext(word, mask)), word128::pext(wide, wide_mask));
        }
    }
}
