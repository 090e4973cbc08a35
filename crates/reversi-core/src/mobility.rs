//! The kernels that compute the legal moves of a side. The module `kernel` selects the best kernel.
pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX2 intrinsics")]
pub(crate) mod avx2;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code, reason = "loads vectors")]
pub(crate) mod simd128;
