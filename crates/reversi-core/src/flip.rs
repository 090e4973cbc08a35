//! The kernels that compute the discs that one move flips. `kernel` selects the best of them.
pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX2 intrinsics")]
pub(crate) mod avx2;
