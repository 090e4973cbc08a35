//! Helpers for words used as sets of squares: [`word64`] for `u64`, [`word128`] for `u128`.
//!
//! Both modules hold the same items, generated from one body, so that everything is a `const fn`
//! and works in tables that are built at compile time (a trait could not offer that). A bit's
//! number is its weight: bit 0 is the lowest.

macro_rules! word_module {
    ($name:ident, $Word:ident, $bits:literal) => {
        #[doc = concat!("A `", stringify!($Word), "` as a set of ", $bits, " squares.")]
        pub mod $name {
            #[doc = concat!("The number of the lowest bit, `0..", $bits, "`; `None` for an empty word.")]
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

            /// Exchanges each bit of `mask` with the bit `shift` places above it.
            ///
            /// `mask` names the lower bit of each pair. No bit may belong to two pairs and none
            /// may be shifted out of the word, or bits are lost.
            ///
            /// ```
            #[doc = concat!("use gamekit::bits::", stringify!($name), "::delta_swap;")]
            /// // ...dc.ba -> ...ba.dc
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
        }
    };
}

word_module!(word64, u64, 64);
word_module!(word128, u128, 128);
