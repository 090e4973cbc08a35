//! A set of squares in one vector register.
//!
//! Scalar code needs two instructions for each operation on a `u128`, and compilers do not
//! vectorise such code. Every x86-64 processor has SSE2, so this module needs no detection at run
//! time.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[allow(unsafe_code, reason = "uses intrinsics; tests compare it with `portable`")]
mod sse2 {
    use core::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_andnot_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi64x,
        _mm_unpackhi_epi64,
    };
    use core::ops::{BitAnd, BitOr};

    #[derive(Clone, Copy)]
    pub(crate) struct VectorSet(__m128i);

    impl VectorSet {
        #[inline(always)]
        pub(crate) fn new(set: u128) -> Self {
            // SAFETY: this module is compiled only if the target has SSE2.
            Self(unsafe { _mm_set_epi64x((set >> 64) as i64, set as i64) })
        }

        /// Returns the squares of this set that are not in `other`.
        #[inline(always)]
        pub(crate) fn without(self, other: Self) -> Self {
            // SAFETY: this module is compiled only if the target has SSE2.
            Self(unsafe { _mm_andnot_si128(other.0, self.0) })
        }

        #[inline(always)]
        pub(crate) fn bits(self) -> u128 {
            // SAFETY: this module is compiled only if the target has SSE2.
            let (low, high) = unsafe {
                (_mm_cvtsi128_si64(self.0), _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0)))
            };
            u128::from(low as u64) | u128::from(high as u64) << 64
        }
    }

    impl BitAnd<u128> for VectorSet {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: u128) -> Self {
            self & Self::new(other)
        }
    }

    impl BitAnd for VectorSet {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            // SAFETY: this module is compiled only if the target has SSE2.
            Self(unsafe { _mm_and_si128(self.0, other.0) })
        }
    }

    impl BitOr for VectorSet {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            // SAFETY: this module is compiled only if the target has SSE2.
            Self(unsafe { _mm_or_si128(self.0, other.0) })
        }
    }
}

/// The same operations on a `u128`, for targets without SSE2 and for tests.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod portable {
    use core::ops::{BitAnd, BitOr};

    #[derive(Clone, Copy)]
    pub(crate) struct VectorSet(u128);

    impl VectorSet {
        #[inline(always)]
        pub(crate) fn new(set: u128) -> Self {
            Self(set)
        }

        #[inline(always)]
        pub(crate) fn without(self, other: Self) -> Self {
            Self(self.0 & !other.0)
        }

        #[inline(always)]
        pub(crate) fn bits(self) -> u128 {
            self.0
        }
    }

    impl BitAnd<u128> for VectorSet {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: u128) -> Self {
            Self(self.0 & other)
        }
    }

    impl BitAnd for VectorSet {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            Self(self.0 & other.0)
        }
    }

    impl BitOr for VectorSet {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(crate) use portable::VectorSet;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use sse2::VectorSet;

#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod tests {
    use super::{portable, sse2};

    #[test]
    fn both_implementations_agree() {
        let mut word = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834_u128;
        for _ in 0..1000 {
            let (a, b, c, d) =
                (word, word.rotate_left(37), word.rotate_left(91), word.rotate_left(113));
            let fast = (sse2::VectorSet::new(a) & b
                | sse2::VectorSet::new(c) & sse2::VectorSet::new(b))
            .without(sse2::VectorSet::new(d))
            .bits();
            let plain = (portable::VectorSet::new(a) & b
                | portable::VectorSet::new(c) & portable::VectorSet::new(b))
            .without(portable::VectorSet::new(d))
            .bits();
            assert_eq!(fast, plain);
            word = word.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).rotate_left(11);
        }
    }
}
