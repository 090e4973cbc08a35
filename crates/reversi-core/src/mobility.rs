//! The kernels that compute the legal squares of a side. `kernel` selects the best of them.
pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX2 intrinsics")]
pub(crate) mod avx2;
