//! Computes the squares that a side may play, by dispatching to the best kernel.
pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX2 intrinsics")]
pub(crate) mod avx2;
